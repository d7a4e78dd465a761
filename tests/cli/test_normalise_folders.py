"""`scorelite normalise` of a folder: each file becomes one of the output folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def talks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "talks" / "first").mkdir(parents=True)
    (tmp_path / "talks" / "first" / "a.trn").write_text("Good DAY (a-1)\n")
    (tmp_path / "talks" / "b.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nYes!\n")
    (tmp_path / "talks" / "notes.pdf").write_text("not a transcript")
    return tmp_path


def test_files_keep_their_names_and_formats(talks: Path, scorelite: Run) -> None:
    done = scorelite("normalise", "talks", "out", "--normalise", "basic", "--changes", "log.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    written = {str(path.relative_to("out")): path.read_text() for path in Path("out").rglob("*") if path.is_file()}
    assert written == {"first/a.trn": "good day (a-1)\n", "b.srt": "1\n00:00:00,000 --> 00:00:01,000\nyes\n"}
    assert {json.loads(line)["file"] for line in Path("log.jsonl").read_text().splitlines()} == {
        "talks/b.srt",
        "talks/first/a.trn",
    }


def test_files_get_the_format_that_is_asked_for(talks: Path, scorelite: Run) -> None:
    assert scorelite("normalise", "talks", "out", "--normalise", "basic", "--to", "txt", "-q").returncode == 0
    assert sorted(str(path.relative_to("out")) for path in Path("out").rglob("*.*")) == ["b.txt", "first/a.txt"]


def test_a_broken_file_is_reported_and_does_not_stop_the_others(talks: Path, scorelite: Run) -> None:
    (talks / "talks" / "a.srt").write_text("1\n00:00 --> soon\nYes!\n")
    done = scorelite("normalise", "talks", "out", "--normalise", "basic")
    assert done.returncode == 2
    assert "talks/a.srt:2:1: invalid times" in done.stderr.decode()
    assert "1 of 3 files could not be normalised" in done.stderr.decode()
    assert Path("out/b.srt").exists()


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        ("talks", "OUT talks/b.srt is also an input; expected another folder"),
        ("-", "not a folder; expected a folder as the output of several files"),
        ("out.srt", "expected a folder such as out/ and --to srt\n"),
    ],
)
def test_an_output_that_is_no_other_folder_is_refused(talks: Path, output: str, problem: str, scorelite: Run) -> None:
    done = scorelite("normalise", "talks", output, "--normalise", "basic")
    assert (done.returncode, problem in done.stderr.decode()) == (2, True), done.stderr


def test_the_idle_rules_are_those_that_no_file_needs(talks: Path, scorelite: Run) -> None:
    (talks / "rules.csv").write_text("Yes!,yeah\nxx,yy\n")
    done = scorelite("normalise", "talks", "out", "--normalise", "rules.csv")
    assert "xx" in done.stderr.decode()
    assert "Yes" not in done.stderr.decode()
