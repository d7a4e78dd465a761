"""Reports of results and totals, as the reference program would write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ....formats.errors import UsageError
from ...words.for_reports import CountsOnly, scores_of
from ...words.information import summed_groups
from ...words.normalized_cross_entropy import summed_entropy
from ...words.result import Result
from . import OF_SUMS, ReportError, ReportOptions, renderer

if TYPE_CHECKING:
    from ...words.scores import WordScores
    from ...words.totals import Totals
    from .. import File

Part = TypeVar("Part")


def render(result: Totals, name: str, *, speakers: str | None = None, width: int = 1000) -> Iterator[File]:
    """Yields the files of a report: a suffix such as b".sys", and the bytes in pieces."""
    if name == "wws":
        raise UsageError("report 'wws' needs word weights, which only the command sclite accepts (-w)")
    if width < 1:
        raise UsageError(f"width is {width}; expected 1 or more")
    speakers = speakers or result.usual_speakers()
    if isinstance(result, Result):
        scores = scores_of(result, result.utterances.batch, speakers)
    else:
        scores = _scores_of_counts(result, name, speakers)
    for suffix, chunks in _told(renderer(name)(scores, ReportOptions(width=width))):
        yield suffix, _told(chunks)


def _told(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a report, which are made one by one; problems of its input are reported as those of any input."""
    try:
        yield from parts
    except ReportError as error:
        raise UsageError(str(error)) from None


def _scores_of_counts(totals: Totals, name: str, speakers: str | None) -> WordScores:
    """Scores for reports that need only counts."""
    check_counts(totals, name, with_confidence=totals.table.information is not None)
    scores = scores_of(totals, CountsOnly(totals.table), speakers)
    if (rows := totals.table.information) is not None:
        scores.entropy = summed_entropy(scores.totals(), summed_groups(rows, scores.speaker_of, len(scores.speakers)))
    return scores


def check_counts(totals: Totals, name: str, *, with_confidence: bool) -> None:
    """Rejects a report that needs more than counts, and what confidences tell if that is there."""
    if name not in OF_SUMS:
        raise UsageError(f"report {name!r} needs alignments, which totals do not store; use the result itself")
    timeline = totals.table.timeline
    if name != "lur" and timeline is not None and timeline.carried.hyp_confidence and not with_confidence:
        raise UsageError(
            f"report {name!r} shows the cross entropy of confidences, which totals do not store; use the result itself"
        )
