"""Keyword rates over lists of labels: evalmate's own numbers, and what differs from NIST's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorelite.formats.errors import MismatchError, UsageError
from scorelite.scoring import kws
from scorelite.scoring.compat.evalmate.keyword_rates import label_rates

pytest.importorskip("numpy")
MEASURES = {"frr": "false_rejection_rate", "far": "false_alarm_rate", "twv": "term_weighted_value"}


@pytest.mark.parametrize("name", ["kws_metrics", "kws_metrics_random"])
def test_numbers_are_those_of_evalmate(gold: Path, name: str) -> None:
    cases = json.loads((gold / "seeds" / "evalmate" / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    compared = 0
    for case in cases:
        case_input = case["input"]
        if set(case_input["ref"]) - set(case_input["utterance_durations"]) or set(case_input["ref"]) - set(
            case_input["hyp"]
        ):
            with pytest.raises(MismatchError):
                label_rates(case_input["ref"], case_input["hyp"], case_input["utterance_durations"])
            continue
        rates = label_rates(case_input["ref"], case_input["hyp"], case_input["utterance_durations"])
        for key, answers in case["output"].items():
            if key != "keywords":
                compared += compare(rates, key, answers)
    assert compared > 20


def compare(rates: Any, key: str, answers: dict[str, Any]) -> int:
    chosen = None if key in ("None", "[]") else json.loads(key.replace("'", '"'))
    chosen = [chosen] if isinstance(chosen, str) else chosen
    compared = 0
    for short, long in MEASURES.items():
        answer = answers[short]
        if isinstance(answer, dict):
            if answer["error"]["type"] == "KeyError" or set(chosen or ()) - set(rates.keywords):
                with pytest.raises(UsageError):
                    getattr(rates, long)(chosen)
            else:
                assert getattr(rates, long)(chosen) is None
            continue
        assert getattr(rates, long)(chosen) == pytest.approx(answer, rel=1e-9)
        compared += 1
    return compared


def test_the_two_conventions_agree_where_the_pairs_are_the_same() -> None:
    ref, hyp = [("a", 1.0, 1.5), ("a", 5.0, 5.5)], [("a", 1.0, 1.5), ("a", 50.0, 50.5)]
    theirs = label_rates({"u": ref}, {"u": hyp}, {"u": 100})
    assert theirs.term_weighted_value() == pytest.approx(kws.evaluate(ref, hyp, ["a"], 100).atwv)


def test_a_keyword_without_references_counts_for_one_convention_only() -> None:
    ref, hyp = [("a", 1.0, 1.5)], [("a", 1.0, 1.5), ("b", 50.0, 50.5)]
    assert kws.evaluate(ref, hyp, ["a", "b"], 100).atwv == 1.0
    assert label_rates({"u": ref}, {"u": hyp}, {"u": 100}).term_weighted_value() == pytest.approx(1 - 999.9 / 200)


def test_recordings_can_be_added_and_must_be_there() -> None:
    ref, hyp = {"u": [("a", 0, 1)], "v": [("a", 0, 1)]}, {"u": [("a", 0, 1)], "v": []}
    lengths = {"u": 10, "v": 20}
    whole = label_rates(ref, hyp, lengths)
    parts = [label_rates({key: ref[key]}, {key: hyp[key]}, lengths) for key in ref]
    assert parts[0] + parts[1] == whole
    with pytest.raises(MismatchError, match="hyp has no recording 'v'"):
        label_rates(ref, {"u": []}, lengths)
    with pytest.raises(UsageError, match="'c' is on neither side"):
        whole.false_alarm_rate(["c"])
