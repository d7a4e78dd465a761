"""Texts in which words of one side may be those of the other, split or joined elsewhere."""

from __future__ import annotations

from random import Random

import pytest


def found(core, refs, hyps):
    return list(core.may_have_compounds(core.texts(refs), core.texts(hyps)))


@pytest.mark.parametrize(
    ("ref", "hyp", "has"),
    [
        ("white paper", "whitepaper", True),
        ("whitepaper", "a white paper b", True),
        ("white paper", "whitepapers", True),  # which another word may end
        ("white pa per", "whitep aper", True),
        ("white paper", "white papers", False),
        ("white paper", "whites paper", False),
        ("white", "whitepaper", False),
        ("paper white", "whitepaper", False),
        ("international isation", "internationalisation", True),
        ("international isation", "internationalisms", False),
        ("caf é", "café", True),
        ("", "", False),
        (" ", "a", False),
    ],
)
def test_words_in_a_row_that_go_as_a_longer_one_are_found_on_either_side(ask, ref, hyp, has):
    assert found(ask.core, [ref, hyp], [hyp, ref]) == [has, has]


def test_a_longer_word_is_found_behind_shorter_and_other_ones(ask):
    others = "w wh whit whitepa whitezz whitepb x"
    assert found(ask.core, ["white paper", "white paper"], [others, others.replace("whitepa", "")]) == [1, 0]


def test_both_cores_find_the_same_in_random_texts(native, twin):
    chance = Random(8)
    for letters, longest in (("ab", 4), ("abcdefgh", 3), ("aaaaaaaab", 24), ("é漢a", 5)):
        refs, hyps = (
            [
                " ".join("".join(chance.choices(letters, k=chance.randint(1, longest))) for _ in range(count))
                for count in chance.choices(range(12), k=400)
            ]
            for _ in range(2)
        )
        both = found(native, refs, hyps)
        assert both == found(twin, refs, hyps)
        assert {*both} == {0, 1}


def test_long_texts_are_looked_at(ask):
    words = [f"w{number}x" for number in range(3000)]
    assert found(ask.core, [" ".join(words), " ".join([*words, "w1"])], [" ".join(words), "w1xw2x"]) == [0, 1]


def test_sides_of_words_or_of_different_lengths_are_refused(ask):
    core = ask.core
    with pytest.raises(ValueError, match="lists of words; expected texts"):
        core.may_have_compounds(core.texts([["a", "b"]]), core.texts(["a"]))
    with pytest.raises(ValueError, match="sides of different lengths"):
        core.may_have_compounds(core.texts(["a"]), core.texts([]))
