"""Several streams aligned at once on both cores: brute force, order of preference, limits, and wrong columns."""

from __future__ import annotations

import random
from array import array
from functools import cache
from itertools import product

import pytest

ANY = (0, 1, -1, -1)


def column(*numbers):
    return array("i", numbers).tobytes()


def stream(kinds, *, times=None, timed=True, before=None, lasts=None, alone=3):
    size = len(kinds)
    times = times or [(0, 0)] * size
    columns = column(*kinds), column(*(b for b, _ in times)), column(*(e for _, e in times)), column(*[alone] * size)
    ends = [size] if lasts is None and size else lasts or []
    links = None if before is None else [column(*places) for places in before]
    return (*columns, bytes([timed]) * size, links, column(*ends))


def costs(kinds):
    return column(*(0 if a == b else 4 for a in range(kinds) for b in range(kinds)))


def least(streams, hypotheses):
    """The least cost of chains, by trying all steps."""

    @cache
    def of(at):
        totals = [0] if not any(at) else []
        for s, place in enumerate(at):
            if place:
                totals.append(of((*at[:s], place - 1, *at[s + 1 :])) + 3)
        for h, r in product(range(hypotheses), range(hypotheses, len(at))):
            if at[h] and at[r]:
                moved = tuple(place - (s in (h, r)) for s, place in enumerate(at))
                totals.append(of(moved) + 4 * (streams[h][at[h] - 1] != streams[r][at[r] - 1]))
        return min(totals)

    return of(tuple(map(len, streams)))


def test_the_cost_is_that_of_brute_force(core):
    r = random.Random(3)
    for _ in range(40):
        hypotheses = r.randint(1, 2)
        words = [[r.randrange(3) for _ in range(r.randint(0, 4))] for _ in range(hypotheses + r.randint(1, 2))]
        cost, steps = core.joint_steps([stream(kinds) for kinds in words], hypotheses, costs(3), 3, ANY)
        assert cost == least(words, hypotheses)
        for number, kinds in enumerate(words):
            assert [step[number] for step in steps if step[number]] == list(range(1, len(kinds) + 1))


def test_the_last_reference_is_preferred(core):
    assert core.joint_steps([stream([0]), stream([0]), stream([0])], 1, costs(1), 1, ANY)[1] == [(0, 1, 0), (1, 0, 1)]


def test_a_pair_is_preferred_and_deletions_come_first(core):
    assert core.joint_steps([stream([0, 0]), stream([0])], 1, costs(1), 1, ANY)[1] == [(1, 0), (2, 1)]


def test_alternatives_may_be_passed(core):
    # Word 2 follows word 1 or the begin.
    ref = stream([0, 1], before=[[0], [1, 0]])
    assert core.joint_steps([stream([1]), ref], 1, costs(2), 2, ANY) == (0, [(1, 2)])


def test_pairs_that_are_far_apart_are_not_made(core):
    streams = [stream([0], times=[(0, 10)]), stream([0], times=[(50, 60)])]
    assert core.joint_steps(streams, 1, costs(1), 1, (0, 1, 39, -1)) == (6, [(0, 1), (1, 0)])
    dear = [(*columns[:3], column(30), *columns[4:]) for columns in streams]
    assert core.joint_steps(dear, 1, costs(1), 1, (50, 100, 40, -1)) == (20, [(1, 1)])


def test_words_without_times_wait_for_later_ones(core):
    streams = [stream([0], times=[(50, 60)]), stream([1], times=[(0, 10)], timed=False)]
    assert core.joint_steps(streams, 1, costs(2), 2, (0, 1, -1, -1)) == (4, [(1, 1)])
    free = [stream([0], times=[(50, 60)], alone=1), stream([1], times=[(0, 10)], timed=False, alone=1)]
    assert core.joint_steps(free, 1, costs(2), 2, (0, 1, -1, -1)) == (2, [(0, 1), (1, 0)])
    # The reference word may move only where the hypothesis has not begun.
    assert core.joint_steps(free, 1, costs(2), 2, (0, 1, -1, 10)) == (2, [(0, 1), (1, 0)])


