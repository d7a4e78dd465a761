"""Texts that hold some words: the places that a look at each word finds, on both cores."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring import _core as native
from scorelite.scoring._core import python as twin

_WORDS = st.text(st.sampled_from("aAbBé-{\u3000"), min_size=1, max_size=9)
_TEXTS = st.lists(st.lists(st.one_of(_WORDS, st.sampled_from(" \t\n\v\f\r"))).map(" ".join), max_size=5)


def _lower(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


def _places(held: bytes | None) -> list[int] | None:
    return None if held is None else array("q", held).tolist()


@given(_TEXTS, st.lists(_WORDS, max_size=3), st.booleans())
def test_places_are_those_of_a_look_at_each_word(texts: list[str], words: list[str], sensitive: bool) -> None:
    wanted = {word if sensitive else _lower(word) for word in words}
    spoken = [(text if sensitive else _lower(text)).encode().split() for text in texts]
    expected = [place for place, said in enumerate(spoken) if {word.decode() for word in said} & wanted]
    for core in (native, twin):
        assert _places(core.holding(texts, [word.encode() for word in wanted], b"", sensitive)) == expected
        has_sign = any("{" in text for text in texts)
        assert (core.holding(texts, [], b"{}", sensitive) is None) == has_sign


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_has_no_places(core: ModuleType, texts: list[object]) -> None:
    assert core.holding(texts, [b"a"], b"{", True) is None


def test_more_signs_than_are_compared_together_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="more than 8 signs"):
        core.holding(["a"], [], b"123456789", True)
