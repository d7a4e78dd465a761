"""The mean of the rates of utterances: what papers on text to speech publish, where short utterances weigh as much.

Utterances without reference words have no rate and are left out.
"""

from __future__ import annotations

from ....formats.errors import quantity
from ...common.counts import percent
from ..measure import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def _with_words(sizes: Mapping[tuple[int, int], int]) -> Mapping[tuple[int, int], int]:
    return {pair: times for pair, times in sizes.items() if pair[1]}


def mean(result: Any) -> float | None:
    """The mean of the rates of utterances with reference words; None without any."""
    return mean_of(result.sizes("utterance"))


def mean_of(sizes: Mapping[tuple[int, int], int]) -> float | None:
    """The mean of rates, of numbers of utterances by errors and reference words.

    >>> mean_of({(1, 2): 1, (0, 3): 1, (2, 0): 1})
    0.25
    """
    # Imported only now: few scores ask for it.
    from math import fsum

    sizes = _with_words(sizes)
    total = fsum(errors / words * times for (errors, words), times in sizes.items())
    return total / sum(sizes.values()) if sizes else None


def median(result: Any) -> float | None:
    """The median of the rates of utterances with reference words; None without any."""
    return median_of(result.sizes("utterance"))


def median_of(sizes: Mapping[tuple[int, int], int]) -> float | None:
    """The median of rates, of numbers of utterances by errors and reference words."""
    sizes = _with_words(sizes)
    ordered = sorted((errors / words, times) for (errors, words), times in sizes.items())
    number = sum(sizes.values())
    middle: list[float] = []
    behind = 0
    for rate, times in ordered:
        behind += times
        while len(middle) < 2 and behind > (number - 1 + len(middle)) // 2:
            middle.append(rate)
    return sum(middle) / 2 if middle else None


def _note(result: Any) -> str:
    empty = sum(times for (_, words), times in result.sizes("utterance").items() if not words)
    left_out = f", without {quantity(empty, 'empty reference')}" if empty else ""
    right = result.sentences - result.sentence_errors
    share = percent(right / result.sentences if result.sentences else None)
    return (
        f"of utterance rates (average:mean){left_out}; median {percent(median(result))} (average:median), {share} of "
        "utterances without error"
    )


MEAN = Measure(
    name="mean_utterance_wer",
    title="mean",
    value=mean,
    note=_note,
    is_shown=lambda result: result.sentences > 1 or result.settings.average == "mean",
    named=lambda result: {"mean_utterance_wer": mean(result), "median_utterance_wer": median(result)},
)
