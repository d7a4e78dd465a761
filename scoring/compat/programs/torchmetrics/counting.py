"""Sums that torchmetrics makes of texts, without torch: hypotheses come first, as there."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import methodcaller
from typing import Any

from ..... import core
from .....core import compat
from .....formats.values import dataclass

# Costs and ties: only the number of errors counts.
_COSTS, _TIES = (1, 1, 1), "IDS"
_BEAM = 25
_words = methodcaller("split")


@dataclass(frozen=True, slots=True)
class Sums:
    """Errors and lengths of many pairs."""

    errors: int
    target: int
    """Words or characters of references."""
    preds: int
    """Words or characters of hypotheses."""
    longest: int
    """The sum of the lengths of the longer side of each pair."""


def sums_of_words(preds: str | Iterable[str], target: str | Iterable[str]) -> Sums:
    """The sums of words, which blanks of any kind separate.

    >>> sums_of_words(["a b c"], ["a x"])
    Sums(errors=2, target=2, preds=3, longest=3)
    """
    return _sums(list(map(_words, _in_turn(preds, target))))


def sums_of_characters(preds: str | Iterable[Any], target: str | Iterable[Any]) -> Sums:
    """The sums of characters, blanks among them, or of the items of other sequences.

    >>> sums_of_characters("kitten", "sitting")
    Sums(errors=3, target=7, preds=6, longest=7)
    """
    texts = _in_turn(preds, target)
    return _sums(texts if {*map(type, texts)} <= {str} else list(map(list, texts)))


def _in_turn(preds: Any, target: Any) -> list[Any]:
    """Hypothesis, reference, hypothesis and so on; of sides of different lengths, the longer one is cut."""
    return list(chain.from_iterable(zip(_listed(preds), _listed(target))))  # noqa: B905


def _sums(texts: Sequence[Any]) -> Sums:
    preds, target = texts[0::2], texts[1::2]
    counts = core.symbol_counts(target, preds, _COSTS, _TIES, False)
    ((_, _, *errors, _),) = core.count_totals(counts, bytes(4 * len(preds)), 1)
    words, said = list(map(len, target)), list(map(len, preds))
    return Sums(sum(errors), sum(words), sum(said), sum(map(max, words, said)))


def distances(preds: str | Sequence[str], target: str | Sequence[str], substitution_cost: float) -> list[float]:
    """The edit distance of each pair, searched in the beam of torchmetrics: shifts of more than 25 cost too much.

    >>> distances("rain", "shine", 2)
    [5.0]
    """
    sides = {"preds": _listed(preds), "target": _listed(target)}
    for name, texts in sides.items():
        if not all(isinstance(text, str) for text in texts):
            raise ValueError(f"Expected all values in argument `{name}` to be string type, but got {texts}")
    hyps, refs = map(list, sides.values())
    if len(hyps) != len(refs):
        raise ValueError(
            f"Expected argument `preds` and `target` to have same length, but got {len(hyps)} and {len(refs)}"
        )
    return array("d", compat.beam_distances(hyps, refs, substitution_cost, _BEAM)).tolist()


def _listed(texts: Any) -> Any:
    """The texts; a single one is a list of one."""
    return [texts] if isinstance(texts, str) else texts
