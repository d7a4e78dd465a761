"""NeMo's error rate of punctuation marks, of nemo.collections.common.metrics.punct_er.

Words and marks are aligned, each mark as any other, under the policy `1/1/1:SID`. A mark beside another one is
right or substituted; all others are deleted or inserted.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..... import core

__all__ = ["DatasetPunctuationErrorRate", "OccurancePunctuationErrorRate", "punctuation_error_rate"]

_LOG = logging.getLogger("nemo_logger")
_OPERATIONS = ("Correct", "Deletions", "Insertions", "Substitutions")
# Of each mark a number of each operation, or of each other mark.
Amounts = dict[str, dict[str, int]]
Rates = dict[str, dict[str, float]]


class PunctuationRates(NamedTuple):
    """Rates of all marks together, and of each mark by operation and by the mark that stands instead."""

    correct_rate: float
    deletions_rate: float
    insertions_rate: float
    substitutions_rate: float
    punct_er: float
    operation_rates: Rates
    substitution_rates: Rates


def punctuation_error_rate(
    references: Sequence[str],
    hypotheses: Sequence[str],
    punctuation_marks: list[str],
    punctuation_mask: str = "[PUNCT]",
) -> float:
    """The share of marks that are deleted, inserted or substituted.

    >>> punctuation_error_rate(["Hi, dear! Nice to see you."], ["Hi dear! Nice to see you!"], [".", ",", "!", "?"])
    0.6666666666666666
    """
    rates = DatasetPunctuationErrorRate(references, hypotheses, punctuation_marks, punctuation_mask)
    rates.compute()
    rate: float = rates.punct_er
    return rate


class OccurancePunctuationErrorRate:
    """Amounts and rates of the marks of one reference and one hypothesis."""

    def __init__(self, punctuation_marks: list[str], punctuation_mask: str = "[PUNCT]") -> None:
        assert len(punctuation_marks) != 0, "List of punctuation marks is empty"
        self.punctuation_marks = punctuation_marks
        self.punctuation_mask = punctuation_mask
        self.operations = list(_OPERATIONS)
        escaped = "\\" + "\\".join(punctuation_marks)
        self._token = re.compile(rf"[\w']+|[{escaped}]")

    def compute(self, reference: str, hypothesis: str) -> tuple[Amounts, Amounts, PunctuationRates]:
        """Amounts of operations and of substitutions of each mark, and their rates."""
        amounts = self.compute_operation_amounts(reference, hypothesis)
        return *amounts, self.compute_rates(*amounts)

    def compute_operation_amounts(self, reference: str, hypothesis: str) -> tuple[Amounts, Amounts]:
        """Amounts of operations and of substitutions of each mark."""
        marks = self.punctuation_marks
        operations: Amounts = {mark: dict.fromkeys(_OPERATIONS, 0) for mark in marks}
        substitutions: Amounts = {mark: dict.fromkeys(marks, 0) for mark in marks}
        ref, hyp = self._token.findall(reference), self._token.findall(hypothesis)
        for left, right in self._paired(ref, hyp):
            operations[left]["Correct" if left == right else "Substitutions"] += 1
            substitutions[left][right] += left != right
        for mark, counts in operations.items():
            counts["Deletions"] = ref.count(mark) - counts["Correct"] - counts["Substitutions"]
            instead = sum(substitutions[other][mark] for other in marks)
            counts["Insertions"] = hyp.count(mark) - counts["Correct"] - instead
        return operations, substitutions

    def _paired(self, ref: list[str], hyp: list[str]) -> Iterator[tuple[str, str]]:
        """The marks that stand beside each other."""
        marks = set(self.punctuation_marks)
        refs, hyps = ([self.punctuation_mask if token in marks else token for token in side] for side in (ref, hyp))
        i = j = 0
        for rows, columns in core.steps(refs, hyps, (1, 1, 1), "SID", False):
            if rows and columns and ref[i] in marks and hyp[j] in marks:
                yield ref[i], hyp[j]
            i += rows
            j += columns

    def compute_rates(self, operation_amounts: Amounts, substitution_amounts: Amounts) -> PunctuationRates:
        """The rates of each mark, and those of all together."""
        operation_rates, substitution_rates = {}, {}
        for mark in self.punctuation_marks:
            number = sum(operation_amounts[mark].values())
            operation_rates[mark] = _shares(operation_amounts[mark], number)
            substitution_rates[mark] = _shares(substitution_amounts[mark], number)
        sums = {name: sum(counts[name] for counts in operation_amounts.values()) for name in _OPERATIONS}
        totals = _shares(sums, sum(sums.values()))
        correct, deletions, insertions, substitutions = (totals[name] for name in _OPERATIONS)
        wrong = deletions + insertions + substitutions
        rates = correct, deletions, insertions, substitutions, wrong
        return PunctuationRates(*rates, operation_rates, substitution_rates)


def _shares(counts: dict[str, int], number: int) -> dict[str, float]:
    return {name: count / number if number else 0 for name, count in counts.items()}


class DatasetPunctuationErrorRate:
    """Rates of the marks of many references and hypotheses; None before they are computed."""

    correct_rate: Any
    deletions_rate: Any
    insertions_rate: Any
    substitutions_rate: Any
    punct_er: Any
    operation_rates: Any
    substitution_rates: Any

    def __init__(
        self,
        references: Sequence[str],
        hypotheses: Sequence[str],
        punctuation_marks: list[str],
        punctuation_mask: str = "[PUNCT]",
    ) -> None:
        self.references = references
        self.hypotheses = hypotheses
        self.punctuation_marks = punctuation_marks
        self.punctuation_mask = punctuation_mask
        self.oper_obj = OccurancePunctuationErrorRate(punctuation_marks, punctuation_mask)
        self.reset()

    def reset(self) -> None:
        """Forgets all amounts and rates."""
        self.operation_amounts: list[Amounts] = []
        self.substitution_amounts: list[Amounts] = []
        self.rates: list[PunctuationRates] = []
        for name in PunctuationRates._fields:
            setattr(self, name, None)

    def compute(self) -> None:
        """Finds the rates, and those of each pair of texts."""
        _LOG.info("Computing Punctuation Error Rate")
        for reference, hypothesis in zip(self.references, self.hypotheses):  # noqa: B905 (as the original)
            operations, substitutions, rates = self.oper_obj.compute(reference, hypothesis)
            self.operation_amounts.append(operations)
            self.substitution_amounts.append(substitutions)
            self.rates.append(rates)
        rates = self.oper_obj.compute_rates(_sum(self.operation_amounts), _sum(self.substitution_amounts))
        for name, value in rates._asdict().items():
            setattr(self, name, value)

    def print(self) -> None:
        """Logs the rates."""
        for line in self.lines():
            _LOG.info(line)

    def lines(self) -> Iterator[str]:
        """The lines of `print`."""
        yield f"Dataset PER {round(100 * self.punct_er, 2)}%"
        yield f"Rates of punctuation correctness and errors (in range [0, 1]):\n{self.operation_rates}\n"
        yield f"Substitution rates between punctuation marks (in range [0, 1]):\n{self.substitution_rates}\n"


def _sum(amounts: Sequence[Amounts]) -> Amounts:
    """The sums of amounts."""
    return {
        mark: {name: sum(each[mark][name] for each in amounts) for name in counts}
        for mark, counts in amounts[0].items()
    }
