"""SLUE's measure of named entities: `get_ner_scores` counts those of a label that both sides of a sentence have.

An entity is a label, its words, and a number that tells repeated ones apart; where it stands does not matter. Those of
recognised texts come from a tagger: `scorelite score --with classes=FILE`, which counts words of the reference, needs
none.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

__all__ = ["get_ner_scores"]


def get_ner_scores(
    all_gt: Iterable[Iterable[Sequence[Hashable]]], all_predictions: Iterable[Iterable[Sequence[Hashable]]]
) -> dict[str, dict[str, float]]:
    """Precision, recall and F of each label, of all entities (micro), and the means over labels (macro).

    >>> said = [[("GPE", "new york", 0), ("DATE", "today", 0)]]
    >>> get_ner_scores(said, [[("GPE", "new york", 0), ("DATE", "friday", 0)]])["overall_micro"]
    {'precision': 0.5, 'recall': 0.5, 'fscore': 0.5}
    """
    sums: dict[str, list[int]] = {}
    for sides in zip(all_gt, all_predictions):  # noqa: B905 (the original cuts the longer side, too)
        held = [_by_label(entities) for entities in sides]
        for label in sorted(set().union(*held)):
            said, heard = (side.get(label, set()) for side in held)
            numbers = sums.setdefault(label, [0, 0, 0])
            for place, number in enumerate((len(said & heard), len(heard), len(said))):
                numbers[place] += number
    scores = {label: _scored(*numbers) for label, numbers in sums.items()}
    size = len(scores)
    means = {name: sum(row[name] for row in scores.values()) / size if size else math.nan for name in _NAMES}
    return {**scores, "overall_micro": _scored(*map(sum, zip(*sums.values(), strict=True))), "overall_macro": means}


_NAMES = ("precision", "recall", "fscore")


def _by_label(entities: Iterable[Sequence[Hashable]]) -> dict[str, set[tuple[Hashable, ...]]]:
    held: dict[str, set[tuple[Hashable, ...]]] = {}
    for label, *entity in entities:
        held.setdefault(str(label), set()).add(tuple(entity))
    return held


def _scored(correct: int = 0, heard: int = 0, said: int = 0) -> dict[str, float]:
    precision, recall = _divided(correct, heard), _divided(correct, said)
    return dict(zip(_NAMES, (precision, recall, _divided(2 * precision * recall, precision + recall)), strict=True))


def _divided(number: float, by: float) -> float:
    return number / by if by else 0.0
