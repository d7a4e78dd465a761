"""The best combination of segments into streams: brute force on both cores, bounds, and limits of memory and time."""

from __future__ import annotations

import random
from array import array
from itertools import product

import pytest

from tests.core.test_streams import PLAIN, pairs, random_stream, stream

MEMORY, SECONDS = 1 << 26, 60.0


def joined(parts):
    return tuple(b"".join(column) for column in zip(*parts, strict=True)) if parts else (b"", b"", b"")


def cost_of(core, segments, streams, places):
    total = 0
    for number, hyp in enumerate(streams):
        stream = joined([part for part, place in zip(segments, places, strict=True) if place == number])
        total += array("q", core.stream_costs([stream], [hyp], pairs(0, 0), *PLAIN))[0]
    return total


def made(r, timed):
    streams = [random_stream(r, timed, 6) for _ in range(r.randint(1, 3))]
    segments = [random_stream(r, timed, 3) for _ in range(r.randint(0, 4))]
    return segments, streams


@pytest.mark.parametrize("timed", [False, True])
def test_the_best_combination_is_that_of_brute_force(core, timed):
    r = random.Random(7)
    for _ in range(25):
        segments, streams = made(r, timed)
        best = min(
            cost_of(core, segments, streams, places) for places in product(range(len(streams)), repeat=len(segments))
        )
        start = array("i", [r.randrange(len(streams)) for _ in segments]).tobytes()
        actual, cost, low = core.best_combination(segments, streams, start, MEMORY, SECONDS)
        assert cost == low == best
        assert cost_of(core, segments, streams, array("i", actual)) == best
        numbers, cost = core.interleaved([segments], streams, MEMORY, SECONDS)
        assert cost == best
        assert cost_of(core, segments, streams, array("i", numbers)[1::2]) == best


def places(core, segments, streams):
    return list(array("i", core.interleaved([segments], streams, MEMORY, SECONDS)[0])[1::2])


def test_a_segment_goes_to_a_stream_with_words_beside_its_own_and_to_the_last_where_none_has(core):
    early, late, point = (
        (array("i", [word]).tobytes(), array("d", [begin]).tobytes(), array("d", [end]).tobytes())
        for word, begin, end in ((1, 0.0, 2.0), (2, 8.0, 9.0), (3, 2.0, 3.0))
    )
    assert places(core, [point], [early, late]) == [1]
    assert places(core, [point], [early, late, early]) == [2]
    assert places(core, [early], [late, early]) == [1]
    assert places(core, [early, late], [late, early]) == [1, 0]
    none = (b"", b"", b"")
    assert places(core, [none, point], [early, late]) == [0, 1]
    assert places(core, [none], [early, late]) == [0]
    plain = [(column, b"", b"") for column, *_ in (point, early, late)]
    assert places(core, plain[:1], plain[1:]) == [0]


@pytest.mark.parametrize("timed", [False, True])
def test_tables_are_equal_on_both_cores(native, twin, timed):
    r = random.Random(8)
    for _ in range(20):
        segments, streams = made(r, timed)
        cut = r.randint(0, len(segments))
        refs = [segments[:cut], segments[cut:]]
        assert native.interleaved(refs, streams, MEMORY, SECONDS) == twin.interleaved(refs, streams, MEMORY, SECONDS)


def test_free_order_between_references_never_costs_more(core):
    r = random.Random(6)
    for _ in range(10):
        segments, streams = made(r, False)
        _, fixed = core.interleaved([segments], streams, MEMORY, SECONDS)
        _, free = core.interleaved([segments[::2], segments[1::2]], streams, MEMORY, SECONDS)
        assert free <= fixed


def test_prices_and_search_prove_optima_that_are_too_large_for_a_table(native):
    r = random.Random(2)
    said = [[r.randint(1, 40) for _ in range(r.randint(1, 6))] for _ in range(24)]
    order = [r.randrange(5) for _ in said]
    streams = []
    for number in range(5):
        words = [word for part, place in zip(said, order, strict=True) if place == number for word in part]
        streams.append(stream([word if r.random() < 0.85 else r.randint(1, 40) for word in words]))
    segments = [stream(part) for part in said]
    start = array("i", [0] * len(segments)).tobytes()
    places, cost, low = native.best_combination(segments, streams, start, 1 << 28, SECONDS)
    assert cost == low == cost_of(native, segments, streams, array("i", places))
    assert cost <= cost_of(native, segments, streams, order)
    assert native.interleaved([segments], streams, 1 << 20, SECONDS) is None


def test_a_long_session_takes_memory_for_what_overlaps(native):
    """A table of all segments and all words would take 48 MiB."""
    r = random.Random(4)
    segments, spoken = [], [[] for _ in range(4)]
    for turn in range(1000):
        said = [r.randint(1, 30) for _ in range(r.randint(1, 8))]
        begins = [turn * 3.0 + 0.5 * k for k in range(len(said))]
        segments.append(stream(said, (begins, [begin + 0.5 for begin in begins])))
        spoken[r.randrange(4)] += [
            (word if r.random() < 0.8 else r.randint(1, 30), begin - 3.0, begin + 3.5)
            for word, begin in zip(said, begins, strict=True)
        ]
    streams = [stream(said, times) for said, *times in (map(list, zip(*words, strict=True)) for words in spoken)]
    start = array("i", [0] * len(segments)).tobytes()
    places, cost, low = native.best_combination(segments, streams, start, 4 << 20, SECONDS)
    assert cost == low == cost_of(native, segments, streams, array("i", places))


def test_without_memory_and_time_bounds_are_left(core):
    segments, streams = [stream([1, 2, 3]), stream([4, 5])], [stream([1, 9]), stream([4, 5, 6])]
    start = array("i", [1, 0]).tobytes()
    for memory, seconds in ((0, SECONDS), (MEMORY, 0.0)):
        places, cost, low = core.best_combination(segments, streams, start, memory, seconds)
        assert low <= 3 <= cost == cost_of(core, segments, streams, array("i", places))
        assert core.interleaved([segments], streams, memory, seconds) is None


def test_wrong_arguments_are_refused_alike(core):
    with pytest.raises(ValueError, match="up to 255 of each, and one stream or more"):
        core.interleaved([], [], MEMORY, SECONDS)
    with pytest.raises(ValueError, match="1 segments, but 0 streams"):
        core.best_combination([stream([1])], [stream([1])], b"", MEMORY, SECONDS)
