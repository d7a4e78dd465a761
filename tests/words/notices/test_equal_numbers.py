"""Numbers that differ but that a normaliser makes equal are reported; two writings of one number are not."""

from __future__ import annotations

from typing import Any

import pytest

from scorelite import scoring

NAME = "equal numbers"


def notices(ref: str, hyp: str, **settings: Any) -> list[str]:
    return [notice.text for notice in scoring.score([ref], [hyp], **settings).notices if notice.name == NAME]


def test_the_notice_has_their_number_an_example_and_the_normaliser_that_keeps_them_apart() -> None:
    refs, hyps = ["nimm 1,5 mg", "0,5 Liter", "es sind 3,5"], ["nimm 15 mg", "5 Liter", "es sind 3,5"]
    result = scoring.score(refs, hyps, normalise="whisper-en")
    assert result.wer == 0.0
    (text,) = (notice.text for notice in result.notices if notice.name == NAME)
    assert text == (
        "2 numbers of the hypothesis differ from the reference but are equal after normalisation, such as '15' for "
        "'1,5': normalise='basic' keeps them apart"
    )


@pytest.mark.parametrize(
    ("ref", "hyp", "normaliser"),
    [
        ("1,5 mg", "15 mg", "leaderboard-multilingual"),
        ("at -5 degrees", "at 5 degrees", "basic"),
        ("is <5", "is >5", "basic"),
        ("p < 0.05", "p > 0.05", "basic"),
        ("it is €5", "it is $5", "basic"),
        ("take .5 mg", "take 5 mg", "basic"),
        ("bp 140/90", "bp 14090", "leaderboard-en"),
        ("take 10-15 mg", "take 1015 mg", "leaderboard-en"),
        ("10⁹ cells", "109 cells", "nfkc"),
    ],
)
def test_numbers_that_differ_are_reported(ref: str, hyp: str, normaliser: str) -> None:
    assert scoring.score([ref], [hyp], normalise=normaliser).wer == 0.0
    (text,) = notices(ref, hyp, normalise=normaliser)
    assert text.startswith("1 number of the hypothesis differs from the reference but is equal after normalisation")


@pytest.mark.parametrize("normaliser", ["basic", "whisper-en", "leaderboard-en", "leaderboard-multilingual"])
@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("1,234 and 1.234", "1234 and 1234"),
        ("1,23,456", "123456"),
        ("10:30", "1030"),
        ("call 555-0199", "call 5550199"),
        ("call 555-0699", "call 5550699"),
        ("5.0 is 5", "5 is 5.0"),
        ("first 1st ten", "1st first 10"),
        ("on 12.05.2020", "on 12052020"),
        ("B-52 and T-2", "B52 and T2"),
        ("5 -10", "5 10"),
        ("3,5 or 4", "3.5 or 4"),
        ("- Yes. -5 of them", "Yes. 5 of them"),
        ("2020-21 007", "202021 7"),
    ],
)
def test_two_writings_of_a_number_are_not_reported(ref: str, hyp: str, normaliser: str) -> None:
    assert notices(ref, hyp, normalise=normaliser) == []


def test_only_numbers_that_are_scored_as_equal_are_reported() -> None:
    assert notices("nimm 1,5 mg", "nimm 15 mg", normalise="basic") == []
    assert notices("nimm 1,5 mg", "nimm 15 mg") == []
    # The same digits in other places.
    assert notices("1,5 of them and 3", "3 of those or 15", normalise="whisper-en") == []
