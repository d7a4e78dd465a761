"""Words that a normaliser breaks."""

from __future__ import annotations

import pytest

import scorelite
from scorelite import core

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
