"""Files read ahead of the command line: only what is an input for certain, and the same answers with and without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scorelite.scoring.cli.ahead import read_ahead
from tests.conftest import PATIENCE

GOOD, LATIN, BROKEN = b"a b (s-1)\nc (s-2)\n", b"\xe9 (s-1)\n", b"a b\n{ a (s-2)\n"


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("score a.trn b.trn -j 2", ["a.trn", "b.trn"]),
        ("score a.trn b.trn --threads 0", ["a.trn", "b.trn"]),
        ("score a.trn b.trn --json -o c.trn -j 2", ["a.trn", "b.trn"]),
        ("compare --ref a.trn b.trn c.trn -j 2", ["a.trn", "b.trn", "c.trn"]),
        ("score a.trn b.trn", None),
        ("score a.trn b.trn -j 1", None),
        ("score a.trn b.trn -j", None),
        ("score a.trn b.trn -j 2 --stream", None),
        ("score a.trn b.trn -j 2 --encoding latin-1", None),
        ("convert a.trn b.trn -j 2", None),
        ("", None),
    ],
)
def test_words_that_may_be_outputs_are_not_read(
    words: str, files: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr("scorelite.formats.engine.ahead.begin", lambda paths: begun.append([*paths]))
    read_ahead(words.split())
    actual = [word for paths in begun for word in paths if not word.startswith("-") and not word.isdecimal()]
    assert actual == (files or [])
    assert bool(begun) == (files is not None)


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("ref", "hyp"), [(GOOD, GOOD), (GOOD, None), (None, None), (BROKEN, BROKEN), (GOOD, LATIN), (LATIN, BROKEN)]
)
def test_answers_and_errors_are_the_same_with_two_threads(ref: bytes | None, hyp: bytes | None, tmp_path: Path) -> None:
    for name, data in (("a.trn", ref), ("b.trn", hyp)):
        if data is not None:
            (tmp_path / name).write_bytes(data)
    actual = [
        subprocess.run(
            [sys.executable, "-m", "scorelite", "score", "a.trn", "b.trn", "-j", number],
            cwd=tmp_path,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        for number in "12"
    ]
    first, two = ((run.returncode, run.stdout, run.stderr) for run in actual)
    assert first == two
    assert bool(first[0]) == ((ref, hyp) != (GOOD, GOOD))
