"""Functions of torchmetrics 1.9 for speech, with our alignments: the same values, hypotheses first."""

from __future__ import annotations

from typing import Any

from .....formats.optional import library
from .counting import distances, sums_of_characters, sums_of_words

torch: Any = library("torch", purpose="metrics of torchmetrics", install="torchmetrics")


def word_error_rate(preds: str | list[str], target: str | list[str]) -> Any:
    """Errors per word of the reference, as a tensor."""
    sums = sums_of_words(preds, target)
    return _rate(sums.errors, sums.target)


def char_error_rate(preds: str | list[str], target: str | list[str]) -> Any:
    """Errors per character of the reference, as a tensor; blanks are characters."""
    sums = sums_of_characters(preds, target)
    return _rate(sums.errors, sums.target)


def match_error_rate(preds: str | list[str], target: str | list[str]) -> Any:
    """Errors per word of the longer side of each pair, as a tensor."""
    sums = sums_of_words(preds, target)
    return _rate(sums.errors, sums.longest)


def word_information_preserved(preds: str | list[str], target: str | list[str]) -> Any:
    """Word information preserved, by torchmetrics' number of correct words, as a tensor."""
    sums = sums_of_words(preds, target)
    correct = sums.errors - sums.longest
    return _rate(correct, sums.target) * _rate(correct, sums.preds)


def word_information_lost(preds: str | list[str], target: str | list[str]) -> Any:
    """Word information lost: 1 less `word_information_preserved`."""
    return 1 - word_information_preserved(preds, target)


def edit_distance(
    preds: str | list[str], target: str | list[str], substitution_cost: int = 1, reduction: str | None = "mean"
) -> Any:
    """The mean or the sum of edit distances of characters, or each of them, as a tensor."""
    values = torch.tensor(distances(preds, target, substitution_cost), dtype=torch.int)
    if not values.numel():
        return torch.tensor(0, dtype=torch.int32)
    if reduction not in ("mean", "sum", "none", None):
        raise ValueError("Expected argument `reduction` to either be 'sum', 'mean', 'none' or None")
    if reduction == "mean":
        return values.sum() / values.numel()
    return values.sum() if reduction == "sum" else values


def _rate(part: int, whole: int) -> Any:
    """A quotient as torch has it: NaN of nothing, infinite without a reference."""
    return torch.tensor(part) / torch.tensor(whole)
