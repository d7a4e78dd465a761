"""Files beside the scored ones in another encoding: `--encoding` is not about them, and no message says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("speaker,gender\nanna,f\nböb,m\n", ("--slice", "gender", "--slices", "FILE")),
        ("id,chrf,ö\nanna-001,1,2\n", ("--measures", "FILE")),
        ('{"class": "ö", "phrases": ["a"]}\n', ("--with", "classes=FILE")),
        ("ö\n", ("--with", "classes=nemo:FILE")),
        ("<tag ö> b (u)\n", ("--with", "classes=pier:FILE")),
        ("ö | oe\n", ("--equivalents", "FILE")),
        ('{"id": "ö"}\n', ("--verdicts", "FILE")),
        ("anna\tö\n", ("--speaker-map", "FILE", "--json", "--utterances")),
        ("ö\n", ("--entities", "FILE")),
    ],
)
def test_side_files_of_another_encoding_are_refused_with_what_helps(
    text: str, options: tuple[str, ...], tmp_path: Path, scorelite: Run
) -> None:
    for side in ("ref", "hyp"):
        (tmp_path / f"{side}.trn").write_text("good day (anna-001)\nyes (ben-001)\n")
    (tmp_path / "FILE").write_bytes(text.encode("latin-1"))
    done = scorelite("score", "ref.trn", "hyp.trn", *options)
    assert done.returncode == 2
    assert b"invalid byte 0xF6; expected text in utf-8, as `iconv -f ENCODING -t utf-8`" in done.stderr
    assert b"--encoding" not in done.stderr
    (tmp_path / "FILE").write_bytes(text.encode("utf-16"))
    done = scorelite("score", "ref.trn", "hyp.trn", *options)
    assert b"byte" not in done.stderr
