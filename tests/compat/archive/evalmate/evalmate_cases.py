"""Runs the golden cases of evalmate: input from JSON, our answer, and the comparison that the case asks for."""

from __future__ import annotations

import contextlib
import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorelite.compat.evalmate import alignment, annotations, confusion, evaluator
from scorelite.compat.evalmate.alignment import LabelPair, Segment
from scorelite.compat.evalmate.annotations import Corpus, Label, LabelList, Utterance
from scorelite.compat.evalmate.utils.label import overlap_percentage, overlap_time
from scorelite.formats.errors import FormatError

CUSTOM = {
    "lambda ref, hyp: abs(len(ref.value) - len(hyp.value))": lambda ref, hyp: abs(len(ref.value) - len(hyp.value)),
    "lambda ref, hyp: 100": lambda ref, hyp: 100,
}

AMOUNTS = (
    "correct",
    "insertions",
    "deletions",
    "substitutions",
    "substitutions_out",
    "total",
    "true_positives",
    "false_positives",
    "false_negatives",
    "error_rate",
    "accuracy",
    "precision",
    "recall",
)


def decoded(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"$float"}:
            return float(value["$float"])
        return {key: decoded(item) for key, item in value.items()}
    return [decoded(item) for item in value] if isinstance(value, list) else value


def label(row: Any) -> Label | None:
    return None if row is None else Label(*row)


def labels(rows: Any) -> list[Label]:
    return [Label(*row) for row in rows]


def label_list(rows: Any) -> LabelList:
    return LabelList(labels=labels(rows))


def outcome(lists: Any, durations: Any = None) -> evaluator.Outcome:
    return evaluator.Outcome({name: label_list(rows) for name, rows in lists.items()}, durations)


def corpus(data: Any) -> Corpus:
    built = Corpus()
    for name, entry in data["utterances"].items():
        utterance = Utterance(name, "", 0.0, entry["duration"])
        utterance.label_lists[data["label_list_idx"]] = label_list(entry["labels"])
        built.utterances[name] = utterance
    return built


def row(item: Label | None) -> Any:
    return None if item is None else [item.value, item.start, item.end]


def plain(item: Label | None) -> Any:
    """A label that began and ended nowhere is written as its value alone."""
    return None if item is None else item.value


def rows(pairs: list[LabelPair]) -> Any:
    return [[row(pair.ref), row(pair.hyp)] for pair in pairs]


