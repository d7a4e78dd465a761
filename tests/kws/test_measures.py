"""Measures of keywords: a record each, which every result, sum, JSON, summary, page and report shows."""

from __future__ import annotations

import pytest

from scorelite import kws
from scorelite.scoring.cli.text_report_kws import summary
from scorelite.scoring.kws.measure import Measure
from scorelite.scoring.kws.measures import MEASURES

# Two keywords in 100 seconds: one is found once, and once in vain; above that threshold nothing is wrong but the miss.
REF = [("hello", 1.0, 1.5), ("world", 4.0, 4.4)]
HYP = [("hello", 1.1, 1.5, 0.9), ("hello", 8.0, 8.4, 0.7)]
ALARM = 999.9 / 99
EXPECTED = {"atwv": (1 - ALARM + 0) / 2, "mtwv": 0.5, "otwv": 0.5, "stwv": 0.5, "map": 0.5}


def result() -> kws.KwsResult:
    return kws.evaluate(REF, HYP, ["hello", "world"], 100)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
class TestMeasures:
    """Every measure."""

    def test_has_the_value_counted_by_hand(self, measure: Measure) -> None:
        assert result().measures[measure.name] == pytest.approx(EXPECTED[measure.name])

    def test_is_in_json_summary_page_and_report(self, measure: Measure) -> None:
        actual = result()
        assert actual.to_dict()[measure.name] == actual.measures[measure.name]
        lines = list(summary(kws.Job(actual)))
        assert [line for line in lines if line.startswith(f"{measure.title} ") and line.endswith(measure.note(actual))]
        assert measure.heading in actual.report("dtl")
        assert (f">{measure.title}<".encode() in actual.page()) is measure.is_brief
        assert (measure.title in str(actual)) is (measure.title in repr(actual)) is measure.is_brief

    def test_is_that_of_the_whole_in_a_sum(self, measure: Measure) -> None:
        refs, hyps = {"a": REF, "b": []}, {"a": HYP, "b": []}
        parts = [kws.evaluate({n: refs[n]}, {n: hyps[n]}, ["hello", "world"], {n: 50.0}) for n in refs]
        assert sum(parts).measures == kws.evaluate(refs, hyps, ["hello", "world"], {"a": 50.0, "b": 50.0}).measures

    def test_is_not_defined_without_a_target_and_a_detection(self, measure: Measure) -> None:
        assert kws.evaluate([], [], ["hello"], 100).measures[measure.name] is None
