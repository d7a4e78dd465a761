"""A normaliser of English on texts of another language is reported, and one that breaks words."""

from __future__ import annotations

from typing import Any

import pytest

import scorelite
from scorelite import core, scoring

GERMAN = ["Ich weiß es nicht, aber die Frau ist auch da.", "Das ist nicht der Bus, auf den wir warten."] * 2
FRENCH = ["Je ne sais pas où est la gare, mais il y a un bus.", "Les enfants sont dans le jardin avec nous."] * 2
ENGLISH = ["I do not know where it is, but they have the bus.", "Die Zeit is the name of that paper."] * 2


def notices(refs: list[str], **settings: Any) -> list[str]:
    return [notice.text for notice in scoring.score(refs, refs, **settings).notices if notice.name == "language"]


@pytest.mark.parametrize(("refs", "language"), [(GERMAN, "German"), (FRENCH, "French")])
@pytest.mark.parametrize("normaliser", ["whisper-en", "leaderboard-en", "chime8"])
def test_rules_of_english_on_another_language_are_reported(refs: list[str], language: str, normaliser: str) -> None:
    (text,) = notices(refs, normalise=normaliser)
    assert text.startswith(f"the reference is {language}, by words such as ")
    assert text.endswith(f"but {normaliser} has rules of English: normalise='basic' fits all languages")


def test_texts_of_english_and_few_words_and_rules_of_all_languages_are_not_reported() -> None:
    assert notices(ENGLISH, normalise="whisper-en") == []
    assert notices(GERMAN[:1], normalise="whisper-en") == []
    assert notices(GERMAN, normalise="leaderboard-multilingual") == []
    assert notices(GERMAN) == []


BROKEN = (
    "the normaliser breaks words at vowel signs: 3 words of the reference become 6; normalise='basic' keeps them whole"
)


@pytest.mark.parametrize(
    ("normaliser", "unit", "texts"),
    [
        ("whisper-basic", "word", [BROKEN]),
        ("basic", "word", []),
        ("basic-marks", "word", []),
        ("whisper-basic", "character", []),
    ],
)
def test_vowel_signs_that_become_blanks_are_told(normaliser: str, unit: core.Unit, texts: list[str]) -> None:
    result = scorelite.score(["मैं स्कूल जाता"], ["मैं स्कूल जाते"], normalise=normaliser, unit=unit)
    assert [notice.text for notice in result.notices if notice.name == "broken words"] == texts


def test_a_normaliser_that_breaks_no_word_is_not_blamed() -> None:
    result = scorelite.score(["a well-known été"] * 9, ["a well known ete"] * 9, normalise="whisper-basic")
    assert not [notice for notice in result.notices if notice.name == "broken words"]
