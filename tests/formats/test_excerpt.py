"""`begin` and `end` of a conversion keep what is said between two times."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import formats
from scorelite.formats import UsageError

CUES = b"""1
00:00:01,000 --> 00:00:03,500
Hello there.

2
00:00:04,000 --> 00:00:06,000
<i>How</i> are you?
"""
WORDS = b"talk 1 0.0 0.5 x\ntalk 1 1.0 0.5 <ALT_BEGIN>\ntalk 1 1.0 0.5 y\ntalk 1 1.0 0.5 <ALT>\n"
WORDS += b"talk 1 1.0 0.5 why\ntalk 1 1.0 0.5 <ALT_END>\ntalk 1 2.0 0.5 z\n"


def _converted(data: bytes, source: str, target: str, **options: float) -> str:
    out = io.BytesIO()
    formats.convert(data, out, source_format=source, target_format=target, **options)  # type: ignore[arg-type]
    return out.getvalue().decode()


def test_a_cue_that_lies_across_an_edge_is_cut_in_time_and_keeps_its_text() -> None:
    assert _converted(CUES, "srt", "srt", begin=3, end=4.5) == (
        "1\n00:00:03,000 --> 00:00:03,500\nHello there.\n\n2\n00:00:04,000 --> 00:00:04,500\n<i>How</i> are you?\n"
    )


@pytest.mark.parametrize(
    ("begin", "end", "words"),
    [
        (None, None, "x { y / why } z"),
        (1, 2, "{ y / why }"),
        (0.25, None, "x { y / why } z"),
        (0.26, 2.25, "{ y / why }"),
    ],
)
def test_words_whose_middle_lies_between_are_kept(begin: float | None, end: float | None, words: str) -> None:
    given_times = {name: time for name, time in (("begin", begin), ("end", end)) if time is not None}
    assert _converted(WORDS, "ctm", "trn", **given_times).partition(" (")[0] == words


def test_times_are_those_of_the_source_and_moved_afterwards() -> None:
    assert _converted(CUES, "srt", "vtt", begin=4, shift=-4).splitlines()[2:] == [
        *("2", "00:00:00.000 --> 00:00:02.000", "<i>How</i> are you?")
    ]


def test_a_text_without_times_cannot_be_cut() -> None:
    with pytest.raises(UsageError, match="a segment without times, of which no part can be taken"):
        _converted(b"a b (talk-1)\n", "trn", "txt", begin=1)


def test_an_end_before_the_begin_is_rejected() -> None:
    with pytest.raises(UsageError, match="the end, 2 s, is not after the begin, 5 s; expected a later end"):
        _converted(CUES, "srt", "srt", begin=5, end=2)


def test_regions_are_cut() -> None:
    assert _converted(b"talk 1 0 10\ntalk 1 20 30\n", "uem", "uem", begin=5, end=15) == "talk 1 5.0 10\n"


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8), st.integers(0, 40))
def test_the_parts_before_and_after_a_time_hold_each_word_once(starts: list[int], cut: int) -> None:
    rows = "".join([f"talk 1 {start / 10:.1f} 0.3 w{place}\n" for place, start in enumerate(sorted(starts))])
    time = cut / 10 + 0.05  # inside of a word, or between two
    parts = [_converted(rows.encode(), "ctm", "ctm", end=time), _converted(rows.encode(), "ctm", "ctm", begin=time)]
    assert "".join(parts).split("\n")[:-1] == rows.split("\n")[:-1]


def test_a_cue_of_an_alternation_without_a_word_is_cut() -> None:
    rows = b"talk A 1.0 0.5 <ALT_BEGIN>\ntalk A * * <ALT>\ntalk A 1.0 0.5 grey\ntalk A 1.0 0.5 <ALT_END>\n"
    assert _converted(rows + b"talk A 9.0 0.5 yes\n", "ctm", "vtt", begin=0.5).endswith("09.500\nyes\n")
