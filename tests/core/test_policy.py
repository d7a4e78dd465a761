"""Costs and ties permuted over every path of the aligners: both cores give the answers of a textbook implementation."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import permutations, product
from math import inf
from operator import add
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from tests.core.ask import Ask
from tests.core.material import law
from tests.often import slow_but_for


class Way(NamedTuple):
    """The cheapest way to a place: its cost, the place before, and the slot of its last step."""

    cost: float
    before: tuple[int, int] = (0, 0)
    slot: tuple[str, str, str] | None = None


def textbook(ref, hyp, ties, gap, pair, plus=add, compounds=()):
    """The slots of the alignment of two networks, as defined: of the cheapest last steps the first one in `ties`."""
    (a, a_ends), (b, b_ends) = network(ref), network(hyp)
    ways = {(0, 0): Way(0)}

    def least(places):
        return min(places, key=lambda place: ways[place].cost)

    for i, j in list(product(range(len(a) + 1), range(len(b) + 1)))[1:]:
        (first, before_i), (two, before_j) = a[i - 1] if i else ("", []), b[j - 1] if j else ("", [])
        way, letter_of_way, words_of_way = Way(inf), "", ("", "")
        for letter in ties:
            if letter == "S":
                places, words = list(product(before_i, before_j)), (first, two)
            elif letter == "I":
                places, words = [(i, q) for q in before_j], ("", two)
            else:
                places, words = [(p, j) for p in before_i], (first, "")
            if places:
                before = least(places)
                cost = plus(ways[before].cost, pair(*words) if letter == "S" else gap(*words))
                if cost < way.cost:
                    way, letter_of_way, words_of_way = Way(cost, before), letter, words
        way = way._replace(slot=shown(letter_of_way, *words_of_way))
        for n, m in compounds:
            parts = [word for word, _ in a[max(i - n, 0) : i]], [word for word, _ in b[max(j - m, 0) : j]]
            if i >= n and j >= m and "".join(parts[0]) == "".join(parts[1]) and ways[i - n, j - m].cost < way.cost:
                way = Way(ways[i - n, j - m].cost, (i - n, j - m), ("C", *map(" ".join, parts)))
        ways[i, j] = way
    place, slots = least(product(a_ends, b_ends)), []
    while place != (0, 0):
        slots.append(ways[place].slot)
        place = ways[place].before
    return [slot for slot in reversed(slots) if slot is not None]


def network(sequence):
    """Words with the numbers of the words before them, and the numbers of the last ones; 0 is the beginning."""
    arcs, ends = [], [0]
    for item in sequence:
        last = []
        for branch in item if isinstance(item, tuple) else ([item],):
            before = ends
            for word in branch:
                arcs.append((word, before))
                before = [len(arcs)]
            last += before
        ends = last
    return arcs, ends


def shown(letter, first, two):
    """A slot, None where only null words step on; optional words that are left out are correct."""
    words = [word for word in (first, two) if word]
    if words == ["@"] * len(words):
        return None
    if len(words) == 1:
        return ("C" if words[0][0] == "(" else letter, first, two)
    return ("C" if first.strip("()") == two.strip("()") else "S", first, two)


def single(value):
    return array("f", [value])[0]


def text_of(sequence):
    """A sequence in sclite's markup."""
    return " ".join(
        "{ " + " / ".join(map(" ".join, item)) + " }" if isinstance(item, tuple) else item for item in sequence
    )


class Numbers(NamedTuple):
    """Costs of words as the policy of some numbers defines them."""

    costs: tuple[int, int, int]
    exact: bool

    @property
    def arguments(self):
        optional = Fraction(2, 3) if self.costs[0] > max(self.costs[1:]) else 1
        plus = add if self.exact else lambda a, b: single(a + b)

        def gap(first, two):
            word, cost = (first, self.costs[2]) if first else (two, self.costs[1])
            if word == "@":
                return Fraction(1, 1000) if self.exact else single(0.001)
            return cost * optional if word[0] == "(" else cost

        def pair(first, two):
            if first == two == "@":
                return 1
            if "@" in (first, two):
                return sum(self.costs)
            return 0 if first.strip("()") == two.strip("()") else self.costs[0]

        return gap, pair, plus


def numbers(costs):
    """Small costs are added in single precision, as the reference does."""
    whole = costs[0] <= max(costs[1:]) or all(cost % 3 == 0 for cost in costs[1:])
    return Numbers(costs, exact=not (max(costs) <= 4 and whole))


def slots_of(batch):
    return [(op, *("" if word is None else word[0].decode() for word in words)) for op, *words in batch.slots(0)]


