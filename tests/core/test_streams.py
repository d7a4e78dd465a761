"""Streams of numbered words: costs, steps, bounds, times, and segments combined greedily; both cores agree."""

from __future__ import annotations

import random
from array import array
from itertools import product

import pytest

PLAIN = (1, 1, 1), "IDS"


def stream(words, times=()):
    return array("i", words).tobytes(), *(array("d", column).tobytes() for column in (times or ((), ())))


def random_stream(r, timed, most=12):
    words = [r.randint(1, 4) for _ in range(r.randint(0, most))]
    if not timed:
        return stream(words)
    begins = [r.randint(0, 20) / 2 for _ in words]
    if r.random() < 0.7:
        begins.sort()
    return stream(words, (begins, [begin + r.choice([0, 0.5, 1, 4]) for begin in begins]))


def pairs(*places):
    return array("i", places).tobytes()


@pytest.mark.parametrize("timed", [False, True])
def test_both_cores_find_equal_steps_and_costs(native, twin, timed):
    r = random.Random(5)
    for _ in range(300):
        ref, hyp = random_stream(r, timed), random_stream(r, timed)
        for policy in (PLAIN, ((4, 3, 3), "SID"), ((1, 1, 1), "DSI")):
            steps = native.stream_steps(ref, hyp, *policy)
            costs = native.stream_costs([ref], [hyp], pairs(0, 0), *policy)
            assert costs == twin.stream_costs([ref], [hyp], pairs(0, 0), *policy)
            weights = dict(zip(b"CSID", (0, *policy[0]), strict=True))
            assert sum(weights[step] for step in steps) == array("q", costs)[0]
            assert steps == twin.stream_steps(ref, hyp, *policy)


def test_long_streams_have_as_many_errors_as_their_steps_say(native):
    r = random.Random(3)
    for size in (63, 64, 65, 200, 700):
        ref = [r.randint(1, 50) for _ in range(size)]
        hyp = [word if r.random() < 0.8 else r.randint(1, 60) for word in ref if r.random() < 0.9]
        steps = native.stream_steps(stream(ref), stream(hyp), *PLAIN)
        cost = array("q", native.stream_costs([stream(ref)], [stream(hyp)], pairs(0, 0), *PLAIN))[0]
        assert cost == len(steps) - steps.count(b"C")


def test_no_alignment_has_fewer_errors_than_the_bound(core):
    r = random.Random(1)
    refs, hyps = ([random_stream(r, False) for _ in range(6)] for _ in "rh")
    every = pairs(*(place for pair in product(range(6), range(6)) for place in pair))
    bounds, costs = core.stream_bounds(refs, hyps), core.stream_costs(refs, hyps, every, *PLAIN)
    assert all(bound <= cost for bound, cost in zip(array("q", bounds), array("q", costs), strict=True))


def test_words_are_paired_only_where_their_times_overlap(core):
    ref = stream([1, 2], ([0.0, 1.0], [1.0, 2.0]))
    assert core.stream_steps(ref, stream([1, 2], ([0.5, 2.0], [0.5, 2.0])), *PLAIN) == b"CDI"
    assert core.stream_steps(ref, stream([1, 2], ([0.5, 1.5], [0.5, 1.5])), *PLAIN) == b"CC"


def test_words_are_numbered_by_first_use_and_cut_as_str_split_does(native, twin):
    texts = ["one two", "", " two\u00a0three\u3000four\x1cone ", "\u00e9\u00e9 \u4f60\u597d", "a\u200bb c\u2028d"]
    assert native.numbered(texts) == twin.numbered(texts)
    with pytest.raises(TypeError):
        native.numbered([b"one"])
    for core in (native, twin):
        with pytest.raises(UnicodeEncodeError):
            core.numbered(["one", "x \ud800"])


@pytest.mark.parametrize(
    "timing",
    ["character_based", "character_based_points", "equidistant_intervals", "equidistant_points", "full_segment"],
)
def test_times_of_words_are_equal_on_both_cores(native, twin, timing):
    r = random.Random(2)
    counts = array("i", [r.randint(0, 4) for _ in range(50)])
    lengths = array("i", [r.randint(1, 9) for _ in range(sum(counts))])
    starts = array("d", [r.random() * 100 for _ in counts])
    ends = array("d", [start + r.choice([0.0, r.random() * 9]) for start in starts])
    columns = [column.tobytes() for column in (counts, lengths, starts, ends)]
    assert native.word_times(*columns, timing, 0.3) == twin.word_times(*columns, timing, 0.3)


@pytest.mark.parametrize("timed", [False, True])
def test_both_cores_combine_segments_alike(native, twin, timed):
    r = random.Random(9)
    for _ in range(60):
        streams = [random_stream(r, timed, 10) for _ in range(r.randint(1, 3))]
        segments = [random_stream(r, timed, 3) for _ in range(r.randint(1, 5))]
        places = array("i", [r.randrange(len(streams)) for _ in segments]).tobytes()
        for costs in ("1", "2", "21"):
            actual = [core.combined(segments, streams, places, costs, 60.0) for core in (native, twin)]
            assert actual[0] == actual[1]


def test_long_streams_are_combined_alike_by_both_cores(native, twin):
    r = random.Random(4)
    said = [[r.randint(1, 30) for _ in range(r.choice([1, 15, 40]))] for _ in range(14)]
    heard = [[word if r.random() < 0.8 else r.randint(1, 30) for word in words] for words in said]
    streams = [stream([word for words in heard[number::2] for word in words]) for number in range(2)]
    segments = list(map(stream, said))
    places = array("i", [0] * 9 + [1] * 5).tobytes()
    actual = [core.combined(segments, streams, places, "21", 60.0) for core in (native, twin)]
    assert actual[0] == actual[1]
    assert actual[0][0] == array("i", [0, 1] * 7).tobytes()


def test_no_segment_moves_when_the_time_is_over(core):
    segments, streams = [stream([2]), stream([1])], [stream([1]), stream([2])]
    places = array("i", [1, 1]).tobytes()
    assert core.combined(segments, streams, places, "1", 60.0) == (array("i", [1, 0]).tobytes(), 0)
    assert core.combined(segments, streams, places, "1", 0.0) == (places, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda core: core.stream_steps(stream([0]), stream([1]), *PLAIN), "word number 0"),
        (lambda core: core.stream_steps(stream([1], ([0.0], [])), stream([1]), *PLAIN), "1 begins and 0 ends"),
        (lambda core: core.stream_steps(stream([1], ([0.0], [1.0])), stream([1]), *PLAIN), "only one of two streams"),
        (lambda core: core.stream_costs([stream([1])], [], pairs(0, 0), *PLAIN), "no stream 0"),
        (lambda core: core.stream_costs([], [], pairs(0), *PLAIN), "odd number"),
        (lambda core: core.combined([stream([1])], [stream([1])], b"", "1", 60.0), "1 segments, but 0 streams"),
        (lambda core: core.combined([], [], b"", "3", 60.0), "expected digits 1 and 2"),
        (lambda core: core.word_times(b"", b"", b"", b"", "x", 0.0), "timing 'x'; expected character_based"),
    ],
)
def test_wrong_arguments_are_refused_alike(core, call, message):
    with pytest.raises(ValueError, match=message):
        call(core)
