"""The summary in numbers (`raw`): a row for each session, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ...meetings.result import MeetingResult
from ...meetings.scores import MeetingScore
from .sheets import HEADS, SPEAKERS, speakers, table


def render(result: MeetingResult, width: int) -> Iterator[bytes]:
    """The summary in numbers; `Low` is the number of errors that no assignment undercuts."""
    yield table(result, (("# Wrd",), (*HEADS, "Low"), SPEAKERS), _cells, "SESSION SUMMARY COUNTS")


def _cells(score: MeetingScore) -> list[str]:
    counts = score.counts
    errors = (counts.correct, counts.substitutions, counts.deletions, counts.insertions, counts.errors, score.low)
    return [str(counts.reference), *map(str, errors), *speakers(score)]