# Gains of a match and a substitution: 3 and 1; 2 and 1; 1 and 0, 1 and less; and others, small and large.
FAST = [(4, 3, 3), (4, 2, 4), (8, 6, 6), (1, 1, 1), (2, 2, 2), (3, 2, 4), (2, 1, 1), (5, 1, 4), (3, 1, 1), (9, 1, 2)]
OTHER = [(5, 3, 3), (3, 2, 2), (1, 2, 2), (7, 5, 3), (1, 1, 4), (10, 9, 1), (1000, 999, 998), (999999, 1000000, 700000)]
COSTS = st.one_of(st.sampled_from(FAST), st.sampled_from(OTHER), st.tuples(*[st.integers(1, 7)] * 3))
TIES = st.sampled_from(["".join(order) for order in permutations("SID")])
WORD = st.sampled_from(["a", "b", "c", "ab", "ba"])
SHORT = st.lists(WORD, max_size=9)
OPTIONAL = st.lists(st.sampled_from(["a", "b", "(a)", "(b)"]), max_size=7)
BRANCH = st.lists(st.sampled_from(["a", "b", "(a)", "@"]), min_size=1, max_size=2)
NETWORK = st.lists(
    st.one_of(st.sampled_from(["a", "b", "(b)"]), st.lists(BRANCH, min_size=1, max_size=3).map(tuple)), max_size=5
)


def pair_of_texts(least, most):
    """A reference of `least` to `most` words and a hypothesis for it: some words lost, replaced, repeated."""

    def heard(ref):
        changes = st.lists(st.sampled_from([0, 1, 1, 1, 1, 1, 2, 3]), min_size=len(ref), max_size=len(ref))
        return changes.map(
            lambda times: [
                "x" if time == 3 else word
                for word, time in zip(ref, times, strict=True)
                for _ in range(time % 3 or time)
            ]
        )

    refs = st.integers(least, most).flatmap(lambda n: st.lists(st.sampled_from("ab"), min_size=n, max_size=n))
    return refs.flatmap(lambda ref: st.tuples(st.just(ref), heard(ref)))


@pytest.fixture(scope="module")
def cores(native, twin):
    """Both cores."""
    return Ask(native), Ask(twin)


def check(cores, ref, hyp, costs, ties, **options):
    """Compare cores with the textbook."""
    gap, pair, plus = numbers(costs).arguments
    expected = textbook(ref, hyp, ties, gap, pair, plus)
    for ask in cores:
        batch = ask.batch([text_of(ref)], [text_of(hyp)], costs=costs, ties=ties, sensitive=True, **options)
        assert slots_of(batch) == expected


@law(SHORT, SHORT, COSTS, TIES, examples=300)
def test_short_texts(cores, ref, hyp, costs, ties):
    check(cores, ref, hyp, costs, ties)


@pytest.mark.parametrize("rows", [(40, 64), (65, 128), pytest.param((129, 256), marks=pytest.mark.slow)])
@law(st.data(), COSTS, TIES, examples=4)
def test_long_texts(cores, rows, data, costs, ties):
    check(cores, *data.draw(pair_of_texts(*rows)), costs, ties)


ORDERS = ["".join(order) for order in permutations("SID")]
USUAL_COSTS = ((4, 3, 3), (1, 1, 1))
ALL_COSTS = (*USUAL_COSTS, (2, 1, 1), (3, 1, 1), (5, 3, 3), (100000, 99999, 99998))


@pytest.mark.sweep(4)
@pytest.mark.parametrize("ties", ORDERS)
@pytest.mark.parametrize("costs", slow_but_for(ALL_COSTS, USUAL_COSTS.__contains__))
def test_every_aligner_of_plain_texts_under_every_order_of_ties(cores, costs, ties):
    """Three sizes, each for another aligner: up to 64 words, up to 256, and more; the textbook is slow on long ones."""
    few = ties in (ORDERS[0], ORDERS[-1]) and costs in ((4, 3, 3), (100000, 99999, 99998))
    for size, columns in ((50, 50), (80, 80), (131, 131), (270, 25)) if few else ((50, 50), (70, 20)):
        ref = [("a", "b", "c")[k * k % 7 % 3] for k in range(size)]
        hyp = [word for k, word in enumerate(ref[3:] + ref[:5]) if k % 5][:columns]
        check(cores, ref, hyp, costs, ties)


@law(OPTIONAL, OPTIONAL, COSTS, TIES, examples=150)
def test_optional_words(cores, ref, hyp, costs, ties):
    check(cores, ref, hyp, costs, ties, optional=True)


@law(NETWORK, NETWORK, COSTS, TIES, examples=200)
def test_networks(cores, ref, hyp, costs, ties):
    check(cores, ref, hyp, costs, ties, optional=True)


@pytest.mark.slow
@pytest.mark.parametrize(("costs", "ties"), [((4, 3, 3), "DSI"), ((5, 3, 3), "SID"), ((7, 5, 3), "IDS")])
def test_long_networks_in_which_cells_are_left_out(native, costs, ties):
    ref = ["abc"[k * k % 7 % 3] for k in range(470)]
    hyp = [word for k, word in enumerate(ref) if k % 9] + ["x"] * 20
    ref[100], ref[200:202] = (["a", "b"], ["@"]), ["(a)", "(c)"]
    check([Ask(native)], ref, hyp, costs, ties, optional=True)


