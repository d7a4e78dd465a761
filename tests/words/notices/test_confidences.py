"""Confidences that are no probabilities are reported in every format whose words have some."""

from __future__ import annotations

import json

import pytest

import scorelite

REFERENCE = b"t 1 a 0 5 hi you\n"
SURE = [0.9, 1.0]
SIDES = {
    "ctm": lambda sure: f"t 1 1 0.5 hi {sure[0]}\nt 1 2 0.5 you {sure[1]}\n",
    "rttm": lambda sure: f"LEXEME t 1 1 0.5 hi lex a {sure[0]}\nLEXEME t 1 2 0.5 you lex a {sure[1]}\n",
    "kaldi-json": lambda sure: json.dumps(
        {
            "words": [
                {"word": word, "punct": word, "start": at, "end": at + 0.5, "confidence": confidence}
                for word, at, confidence in zip(("hi", "you"), (1, 2), sure, strict=True)
            ]
        }
    ),
}


@pytest.mark.parametrize("name", SIDES)
def test_confidences_outside_of_probabilities_are_reported(name: str) -> None:
    def notices(sure: list[float]) -> list[str]:
        side = SIDES[name](sure).encode()
        result = scorelite.score_files(REFERENCE, side, ref_format="stm", hyp_format=name)
        return [str(notice) for notice in result.notices if "confidences" in str(notice)]

    assert notices(SURE) == []
    assert notices([2.0, 0.5]) == ["confidences above 1 in the hypothesis; expected probabilities from 0 to 1"]
    (below,) = notices([-0.5, 0.5])
    assert below.startswith("confidences below 0 in the hypothesis")
