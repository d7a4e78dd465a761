"""Gestalt matching on both cores: the opcodes of Python's difflib, for texts of all kinds and lengths."""

from __future__ import annotations

import random
from difflib import SequenceMatcher

import pytest
from hypothesis import strategies as st

from tests.core.material import law

SYMBOLS = st.lists(st.sampled_from(["a", "b", "c", 1, 2.0, (3,), None]), max_size=12)
REPEATED = st.tuples(st.lists(st.sampled_from("abc"), max_size=4), st.integers(0, 30)).map(lambda two: two[0] * two[1])


def expected(ref, hyp, autojunk):
    return SequenceMatcher(None, ref, hyp, autojunk).get_opcodes()


@law(SYMBOLS, SYMBOLS, examples=200)
def test_short_sequences(core, ref, hyp):
    assert core.opcodes(ref, hyp, False) == expected(ref, hyp, False)


@law(REPEATED, REPEATED, st.booleans())
def test_repetitive_sequences(core, ref, hyp, autojunk):
    assert core.opcodes(ref, hyp, autojunk) == expected(ref, hyp, autojunk)


@pytest.mark.parametrize("autojunk", [False, True])
@pytest.mark.parametrize("words", [2, 5, 40, 2000])
@pytest.mark.parametrize("rate", [0.02, 0.2, 0.9])
def test_similar_texts(core, words, rate, autojunk):
    chance = random.Random(f"{words} {rate}")
    ref = [chance.randrange(words) for _ in range(350)]
    hyp = []
    for symbol in ref:
        if chance.random() >= rate:
            hyp.append(symbol)
        elif chance.random() < 0.6:
            hyp += [chance.randrange(words) for _ in range(chance.randint(1, 2))]
    assert core.opcodes(ref, hyp, autojunk) == expected(ref, hyp, autojunk)
    assert core.opcodes(hyp, ref, autojunk) == expected(hyp, ref, autojunk)


@pytest.mark.parametrize("length", [199, 200, 201, 300])
def test_symbols_are_popular_from_200_on(core, length):
    ref, hyp = "ab" * (length // 2) + "xay", "a" * (length - 1) + "x"
    assert core.opcodes(ref, hyp, True) == expected(ref, hyp, True)


def test_texts_may_be_sequences_of_characters(core):
    assert core.opcodes("abcd", "bcde", False) == [
        ("delete", 0, 1, 0, 0),
        ("equal", 1, 4, 0, 3),
        ("insert", 4, 4, 3, 4),
    ]


def test_equal_and_empty_sequences(core):
    assert core.opcodes("", "", True) == []
    assert core.opcodes("a" * 500, "a" * 500, True) == expected("a" * 500, "a" * 500, True)
    assert core.opcodes("", "a", False) == [("insert", 0, 0, 0, 1)]


@pytest.mark.parametrize("sides", [(1, "a"), ("a", [[]])])
def test_what_is_no_sequence_of_symbols_is_an_error(core, sides):
    with pytest.raises(TypeError):
        core.opcodes(*sides, False)


def test_long_repetitive_texts_end(native):
    # Comparing all with all takes cubic time here.
    actual = native.opcodes(["a", "b"] * 5000, ["a", "b", "c"] * 5000, False)
    assert actual[:2] == [("equal", 0, 2, 0, 2), ("insert", 2, 2, 2, 3)]
    assert sum(end - start for tag, start, end, *_ in actual if tag == "equal") == 10000
