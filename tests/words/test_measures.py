"""Measures of words: a record each, which every result, sum, JSON and summary shows."""

from __future__ import annotations

import pytest

import scorelite
from scorelite import batches
from scorelite.scoring.cli.colour import Paint
from scorelite.scoring.cli.text_report import rates
from scorelite.scoring.words.measure import Measure
from scorelite.scoring.words.measures import MEASURES
from scorelite.scoring.words.measures.mer import MER
from scorelite.scoring.words.measures.wer import WER

REFS = {"anna-1": "the cat sat", "ben-1": "good day", "ben-2": "x"}
HYPS = {"anna-1": "the cat", "ben-1": "good way", "ben-2": "x"}
STM = b"talk 1 anna 0.0 2.0 the cat\n"
CTM = b"talk 1 0.1 0.2 the 0.9\ntalk 1 0.5 0.2 mat 0.25\n"
# Counted by hand: 4 of 6 words are correct, 1 is deleted and 1 substituted; 2 of 3 utterances have an error.
EXPECTED = {"wer": 2 / 6, "mer": 2 / 6, "ser": 2 / 3, "nce": None}


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
class TestMeasures:
    """Every measure."""

    def test_has_the_value_counted_by_hand(self, measure: Measure) -> None:
        result = scorelite.score(REFS, HYPS)
        assert result.measures[measure.name] == EXPECTED[measure.name]

    def test_is_the_same_in_results_totals_sums_and_json(self, measure: Measure) -> None:
        pyarrow = pytest.importorskip("pyarrow")
        result = scorelite.score(REFS, HYPS)
        table = pyarrow.table({"id": [*REFS], "ref": [*REFS.values()], "hyp": [*HYPS.values()]})
        parts = [scorelite.score({name: REFS[name]}, {name: HYPS[name]}) for name in REFS]
        others = (result.totals(), sum(parts), batches.merge([batches.score_batch(table)]))
        for other in others:
            assert other.measures == result.measures
            assert other.to_dict()[measure.name] == result.to_dict()[measure.name] == result.measures[measure.name]

    def test_is_not_defined_of_nothing(self, measure: Measure) -> None:
        assert scorelite.score([], []).measures[measure.name] is None

    def test_has_a_line_in_the_summary_where_it_is_defined(self, measure: Measure) -> None:
        timed = scorelite.score_files(STM, CTM, ref_format="stm", hyp_format="ctm")
        assert timed.measures[measure.name] is not None
        (line,) = [line for line in rates(timed, Paint(False)) if line.startswith(f"{measure.title} ")]
        assert line.endswith(measure.note(timed))


def test_a_measure_may_have_another_title_of_characters() -> None:
    characters = scorelite.score(["ab"], ["ac"], unit="character")
    assert [measure.title_of(characters) for measure in (WER, MER)] == ["CER", "MER"]
