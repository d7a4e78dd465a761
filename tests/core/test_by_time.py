"""Words are paired with segments by their middles, as sclite does, or with other words between pauses."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

_TIMES = st.one_of(st.integers(0, 12).map(float), st.sampled_from([0.1, 3.3, 3.47, 16777217.5]))
_SPANS = st.tuples(_TIMES, _TIMES).map(sorted).map(tuple)
# Each row is the channel of its run, its begin, its duration and its kind: a word, or one of three marks.
_ROWS = st.lists(st.tuples(st.integers(-1, 2), _TIMES, _TIMES, st.sampled_from("wwwww(|)")), max_size=12)

Row = tuple[int, float, float, str]


def words(rows: Sequence[Row]) -> tuple[bytes, ...]:
    """The rows as columns for the core, each a run of its own."""
    channels, begins, durations, kinds = zip(*rows, strict=True) if rows else ((), (), (), "")
    marks = [row for row, kind in enumerate(kinds) if kind != "w"]
    columns = array("d", begins), array("d", durations), array("q", range(len(rows) + 1)), array("q", channels)
    return *(column.tobytes() for column in (*columns, array("q", marks))), bytes(
        ["(|)".index(kinds[k]) for k in marks]
    )


def segments(
    spans: Sequence[tuple[float, ...]], channels: Sequence[int] = (), ignored: bytes = b""
) -> tuple[bytes, ...]:
    """Segments as columns for the core; unless they are named, all are of one channel, and none is ignored."""
    starts, ends = zip(*spans, strict=True) if spans else ((), ())
    numbers = array("q", channels or [0] * len(spans))
    return array("d", starts).tobytes(), array("d", ends).tobytes(), numbers.tobytes(), ignored or bytes(len(spans))


def rows_of(firsts: bytes, behinds: bytes, first: bytes) -> list[list[int]]:
    """The rows of each segment or piece."""
    runs = zip(array("q", firsts), array("q", behinds), strict=True)
    rows = [row for begin, behind in runs for row in range(begin, behind)]
    bounds = array("q", first).tolist()
    assert bounds[-1] == len(rows)
    return [rows[low:high] for low, high in pairwise(bounds)]


def assigned(core: ModuleType, spans: list[tuple[float, float]], middles: list[float], attach: bool) -> tuple[Any, Any]:
    """The words of each segment, and the distances of words outside all segments."""
    rows = [(0, middle, 0.0, "w") for middle in sorted(middles)]
    *of_segments, strays, _, _, _, _ = core.words_in_segments(segments(spans), words(rows), attach, 3)
    return rows_of(*of_segments), array("d", strays[2]).tolist()


@given(st.lists(st.tuples(_SPANS, st.integers(-1, 2), st.booleans()), max_size=6), _ROWS, st.booleans())
@example([((0.0, 2.0), 0, False), ((1.0, 5.0), 0, False)], [(0, 1.5, 0.0, "w"), (0, 0.5, 3.0, "w")], False)
def test_both_cores_assign_alike(
    native: ModuleType,
    twin: ModuleType,
    given: list[tuple[tuple[float, float], int, bool]],
    rows: list[Row],
    attach: bool,
) -> None:
    spans, channels = [span for span, _, _ in given], [min(channel, len(given) - 1) for _, channel, _ in given]
    columns = segments(spans, channels, bytes(ignored for _, _, ignored in given))
    actual = native.words_in_segments(columns, words(rows), attach, 1)
    assert actual == twin.words_in_segments(columns, words(rows), attach, 1)
    if all(kind == "w" for _, _, _, kind in rows):
        of_segments = rows_of(*actual[:3])
        assert len(of_segments) == sum(
            channel >= 0 and not ignored for channel, (_, _, ignored) in zip(channels, given, strict=True)
        )
        scored = [row for listed in of_segments for row in listed]
        assert len({*scored}) == len(scored)


@given(_ROWS, _ROWS, st.sampled_from([0.5, 1.0]))
@example([(0, 1.0, 1.0, "w"), (0, 5.0, 1.0, "w")], [(0, 1.5, 3.0, "w"), (0, 5.0, 1.0, "w")], 1.0)
def test_both_cores_cut_at_pauses_alike(
    native: ModuleType, twin: ModuleType, ref: list[Row], hyp: list[Row], pause: float
) -> None:
    actual = native.words_between_pauses(words(ref), words(hyp), pause, 2)
    assert actual == twin.words_between_pauses(words(ref), words(hyp), pause, 2)
    channels = {channel for channel, *_ in ref if channel >= 0}
    assert {*array("q", actual[2])} - channels <= {channel for channel, *_ in hyp}


def test_a_word_outside_goes_to_the_next_segment_or_nowhere(core: ModuleType) -> None:
    spans, middles = [(1.0, 2.0), (4.0, 5.0)], [0.5, 1.5, 2.5, 4.5, 9.0]
    distances = [0.5, 0.5, 4.0]
    assert assigned(core, spans, middles, True) == ([[0, 1], [2, 3, 4]], distances)
    assert assigned(core, spans, middles, False) == ([[1], [3]], distances)


def test_the_end_of_a_segment_has_single_precision(core: ModuleType) -> None:
    assert assigned(core, [(0.0, 3.3), (3.3, 9.0)], [3.3], False)[0] == [[], [0]]
    assert assigned(core, [(0.0, 3.47), (3.47, 9.0)], [3.47], False)[0] == [[0], []]


def test_an_alternation_goes_where_its_latest_middle_lies(core: ModuleType) -> None:
    rows = [(0, 0.0, 0.0, "("), (0, 0.5, 0.2, "w"), (0, 0.0, 0.0, "|"), (0, 1.5, 0.2, "w"), (0, 0.0, 0.0, ")")]
    *of_segments, strays, overlaps, silent, beyond, ignored = core.words_in_segments(
        segments([(0.0, 1.0), (1.0, 2.0)], ignored=b"\0\1"), words(rows), True, 0
    )
    assert rows_of(*of_segments) == [[]]  # the second segment, which is ignored, has it
    assert (strays, overlaps, array("q", silent).tolist(), beyond, ignored) == ((b"", b"", b""), b"", [0], 0, 1)


def test_a_null_word_follows_a_mark_before_another(core: ModuleType) -> None:
    rows = [(0, 1.0, 1.0, "w"), (0, 0.0, 0.0, "("), (0, 0.0, 0.0, "|"), (0, 2.0, 1.0, "w"), (0, 0.0, 0.0, ")")]
    *of_segments, _, _, _, _, _ = core.words_in_segments(segments([(0.0, 9.0)]), words(rows), True, 3)
    assert rows_of(*of_segments) == [[0, 1, ~1, 2, 3, 4]]


def test_segments_that_overlap_and_words_beyond_them_are_counted(core: ModuleType) -> None:
    rows = [(0, begin, 0.0, "w") for begin in (0.0, 2.0, 9.0)]
    result = core.words_in_segments(segments([(1.0, 3.0), (5.0, 8.0), (2.5, 4.0)]), words(rows), True, 0)
    assert (array("q", result[4]).tolist(), result[6]) == ([0, 2], 2)


def test_columns_of_other_lengths_are_rejected(core: ModuleType) -> None:
    with pytest.raises(
        ValueError, match="^segments expected: columns of equal length, and channels with smaller numbers$"
    ):
        core.words_in_segments((bytes(8), b"", bytes(8), b"\0"), words([]), True, 3)
    with pytest.raises(
        ValueError, match="^words with times expected: columns of equal length, runs of rows, and marks in"
    ):
        core.words_between_pauses(words([]), (bytes(8), *words([])[1:]), 1.0, 60)


@given(st.lists(st.floats(-1e300, 1e300)))
@example([1e12] * 20 + [0.0005, 0.0015, -0.0025])
def test_both_cores_sum_milliseconds_alike(native: ModuleType, twin: ModuleType, seconds: list[float]) -> None:
    column = array("d", seconds).tobytes()
    assert native.milliseconds(column) == twin.milliseconds(column) == sum(round(1000.0 * length) for length in seconds)
