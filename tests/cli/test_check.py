"""`scorelite check`: files and folders, what is wrong with them, and how the command ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus" / "below").mkdir(parents=True)
    (tmp_path / "corpus" / "a.trn").write_text("good day (u-1)\n")
    (tmp_path / "corpus" / "a.wav").write_bytes(b"RIFF\0\0")
    (tmp_path / "corpus" / "below" / "odd.ctm").write_text("f 1 5 1 a 2.9\n")
    return tmp_path


def test_a_folder_is_checked_file_by_file_and_warnings_end_strictly(corpus: Path, scorelite: Run) -> None:
    done = scorelite("check", "corpus")
    assert done.stdout.decode().splitlines() == ["corpus/a.trn: trn, 1 segment", "corpus/below/odd.ctm: ctm, 1 segment"]
    assert b"warning: corpus/below/odd.ctm: confidences above 1" in done.stderr
    assert (done.returncode, scorelite("check", "corpus", "--strict").returncode) == (0, 1)
    assert scorelite("check", "corpus/a.trn", "--strict").returncode == 0
    (corpus / "nothing").mkdir()
    assert b"nothing: no files in this folder" in scorelite("check", "nothing").stderr


def test_the_findings_of_all_files_are_written_as_json(corpus: Path, scorelite: Run) -> None:
    (corpus / "corpus" / "bad.ctm").write_text("f 1 x 1 b\nf 1 2 1 c\n")
    done = scorelite("check", "corpus", "--json")
    a, bad, odd = json.loads(done.stdout)["files"]
    assert done.returncode == 2
    assert a == {"path": "corpus/a.trn", "format": "trn", "segments": 1, "errors": [], "problems": [], "warnings": []}
    assert "bad.ctm:1:5: begin 'x' is not a number" in bad["errors"][0]
    assert odd["warnings"][0].startswith("confidences above 1")


def test_errors_below_the_first_twenty_are_reported_too(corpus: Path, scorelite: Run) -> None:
    lines = [f"f 1 {'x' if number < 25 else number} 1 b\n" for number in range(40)]
    (corpus / "many.ctm").write_text("".join(lines))
    message = scorelite("check", "many.ctm").stderr.decode()
    assert all(f"many.ctm:{number}:5: begin 'x' is not a number" in message for number in range(1, 26))
    assert "many.ctm:26:" not in message