def attempt(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except FormatError as error:
        # It is a ValueError for code that catches one.
        return {"error": {"type": "ValueError", "message": str(error)}}
    except Exception as error:
        return {"error": {"type": type(error).__name__, "message": str(error)}}


def amounts(counted: confusion.Confusion, *, substitutions: bool = False) -> dict[str, Any]:
    answer = {name: getattr(counted, name) for name in AMOUNTS}
    for beta in (1, 0.5, 2):
        answer[f"f_measure({beta})"] = attempt(lambda beta=beta: counted.f_measure(beta))
    if substitutions:
        answer["substitutions_by_count"] = [list(item) for item in counted.substitutions_by_count()]
    return answer


def confusion_of(build: Callable[[], confusion.AggregatedConfusion], *, substitutions: bool) -> dict[str, Any]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        confusion = build()
    return {
        "aggregated": amounts(confusion),
        "precision_mean": confusion.precision_mean,
        "recall_mean": confusion.recall_mean,
        "instances": {name: amounts(item, substitutions=substitutions) for name, item in confusion.instances.items()},
        "stdout": output.getvalue(),
    }


def align_pairs(aligner: Any, data: Any) -> Any:
    return {"pairs": rows(aligner.align(labels(data["ref"]), labels(data["hyp"])))}


def finder(entry: Any) -> Any:
    return None if entry is None else getattr(alignment, entry[0])(**entry[1])


def align_bipartite(data: Any) -> Any:
    return align_pairs(alignment.BipartiteMatchingAligner(finder(data["candidate_finder"]), **data["init"]), data)


def align_full_matching(data: Any) -> Any:
    return align_pairs(alignment.FullMatchingAligner(**data["init"]), data)


def align_levenshtein(data: Any) -> Any:
    init = dict(data["init"])
    if "custom_substitution_cost_function" in data:
        init["custom_substitution_cost_function"] = CUSTOM[data["custom_substitution_cost_function"]]
    aligner = alignment.LevenshteinAligner(**init)
    distance = aligner.calculate_edit_distance(labels(data["ref"]), labels(data["hyp"]))
    return {**align_pairs(aligner, data), "edit_distance": distance}


def align_invariant_segment(data: Any) -> Any:
    segments = alignment.InvariantSegmentAligner().align(labels(data["ref"]), labels(data["hyp"]))
    return {
        "segments": [
            {"start": item.start, "end": item.end, "ref": list(map(row, item.ref)), "hyp": list(map(row, item.hyp))}
            for item in segments
        ]
    }


def candidates(data: Any) -> Any:
    pairs = getattr(alignment, data["class"])(**data["init"]).find(labels(data["ref"]), labels(data["hyp"]))
    return {"candidates": list(map(list, pairs[0])), "single_ref": sorted(pairs[1]), "single_hyp": sorted(pairs[2])}


def segment(entry: Any) -> Segment:
    sides = [
        labels(side) if side and isinstance(side[0], list) else [] if side == [] else label(side)
        for side in (entry[2:] + [None, None])[:2]
    ]
    return Segment(entry[0], entry[1], *sides)


def segment_compare(data: Any) -> Any:
    a, b = segment(data["a"]), segment(data["b"])
    return {"a==b": a == b, "a<b": a < b, "b<a": b < a, "repr_a": repr(a), "duration_a": a.duration, "a>b": a > b}


def confusion_segment(data: Any) -> Any:
    items = [segment(entry) for entry in data["segments"]]
    return confusion_of(lambda: confusion.create_from_segments(items), substitutions=False)


def pairs_of(data: Any) -> list[LabelPair]:
    return [LabelPair(label(ref), label(hyp)) for ref, hyp in data["pairs"]]


def confusion_event(data: Any) -> Any:
    return confusion_of(lambda: confusion.create_from_label_pairs(pairs_of(data)), substitutions=True)


def confusion_subset(data: Any) -> Any:
    confusion_subset = confusion.create_from_label_pairs(pairs_of(data)).get_confusion_with_instances(data["keys"])
    return {
        "instances": list(confusion_subset.instances),
        "metrics": amounts(confusion_subset),
        "precision_mean": confusion_subset.precision_mean,
    }


def corpus_files(data: Any, folder: Path) -> Any:
    if "files" in data:
        for name, text in data["files"].items():
            (folder / name).write_text(text, encoding="utf-8")
        corpus = Corpus.load(folder)
        return {
            name: {"duration": item.duration, "labels": by_value(item.label_lists["word-transcript"])}
            for name, item in corpus.utterances.items()
        }
    path = folder / data.get("file", "labels.txt")
    path.write_text(data["text"], encoding="utf-8")
    return by_value(annotations.read_label_list(path))


def by_value(label_list: LabelList) -> Any:
    return sorted([row(item) for item in label_list], key=lambda item: (item[0], item[1], item[2]))


def flatten_overlapping_labels(data: Any) -> Any:
    labels = evaluator.SegmentEvaluator.flatten_overlapping_labels([segment(entry) for entry in data["segments"]])
    return [{"start": item.start, "end": item.end, "ref": row(item.ref), "hyp": row(item.hyp)} for item in labels]


def invariant_events(data: Any) -> Any:
    aligner = alignment.InvariantSegmentAligner
    if "labels" in data:
        return [row(item) for item in aligner.set_absolute_end_of_labels(labels(data["labels"]))]
    invariant_events = aligner.create_event_list(labels(data["ref"]), labels(data["hyp"]), **data["kwargs"])
    return [[time, [[*event[:3], row(event[3])] for event in events]] for time, events in invariant_events]


def label_overlap(data: Any) -> Any:
    ref, hyp = Label(*data["ref"]), Label(*data["hyp"])
    return {"time": overlap_time(ref, hyp), "percentage": overlap_percentage(ref, hyp)}


def label_pair(data: Any) -> Any:
    pair = LabelPair(label(data["ref"]), label(data["hyp"]))
    return {
        "repr": repr(pair),
        "max_length": pair.max_length(),
        "padded_ref": pair.padded_ref_value(),
        "padded_hyp": pair.padded_hyp_value(),
    }


def label_pair_compare(data: Any) -> Any:
    a, b = (LabelPair(label(data[name][0]), label(data[name][1])) for name in "ab")
    return {"a==b": a == b, "b==a": b == a, "a<b": a < b, "b<a": b < a}


def labellist_quirks(data: Any) -> Any:
    return len(label_list(data["labels"]))


def tokenize(data: Any) -> Any:
    return [label.value for label in evaluator.ASREvaluator.tokenize(label_list(data["labels"]), **data["kwargs"])]


def statistics(label_set: evaluator.LabelSet) -> Any:
    answer = {"count": label_set.count, "lengths_sorted": sorted(label_set.label_lengths)}
    for name in ("min", "max", "mean", "median", "variance"):
        answer[name] = attempt(lambda name=name: getattr(label_set, f"length_{name}"))
    return answer


def outcome_case(data: Any, call: str, expected: Any) -> Any:
    if call == "LabelSet()":
        return statistics(evaluator.LabelSet())
    if call == "Outcome()":
        empty = evaluator.Outcome()
        return {
            "label_lists": empty.label_lists,
            "utterance_durations": empty.utterance_durations,
            "total_duration": empty.total_duration,
        }
    made = outcome(data["label_lists"], data["utterance_durations"])
    return {
        "all_values": sorted(made.all_values),
        "total_duration": attempt(lambda: made.total_duration),
        "label_set": statistics(made.label_set()),
        "by_value": {value: statistics(made.label_set_for_value(value)) for value in expected["by_value"]},
    }


def evaluate_asr(data: Any) -> Any:
    evaluation_result = evaluator.ASREvaluator().evaluate(outcome(data["ref"]), outcome(data["hyp"]))
    return {
        "utt_to_label_pairs": {
            name: [[plain(pair.ref), plain(pair.hyp)] for pair in pairs]
            for name, pairs in evaluation_result.utt_to_label_pairs.items()
        },
        "confusion": amounts(evaluation_result.confusion),
        "failing": evaluation_result.failing_utterances,
        "correct": sorted(evaluation_result.correct_utterances),
        "n_label_pairs": len(evaluation_result.label_pairs),
        "default_template": evaluation_result.default_template,
    }


def order(pair: Any) -> Any:
    return [("~",) if side is None else tuple(map(str, side)) for side in pair]


def evaluate_event(data: Any) -> Any:
    aligner = eval(data["aligner"], {"al": alignment})
    evaluation_result = evaluator.EventEvaluator(aligner).evaluate(outcome(data["ref"]), outcome(data["hyp"]))
    return {
        "utt_to_label_pairs_sorted": {
            name: rows(pairs) for name, pairs in evaluation_result.utt_to_label_pairs.items()
        },
        "confusion": amounts(evaluation_result.confusion),
        "instances": {name: amounts(item) for name, item in evaluation_result.confusion.instances.items()},
        "failing": evaluation_result.failing_utterances,
        "correct": sorted(evaluation_result.correct_utterances),
    }


def evaluate_segment(data: Any) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation_result = evaluator.SegmentEvaluator().evaluate(outcome(data["ref"]), outcome(data["hyp"]))
    return {
        "utt_to_segments": {
            name: [{"start": item.start, "end": item.end, "ref": row(item.ref), "hyp": row(item.hyp)} for item in items]
            for name, items in evaluation_result.utt_to_segments.items()
        },
        "confusion": amounts(evaluation_result.confusion),
        "instances": {name: amounts(item) for name, item in evaluation_result.confusion.instances.items()},
        "n_segments": len(evaluation_result.segments),
    }


KINDS = {
    "asr": evaluator.ASREvaluator,
    "kws": evaluator.KWSEvaluator,
    "segment": evaluator.SegmentEvaluator,
    "event": lambda: evaluator.EventEvaluator(alignment.BipartiteMatchingAligner()),
}


def evaluation(kind: str, data: Any) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        if "corpus" in data:
            hyps = {name: label_list(rows) for name, rows in data["corpus"]["hyp"].items()}
            return KINDS[kind]().evaluate(corpus(data["corpus"]), hyps)
        durations = data.get("utterance_durations")
        built = KINDS[kind]()
        if "aligner" in data:
            built = evaluator.EventEvaluator(getattr(alignment, data["aligner"])())
        return built.evaluate(outcome(data["ref"], durations), outcome(data["hyp"], durations))


def report(data: Any) -> Any:
    return evaluation(data["evaluator"], data["data"]).get_report(data["template"], data["template_param"])


def kws_metrics(data: Any, expected: Any) -> Any:
    durations = data["utterance_durations"]
    evaluation_result = evaluator.KWSEvaluator().evaluate(
        outcome(data["ref"], durations), outcome(data["hyp"], durations)
    )
    answer: dict[str, Any] = {"keywords": sorted(evaluation_result.keywords())}
    for text in expected:
        if text != "keywords":
            keywords = eval(text)
            answer[text] = {
                "frr": attempt(lambda keywords=keywords: evaluation_result.false_rejection_rate(keywords)),
                "far": attempt(lambda keywords=keywords: evaluation_result.false_alarm_rate(keywords)),
                "twv": attempt(lambda keywords=keywords: evaluation_result.term_weighted_value(keywords)),
            }
    return answer


def evaluate_dispatch(data: Any) -> Any:
    if "class" in data:
        kind = getattr(evaluator, data["class"])
        return {
            "default_label_list_idx": kind.default_label_list_idx(),
            "DEFAULT_UTT_IDX": evaluator.Evaluator.DEFAULT_UTT_IDX,
        }
    if "ref,hyp types" in data:
        kinds = {"Outcome": evaluator.Outcome, "LabelList": LabelList, "None": lambda: None, "dict": dict}
        return evaluator.ASREvaluator().evaluate(*(kinds[name]() for name in data["ref,hyp types"].split(",")))
    ref, hyp = label_list(data["ref"]), label_list(data["hyp"])
    built = evaluator.KWSEvaluator()
    if "duration" in data:
        return built.evaluate_label_lists(ref, hyp, duration=data["duration"]).false_alarm_rate()
    return built.evaluate(ref, hyp).false_alarm_rate()


def evaluate_corpus(data: Any, example: Any) -> Any:
    if not isinstance(data.get("corpus"), dict):
        hyps = {name: label_list(rows) for name, rows in example["corpus"]["hyp"].items()}
        if "label_list_idx" not in data:
            hyps.pop(next(iter(example["corpus"]["utterances"])))
        return evaluator.KWSEvaluator().evaluate(corpus(example["corpus"]), hyps, data.get("label_list_idx"))
    entry = data["corpus"]
    evaluation_result = evaluation(data["kind"], {"corpus": entry})
    return {
        "confusion": amounts(evaluation_result.confusion),
        "instances": {name: amounts(item) for name, item in evaluation_result.confusion.instances.items()},
    }


def equal(ours: Any, theirs: Any, tolerance: float) -> bool:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if "error" in theirs and "error" in ours:
            return bool(ours["error"]["type"] == theirs["error"]["type"])
        return ours.keys() == theirs.keys() and all(equal(ours[key], theirs[key], tolerance) for key in theirs)
    if isinstance(theirs, (list, tuple)) and isinstance(ours, (list, tuple)):
        return len(ours) == len(theirs) and all(equal(a, b, tolerance) for a, b in zip(ours, theirs, strict=True))
    if isinstance(theirs, (int, float)) and isinstance(ours, (int, float)) and not isinstance(theirs, bool):
        if math.isnan(theirs):
            return math.isnan(ours)
        return ours == theirs or math.isclose(ours, theirs, rel_tol=tolerance, abs_tol=tolerance)
    return bool(ours == theirs)


def load(path: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = decoded(json.loads(path.read_text(encoding="utf-8")))["cases"]
    return cases
