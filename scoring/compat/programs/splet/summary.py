"""splet.summary: results of utterances become figures of a corpus, by the rules that metrics declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .....formats.errors import UsageError, among

__all__ = ["RULES", "Accumulator", "declared_rules", "error_rate_from_counts", "summarize"]

RULES = ("sum", "rate", "text")
"""Counts are added, rates are made from the sums of errors and reference tokens, texts are left out."""


def error_rate_from_counts(errors: int, ref_len: int) -> float:
    """Errors per reference token; without any token, 1.0 if there are errors, else 0.0."""
    return errors / ref_len if ref_len else float(errors > 0)


def declared_rules(metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """The metric and the rule of each key that metrics may report."""
    rules: dict[str, tuple[str, str]] = {}
    for metric_id, module in metrics.items():
        for suffix, rule in module["spec"].outputs.items():
            if rule not in RULES:
                raise UsageError(f"unknown summary rule {rule!r}{among(rule, RULES)}")
            key = f"{metric_id}{suffix}"
            if key in rules:
                raise UsageError(
                    f"metrics {rules[key][0]!r} and {metric_id!r} both report {key!r}; expected another id"
                )
            rules[key] = metric_id, rule
    return rules


class Accumulator:
    """Figures of a corpus whose results come one by one or in batches.

    >>> from scorelite.compat.splet import load_metrics, measure_batch
    >>> metrics = load_metrics([{"name": "wer"}])
    >>> accumulator = Accumulator(metrics)
    >>> for hyps, refs in ((["a b"], ["a c"]), (["x"], ["x y z"])):
    ...     accumulator = accumulator.add_all(measure_batch(hyps, refs, metrics))
    >>> accumulator.result()["wer"]
    0.6
    """

    def __init__(self, metrics: Mapping[str, Mapping[str, Any]]) -> None:
        self._rules = declared_rules(metrics)
        self.reset()

    def reset(self) -> None:
        """Starts again without results."""
        self._utterances = 0
        self._sums: dict[str, int] = {}

    def add(self, result: Mapping[str, Any]) -> Accumulator:
        """Adds a result of an utterance; a key that no metric declares is an error."""
        for key, value in result.items():
            if key == "key":
                continue
            if key not in self._rules:
                raise UsageError(f"key {key!r} is not declared by any metric; expected it in outputs of a MetricSpec")
            if self._rules[key][1] == "sum":
                self._sums[key] = self._sums.get(key, 0) + value
        self._utterances += 1
        return self

    def add_all(self, results: Sequence[Mapping[str, Any]]) -> Accumulator:
        """Adds results of utterances."""
        for result in results:
            self.add(result)
        return self

    def state(self) -> dict[str, Any]:
        """The counts so far; those of several processes are added number by number."""
        return {"num_utterances": self._utterances, "sums": dict(self._sums)}

    def load_state(self, state: Mapping[str, Any]) -> Accumulator:
        """Replaces the counts by those of `state`."""
        self._utterances, self._sums = int(state["num_utterances"]), dict(state["sums"])
        return self

    def result(self) -> dict[str, Any]:
        """The number of utterances, sums of counts, and rates of these sums."""
        summary: dict[str, Any] = {"num_utterances": self._utterances}
        for key, (metric_id, rule) in self._rules.items():
            errors, ref_len = self._sums.get(f"{metric_id}_errors"), self._sums.get(f"{metric_id}_ref_len")
            if rule == "sum" and key in self._sums:
                summary[key] = self._sums[key]
            elif rule == "rate" and errors is not None and ref_len is not None:
                summary[key] = error_rate_from_counts(errors, ref_len)
        return summary


def summarize(results: Sequence[Mapping[str, Any]], metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Figures of a corpus from all results of its utterances."""
    return Accumulator(metrics).add_all(results).result()