@law(SHORT, SHORT, COSTS, TIES, st.booleans(), examples=200)
def test_symbols_and_compounds(cores, ref, hyp, costs, ties, merged):
    compounds = [(n, 1) for n in range(2, 4)] + [(1, n) for n in range(2, 4)] if merged else []
    gap, pair, plus = Numbers(costs, exact=True).arguments
    expected = [slot[1:] for slot in textbook(ref, hyp, ties, gap, pair, plus, compounds)]
    for ask in cores:
        assert ask.core.pairs(ref, hyp, "", costs, ties, merged) == expected


@pytest.mark.parametrize("ties", ["SID", "DIS"])
def test_compounds_in_sums_beyond_32_bits(cores, ties):
    ref, hyp, costs = ["b", "a"] * 350 + ["a", "b"], ["ab", "b", "ba"], (999_999, 1_000_000, 999_997)
    gap, pair, plus = Numbers(costs, exact=True).arguments
    expected = [slot[1:] for slot in textbook(ref, hyp, ties, gap, pair, plus, [(2, 1), (1, 2)])]
    for ask in cores:
        assert ask.core.pairs(ref, hyp, "", costs, ties, True) == expected


@law(SHORT, SHORT, COSTS, TIES, examples=100)
def test_weights_bring_their_own_costs_and_leave_the_ties(cores, ref, hyp, costs, ties):
    weights = {"a": 1.0, "b": 0.5, "c": 0.25}

    def weight(word):
        return weights.get(word, 2.0)

    def pair(first, two):
        return 0.0 if first == two else weight(first) + weight(two)

    by_word = {word.encode(): value for word, value in weights.items()}
    options = {"weights": by_word, "default_weight": 2.0, "costs": costs, "ties": ties}
    expected = textbook(ref, hyp, ties, lambda first, two: weight(first or two), pair)
    for ask in cores:
        assert slots_of(ask.batch([" ".join(ref)], [" ".join(hyp)], **options)) == expected


@law(SHORT, SHORT, COSTS, TIES, st.integers(1, 3), st.integers(1, 3), examples=100)
def test_times_bring_their_own_costs_and_leave_the_ties(cores, ref, hyp, costs, ties, ref_step, hyp_step):
    sides = [
        [(word, 0.5 * step * k, 0.5 * step) for k, word in enumerate(s)]
        for s, step in ((ref, ref_step), (hyp, hyp_step))
    ]
    # To the textbook a word is its row.
    shapes = [[f"{word}:{begin}:{length}" for word, begin, length in side] for side in sides]

    def row(text):
        word, begin, length = text.split(":")
        return word, float(begin), float(length)

    def pair(first, two):
        (a, begin_a, length_a), (b, begin_b, length_b) = row(first), row(two)
        apart = abs(begin_a - begin_b) + abs(begin_a + length_a - begin_b - length_b)
        return single(apart + (0.0 if a == b else 0.001))

    actual = textbook(*shapes, ties, lambda first, two: row(first or two)[2], pair, lambda a, b: single(a + b))
    words = [tuple(text.partition(":")[0] for text in slot[1:]) for slot in actual]
    for ask in cores:
        rules = ask.rules(times=True, costs=costs, ties=ties)
        batch = ask.core.align(rules, *(ask.rows(*side) for side in sides))
        assert [slot[1:] for slot in slots_of(batch)] == words


@law(st.tuples(*[st.integers(1, 9)] * 3), TIES, st.integers(2, 1000), SHORT, SHORT)
def test_only_the_ratio_of_costs_matters_to_plain_texts(ask, costs, ties, factor, ref, hyp):
    first, two = (
        ask.path([*ref], [*hyp], costs=numbers, ties=ties) for numbers in (costs, tuple(factor * c for c in costs))
    )
    assert first == two


@pytest.mark.parametrize(
    ("costs", "ties"),
    [
        ((0, 1, 1), "SID"),
        ((1, 1, -1), "SID"),
        ((1, 1000001, 1), "SID"),
        ((1, 1, 1), "SI"),
        ((1, 1, 1), "SSI"),
        ((1, 1, 1), "sid"),
    ],
)
def test_numbers_that_are_no_policy_are_refused_alike(native, twin, costs, ties):
    for question in (
        lambda core: Ask(core).rules(costs=costs, ties=ties),
        lambda core: core.steps([], [], costs, ties, False),
        lambda core: core.symbol_counts([], [], costs, ties, False),
    ):
        messages = []
        for core in (native, twin):
            with pytest.raises(ValueError, match="expected") as caught:
                question(core)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]


@pytest.mark.parametrize("costs", [(1.5, 1, 1), (1, 1), "abc"])
def test_costs_that_are_not_three_whole_numbers_are_refused(core, costs):
    with pytest.raises((TypeError, ValueError)):
        core.steps([], [], costs, "SID", False)
