"""The mean of the rates of utterances: what papers on text to speech publish, where short utterances weigh as much.

Utterances without reference words have no rate and are left out.
"""

from __future__ import annotations

from ...common.counts import percent
from ..measure import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def _sizes(result: Any) -> Mapping[tuple[int, int], int]:
    """How many utterances have so many errors and reference words, for those with words."""
    return {pair: times for pair, times in result.sizes("utterance").items() if pair[1]}


def mean(result: Any) -> float | None:
    """The mean of the rates of utterances with reference words; None without any."""
    # Imported only now: few scores ask for it.
    from math import fsum

    sizes = _sizes(result)
    total = fsum(errors / words * times for (errors, words), times in sizes.items())
    return total / sum(sizes.values()) if sizes else None


def median(result: Any) -> float | None:
    """The median of the rates of utterances with reference words; None without any."""
    sizes = _sizes(result)
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
    right = result.sentences - result.sentence_errors
    share = percent(right / result.sentences if result.sentences else None)
    return (
        f"of utterance rates (average:mean); median {percent(median(result))} (average:median), {share} of utterances "
        "without error"
    )


MEAN = Measure(
    name="mean_utterance_wer",
    title="mean",
    value=mean,
    note=_note,
    is_shown=lambda result: result.sentences > 1 or result.settings.average == "mean",
    named=lambda result: {"mean_utterance_wer": mean(result), "median_utterance_wer": median(result)},
)
