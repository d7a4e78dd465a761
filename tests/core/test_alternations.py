"""Alternations of pairs of texts: both cores write what rules, read one by one, make."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from scorelite.scoring.normalise.equivalents import CUT_OFFS, HYPHENS, MARKS, TAGS, Equivalent, Equivalents, Readings
from tests.core import oracles as twin

_WORDS = st.one_of(
    st.text(st.sampled_from("abA-\u00a0/"), min_size=1, max_size=5), st.sampled_from(["a", "b", "a-b", "b-a"])
)
_TEXTS = st.lists(st.one_of(_WORDS, st.just(" ")), max_size=6).map(" ".join)
_PHRASES = st.lists(st.one_of(_WORDS, st.sampled_from(["a", "b"])), min_size=1, max_size=3).map(tuple)
_RULES = st.lists(
    st.builds(Equivalent, _PHRASES, st.lists(_PHRASES, min_size=1, max_size=2).map(tuple)), max_size=3
).map(tuple)
_BOTH = (True, True)
_BARE = (b"", b"")
_NONE: tuple[list[bytes], list[bytes]] = ([], [])


@given(
    st.lists(st.tuples(_TEXTS, _TEXTS), min_size=1, max_size=3),
    _RULES,
    st.tuples(st.booleans(), st.booleans()),
    st.booleans(),
    st.booleans(),
    st.tuples(st.booleans(), st.booleans()),
)
def test_alternations_are_those_of_rules_read_one_by_one(
    pairs: list[tuple[str, str]],
    rules: tuple[Equivalent, ...],
    kinds: tuple[bool, bool],
    whole: bool,
    sensitive: bool,
    sides: tuple[bool, bool],
) -> None:
    refs, hyps = ([pair[side] for pair in pairs] for side in (0, 1))
    made = tuple(name for name, chosen in zip((HYPHENS, CUT_OFFS), kinds, strict=True) if chosen)
    equivalents = Equivalents(rules, made=made)
    phrases = Readings(equivalents, case_sensitive=sensitive, whole=whole).phrases()
    tags = [f";{tag}".encode() for tag in TAGS] if whole else _BARE
    written = [
        core.alternations(refs, hyps, sides, phrases, kinds, tags, MARKS.encode(), sensitive) for core in (native, twin)
    ]
    assert written[0] == written[1]
    assert written[0] is not None
    of_texts = equivalents.made_of(refs, hyps)
    others = array("q", written[0][2]).tolist()
    for is_written, texts, new in zip(sides, (refs, hyps), written[0][:2], strict=True):
        if not is_written:
            assert new is texts
            continue
        for place in range(len(pairs)):
            if place in others:
                assert new[place] == texts[place]
                continue
            own = {0: of_texts.get(place, ())}
            expected = Readings(equivalents, own, case_sensitive=sensitive, whole=whole).apply([texts[place]])[0]
            assert new[place].encode().split() == expected[0].encode().split()


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
def test_words_with_hyphens_that_need_a_closer_look_are_as_they_were(core: ModuleType, ref: str, hyp: str) -> None:
    made = core.alternations([ref, "a-b"], [hyp, ""], _BOTH, _NONE, (True, True), _BARE, b"", False)
    assert made == ([ref, "{ a-b / a b }"], [hyp, ""], array("q", [0]).tobytes())


def test_phrases_stand_beside_compounds_that_they_do_not_touch(core: ModuleType) -> None:
    phrases = ([b"x", b"a b"], [b" / y }", b" / z }"])
    made = core.alternations(["X a-b", "a b"], ["", "a-b"], _BOTH, phrases, (True, False), _BARE, b"", False)
    assert made == (["{ X / y } { a-b / a b }", "a b"], ["", "a-b"], array("q", [1]).tobytes())


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_has_no_alternations(core: ModuleType, texts: list[object]) -> None:
    assert core.alternations(texts, ["a-b"] * len(texts), _BOTH, _NONE, (True, True), _BARE, b"{", True) is None
    assert core.alternations(["a-b"] * len(texts), texts, _BOTH, _NONE, (True, True), _BARE, b"{", True) is None


def test_sides_of_different_lengths_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="sides of different lengths"):
        core.alternations(["a"], [], _BOTH, _NONE, (True, True), _BARE, b"", False)


@pytest.mark.parametrize(
    ("ref", "hyp", "path"),
    [
        ("a { x / y } b", "c d e", "a/c x/d b/e"),
        ("{ x / y }", "", "-x"),
        ("a { x / { y / z } } b", "a c b", "a=a x/c b=b"),
        ("{ x / y } a { z / x }", "b a", "x/b a=a -z"),
        ("{ x y / z x } a", "b a", "-x y/b a=a"),
    ],
)
def test_of_words_that_the_hypothesis_lacks_the_first_are_taken(ask, ref, hyp, path):
    assert ask.path(ref, hyp) == path
