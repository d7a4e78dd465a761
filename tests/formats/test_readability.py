"""Readability of subtitles: every limit at its bound, counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorelite import formats
from scorelite.formats.engine.readability import BY_NAME, GUIDELINES, Limits, findings
from tests.conftest import Run

CUE = "1\n00:00:01,000 --> 00:00:03,000\n{}\n\n"


def found(text: str, limits: Limits, format: str = "srt") -> list[str]:
    return [str(finding) for finding in findings(formats.read(text.encode(), format=format), limits)]


@pytest.mark.parametrize(
    ("limits", "kept", "exceeded", "message"),
    [
        (Limits(max_chars=5), "12345", "123456", "line 1 has 6 characters; expected at most 5"),
        (Limits(max_chars=5), "<i>12345</i>\n54321", "1\n123456", "line 2 has 6 characters; expected at most 5"),
        (Limits(max_lines=2), "a\nb", "a\nb\nc", "3 lines; expected at most 2"),
        # In two seconds: blanks count, markup and line breaks do not.
        (Limits(max_cps=3), "<i>ab c</i>\nd.", "ab cd.e", "3.5 characters a second; expected at most 3"),
        (Limits(max_wpm=60), "a b", "a b c", "90 wpm; expected at most 60"),
    ],
)
def test_limits_of_texts(limits: Limits, kept: str, exceeded: str, message: str) -> None:
    assert found(CUE.format(kept), limits) == []
    assert found(CUE.format(exceeded), limits) == [f"<bytes>:2:1: {message}"]


def cues(*times: str) -> str:
    return "\n".join([f"{number}\n{time}\na\n" for number, time in enumerate(times, 1)])


@pytest.mark.parametrize(
    ("end", "problems"),
    [
        ("00:00:01,832", ["a cue of 0.832 s; expected at least 0.833 s"]),
        ("00:00:01,833", []),
        ("00:00:08,000", []),
        ("00:00:08,002", ["a cue of 7.002 s; expected at most 7 s"]),
        ("00:00:01,000", ["a cue of 0 s; expected at least 0.833 s"]),
    ],
)
def test_limits_of_durations(end: str, problems: list[str]) -> None:
    limits = Limits(min_duration=5 / 6, max_duration=7)
    assert found(cues(f"00:00:01,000 --> {end}"), limits) == [f"<bytes>:2:1: {problem}" for problem in problems]


@pytest.mark.parametrize(
    ("begin", "problems"),
    [
        ("00:00:02,083", []),
        ("00:00:02,080", ["a gap of 0.08 s to the cue before it (line 2); expected at least 0.083 s"]),
        ("00:00:02,000", ["a gap of 0 s to the cue before it (line 2); expected at least 0.083 s"]),
        (
            "00:00:01,500",
            ["begins 0.5 s before the end of the cue before it (line 2); expected a start at or after that"],
        ),
    ],
)
def test_limits_of_gaps(begin: str, problems: list[str]) -> None:
    text = cues("00:00:01,000 --> 00:00:02,000", f"{begin} --> 00:00:04,000")
    assert found(text, Limits(min_gap=2 / 24)) == [f"<bytes>:6:1: {problem}" for problem in problems]


def test_cues_may_touch_where_a_guideline_allows_it() -> None:
    text = cues("00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:03,000", "00:00:03,500 --> 00:00:04,000")
    assert found(text, Limits(min_gap=1.0, may_touch=True)) == [
        "<bytes>:10:1: a gap of 0.5 s to the cue before it (line 6); expected at least 1 s or no gap"
    ]


def test_two_voices_of_a_cue_are_one_cue() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Anna>- Hi\n<v Ben>- Ho\n"
    assert found(text, Limits(max_lines=2, min_gap=0.1), "vtt") == []
    assert found(text, Limits(max_lines=1, min_gap=0.1), "vtt") == ["<bytes>:3:1: 2 lines; expected at most 1"]


@pytest.mark.parametrize(
    ("name", "kept", "exceeded", "problems"),
    [
        ("zh", "今天" * 8, "今天" * 8 + "好", ["line 1 has 17 characters; expected at most 16"]),
        ("zh", "今天" * 6 + "no so", "今天" * 6 + "so so abc", ["line 1 has 16.5 characters; expected at most 16"]),
        ("ja", "こんにちは。", "カタカナ" * 3 + "です", ["line 1 has 14 characters; expected at most 13"]),
        ("ko", "나는 오늘 학교에 가고 집에 가고", "나는오늘학교에가고집에가고또가고", []),
    ],
)
def test_limits_of_wide_letters(name: str, kept: str, exceeded: str, problems: list[str]) -> None:
    limits = BY_NAME[f"netflix-{name}"].limits
    slow = CUE.replace("00:00:03", "00:00:07")
    assert found(slow.format(kept), limits) == []
    assert found(slow.format(exceeded), limits) == [f"<bytes>:2:1: {problem}" for problem in problems]
    # In two seconds.
    for number, problem in ((9, "9.5 characters a second; expected at most 9"), (4, "4.5 characters a second")):
        if limits.max_cps == number:
            assert any(problem in each for each in found(CUE.format("今" * (2 * number) + "。"), limits))


def test_the_command_names_guidelines_for_wide_letters(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "zh.srt").write_text(CUE.format("今天" * 14), encoding="utf-8")
    english = scorelite("check", "--subtitles", "netflix", "zh.srt", cwd=tmp_path)
    assert english.returncode == 0
    assert b"expected --subtitles netflix-zh or netflix-ja or netflix-ko" in english.stderr
    chinese = scorelite("check", "--subtitles", "netflix-zh", "zh.srt", cwd=tmp_path)
    assert (chinese.returncode, chinese.stderr) == (1, b"")
    assert "28 characters; expected at most 16" in chinese.stdout.decode()


def test_limits_of_0_seconds_are_none(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(cues("00:00:01,000 --> 00:00:02,000", "00:00:02,000 --> 00:00:03,000"))
    done = scorelite("check", "--subtitles", "netflix", "--min-gap", "0", "a.srt", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"a.srt: srt, 2 segments, 2 words, 0:00:02, 0 problems\n")


def test_guidelines_name_their_sources() -> None:
    assert all(guideline.source.startswith("https://") for guideline in GUIDELINES)


def test_the_command_reports_findings_with_code_1(scorelite: Run, tmp_path: Path) -> None:
    (tmp_path / "good.srt").write_text(cues("00:00:01,000 --> 00:00:02,000"))
    (tmp_path / "bad.srt").write_text(cues("00:00:01,000 --> 00:00:09,000"))
    one = scorelite("check", "--subtitles", "netflix", "good.srt", cwd=tmp_path)
    assert (one.returncode, one.stdout) == (0, b"good.srt: srt, 1 segment, 1 word, 0:00:01, 0 problems\n")
    both = scorelite("check", "--subtitles", "netflix", "bad.srt", "good.srt", cwd=tmp_path)
    assert both.returncode == 1
    assert both.stdout.decode().splitlines()[:2] == [
        "bad.srt:2:1: a cue of 8 s; expected at most 7 s",
        "bad.srt: srt, 1 segment, 1 word, 0:00:08, 1 problem",
    ]
    alone = scorelite("check", "--max-duration", "7", "bad.srt", cwd=tmp_path)
    assert (alone.returncode, alone.stdout[:47]) == (1, b"bad.srt:2:1: a cue of 8 s; expected at most 7 s")
    longer = scorelite("check", "--subtitles", "netflix", "--max-duration", "8", "bad.srt", cwd=tmp_path)
    assert longer.returncode == 0


def test_the_command_reports_a_cue_number_that_does_not_count_up(scorelite: Run, tmp_path: Path) -> None:
    data = cues("00:00:01,000 --> 00:00:02,000", "00:00:03,000 --> 00:00:04,000")
    (tmp_path / "twice.srt").write_text(data + "\n" + data.replace("00:00:0", "00:00:1"))
    done = scorelite("check", "twice.srt", cwd=tmp_path)
    numbers = [line for line in done.stdout.decode().splitlines() if "cue number" in line]
    assert (done.returncode, len(numbers)) == (1, 1)
    assert numbers[0].endswith("cue number 1 after 2; expected numbers that count up by one")


def test_the_command_warns_of_cues_that_overlap_without_limits(scorelite: Run, tmp_path: Path) -> None:
    data = cues("00:00:01,000 --> 00:00:02,000", "00:00:01,500 --> 00:00:04,000", "00:00:04,000 --> 00:00:05,000")
    (tmp_path / "a.srt").write_text(data)
    done = scorelite("check", "a.srt", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"a.srt: srt, 3 segments, 3 words, 0:00:04\n")
    what = "1 cue begins before the end of the cue before it, such as that of line 6"
    assert done.stderr.decode() == f"scorelite: warning: a.srt: {what}\n"
    scorelite("convert", "a.srt", "a.ass", cwd=tmp_path)
    assert scorelite("check", "a.ass", cwd=tmp_path).stderr == b""


@pytest.mark.parametrize(("name", "mark"), [("a.srt", ","), ("a.vtt", ".")])
def test_a_cue_that_cannot_be_read_hides_no_finding(name: str, mark: str, scorelite: Run, tmp_path: Path) -> None:
    data = cues("00:00:01,000 --> 00:00:0x,000", "00:00:03,000 --> 00:00:19,000", "00:00:2x,000 --> 00:00:30,000")
    head = "WEBVTT\n\n" if mark == "." else ""
    (tmp_path / name).write_text(head + data.replace(",", mark))
    done = scorelite("check", "--max-duration", "7", name, cwd=tmp_path)
    line = 6 + 2 * bool(head)
    assert done.stdout.decode() == f"{name}:{line}:1: a cue of 16 s; expected at most 7 s\n"
    assert done.returncode == 2
    assert done.stderr.decode().count("invalid times") == 2


def test_a_file_in_which_nothing_can_be_read_has_no_findings(scorelite: Run, tmp_path: Path) -> None:
    for name, data in (("a.srt", b"1\n00:00:01,000 --> x\na\n"), ("b.srt", b"\xff\xfa"), ("c.trn", b"a (b")):
        (tmp_path / name).write_bytes(data)
        done = scorelite("check", "--max-duration", "7", name, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")


def test_a_file_of_nothing_but_broken_cues_is_read_a_few_times_only(scorelite: Run, tmp_path: Path) -> None:
    cue = "{}\n00:00:01,000 -> 00:00:02,000\nhi\n\n"
    (tmp_path / "a.srt").write_text("".join(map(cue.format, range(1, 20_001))))
    done = scorelite("check", "a.srt", "--max-cps", "17")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"scorelite: 1 of 1 file could not be read\n")
