"""The compatibility package answers as evalmate does, case by case, except for the listed differences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.compat.archive.evalmate import evalmate_cases as run
from tests.peers import peer

pytest.importorskip("numpy")
pytest.importorskip("scipy")
peer("jinja2")

# Cases with another answer, and the reason; docs/guides/segments.md tells users.
DIFFERENT = {
    "evalmate.align_full_matching.003": "min_overlap counts",
    "evalmate.align_levenshtein.029": "fractional costs count",
    "evalmate.align_levenshtein.030": "fractional costs count",
    "evalmate.report_errors.005": "labels come by time, not in the order of their hashes",
}
FEATURES = (
    "align_bipartite",
    "align_full_matching",
    "align_invariant_segment",
    "align_levenshtein",
    "candidates",
    "confusion_event",
    "confusion_segment",
    "confusion_subset",
    "corpus_files",
    "evaluate_asr",
    "evaluate_corpus",
    "evaluate_dispatch",
    "evaluate_event",
    "evaluate_segment",
    "flatten_overlapping_labels",
    "invariant_events",
    "kws_metrics",
    "label_overlap",
    "label_pair",
    "label_pair_compare",
    "labellist_quirks",
    "outcome",
    "report_asr",
    "report_errors",
    "report_event",
    "report_kws",
    "report_kws_groups",
    "report_segment",
    "segment_compare",
    "tokenize",
)


@pytest.fixture(scope="module")
def cases(gold: Path) -> Path:
    return gold / "seeds" / "evalmate"


def example(cases: Path, feature: str) -> Any:
    """The first case of a feature that has a corpus."""
    inputs = (case["input"]["data"] for case in run.load(cases / f"{feature}.json"))
    return next(data for data in inputs if "corpus" in data)


def report_errors(data: Any, cases: Path, folder: Path) -> Any:
    if "evaluator" in data:
        return run.report({**data, "data": example(cases, f"report_{data['data']['corpus']}")})
    if not data:
        side = {"u": [["a", 0, 1]]}
        kinds = {"asr/event/kws": example(cases, "report_kws"), "segment": {"ref": side, "hyp": side}}
        return {kind: sorted(run.evaluation(kind.split("/")[-1], given).template_data) for kind, given in kinds.items()}
    evaluation = run.evaluation("asr", example(cases, "report_asr"))
    evaluation.write_report(folder / "report.txt")
    return {"equal": (folder / "report.txt").read_text(encoding="utf-8") == evaluation.get_report()}


def answer(feature: str, case: dict[str, Any], cases: Path, folder: Path) -> Any:
    data = case["input"]
    special: dict[str, Callable[[], Any]] = {
        "corpus_files": lambda: run.corpus_files(data, folder),
        "outcome": lambda: run.outcome_case(data, case["call"], case["output"]),
        "kws_metrics": lambda: run.kws_metrics(data, case["output"]),
        "evaluate_corpus": lambda: run.evaluate_corpus(data, example(cases, "report_kws")),
        "report_errors": lambda: report_errors(data, cases, folder),
    }
    if feature in special:
        return special[feature]()
    return run.report(data) if feature.startswith("report_") else getattr(run, feature)(data)


def comparable(value: Any) -> Any:
    """An answer in which the order of pairs does not count."""
    if isinstance(value, dict):
        value = dict(value)
        if "pairs" in value:
            value["pairs"] = sorted(value["pairs"], key=str)
        if "utt_to_label_pairs_sorted" in value:
            lists = value["utt_to_label_pairs_sorted"]
            value["utt_to_label_pairs_sorted"] = {name: sorted(pairs, key=str) for name, pairs in lists.items()}
    return value


@pytest.mark.sweep(10)
@pytest.mark.parametrize("feature", FEATURES)
def test_answers_are_those_of_evalmate(feature: str, cases: Path, tmp_path: Path) -> None:
    wrong = []
    for path in (cases / f"{feature}.json", cases / f"{feature}_random.json"):
        for number, case in enumerate(run.load(path) if path.is_file() else []):
            folder = tmp_path / f"{path.stem}{number}"
            folder.mkdir()
            ours, theirs = run.attempt(lambda: answer(feature, case, cases, folder)), case["output"]  # noqa: B023
            if case["compare"] == "multiset" or feature == "evaluate_event":
                ours, theirs = comparable(ours), comparable(theirs)
            tolerance = {"float-rel-1e-9": 1e-9, "float-rel-1e-12": 1e-12}.get(case["compare"], 0.0)
            if run.equal(ours, theirs, tolerance) == (case["id"] in DIFFERENT):
                wrong.append((case["id"], theirs, ours))
    assert not wrong