def test_cells_that_no_path_to_an_end_visits_are_not_reached(core):
    streams = [stream([0], times=[(50, 60)]), stream([1, 1], times=[(0, 10)] * 2, timed=False)]
    assert core.joint_reached(streams, 1, costs(2), 2, ANY) == 6
    # No reference word may move alone beside the word of the hypothesis, which is late, nor go with it.
    assert core.joint_reached(streams, 1, costs(2), 2, (0, 1, 0, 0)) == 4
    # Word 1 leads to no end.
    assert core.joint_reached([stream([0, 0], before=[[0], [0]], lasts=[2])], 1, b"", 0, ANY) == 2


def test_both_cores_make_equal_graphs(core):
    from tests.core.compat import oracles as python

    r = random.Random(5)
    for _ in range(30):
        streams = []
        for _ in range(r.randint(2, 3)):
            size = r.randint(0, 4)
            before = [r.sample(range(place + 1), r.randint(1, place + 1)) for place in range(size)]
            begins = sorted(r.randrange(100) for _ in range(size))
            times = [(begin, begin + 10) for begin in begins]
            lasts = r.sample(range(1, size + 1), r.randint(1, size)) if size else []
            kinds = [r.randrange(2) for _ in range(size)]
            streams.append(stream(kinds, times=times, timed=r.random() < 0.5, before=before, lasts=lasts))
        limits = r.choice((0, 50)), 100, r.choice((-1, 20)), r.choice((-1, 0, 20))
        asked = streams, 1, costs(2), 2, limits
        assert core.joint_steps(*asked) == python.joint_steps(*asked)
        assert core.joint_reached(*asked) == python.joint_reached(*asked)
        asked = streams, bytes((1, 0, 0, 1)), 2, 4
        assert core.joint_columns(*asked) == python.joint_columns(*asked)


def test_columns_of_equal_rank_move_together(core):
    columns = core.joint_columns([stream([0, 1]), stream([0, 1]), stream([1])], bytes((1, 0, 0, 1)), 2, 4)
    assert columns == (3, [(1, 1, 0), (2, 2, 1)])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "fewer streams than hypotheses"),
        ([stream([0]), stream([5])], "no costs for kind 5"),
        ([stream([0]), stream([0], before=[[1]])], "a word follows one that is not before it"),
        ([stream([0]), (*stream([0])[:3], column(), b"\1", None, column(1))], "columns of a stream differ in length"),
    ],
)
def test_wrong_columns_are_errors(core, given, message):
    with pytest.raises(ValueError, match=message):
        core.joint_steps(given, 1, costs(2), 2, ANY)


def test_the_last_class_that_a_word_fits_takes_it(core):
    from tests.core.compat import oracles as python

    r = random.Random(987)
    differs = 0
    for _ in range(60):
        streams = [stream([r.randrange(4) for _ in range(r.randint(0, 3))]) for _ in range(r.randint(2, 4))]
        alike = bytes(a == b or r.random() < 0.5 for a in range(4) for b in range(4))
        asked = streams, alike, 4, 4
        assert core.joint_columns(*asked) == python.joint_columns(*asked)
        first = bytes(alike[b * 4 + a] for a in range(4) for b in range(4))
        differs += python.joint_columns(*asked) != python.joint_columns(streams, first, 4, 4)
    assert differs > 5
    # Word 2 is like both others, which are not like each other: it goes to the later one.
    fits = bytes((1, 0, 0, 0, 1, 0, 1, 1, 1))
    assert core.joint_columns([stream([0]), stream([1]), stream([2])], fits, 3, 4) == (
        python.joint_columns([stream([0]), stream([1]), stream([2])], fits, 3, 4)
    )
