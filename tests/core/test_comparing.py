"""Two batches compared, utterance by utterance and pair by pair."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.ask import Ask, integers

_TEXTS = st.lists(st.sampled_from(["a b", "a c", "A b", "b", "", "{ a / b } c", "a (b) c"]), min_size=3, max_size=3)
_PLACES = st.lists(st.integers(-1, 2), min_size=4, max_size=4)
_WORDS = st.lists(st.text("ab\udcff\ud7ff\ue000\U00010000", max_size=2), min_size=1, max_size=6, unique=True)


def test_counts_words_and_wrong_pairs_differ(ask: Ask) -> None:
    refs = ["a b", "a b", "a b", "a b c"]
    first = ask.batch(refs, ["a b", "a x", "a x", "b c"])
    second = ask.batch(refs, ["a b", "a x", "a y", "a b"])
    places = integers(0, 1, 2, 3)
    differences, order, words, rows = ask.core.compared(first, second, places, places)
    assert list(differences) == [0, 0, 4, 4]
    assert array("q", order).tolist() == [2, 3]
    actual = [words[place] if place >= 0 else None for place in array("i", rows)]
    counts = array("i", rows)
    pairs = [(actual[k], actual[k + 1], counts[k + 2], counts[k + 3]) for k in range(0, len(counts), 4)]
    assert sorted(pairs, key=str) == [(b"a", None, 1, 0), (b"b", b"x", 1, 0), (b"b", b"y", 0, 1), (b"c", None, 0, 1)]


def test_an_utterance_of_one_batch_alone_has_other_counts(ask: Ask) -> None:
    batch = ask.batch(["a"], ["b"])
    differences, order, words, rows = ask.core.compared(batch, batch, integers(0, -1), integers(-1, 0))
    assert (list(differences), array("i", rows).tolist()) == ([1, 1], [])
    assert array("q", order).tolist() == [1, 0], "the utterance that the second batch has wrong comes first"
    assert words == [b"a", b"b"]


def test_broken_places_are_refused(ask: Ask) -> None:
    batch = ask.batch(["a"], ["b"])
    with pytest.raises(ValueError, match="utterance 1; expected -1 to 0"):
        ask.core.compared(batch, batch, integers(1), integers(0))
    with pytest.raises(ValueError, match="1 and 0 utterances; expected equally many"):
        ask.core.compared(batch, batch, integers(0), integers())
    with pytest.raises(TypeError, match="a Batch expected"):
        ask.core.compared(batch, None, integers(0), integers(0))


def test_without_places_all_utterances_are_compared(ask: Ask) -> None:
    first, second = (ask.batch(["a b", "c", "d"], hyps) for hyps in (["a b", "x", "d"], ["a", "x", "y"]))
    places = integers(0, 1, 2)
    assert ask.core.compared(first, second, None, None) == ask.core.compared(first, second, places, places)


def test_the_first_pairs_are_those_that_became_most_frequent(ask: Ask) -> None:
    rows = array("i", [0, 1, 2, 2, 1, -1, 0, 1, 1, 0, 0, 1, 0, 1, 3, 0, -1, 2, 0, 1]).tobytes()
    actual = array("q", ask.core.first_pairs(["b", "a", ""], rows, 9)).tolist()
    assert actual == [4, 1, 2, 0, 3], "no word stands before all words"
    for count in range(5):
        assert array("q", ask.core.first_pairs(["b", "a", ""], rows, count)).tolist() == actual[:count]


def test_rows_of_unknown_words_are_refused(ask: Ask) -> None:
    with pytest.raises(ValueError, match="word 1; expected -1 to 0"):
        ask.core.first_pairs(["a"], array("i", [0, 1, 0, 0]).tobytes(), 1)
    with pytest.raises(TypeError, match="a list of str expected"):
        ask.core.first_pairs([b"a"], b"", 1)


@given(words=_WORDS, data=st.data(), count=st.integers(0, 30))
def test_both_cores_sort_pairs_alike(
    native: ModuleType, twin: ModuleType, words: list[str], data: st.DataObject, count: int
) -> None:
    number = st.integers(-1, len(words) - 1)
    rows = data.draw(st.lists(st.tuples(number, number, st.integers(0, 2), st.integers(0, 2)), max_size=30))
    column = array("i", [value for row in rows for value in row]).tobytes()
    assert native.first_pairs(words, column, count) == twin.first_pairs(words, column, count)


def test_threads_count_what_one_counts(native: ModuleType) -> None:
    number = 40_000
    asked = Ask(native)
    sides = ([f"a b w{k % divisor}" for k in range(number)] for divisor in (7, 11))
    texts = [native.texts(side) for side in sides]
    groups = array("i", [k % 3 - 1 for k in range(number)]).tobytes()
    first, two = (native.align(asked.rules(), *texts, threads) for threads in (1, 2))
    assert first.counts() == two.counts()
    assert first.letters() == two.letters()
    assert first.totals(groups, 2) == two.totals(groups, 2)
    assert first.totals(groups, 2) == native.count_totals(first.counts(), groups, 2)
    with pytest.raises(ValueError, match="group 1; expected less than 1"):
        two.totals(groups, 1)


@pytest.mark.slow
def test_threads_find_what_one_finds(ask: Ask) -> None:
    refs = [f"a w{k % 9} c{k}" for k in range(2500)]
    sides = [[f"a w{k % number} c{k}" for k in range(2500)] for number in (7, 11)]
    places = integers(*range(2500))
    core, rules = ask.core, ask.rules()

    def compared_with(threads: int) -> tuple[bytes, bytes, list[bytes], bytes]:
        batches = [core.align(rules, core.texts(refs), core.texts(side), threads) for side in sides]
        answer: tuple[bytes, bytes, list[bytes], bytes] = core.compared(*batches, places, places)
        return answer

    first, two = compared_with(1), compared_with(2)
    assert first == two
    assert len(first[3]) > 100


@given(refs=_TEXTS, others=_TEXTS, first=_TEXTS, second=_TEXTS, one=_PLACES, two=_PLACES, sensitive=st.booleans())
def test_both_cores_compare_alike(
    native: ModuleType,
    twin: ModuleType,
    refs: list[str],
    others: list[str],
    first: list[str],
    second: list[str],
    one: list[int],
    two: list[int],
    sensitive: bool,
) -> None:
    actual = []
    for core in (native, twin):
        asked = Ask(core)
        batches = (
            asked.batch(refs, first, optional=True),
            asked.batch(others, second, optional=True, sensitive=sensitive),
        )
        actual.append(core.compared(*batches, integers(*one), integers(*two)))
    assert actual[0] == actual[1]
