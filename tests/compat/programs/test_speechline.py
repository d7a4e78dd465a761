"""speechline's phoneme error rate: golden cases, and the package itself if it is installed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from scorelite.compat.speechline import PhonemeErrorRate, editops
from tests.compat.seeds import agrees, answer, decoded, features, listed
from tests.peers import peer


def call(case: dict[str, Any]) -> Any:
    case_input = decoded(case["input"])
    if "a" in case_input:
        return answer(lambda: editops(case_input["a"], case_input["b"]))
    rate = PhonemeErrorRate(case_input["lexicon"], **case_input.get("kwargs", {}))
    if "sequences" in case_input:
        return answer(lambda: {"per": rate(case_input["sequences"], case_input["predictions"])})
    if "prediction" in case_input:
        return answer(lambda: measured(rate, case_input["words"], case_input["prediction"]))
    return answer(lambda: stacked(rate, case_input["words"]))


def measured(rate: PhonemeErrorRate, words: list[str], prediction: list[str]) -> dict[str, Any]:
    measures = rate.compute_measures(words, prediction)
    reference = [phoneme for word in words for phoneme in max(rate.lexicon[word], key=len)]
    edits = editops(reference, prediction)
    return {
        "measures": measures,
        "stack": listed(rate._build_pronunciation_stack(words)),
        "expanded_reference": reference,
        "editops": listed(edits),
    }


def stacked(rate: PhonemeErrorRate, words: list[str]) -> dict[str, Any]:
    stack = listed(rate._build_pronunciation_stack(words))
    return {"stack": stack, "lexicon_after": {word: rate.lexicon[word] for word in words}}


def test_golden_cases_agree(gold: Path) -> None:
    checked = 0
    for feature in features(gold / "seeds" / "speechline"):
        for case in feature["cases"]:
            checked += 1
            assert agrees(call(case), case), case["id"]
    assert checked > 200


def test_edit_scripts_are_those_of_rapidfuzz() -> None:
    levenshtein = peer("rapidfuzz.distance").Levenshtein
    generator = random.Random(1)
    for _ in range(400):
        a, b = (generator.choices("abc", k=generator.randint(0, 12)) for _ in range(2))
        assert editops(a, b) == [tuple(op) for op in levenshtein.editops(a, b).as_list()]


def test_the_lexicon_that_was_given_stays_as_it_is() -> None:
    lexicon = {"w": [["a"], ["a", "b"]]}
    PhonemeErrorRate(lexicon)([["w"]], [["a"]])
    assert lexicon == {"w": [["a"], ["a", "b"]]}


# Answers of speechline's own file, where a word has pronunciations of several lengths and the second pass has work.
PASSES = [
    (["acc", "ba", "bbaa"], "a", 1 / 6),
    (["bbac", "aabbb", "ab"], "a", 1 / 7),
    (["cabc", "bcbcb", "aba"], "", 6 / 7),
    (["c", "cba", "acab"], "bacaa", 1 / 2),
    (["bba", "cabcb", "cb"], "bcb", 1 / 7),
]


@pytest.mark.parametrize(("pronunciations", "prediction", "expected"), PASSES)
def test_the_second_pass_inserts_at_the_place_in_the_longest(
    pronunciations: list[str], prediction: str, expected: float
) -> None:
    rate = PhonemeErrorRate({"w": [list(pronunciation) for pronunciation in pronunciations]})
    assert rate([["w"]], [list(prediction)]) == expected


def attempt(rate_of: Any, lexicon: dict[str, list[list[str]]], *sides: list[list[str]]) -> Any:
    """Rates of two calls, the second after the lexicon was padded, and the lexicon; or the kind of error."""
    try:
        rate = rate_of(lexicon)
        return rate(*sides), rate(*sides), rate.lexicon
    except (IndexError, ZeroDivisionError) as error:
        return type(error)


def test_rates_of_random_lexicons_are_those_of_the_package() -> None:
    theirs = peer("speechline.metrics").PhonemeErrorRate
    generator = random.Random(3)
    for _ in range(1000):
        lexicon = {
            word: [generator.choices("abc", k=generator.randint(0, 6)) for _ in range(generator.randint(1, 4))]
            for word in "uvw"
        }
        count = generator.randint(1, 3)
        words = [generator.choices("uvw", k=generator.randint(1, 4)) for _ in range(count)]
        heard = [generator.choices("abc", k=generator.randint(0, 14)) for _ in range(count)]
        assert attempt(PhonemeErrorRate, lexicon, words, heard) == attempt(theirs, lexicon, words, heard)
