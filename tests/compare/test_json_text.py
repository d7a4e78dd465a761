"""The JSON of comparisons, written line by line."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorelite import scoring
from scorelite.scoring.common.counts import Counts
from scorelite.scoring.compare.api import compare
from scorelite.scoring.compare.differences import WordDifference
from scorelite.scoring.compare.json_text import json_chunks
from scorelite.scoring.compare.results import of_result
from scorelite.scoring.compare.scores import Scores
from scorelite.scoring.compare.verdict import Comparison

CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from('\\"/\t\x1fa b')
TEXTS = st.lists(st.text(CHARACTERS, max_size=12), min_size=2, max_size=4)


def written(comparison: Comparison) -> str:
    return "".join(json_chunks(comparison))


@given(TEXTS, TEXTS)
def test_json_says_what_the_dictionary_says(refs: list[str], hyps: list[str]) -> None:
    size = min(len(refs), len(hyps))
    a, b = (of_result(scoring.score(refs[:size], side[:size])) for side in (refs, hyps))
    comparison = compare(a, b)
    assert json.loads(written(comparison)) == json.loads(json.dumps(comparison.to_dict()))


def test_an_utterance_a_speaker_and_a_pair_of_words_are_a_line_each() -> None:
    a, b = (of_result(scoring.score({"u1": "a b", "u2": "c"}, {"u1": hyp, "u2": "d"})) for hyp in ("a \udcff", "b"))
    lines = written(compare(a, b)).splitlines()
    assert len([line for line in lines if line.startswith('    {"id": "u')]) == 1
    assert len([line for line in lines if line.startswith('    {"ref": ')]) == 2
    assert any('"hyp_a": "a \udcff"' in line for line in lines)
    counts = Counts(1, 1, 0, 0)
    one_sided = compare(
        Scores("a", "a", "sclite", counts=counts, speakers={"s": counts}),
        Scores("b", "b", "sclite", counts=counts, speakers={}),
    )
    assert '    {"id": "s", "more_errors": -1, "a": ' in written(one_sided)
    assert '"b": null}' in written(one_sided)
    assert json.loads(written(one_sided)) == one_sided.to_dict()


def test_pairs_of_words_in_a_tuple_are_written_too() -> None:
    scores = Scores("a", "a", "sclite", counts=Counts(1, 1, 0, 0))
    actual = replace(compare(scores, scores), words=(WordDifference("a", None, 1, 2),))
    assert json.loads(written(actual)) == actual.to_dict()
