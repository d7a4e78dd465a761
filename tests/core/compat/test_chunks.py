"""Chunks of two channels, and cuts of rows at ends of segments."""

from __future__ import annotations

import math
import random
import struct

import pytest
from hypothesis import strategies as st

from tests.compat.programs.sctk.sclite.timed_cases import conversation
from tests.core.material import law
from tests.fuzz.chunks import chunks_of

NOW = bytes(8)


def doubles(*values: float) -> bytes:
    return struct.pack(f"{len(values)}d", *values)


@law(
    st.lists(st.tuples(st.floats(-9, 9), st.floats(0, 3)) | st.just((float("nan"), 1.0)), max_size=6),
    st.lists(st.floats(-9, 12) | st.just(float("nan")), max_size=4),
    st.booleans(),
    examples=300,
)
def test_rows_are_cut_alike(native, twin, rows, ends, ordered):
    rows = sorted(rows) if ordered else rows
    columns = [doubles(*column) for column in ([row[0] for row in rows], [row[1] for row in rows], ends)]
    assert native.ctm_cuts(*columns) == twin.ctm_cuts(*columns)


def test_rows_are_cut_before_the_first_middle_that_reaches_an_end(core):
    begins, durations = doubles(0, 1, 2, 3), doubles(1, 1, 1, 1)
    assert core.ctm_cuts(begins, durations, doubles(1.5, 0.2, 9)) == struct.pack("3q", 1, 1, 4)
    assert core.ctm_cuts(doubles(1, 0), doubles(0, 0), doubles(1)) is None
    assert core.ctm_cuts(doubles(1), doubles(0), doubles(math.nan)) is None
    with pytest.raises(ValueError, match="a duration for every begin expected"):
        core.ctm_cuts(doubles(1), b"", b"")


def channels(seed: int) -> tuple[list[float], list[float], list[bool] | None, list[float], list[float], list[float]]:
    """The times of two channels: some with odd times, some with alternations; and other durations of the second."""
    chance = random.Random(seed)
    columns: list[list[float]] = []
    for text in conversation(seed, 400, (0.0, 0.005, 0.05, 0.3)[seed % 4]):
        rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
        for field in (2, 3):
            columns.append([0.0, *(float(row[field].lstrip("&")) for row in rows)])
    ref_begin, ref_duration, hyp_begin, hyp_duration = columns
    inside = [chance.random() < 0.2 for _ in ref_begin] if seed % 3 == 0 else None
    if seed % 5 == 0:
        for column in columns:
            column[chance.randrange(1, len(column))] = chance.choice([math.nan, math.inf, -5.0, 1e9])
    late = [length + chance.choice([0.07, -0.05]) for length in hyp_duration]
    return ref_begin, ref_duration, inside, hyp_begin, hyp_duration, late


@pytest.mark.parametrize("seed", range(24))
def test_channels_are_cut_alike(native, twin, seed):
    ref_begin, ref_duration, inside, *hyp, late = channels(seed)
    times = doubles(*ref_begin), doubles(*ref_duration), inside, *(doubles(*column) for column in hyp)
    for durations in (None, doubles(*late)):
        assert native.ctm_chunks(*times, durations) == twin.ctm_chunks(*times, durations)


@pytest.mark.parametrize("seed", [17, 41, 44, 55])
def test_words_that_end_before_they_begin_are_cut_as_in_the_plainest_way(core, seed):
    chance = random.Random(seed)
    columns: list[list[float]] = []
    for _ in range(2):
        time, begins, durations = 0.0, [0.0], [0.0]
        for _ in range(70):
            time = round(time + chance.choice((0.0, 0.1, 0.2, 0.5)), 2)
            begins.append(time)
            durations.append(chance.choice((0.0, 0.1, 0.25, 1.0, -0.2)))
        columns += [begins, durations]
    packed = [doubles(*column) for column in columns]
    assert core.ctm_chunks(*packed[:2], None, *packed[2:], None) == chunks_of(*columns, None, None)


@pytest.mark.parametrize("sizes", [(30, 50), (30, 51), (30, 52), (50, 30), (51, 30), (52, 30)])
def test_what_is_left_is_one_chunk_up_to_fifty_words_of_each_side(core, sizes):
    columns = [[0.0, *values] for size in sizes for values in ([float(k) for k in range(size)], [0.5] * size)]
    packed = [doubles(*column) for column in columns]
    cuts = core.ctm_chunks(*packed[:2], None, *packed[2:], None)
    assert cuts == chunks_of(*columns, None, None)
    assert (cuts == [sizes]) == (max(sizes) <= 50)


def test_chunks_have_about_fifty_words_where_both_channels_pause_behind_each(core):
    begin, length = doubles(0.0, *range(120)), doubles(0.0, *[1.0] * 120)
    assert core.ctm_chunks(begin, length, None, begin, length, None) == [(51, 51), (102, 102), (120, 120)]
    assert core.ctm_chunks(*[doubles(0.0)] * 2, None, *[doubles(0.0)] * 2, None) == []


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ((b"", b"", None, NOW, NOW, None), "a channel needs one number per word"),
        ((NOW, NOW + NOW, None, NOW, NOW, None), "a channel needs one number per word"),
        ((NOW, NOW, [], NOW, NOW, None), "a channel needs one number per word"),
        ((NOW, NOW, None, NOW, NOW, b""), "late durations need one number per word"),
        ((NOW, NOW, None, NOW, b"1", None), "bytes length not a multiple of item size"),
    ],
)
def test_channels_of_unequal_columns_are_refused(core, question, message):
    with pytest.raises(ValueError, match=message):
        core.ctm_chunks(*question)
