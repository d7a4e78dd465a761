"""The compatibility package has evalmate's modules, names, parameters, defaults and attributes."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("scipy")

HOME = "scoring.compat.evalmate"
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
# Functions and methods with their parameters and defaults, as evalmate 0.3.0 has them; `-` marks a property.
SURFACE = """\
alignment.aligner EventAligner.align(self, ref_labels, hyp_labels)
alignment.aligner SegmentAligner.align(self, ref_labels, hyp_labels)
alignment.candidates CandidateFinder.find(self, ref_labels, hyp_labels)
alignment.candidates OverlapCandidateFinder.__init__(self, min_overlap=0.05)
alignment.candidates OverlapCandidateFinder.find(self, ref_labels, hyp_labels)
alignment.candidates StartEndCandidateFinder.__init__(self, start_delta_threshold, end_delta_threshold=-1)
alignment.candidates StartEndCandidateFinder.find(self, ref_labels, hyp_labels)
alignment.segment InvariantSegmentAligner.align(self, ref_labels, hyp_labels)
alignment.segment InvariantSegmentAligner.create_event_list(ref_labels, hyp_labels, time_threshold=0.01)
alignment.segment InvariantSegmentAligner.set_absolute_end_of_labels(labels)
alignment.sequence LevenshteinAligner.__init__(self, deletion_cost=3, insertion_cost=3, substitution_cost=4, \
custom_substitution_cost_function=None)
alignment.sequence LevenshteinAligner.align(self, ref_labels, hyp_labels)
alignment.sequence LevenshteinAligner.calculate_edit_distance(self, ref_labels, hyp_labels)
alignment.time BipartiteMatchingAligner.__init__(self, candidate_finder=None, non_overlap_penalty_weight=1, \
substitution_penalty=2, insertion_penalty=10, deletion_penalty=10)
alignment.time BipartiteMatchingAligner.align(self, ref_labels, hyp_labels)
alignment.time FullMatchingAligner.__init__(self, min_overlap=0)
alignment.time FullMatchingAligner.align(self, ref_labels, hyp_labels)
alignment.utils LabelPair.__init__(self, ref, hyp)
alignment.utils LabelPair.padded_ref_value(self)
alignment.utils LabelPair.padded_hyp_value(self)
alignment.utils LabelPair.max_length(self)
alignment.utils Segment.__init__(self, start, end, ref=None, hyp=None)
alignment.utils Segment - duration
confusion create_from_label_pairs(pairs)
confusion create_from_segments(segments)
confusion.aggregation AggregatedConfusion.__init__(self)
confusion.aggregation AggregatedConfusion.get_confusion_with_instances(self, instances)
confusion.aggregation AggregatedConfusion - correct insertions deletions substitutions substitutions_out \
precision_mean recall_mean
confusion.confusion Confusion.f_measure(self, beta=1)
confusion.confusion Confusion - correct insertions deletions substitutions substitutions_out total false_negatives \
false_positives true_positives error_rate accuracy precision recall
confusion.event EventConfusion.__init__(self, value)
confusion.event EventConfusion.substitutions_by_count(self)
confusion.event EventConfusion - correct insertions deletions substitutions substitutions_out
confusion.segment SegmentConfusion.__init__(self, value)
confusion.segment SegmentConfusion - correct insertions deletions substitutions substitutions_out
evaluator.asr ASREvaluation - default_template
evaluator.asr ASREvaluator.__init__(self, aligner=None)
evaluator.asr ASREvaluator.default_label_list_idx()
evaluator.asr ASREvaluator.do_evaluate(self, ref, hyp)
evaluator.asr ASREvaluator.create_alignment(self, ref, hyp)
evaluator.asr ASREvaluator.tokenize(ll, overlap_threshold=0.1)
evaluator.evaluator Evaluation.__init__(self, ref_outcome, hyp_outcome)
evaluator.evaluator Evaluation - template_data default_template
evaluator.evaluator Evaluation.write_report(self, path, template=None, template_param=None)
evaluator.evaluator Evaluation.get_report(self, template=None, template_param=None)
evaluator.evaluator Evaluator.default_label_list_idx()
evaluator.evaluator Evaluator.do_evaluate(self, ref, hyp)
evaluator.evaluator Evaluator.evaluate(self, ref, hyp, label_list_idx=None)
evaluator.evaluator Evaluator.evaluate_label_lists(self, ll_ref, ll_hyp, duration=None)
evaluator.evaluator Evaluator.evaluate_label_lists_against_corpus(self, corpus, label_lists, label_list_idx=None)
evaluator.event EventEvaluation.__init__(self, ref_outcome, hyp_outcome, utt_to_label_pairs)
evaluator.event EventEvaluation - default_template template_data label_pairs failing_utterances correct_utterances
evaluator.event EventEvaluator.__init__(self, aligner)
evaluator.event EventEvaluator.default_label_list_idx()
evaluator.event EventEvaluator.do_evaluate(self, ref, hyp)
evaluator.event EventEvaluator.create_alignment(self, ref, hyp)
evaluator.kws KWSEvaluation.keywords(self)
evaluator.kws KWSEvaluation.false_rejection_rate(self, keywords=None)
evaluator.kws KWSEvaluation.false_alarm_rate(self, keywords=None)
evaluator.kws KWSEvaluation.term_weighted_value(self, keywords=None)
evaluator.kws KWSEvaluation - default_template
evaluator.kws KWSEvaluator.__init__(self, aligner=None)
evaluator.kws KWSEvaluator.default_label_list_idx()
evaluator.kws KWSEvaluator.do_evaluate(self, ref, hyp)
evaluator.outcome LabelSet.__init__(self, labels=None)
evaluator.outcome LabelSet - count length_min length_max length_mean length_median length_variance label_lengths
evaluator.outcome Outcome.__init__(self, label_lists=None, utterance_durations=None)
evaluator.outcome Outcome.label_set(self)
evaluator.outcome Outcome.label_set_for_value(self, value)
evaluator.outcome Outcome - total_duration all_values
evaluator.segment SegmentEvaluation.__init__(self, ref_outcome, hyp_outcome, utt_to_segments)
evaluator.segment SegmentEvaluation - default_template template_data segments
evaluator.segment SegmentEvaluator.__init__(self, aligner=None)
evaluator.segment SegmentEvaluator.default_label_list_idx()
evaluator.segment SegmentEvaluator.create_alignment(self, ref, hyp)
evaluator.segment SegmentEvaluator.do_evaluate(self, ref, hyp)
evaluator.segment SegmentEvaluator.flatten_overlapping_labels(aligned_segments)
utils.label overlap_percentage(ref, hyp)
utils.label overlap_time(ref, hyp)
"""
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
# evalmate's finder always uses 0.05, so its default of 0 has no effect; our default is what is used.
DIFFERENT = {
    "FullMatchingAligner.__init__(self, min_overlap=0)": "FullMatchingAligner.__init__(self, min_overlap=0.05)",
}


def module(name: str) -> Any:
    return import_module(f"{HOME}.{name}" if name else HOME)


def written(name: str, function: Any) -> str:
    parameters = inspect.signature(function).parameters.values()
    shown = [one.name if one.default is one.empty else f"{one.name}={one.default!r}" for one in parameters]
    return f"{name}({', '.join(shown)})"


@pytest.mark.parametrize("name", GATHERED)
def test_modules_gather_the_names_of_evalmate(name: str) -> None:
    for gathered in GATHERED[name].split():
        assert inspect.isclass(getattr(module(name), gathered))


@pytest.mark.parametrize("line", SURFACE.splitlines())
def test_functions_and_methods_are_those_of_evalmate(line: str) -> None:
    home, _, rest = line.partition(" ")
    if " - " in rest:
        owner, _, names = rest.partition(" - ")
        for name in names.split():
            # A subclass may inherit what evalmate writes anew.
            assert isinstance(inspect.getattr_static(getattr(module(home), owner), name), property)
        return
    path = rest.partition("(")[0]
    function = module(home)
    for name in path.split("."):
        function = getattr(function, name)
    assert written(path, function) == DIFFERENT.get(rest, rest)


@pytest.mark.parametrize("path", ATTRIBUTES)
def test_attributes_can_be_read_and_replaced(path: str) -> None:
    home, name = path.split()
    arguments, names = ATTRIBUTES[path]
    found = getattr(module(home), name)(*arguments)
    for attribute in names.split():
        getattr(found, attribute)
        setattr(found, attribute, ["replaced"])
        assert getattr(found, attribute) == ["replaced"]
