"""Alternations for words with hyphens: both cores write what the rules of each compound, read one by one, make."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.formats.errors import UsageError
from scorelite.scoring import _core as native
from scorelite.scoring._core import python as twin
from scorelite.scoring.normalise.equivalents import CUT_OFFS, HYPHENS, MARKS, TAGS, Equivalents, Readings

_WORDS = st.text(st.sampled_from("abA-\u00a0/"), min_size=1, max_size=5)
_TEXTS = st.lists(st.one_of(_WORDS, st.sampled_from(["a", "b", "a-b", "b-a", " "])), max_size=6).map(" ".join)
_BARE = (b"", b"")


@given(
    st.lists(st.tuples(_TEXTS, _TEXTS), min_size=1, max_size=3),
    st.sampled_from([(True, True), (True, False), (False, True)]),
    st.booleans(),
    st.booleans(),
)
def test_alternations_are_those_of_rules_read_one_by_one(
    pairs: list[tuple[str, str]], kinds: tuple[bool, bool], whole: bool, sensitive: bool
) -> None:
    refs, hyps = ([pair[side] for pair in pairs] for side in (0, 1))
    tags = [f";{tag}".encode() for tag in TAGS] if whole else _BARE
    made = [core.hyphenated(refs, hyps, kinds, tags, MARKS.encode(), sensitive) for core in (native, twin)]
    assert made[0] == made[1]
    assert made[0] is not None
    rules = Equivalents(made=tuple(name for name, chosen in zip((HYPHENS, CUT_OFFS), kinds, strict=True) if chosen))
    of_texts = rules.made_of(refs, hyps)
    others = array("q", made[0][2]).tolist()
    for texts, written in zip((refs, hyps), made[0][:2], strict=True):
        for place in range(len(pairs)):
            if place in others:
                assert written[place] == texts[place]
                continue
            own = {0: of_texts[place]} if place in of_texts else {}
            try:
                expected = Readings(rules, own, case_sensitive=sensitive, whole=whole).apply([texts[place]])[0]
            except UsageError:
                continue  # of a division slash, which only words of other texts may have
            assert written[place].encode().split() == expected[0].encode().split()


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("a-b", "A-b"),
        ("a-a", "a a a"),
        ("a/b-c", ""),
        ("1\u2215i-x", ""),
        ("a-" * 70 + "a", ""),
        ("a" * 999 + "-b", ""),
    ],
)
def test_pairs_that_need_a_closer_look_are_as_they_were(core: ModuleType, ref: str, hyp: str) -> None:
    made = core.hyphenated([ref, "a-b"], [hyp, ""], (True, True), _BARE, b"", False)
    assert made == ([ref, "{ a-b / a b }"], [hyp, ""], array("q", [0]).tobytes())


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_has_no_alternations(core: ModuleType, texts: list[object]) -> None:
    assert core.hyphenated(texts, ["a-b"] * len(texts), (True, True), _BARE, b"{", True) is None
    assert core.hyphenated(["a-b"] * len(texts), texts, (True, True), _BARE, b"{", True) is None


def test_sides_of_different_lengths_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="sides of different lengths"):
        core.hyphenated(["a"], [], (True, True), _BARE, b"", False)
