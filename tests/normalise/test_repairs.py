"""Steps that undo how programs wrote a text, against their simplest definitions."""

from __future__ import annotations

from typing import SupportsIndex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite.scoring.normalise import normalise
from scorelite.scoring.normalise.repairs import joined, once, spoken_words, unescaped, without_head

_WORDS = st.lists(st.sampled_from("abc"), max_size=9)


def simply_once(words: list[str]) -> list[str]:
    """Words one by one, without the shortest stretch that follows itself with each."""
    single: list[str] = []
    for word in words:
        single.append(word)
        sizes = range(1, len(single) // 2 + 1)
        size = next((size for size in sizes if single[-size:] == single[-2 * size : -size]), 0)
        del single[len(single) - size :]
    return single


@given(_WORDS, _WORDS, st.integers(0, 3))
def test_stretches_stand_once(before: list[str], stretch: list[str], times: int) -> None:
    words = before + stretch * times + before
    assert once(" ".join(words)).split() == simply_once(words)
    assert normalise([" ".join(words)], "repeats")[0] == [" ".join(simply_once(words))]


@pytest.mark.parametrize(("size", "last", "expected"), [(100, ["x"], 101), (101, ["x"], 203), (101, [], 101)])
def test_a_stretch_of_more_than_100_words_stands_once_only_where_it_is_half_of_its_text(
    size: int, last: list[str], expected: int
) -> None:
    words = [f"w{place}" for place in range(size)] * 2 + last
    assert len(once(" ".join(words)).split()) == expected
    assert normalise([" ".join(words)], "repeats")[0][0].count(" ") == expected - 1


@given(st.lists(st.text(st.sampled_from("a@#\u2581\u0120 \t"), max_size=9), max_size=4))
def test_texts_with_signs_of_pieces_are_joined_whole(texts: list[str]) -> None:
    assert normalise(texts, "subwords")[0] == [joined(text) for text in texts]


class Counted(str):
    """A text that counts the letters of the parts that are taken of it."""

    letters = 0

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        part = Counted(super().__getitem__(place))
        Counted.letters += len(part)
        return part


@pytest.mark.parametrize("head", ["10:30 ", "[1] ", "- "])
def test_many_heads_cost_in_proportion(head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counted, "letters", 0)
    assert without_head(Counted(head * 500 + "good day")) == "good day"
    assert Counted.letters == len("good day")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ANNA: He said: we cannot wait.", "He said: we cannot wait."),
        ("BEN: Note: no.", "Note: no."),
        ("BEN: Dr. O'Neil said: no.", "Dr. O'Neil said: no."),
        ("BEN: 10:30 is fine.", "10:30 is fine."),
        ("The result: ten to one.", "The result: ten to one."),
        ("[12] Jan van der Berg: - No.", "No."),
        ("Speaker 1: [00:05] No.", "No."),
    ],
)
def test_one_name_at_most_stands_before_a_text(text: str, expected: str) -> None:
    assert without_head(text) == expected


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        ("- [laughs] JOHN: Hi. - MARY (V.O.): Ho.", "- Hi. - Ho."),
        (">> DR. O'BRIEN-SMITH: \u266a La la \u266a", "La la"),
        (">>> GOOD EVENING. >>JOHN: YES. >> NO.", "GOOD EVENING. YES. NO."),
        ("a > b, >>>> c", "a > b, >>>> c"),
        ("# La la #", "La la"),
        ("(a bell) WOMAN #2: YES. MAN: NO.", "YES. NO."),
        ("\u00c9LODIE: oui", "oui"),
        ("I said\u2014 JOHN: No! \u201cStop.\u201d MARY: Why?", "I said\u2014 No! \u201cStop.\u201d Why?"),
        ("【健太】お前（かぜ） ［拍手］ ♪〜 はい （笑い声）", "お前 はい"),
        # Punctuation behind what is removed belongs to the word before it; a blank before it, as in French, stays.
        ("Item 3: the keys (and the car).", "Item 3: the keys."),
        ("He (coughs), she [sighs]... Go! [laughs].", "He, she... Go!"),
        ("[JOHN]: Quoi (rires) ?", "Quoi ?"),
        ("お前（笑）。[拍手]！", "お前。"),
        # A dash without words is no speaker who speaks.
        ("- [sighs] - [gasps].", ""),
        ("- [gasps] - Yes. \u2013 (laughs)", "- Yes."),
        # No labels: inside a sentence, in small letters, of one letter, of a sentence in capitals, times.
        ("Call NASA: they know", "Call NASA: they know"),
        ("Note: Plan B: go", "Note: Plan B: go"),
        ("A: yes", "A: yes"),
        ("I TOLD JOHN: GO", "I TOLD JOHN: GO"),
        ("Today Rome: 20, NYC: 12, LA: 25 degrees.", "Today Rome: 20, NYC: 12, LA: 25 degrees."),
        ("Final score - USA: 3, UK: 2.", "Final score - USA: 3, UK: 2."),
        ("At 10: go, \u00e9lan: no", "At 10: go, \u00e9lan: no"),
    ],
)
def test_captions_keep_spoken_words(cue: str, expected: str) -> None:
    assert spoken_words(cue) == expected
    assert normalise([cue], "captions")[0] == [expected]


def test_pluses_of_a_long_text_with_a_blank_stay_and_are_looked_at_once() -> None:
    text = "a+" * 1_000_000 + " b"
    assert unescaped(text) == text
