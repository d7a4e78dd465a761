"""Texts that hold some words, and texts with others for some phrases, as a look at each word finds them."""

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


@given(_TEXTS, st.lists(st.lists(_WORDS, min_size=1, max_size=3), max_size=3), st.booleans())
def test_texts_have_what_is_written_for_phrases(texts: list[str], phrases: list[list[str]], sensitive: bool) -> None:
    wanted: list[list[str]] = []
    for phrase in phrases:
        words = [word if sensitive else _lower(word) for word in " ".join(phrase).encode().decode().split(" ")]
        heads, inner = {words[0] for words in wanted}, {word for words in wanted for word in words}
        if not inner & {*words} and words[0] not in words[1:] and not heads & {*words}:
            wanted.append(words)
    keys = [" ".join(words).encode() for words in wanted]
    new = [f"<{place}>".encode() for place in range(len(keys))]
    made = [core.rephrased(texts, keys, new, b"", sensitive) for core in (native, twin)]
    assert made[0] == made[1]
    assert made[0] is not None
    others = array("q", made[0][1]).tolist()
    for place, (text, written) in enumerate(zip(texts, made[0][0], strict=True)):
        assert written == text or place not in others
        assert _held(text, wanted, sensitive) == (written != text or place in others)


def _held(text: str, wanted: list[list[str]], sensitive: bool) -> bool:
    """Whether a text has one of some phrases."""
    said = [word.decode() for word in (text if sensitive else _lower(text)).encode().split()]
    return any(said[k : k + len(words)] == words for words in wanted for k in range(len(said)))


def test_blanks_around_a_phrase_stay(core: ModuleType) -> None:
    made = core.rephrased([" a  b\tc ", "A b"], [b"a b"], [b"{ a b / x }"], b"", False)
    assert made == ([" { a b / x }\tc ", "A b"], array("q", [1]).tobytes())


@pytest.mark.parametrize("phrases", [[b""], [b"a", b"a b"]])
def test_phrases_that_are_empty_or_begin_alike_are_refused(core: ModuleType, phrases: list[bytes]) -> None:
    with pytest.raises(ValueError, match="phrases that are empty or have one first word"):
        core.rephrased(["a"], phrases, phrases, b"", True)


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_is_not_written_anew(core: ModuleType, texts: list[object]) -> None:
    assert core.rephrased(texts, [b"a"], [b"b"], b"{", True) is None
