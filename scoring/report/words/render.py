"""Reports of results and totals, as the reference program would write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from formats.errors import UsageError
from scoring.report.words import ReportError, ReportOptions, renderer
from scoring.words.result import Result
from scoring.words.scores_of import CountsOnly, scores_of

if TYPE_CHECKING:
    from scoring.report import File
    from scoring.words.scores import WordScores
    from scoring.words.totals import Totals

# Reports that need no alignment.
_OF_COUNTS = ("sum", "rsum", "lur")


def render(result: Totals, name: str, *, speakers: str | None = None, width: int = 1000) -> Iterator[File]:
    """Yields the files of a report: a suffix such as b".sys", and the bytes in pieces."""
    if name == "wws":
        raise UsageError("report 'wws' needs word weights, which only the command sclite takes (-w)")
    if isinstance(result, Result):
        scores = scores_of(result, result.utterances.batch, speakers)
    else:
        scores = _scores_of_counts(result, name, speakers)
    try:
        yield from renderer(name)(scores, ReportOptions(width=width))
    except ReportError as error:
        raise UsageError(str(error)) from None


def _scores_of_counts(totals: Totals, name: str, speakers: str | None) -> WordScores:
    """Scores for reports that need only counts."""
    check_counts(totals, name)
    return scores_of(totals, CountsOnly(totals.table), speakers)


def check_counts(totals: Totals, name: str) -> None:
    """Refuses a report that needs more than counts."""
    if name not in _OF_COUNTS:
        raise UsageError(f"report {name!r} needs alignments, which totals do not keep; ask the result for it")
    timeline = totals.table.timeline
    if name != "lur" and timeline is not None and timeline.carried.hyp_confidence:
        raise UsageError(
            f"report {name!r} shows the cross entropy of confidences, which totals do not keep; ask the result for it"
        )
