"""Columns of the error page: both cores number words and errors alike."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.report.engine.blocks import varints
from tests.core.ask import Ask, integers

_TEXTS = st.lists(
    st.sampled_from(["a b", "a c " * 70, "A b", "b", "", "{ a / b } c", "a (b) c", "ä\u200b"]), min_size=3, max_size=3
)
_PLACES = st.lists(st.integers(0, 2), min_size=4, max_size=4)


def test_words_are_ranked_and_errors_are_gaps_and_kinds(ask: Ask) -> None:
    refs = ["a b a", "a c"]
    batches = [ask.batch(refs, ["a x a", "a c d"]), ask.batch(refs, ["a b", "A c"], sensitive=True)]
    words, (first, second), common = ask.core.page_columns(batches, [integers(0, 1), integers(0, 1)], 9)
    assert words == [b"a", b"A", b"b", b"c", b"d", b"x"]
    lengths, spoken, tallies, steps, said = first
    assert (list(lengths), list(spoken)) == ([3, 2], [0, 2, 0, 0, 3])
    assert list(tallies) == [1, 0, 0, 0, 0, 1, 0, 0]
    assert (list(steps), list(said)) == ([1 * 4 + 0, 2 * 4 + 2], [5, 4])
    assert (second[0], second[1]) == (b"", b"")
    assert list(second[3]) == [2 * 4 + 1, 0]
    assert common == ([((b"b", b"x"), 1)], [], [(b"d", 1)])


def test_the_commonest_errors_are_those_of_the_first_batch_by_number_then_by_bytes(ask: Ask) -> None:
    batches = [ask.batch(["a b c d", "b"], [hyp, "x y"]) for hyp in ("z x c z z", "a")]
    pairs, deleted, inserted = ask.core.page_columns(batches, [integers(0, 1, 1)] * 2, 2)[2]
    assert pairs == [((b"b", b"y"), 2), ((b"a", b"z"), 1)]
    assert deleted == []
    assert inserted == [(b"x", 2), (b"z", 1)]
    assert ask.core.page_columns([], [], 2)[2] == ([], [], [])


def test_a_correct_word_of_another_spelling_and_another_reference_are_kept(ask: Ask) -> None:
    batches = [ask.batch(["{ a / b } c"], [hyp], optional=True) for hyp in ("a c", "b c")]
    words, (first, second), _ = ask.core.page_columns(batches, [integers(0)] * 2, 0)
    assert words == [b"c", b"a", b"b"]
    assert (list(first[1]), list(second[1])) == ([1, 0], [2, 0])
    fragment = ask.batch(["ab- c"], ["abx c"], fragments=True)
    words, (only,), _ = ask.core.page_columns([fragment], [integers(0)], 0)
    assert (list(only[2]), list(only[3]), words[only[4][0]]) == ([0, 0, 0, 1], [3], b"abx")


def test_numbers_above_127_take_several_bytes(ask: Ask) -> None:
    batch = ask.batch(["w " * 300 + "x"], ["w " * 300 + "y"])
    _, (only,), _ = ask.core.page_columns([batch], [integers(0)], 0)
    assert list(only[0]) == [301 & 127 | 128, 301 >> 7]
    assert list(only[3]) == [1200 & 127 | 128, 1200 >> 7]


def test_numbers_take_as_many_bytes_as_they_need(native: ModuleType) -> None:
    asked = Ask(native)
    for words in (31, 32, 4095, 4096, 524_287, 524_288):
        batch = asked.batch(["w " * words + "x"], ["w " * words + "y"])
        _, (only,), _ = native.page_columns([batch], [integers(0)], 0)
        assert only[3] == varints([4 * words])


@given(
    st.lists(
        st.tuples(st.text("ab;\u00e9", min_size=1, max_size=70), st.text(" \t\n\v\f\r", min_size=1, max_size=70)),
        max_size=20,
    )
)
def test_words_end_at_any_white_space_and_at_any_place(ask: Ask, pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + space for word, space in pieces)
    batch = ask.batch([text, text.rstrip()], ["", ""], markup=False)
    words, (only,), _ = ask.core.page_columns([batch], [integers(0, 1)], 0)
    assert [words[number].decode() for number in only[1]] == 2 * text.split()


def test_orders_that_do_not_fit_are_refused(ask: Ask) -> None:
    batch = ask.batch(["a"], ["b"])
    with pytest.raises(ValueError, match="1 orders for 2 batches; expected one each"):
        ask.core.page_columns([batch, batch], [integers(0)], 0)
    with pytest.raises(ValueError, match="1 and 0 utterances; expected equally many"):
        ask.core.page_columns([batch, batch], [integers(0), integers()], 0)
    with pytest.raises(TypeError, match="a Batch expected"):
        ask.core.page_columns([None], [integers(0)], 0)
    with pytest.raises(IndexError):
        ask.core.page_columns([batch], [integers(1)], 0)


@given(refs=_TEXTS, first=_TEXTS, second=_TEXTS, one=_PLACES, two=_PLACES, sensitive=st.booleans())
def test_both_cores_write_equal_columns(
    native: ModuleType,
    twin: ModuleType,
    refs: list[str],
    first: list[str],
    second: list[str],
    one: list[int],
    two: list[int],
    sensitive: bool,
) -> None:
    actual = []
    for core in (native, twin):
        asked = Ask(core)
        batches = [asked.batch(refs, side, optional=True, sensitive=sensitive) for side in (first, second)]
        actual.append(core.page_columns(batches, [integers(*one), integers(*two)], 3))
    assert actual[0] == actual[1]
