"""The compatibility package gathers names as evalmate does, and instances have its attributes."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

HOME = "scorelite.compat.evalmate"
# Names that a module of evalmate gathers from others.
GATHERED = {
    "": "ASREvaluation ASREvaluator EventEvaluation EventEvaluator KWSEvaluation KWSEvaluator Outcome "
    "SegmentEvaluation SegmentEvaluator",
    "alignment": "BipartiteMatchingAligner CandidateFinder EventAligner FullMatchingAligner InvariantSegmentAligner "
    "LabelPair LevenshteinAligner OverlapCandidateFinder Segment SegmentAligner StartEndCandidateFinder",
    "confusion": "AggregatedConfusion Confusion EventConfusion SegmentConfusion",
    "evaluator": "ASREvaluation ASREvaluator Evaluation Evaluator EventEvaluation EventEvaluator KWSEvaluation "
    "KWSEvaluator LabelSet Outcome SegmentEvaluation SegmentEvaluator",
}
# Attributes of instances, which can be read and replaced: arguments of the class, and names.
ATTRIBUTES: dict[str, tuple[tuple[Any, ...], str]] = {
    "alignment.candidates OverlapCandidateFinder": ((), "min_overlap"),
    "alignment.candidates StartEndCandidateFinder": ((1,), "start_delta_threshold end_delta_threshold"),
    "alignment.sequence LevenshteinAligner": (
        (),
        "deletion_cost insertion_cost substitution_cost custom_substitution_cost_function",
    ),
    "alignment.time BipartiteMatchingAligner": (
        (),
        "candidate_finder non_overlap_penalty_weight substitution_penalty insertion_penalty deletion_penalty",
    ),
    "alignment.time FullMatchingAligner": ((), "min_overlap finder"),
    "alignment.utils LabelPair": ((None, None), "ref hyp"),
    "alignment.utils Segment": ((0, 1), "start end ref hyp"),
    "confusion.aggregation AggregatedConfusion": ((), "instances"),
    "confusion.event EventConfusion": (
        ("a",),
        "value correct_pairs insertion_pairs deletion_pairs substitution_pairs substitution_out_pairs",
    ),
    "confusion.segment SegmentConfusion": (
        ("a",),
        "value correct_segments insertion_segments deletion_segments substitution_segments substitution_out_segments",
    ),
    "evaluator.asr ASREvaluator": ((), "aligner DEFAULT_UTT_IDX"),
    "evaluator.event EventEvaluation": ((None, None, {}), "ref_outcome hyp_outcome utt_to_label_pairs confusion"),
    "evaluator.outcome LabelSet": ((), "labels"),
    "evaluator.outcome Outcome": ((), "label_lists utterance_durations"),
    "evaluator.segment SegmentEvaluation": ((None, None, {}), "ref_outcome hyp_outcome utt_to_segments confusion"),
    "evaluator.segment SegmentEvaluator": ((), "aligner"),
}


def module(name: str) -> Any:
    return import_module(f"{HOME}.{name}" if name else HOME)


@pytest.mark.parametrize("name", GATHERED)
def test_modules_gather_the_names_of_evalmate(name: str) -> None:
    for gathered in GATHERED[name].split():
        assert inspect.isclass(getattr(module(name), gathered))


@pytest.mark.parametrize("path", ATTRIBUTES)
def test_attributes_can_be_read_and_replaced(path: str) -> None:
    home, name = path.split()
    arguments, names = ATTRIBUTES[path]
    actual = getattr(module(home), name)(*arguments)
    for attribute in names.split():
        getattr(actual, attribute)
        setattr(actual, attribute, ["replaced"])
        assert getattr(actual, attribute) == ["replaced"]
