"""The JSON of results, written utterance by utterance."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring.words.json_text import json_chunks

CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from('\\"/\t\x1fa b')
TEXTS = st.lists(st.text(CHARACTERS, max_size=12), max_size=4)


def both(result: Any, utterances: bool = True) -> tuple[Any, Any]:
    """The JSON as it is written and as the dictionary says."""
    return json.loads("".join(json_chunks(result, utterances=utterances))), json.loads(
        json.dumps(result.to_dict(utterances=utterances))
    )


@given(TEXTS, st.sampled_from(["word", "character"]), st.booleans())
def test_json_says_what_the_dictionary_says(texts: list[str], unit: Any, case: bool) -> None:
    result = scoring.score(texts, texts[::-1], unit=unit, case_sensitive=case)
    written, expected = both(result)
    assert written == expected
    written, expected = both(result, utterances=False)
    assert written == expected


def test_times_and_confidences_stand_beside_the_words() -> None:
    ref = b"talk A anna 0.0 3.0 one (two) { three / four }\n"
    hyp = b"talk A 0.1 0.2 one 0.75\ntalk A 1.1 0.3 four 1\n"
    result = scoring.score_files(ref, hyp, ref_format="stm", hyp_format="ctm")
    written, expected = both(result)
    assert written == expected
    data = {"hyp_start": 0.1, "hyp_end": 0.3, "hyp_confidence": 0.75}
    assert written["utterances"][0]["alignment"][0] == ["C", "one", "one", data]


def test_words_that_are_no_unicode_are_kept() -> None:
    result = scoring.score(["a \udcff b"], ["a \udcfe b"])
    written, expected = both(result)
    assert written == expected
    assert written["utterances"][0]["alignment"][1] == ["S", "\udcff", "\udcfe"]


@pytest.mark.parametrize("texts", [["a b"], ["a", "b c"]])
def test_an_utterance_is_one_line(texts: list[str]) -> None:
    lines = "".join(json_chunks(scoring.score(texts, texts), utterances=True)).splitlines()
    assert len([line for line in lines if '"alignment"' in line]) == len(texts)
