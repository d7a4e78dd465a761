"""Several files as one: `convert --join` puts subtitles one after the other, and transcripts together."""

from __future__ import annotations

from pathlib import Path

import pytest

import scorelite as package
from scorelite.formats import UsageError
from tests.conftest import Run

FIRST = "1\n00:00:00,500 --> 00:00:01,000\none\n\n2\n00:00:02,000 --> 00:00:03,100\ntwo\n"
REEL = "1\n00:00:00,250 --> 00:00:01,000\nthree\n"
LATER = "1\n01:00:00,250 --> 01:00:01,000\nthree\n"


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    for name, text in (("first", FIRST), ("reel", REEL), ("later", LATER)):
        (tmp_path / f"{name}.srt").write_text(text)
    return tmp_path


def test_a_part_that_counts_from_0_is_moved_by_the_end_of_the_part_before(parts: Path, scorelite: Run) -> None:
    done = scorelite("convert", "first.srt", "reel.srt", "reel.srt", "all.srt", "--join")
    assert done.returncode == 0
    twice, *moved = done.stderr.decode().splitlines()
    assert twice == "srt -> srt: reel.srt is joined more than once"
    assert moved == [
        f"srt -> srt: reel.srt: moved by {seconds} s, the end of the last cue of {before}; where that video is longer, "
        "shift reel.srt by its length first"
        for seconds, before in ((3.1, "first.srt"), (4.1, "reel.srt"))
    ]
    # 3.1 + 0.25, and the end at 4.1; then 4.1 + 0.25.
    assert (parts / "all.srt").read_text() == FIRST + (
        "\n3\n00:00:03,350 --> 00:00:04,100\nthree\n\n4\n00:00:04,350 --> 00:00:05,100\nthree\n"
    )


def test_a_part_that_has_its_place_already_is_not_moved(parts: Path, scorelite: Run) -> None:
    done = scorelite("convert", "first.srt", "later.srt", "all.srt", "--join")
    assert done.stderr.decode() == "srt -> srt: later.srt: not moved, for it begins after first.srt\n"
    assert (parts / "all.srt").read_text() == FIRST + "\n3\n01:00:00,250 --> 01:00:01,000\nthree\n"


def test_names_of_cues_stay_and_numbers_go_where_the_target_keeps_both(parts: Path, scorelite: Run) -> None:
    (parts / "named.vtt").write_text("WEBVTT\n\nintro\n00:09.000 --> 00:10.000\nthree\n")
    assert scorelite("convert", "first.srt", "named.vtt", "all.vtt", "--join", "--quiet").stderr == b""
    assert [segment.id for segment in package.read(parts / "all.vtt").segments] == ["", "", "intro"]


def test_python_joins_a_list(parts: Path) -> None:
    package.convert([parts / "first.srt", parts / "reel.srt"], parts / "all.srt")
    assert [segment.start for segment in package.read(parts / "all.srt").segments] == [0.5, 2.0, 3.35]
    with pytest.raises(UsageError, match="no files to join"):
        package.convert([], parts / "all.srt")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("first.srt all.srt --join", "--join has no effect without two files or more"),
        ("first.srt reel.srt first.srt --join", "OUT first.srt is an input too"),
        (
            "first.srt words.ctm all.srt --join",
            "words.ctm: ctm, next to srt; expected files of subtitles alone, or none of these",
        ),
        ("first.srt reel.srt all.srt", "--join makes one file"),
        ("texts out.trn", "--join makes one file"),
        ("texts texts/a.txt --join", "OUT texts/a.txt is also an input"),
        ("first.srt reel.srt all.srt --merge", "unknown option --merge; expected --join"),
        ("first.srt reel.srt all.srt --concat", "unknown option --concat; expected --join"),
    ],
)
def test_wrong_uses_name_the_way(arguments: str, message: str, parts: Path, scorelite: Run) -> None:
    (parts / "words.ctm").write_text("f 1 0 1 a\n")
    (parts / "texts").mkdir()
    for name in "ab":
        (parts / "texts" / f"{name}.txt").write_text("good day\n")
    done = scorelite("convert", *arguments.split())
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_the_transcripts_of_a_folder_become_one_file_with_their_names_as_ids(tmp_path: Path, scorelite: Run) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "b.txt").write_text("good day\nbye\n")
    (tmp_path / "texts" / "a.txt").write_text("hello there\n")
    done = scorelite("convert", "texts", "all.trn", "--join")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "all.trn").read_text() == "hello there (a)\ngood day (b-1)\nbye (b-2)\n"
    # The order of files that are named stays.
    scorelite("convert", "texts/b.txt", "texts/a.txt", "all.csv", "--join")
    assert (tmp_path / "all.csv").read_text() == "id,text\nb-1,good day\nb-2,bye\na,hello there\n"


def test_ids_stay_and_recordings_without_names_have_those_of_their_files(tmp_path: Path, scorelite: Run) -> None:
    for name, ids in (("a", ("u1", "u2")), ("b", ("u2", "u3"))):
        (tmp_path / f"{name}.kaldi.txt").write_text("".join(f"{each} good day\n" for each in ids))
        (tmp_path / f"{name}.csv").write_text("start,end,text\n0,1,good day\n")
    done = scorelite("convert", "a.kaldi.txt", "b.kaldi.txt", "all.jsonl", "--join")
    assert done.stderr == b"kaldi -> jsonl: 1 id (u2) more than once\n"
    assert [segment.id for segment in package.read(tmp_path / "all.jsonl").segments] == ["u1", "u2", "u2", "u3"]
    assert scorelite("convert", "a.csv", "b.csv", "all.csv", "--join").returncode == 0
    assert package.read(tmp_path / "all.csv").table.sessions == ["a", "b"]
