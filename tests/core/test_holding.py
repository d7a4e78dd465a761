"""Texts that hold some words, and texts with others for some phrases, as a look at each word finds them."""

from __future__ import annotations

from array import array
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import core as native
from tests.core import oracles as twin

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


@pytest.mark.parametrize("size", [1, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100])
def test_a_sign_is_found_at_each_place_of_a_text_of_any_size(core: ModuleType, size: int) -> None:
    signs = b"{}\\;*@("
    for letter in map(chr, range(128)):
        for place in range(size) if letter in "{k;\x00" else (0, size // 2, size - 1):
            text = "x" * place + letter + "x" * (size - place - 1)
            assert (core.holding([text], [], signs, True) is None) == (letter.encode() in signs), (letter, place)


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_has_no_places(core: ModuleType, texts: list[object]) -> None:
    assert core.holding(texts, [b"a"], b"{", True) is None


def test_more_signs_than_are_compared_together_are_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="more than 8 signs"):
        core.holding(["a"], [], b"123456789", True)


@given(_TEXTS, st.lists(st.lists(_WORDS, min_size=1, max_size=3), max_size=3), st.booleans())
def test_texts_have_alternations_for_phrases(texts: list[str], phrases: list[list[str]], sensitive: bool) -> None:
    wanted = [" ".join(words if sensitive else map(_lower, words)).encode() for words in phrases]
    rests = [f" / <{place}> }}".encode() for place in range(len(wanted))]
    made = [core.rephrased(texts, wanted, rests, b"", sensitive) for core in (native, twin)]
    assert made[0] == made[1]
    assert made[0] is not None
    others = array("q", made[0][1]).tolist()
    for place, (text, written) in enumerate(zip(texts, made[0][0], strict=True)):
        held = _held(text, [words.split() for words in wanted], sensitive)
        overlap = any(first < end for (_, end), (first, _) in pairwise(held))
        assert (place in others) == overlap
        assert written == text if overlap or not held else written.count(" / <") == len(held)


def _held(text: str, wanted: list[list[bytes]], sensitive: bool) -> list[tuple[int, int]]:
    """Where some phrases stand in a text: the first word of each, and the one behind its last."""
    said = (text if sensitive else _lower(text)).encode().split()
    found = [(k, k + len(words)) for words in wanted for k in range(len(said)) if said[k : k + len(words)] == words]
    return sorted(found)


def test_words_and_blanks_stay_as_they_are(core: ModuleType) -> None:
    made = core.rephrased([" a  B\tc ", "x"], [b"a b"], [b" / x }"], b"", False)
    assert made == ([" { a  B / x }\tc ", "x"], b"")


@pytest.mark.parametrize(
    ("phrases", "rests"), [([b"a", b"a b"], [b" / x }"] * 2), ([b"a", b"a"], [b" / x }"] * 2), ([b"a"], [b""])]
)
def test_texts_with_phrases_that_overlap_or_have_no_rest_stay(
    core: ModuleType, phrases: list[bytes], rests: list[bytes]
) -> None:
    assert core.rephrased(["a b", "b"], phrases, rests, b"", True) == (["a b", "b"], array("q", [0]).tobytes())


def test_a_phrase_without_words_is_refused(core: ModuleType) -> None:
    with pytest.raises(ValueError, match="a phrase without words"):
        core.rephrased(["a"], [b" "], [b" / x }"], b"", True)


@pytest.mark.parametrize("texts", [[b"a"], [["a"]], ["\ud800"], ["a", "b {"]])
def test_what_is_no_plain_text_is_not_written_anew(core: ModuleType, texts: list[object]) -> None:
    assert core.rephrased(texts, [b"a"], [b"b"], b"{", True) is None
