"""Subtitles in parts: `convert --join` puts one after the other."""

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("first.srt all.srt --join", "--join has no effect without two files or more"),
        ("first.srt reel.srt first.srt --join", "OUT first.srt is an input too"),
        (
            "first.srt words.ctm all.srt --join",
            "words.ctm: ctm has no subtitle cues to join; expected one of: srt, vtt",
        ),
        ("first.srt reel.srt all.srt", "--join makes one file of subtitles"),
        ("first.srt reel.srt all.srt --merge", "unknown option --merge; expected --join"),
        ("first.srt reel.srt all.srt --concat", "unknown option --concat; expected --join"),
    ],
)
def test_wrong_uses_name_the_way(arguments: str, message: str, parts: Path, scorelite: Run) -> None:
    (parts / "words.ctm").write_text("f 1 0 1 a\n")
    done = scorelite("convert", *arguments.split())
    assert done.returncode == 2
    assert message in done.stderr.decode()
