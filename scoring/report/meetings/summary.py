"""The summary in percent (`sys`): a row for each session, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ...common.counts import in_percent
from ...meetings.result import MeetingResult
from ...meetings.scores import MeetingScore
from .sheets import HEADS, SPEAKERS, speakers, table


def render(result: MeetingResult, width: int) -> Iterator[bytes]:
    """The summary in percent."""
    yield table(result, (("# Wrd",), HEADS, SPEAKERS), _cells, "SESSION SUMMARY PERCENTAGES")


def _cells(score: MeetingScore) -> list[str]:
    counts = score.counts
    rates = (
        counts.correct_rate,
        counts.substitution_rate,
        counts.deletion_rate,
        counts.insertion_rate,
        counts.wer,
    )
    shown = ["-" if rate is None else f"{in_percent(rate):.1f}" for rate in rates]
    return [str(counts.reference), *shown, *speakers(score)]
