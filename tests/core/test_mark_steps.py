"""Marks and capitals of texts, and where they meet in alignments of their words."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from tests.core.ask import integers, small_integers

CAPITAL, SMALL, BLANK = -2, -1, 0
LETTERS = {
    "a": (SMALL, "a"),
    "b": (SMALL, "b"),
    "'": (SMALL, "'"),
    "A": (CAPITAL, "a"),
    "ß": (SMALL, "ss"),
    "İ": (CAPITAL, "i̇"),
    "ば": (SMALL, "ば"),
    ";": (BLANK, ""),
    ",": (1, ""),
    ".": (2, ""),
    "。": (2, ""),
}
UNIT = (1, 1, 1), "SID"
POLICIES = [UNIT, ((4, 3, 3), "SDI"), ((1, 1, 1), "=SDI="), ((1, 1, 1), "=DSIM=")]


def found(core, refs, hyps, policy=UNIT, letters=LETTERS):
    """The correct steps by both rules, and the others: where, whether correct, and both marks."""
    kinds, folded = zip(*letters.values(), strict=True)
    sides = core.texts(refs), core.texts(hyps)
    given = [letter.encode() for letter in letters], small_integers(*kinds), [form.encode() for form in folded]
    made = core.mark_steps(*sides, *given, UNIT, policy)
    return [
        (right, list(zip(array("q", where), is_right, array("i", ref), array("i", hyp), strict=True)))
        for right, where, is_right, ref, hyp in made
    ]


def test_marks_are_aligned_as_words_and_told_behind_words(ask):
    with_marks, words = found(ask.core, ["a, b."], ["a b,"])
    assert with_marks == (3, [(0, 0, 2, 0), (0, 1, 4, 2)])
    assert words == (2, [(0, 1, 2, 0), (0, 1, 4, 2)])


def test_words_alone_are_compared_without_case_and_tell_their_capitals(ask):
    with_marks, words = found(ask.core, ["Ab aAß b"], ["ab Aaß"])
    assert with_marks == (0, [])
    assert words == (2, [(0, 1, 1, 0), (0, 1, 0, 1)])


def test_the_first_mark_right_behind_a_word_counts_across_blanks(ask):
    assert found(ask.core, ["a ; , . b", "a"], ["a b", ", a"])[1] == (3, [(0, 1, 2, 0)])


def test_a_mark_between_two_letters_is_none_of_words_but_of_scripts_without_blanks(ask):
    with_marks, words = found(ask.core, ["a.b, ß.a"], ["a b ß a"])
    assert (len(with_marks[1]), words) == (3, (4, [(0, 1, 2, 0)]))
    assert found(ask.core, ["ば.ば", "a.ば", "a。a", "a..a"], ["ば ば", "a ば", "a a", "a a"])[1] == (
        8,
        [(0, 1, 4, 0), (1, 1, 4, 0), (2, 1, 4, 0), (3, 1, 4, 0)],
    )


def test_letters_that_are_not_given_and_bytes_that_are_none_are_blanks(ask):
    assert found(ask.core, [b"a\xffb x\xe3\x81 \xed\xa0\x80a"], ["a b a"])[0] == (3, [])
    assert found(ask.core, [b"a\xc0\xacb"], ["a, b"])[0] == (2, [(0, 0, 0, 2)])


def test_letters_of_several_bytes_are_read(ask):
    with_marks, words = found(ask.core, ["ば。İば"], ["ば. i̇ば"])
    assert (with_marks, words[0]) == ((2, [(0, 1, 4, 4)]), 1)


def test_no_texts_and_texts_without_words_have_no_steps_but_those_of_marks(ask):
    assert found(ask.core, [], []) == [(0, []), (0, [])]
    assert found(ask.core, ["", ";"], ["", ","]) == [(0, [(1, 0, 0, 2)]), (0, [])]


def test_words_of_both_sides_are_told_apart_by_all_of_their_letters(ask):
    long, other = "ab" * 40, "ab" * 39 + "ba"
    assert found(ask.core, [long, other, f"A{long}"], [other, other, f"a{long}"])[1] == (2, [(2, 1, 1, 0)])


@pytest.mark.parametrize("policy", POLICIES)
def test_both_cores_find_the_same_in_random_texts(native, twin, policy):
    chance = Random(6)
    every = [*LETTERS, *"aaabbA", "é", *"     \t\n"]
    refs = ["".join(chance.choices(every, k=chance.randint(0, 120))) for _ in range(120)]
    hyps = ["".join(letter for letter in text if chance.random() > 0.1) for text in refs]
    assert found(native, refs, hyps, policy) == found(twin, refs, hyps, policy)


def test_other_letters_are_those_beyond_ascii_in_order(ask):
    core = ask.core
    sides = core.texts(["é a" * 20, "ば", b"\xff\xc3"]), core.texts(["aé", "", "\U0001f600."])
    assert core.other_letters(*sides) == [letter.encode() for letter in "éば\U0001f600"]


@pytest.mark.parametrize(
    ("letters", "kinds", "folded", "problem"),
    [
        ([b"a"], [], [b"a"], "a kind for each letter expected"),
        ([b"a"], [1], [], "a kind for each letter expected"),
        ([b"ab"], [1], [b""], "letters expected"),
        ([b""], [1], [b""], "letters expected"),
        ([b"\xc3"], [1], [b""], "letters expected"),
        ([b"a"], [-3], [b"a"], "a letter of kind -3"),
    ],
)
def test_letters_that_are_none_or_have_no_kind_are_refused(ask, letters, kinds, folded, problem):
    core = ask.core
    with pytest.raises(ValueError, match=problem):
        core.mark_steps(core.texts([]), core.texts([]), letters, small_integers(*kinds), folded, UNIT, UNIT)


def test_bad_costs_and_ties_are_refused(ask):
    for policy in (((1, -1, 1), "SID"), ((1, 1, 1), "SIX")):
        with pytest.raises(ValueError, match="cost|ties"):
            found(ask.core, [], [], policy)


def test_sides_of_words_or_of_different_lengths_are_refused(ask):
    with pytest.raises(ValueError, match="lists of words; expected texts"):
        found(ask.core, [["a", "b"]], ["a"])
    with pytest.raises(ValueError, match="lists of words; expected texts"):
        ask.core.other_letters(ask.core.texts(["a"]), ask.core.texts([["a"]]))
    with pytest.raises(ValueError, match="sides of different lengths"):
        found(ask.core, ["a"], [])
    side = ask.core.texts(["a", "b", "c"]).take(integers(2, 0))
    assert ask.core.other_letters(side, side) == []
