"""Words with times as texts: what is asked of them together is what their texts say one by one."""

from __future__ import annotations

from array import array

import pytest

from scorelite import core, formats
from scorelite.scoring.words.pairing.by_time import Selection
from scorelite.scoring.words.timed_words import TimedWords, is_confident, selected

ALTERNATION = "t 1 * * <ALT_BEGIN>\nt 1 1 .1 a% 0.9\nt 1 * * <ALT>\nt 1 1 .1 @ 0.9\nt 1 * * <ALT_END>\n"
WORDS = "t 1 2 .1 caf\u00e9 0.9\nt 1 3 .1 x/y 0.9\nt 1 4 .1 b 0.9\nt 1 5 .1 A_B 0.9\n"
FIRST = {WORDS: [0, 1, 2, 4], ALTERNATION: [0, 5, 5], ALTERNATION + WORDS: [0, 5, 6, 7, 8, 9]}
LETTERS = ["{", "}", "/", "<", ">", "_", "%", "&", "b", "A", "{}", "/%", "<&"]


def _texts(file: str) -> TimedWords:
    """The words of a file, in utterances."""
    table = formats.read(file.encode(), format="ctm").table.words
    assert table is not None
    size, first = len(table.begin), array("q", FIRST[file])
    return selected(table, Selection(array("q", [0]), array("q", [size]), first), confident=is_confident(table))


@pytest.mark.parametrize("file", FIRST, ids=["words", "alternation", "both"])
@pytest.mark.parametrize("letters", LETTERS)
def test_letters_are_found_as_in_each_text(file: str, letters: str) -> None:
    words = _texts(file)
    assert words.lack(letters) is all(set(letters).isdisjoint(text) for text in words)
    places = words.unusual(letters)
    found = [place for place, text in enumerate(words) if not text.isascii() or not set(letters).isdisjoint(text)]
    assert places == found or (places is None and core.NAME == "python")


def test_marks_of_alternations_need_no_confidence() -> None:
    words = _texts(ALTERNATION + WORDS)
    assert words.confident
    assert words.side() is not None
    file = (ALTERNATION + WORDS).replace("x/y 0.9", "x/y NA")
    table = formats.read(file.encode(), format="ctm").table.words
    assert table is not None
    assert not is_confident(table)
