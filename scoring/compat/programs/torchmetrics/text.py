"""The classes: subclasses of those of torchmetrics, which count with our alignments, in whole numbers."""

from __future__ import annotations

from typing import Any

from .....formats.optional import library
from .counting import distances, sums_of_characters, sums_of_words

torch: Any = library("torch", purpose="metrics of torchmetrics", install="torchmetrics")
_originals: Any = library("torchmetrics.text", purpose="metrics of torchmetrics", install="torchmetrics")


def _count_whole(metric: Any, *names: str) -> None:
    """Makes states whole numbers: the originals are of 32 bits, which end to count at 16,777,216 words."""
    for name in names:
        metric.add_state(name, default=torch.tensor(0), dist_reduce_fx="sum")


class WordErrorRate(_originals.WordErrorRate):  # type: ignore[misc]  # of a library without types
    """Errors per word of the reference."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        _count_whole(self, "errors", "total")

    def update(self, preds: str | list[str], target: str | list[str]) -> None:
        """Adds texts, or lists of texts."""
        sums = sums_of_words(preds, target)
        self.errors += sums.errors
        self.total += sums.target


class CharErrorRate(_originals.CharErrorRate):  # type: ignore[misc]  # likewise
    """Errors per character of the reference; blanks are characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        _count_whole(self, "errors", "total")

    def update(self, preds: str | list[str], target: str | list[str]) -> None:
        """Adds texts, or lists of texts."""
        sums = sums_of_characters(preds, target)
        self.errors += sums.errors
        self.total += sums.target


class MatchErrorRate(_originals.MatchErrorRate):  # type: ignore[misc]  # likewise
    """Errors per word of the longer side of each pair."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        _count_whole(self, "errors", "total")

    def update(self, preds: str | list[str], target: str | list[str]) -> None:
        """Adds texts, or lists of texts."""
        sums = sums_of_words(preds, target)
        self.errors += sums.errors
        self.total += sums.longest


class _WordInformation:
    """Sums of the longer sides' words without an error, which torchmetrics takes for the correct ones, below zero."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        _count_whole(self, "errors", "target_total", "preds_total")

    def update(self: Any, preds: str | list[str], target: str | list[str]) -> None:
        """Adds texts, or lists of texts."""
        sums = sums_of_words(preds, target)
        self.errors += sums.errors - sums.longest
        self.target_total += sums.target
        self.preds_total += sums.preds


class WordInfoLost(_WordInformation, _originals.WordInfoLost):  # type: ignore[misc]  # likewise
    """Word information lost, by torchmetrics' number of correct words."""


class WordInfoPreserved(_WordInformation, _originals.WordInfoPreserved):  # type: ignore[misc]  # likewise
    """Word information preserved, by torchmetrics' number of correct words."""


class EditDistance(_originals.EditDistance):  # type: ignore[misc]  # likewise
    """The mean or the sum of edit distances of characters, or each of them."""

    def update(self, preds: str | list[str], target: str | list[str]) -> None:
        """Adds texts, or lists of texts."""
        values = torch.tensor(distances(preds, target, self.substitution_cost), dtype=torch.int)
        if self.reduction in (None, "none"):
            self.edit_scores_list.append(values)
        else:
            self.edit_scores += values.sum()
            self.num_elements += values.shape[0]
