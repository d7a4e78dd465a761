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
STM = b"talk 1 anna 0.0 2.0 the cat\ntalk 1 ben 2.0 4.0 so\n"
CTM = b"talk 1 0.1 0.2 the 0.9\ntalk 1 0.5 0.2 mat 0.25\ntalk 1 2.5 0.2 so 0.8\n"
# Counted by hand: 4 of 6 words are correct, 1 is deleted and 1 substituted; 2 of 3 utterances have an error.
EXPECTED = {"wer": 2 / 6, "mer": 2 / 6, "ser": 2 / 3, "mean_utterance_wer": 5 / 18, "nce": None}


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
class TestMeasures:
    """Every measure."""

    def test_has_the_value_counted_by_hand(self, measure: Measure) -> None:
        result = scorelite.score(REFS, HYPS)
        assert result.measures[measure.name] == pytest.approx(EXPECTED[measure.name])

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


@pytest.mark.parametrize(
    ("hyps", "median"),
    [(["a", "b", "c d"], 0.0), (["x", "b", "c d"], 0.0), (["x", "b", "c x"], 0.5), (["x", "x", "c"], 1.0)],
)
def test_the_median_is_that_of_utterances_with_reference_words(hyps: list[str], median: float) -> None:
    result = scorelite.score(["a", "b", "c d", ""], [*hyps, "more"])
    assert result.median_utterance_wer == median
    assert result.to_dict()["median_utterance_wer"] == median


def test_the_mean_leaves_out_utterances_without_reference_words() -> None:
    result = scorelite.score(["a b", "c", ""], ["a x", "c", "more"])
    assert (result.mean_utterance_wer, result.median_utterance_wer, result.wer) == (0.25, 0.25, 2 / 3)
    (line,) = (line for line in rates(result, Paint(False)) if line.startswith("mean"))
    assert "25.0 %   of utterance rates (average:mean), without 1 empty reference; median 25.0 %" in line
    assert scorelite.score([""], ["a"]).mean_utterance_wer is None


def test_the_summary_of_one_utterance_has_no_mean() -> None:
    (single, several) = (scorelite.score(["a"] * count, ["b"] * count) for count in (1, 2))
    assert not any(line.startswith("mean") for line in rates(single, Paint(False)))
    (mean,) = (line for line in rates(several, Paint(False)) if line.startswith("mean"))
    assert mean.startswith("mean   100.0 %   of utterance rates (average:mean); median 100.0 % (average:median), 0.0 %")


def test_a_measure_may_have_another_title_of_characters() -> None:
    characters = scorelite.score(["ab"], ["ac"], unit="character")
    assert [measure.title_of(characters) for measure in (WER, MER)] == ["CER", "MER"]
