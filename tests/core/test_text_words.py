"""Words of texts as numbers, and alignments of the parts of which words are made."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from tests.core.ask import integers, small_integers

POLICIES = [((1, 1, 1), "SID"), ((4, 3, 3), "SDI"), ((1, 1, 1), "=SDI="), ((1, 1, 1), "=DSIM=")]
# The words of `sides`, and what each is made of: numbers of parts with marks, None for a part that is not aligned.
PARTS = {b"a,": [(0, 0), (None, 1)], b"b": [(1, 0)], b"...": [(None, 1), (None, 1)], b"c": [(2, 8)]}


def texts_of(core, refs, hyps):
    return core.text_words(core.texts(refs), core.texts(hyps))


def aligned(words, parts, costs=(1, 1, 1), ties="SID"):
    firsts, numbers, marks = [0], [], []
    for word in words.words():
        numbers += [-1 if number is None else number for number, _ in parts[word]]
        marks += [mark for _, mark in parts[word]]
        firsts.append(len(numbers))
    found = words.aligned(integers(*firsts), small_integers(*numbers), small_integers(*marks), costs, ties)
    counts, utterances, letters, ref, hyp = found
    columns = array("q", utterances), letters.decode(), array("i", ref), array("i", hyp)
    return array("i", counts).tolist(), list(zip(*columns, strict=True))


def test_words_are_numbered_as_they_come_reference_first(ask):
    words = texts_of(ask.core, ["b a", " ", "x\tb"], ["c a", "d", "\ncaf\u00e9"])
    assert words.words() == [b"b", b"a", b"c", b"d", b"x", "caf\u00e9".encode()]


def test_parts_are_aligned_and_steps_with_marks_are_told(ask):
    words = texts_of(ask.core, ["a, b c"], ["a, c b"])
    assert aligned(words, PARTS) == ([1, 2, 0, 0], [(0, "C", 1, 1), (0, "S", 0, 8), (0, "S", 8, 0)])


def test_a_part_without_a_number_marks_the_one_right_before_it_even_of_another_word(ask):
    words = texts_of(ask.core, ["b ... b", "... b"], ["b b", "b ..."])
    assert aligned(words, PARTS) == ([2, 0, 0, 0, 1, 0, 0, 0], [(0, "C", 1, 0), (1, "C", 0, 1)])


def test_marks_are_not_carried_into_the_next_text(ask):
    words = texts_of(ask.core, ["b", "..."], ["b", "b"])
    assert aligned(words, PARTS) == ([1, 0, 0, 0, 0, 0, 0, 1], [])


def test_no_texts_and_empty_texts_have_no_steps(ask):
    assert aligned(texts_of(ask.core, [], []), PARTS) == ([], [])
    assert aligned(texts_of(ask.core, ["", "..."], ["", ""]), PARTS) == ([0] * 8, [])


@pytest.mark.parametrize(("costs", "ties"), POLICIES)
def test_both_cores_align_random_parts_alike(native, twin, costs, ties):
    chance = Random(4)
    every = [f"w{k}" for k in range(40)]
    parts = {
        word.encode(): [
            (None if chance.random() < 0.3 else chance.randrange(20), chance.choice([0, 0, 1, 2, 5]))
            for _ in range(chance.randint(0, 3))
        ]
        for word in every
    }
    parts[b"all"] = [(k, 0) for k in range(60)]  # so that every number is below that of the parts
    sides = [
        ["all " * (chance.random() < 0.1) + " ".join(chance.choices(every, k=chance.randint(0, 30))) for _ in range(60)]
        for _ in range(2)
    ]
    first, other = (aligned(texts_of(core, *sides), parts, costs, ties) for core in (native, twin))
    assert first == other


@pytest.mark.parametrize(
    ("firsts", "numbers", "marks"),
    [
        ([], [], []),
        ([0, 1], [0], [0]),
        ([1, 1, 1], [0], [0]),
        ([0, 2, 1], [0], [0]),
        ([0, 1, 2], [0], [0]),
        ([0, 1, 1], [0], []),
    ],
)
def test_parts_that_are_not_divided_among_the_words_are_refused(ask, firsts, numbers, marks):
    words = texts_of(ask.core, ["a"], ["b"])
    with pytest.raises(ValueError, match="parts that are not divided among the words"):
        words.aligned(integers(*firsts), small_integers(*numbers), small_integers(*marks), (1, 1, 1), "SID")


@pytest.mark.parametrize("number", [-2, 2])
def test_numbers_below_none_and_beyond_all_parts_are_refused(ask, number):
    words = texts_of(ask.core, ["a"], ["b"])
    with pytest.raises(ValueError, match=f"a part with the number {number}"):
        words.aligned(integers(0, 1, 2), small_integers(0, number), small_integers(0, 0), (1, 1, 1), "SID")


def test_bad_costs_and_ties_are_refused(ask):
    words = texts_of(ask.core, [], [])
    for costs, ties in (((1, -1, 1), "SID"), ((1, 1, 1), "SIX")):
        with pytest.raises(ValueError, match="cost|ties|order"):
            words.aligned(integers(0), b"", b"", costs, ties)


def test_sides_of_words_or_of_different_lengths_are_refused(ask):
    core = ask.core
    with pytest.raises(ValueError, match="lists of words; expected texts"):
        core.text_words(core.texts([["a", "b"]]), core.texts(["a"]))
    with pytest.raises(ValueError, match="sides of different lengths"):
        core.text_words(core.texts(["a"]), core.texts([]))
