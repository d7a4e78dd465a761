"""The table of streams that were aligned (`speakers`): who was taken for whom, and the errors of each pair."""

from __future__ import annotations

from collections.abc import Iterator

from ...common.counts import Counts, in_percent
from ...meetings.result import MeetingResult
from ..engine.sheet import Sheet, drawn

_HEADS = ("SESSION", "REF", "HYP", "# Wrd", "Corr", "Sub", "Del", "Ins", "Err", "Err %")


def render(result: MeetingResult, width: int) -> Iterator[bytes]:
    """A row for each pair of streams, and for each name of several sessions; `-` stands for no stream."""
    rows = [
        [part.name, match.ref or "-", match.hyp or "-", *cells_of(match.counts)]
        for part in result.parts
        for match in part.assigned.matches
    ]
    rows += [["all", name, "", *cells_of(counts)] for name, counts in _of_several_sessions(result)]
    total = ["Sum", "", "", *cells_of(result.total.counts)]
    sheet = Sheet(f"{result.hyp_name or 'hypothesis'}: {result.title}", "l|ll|r|rrrrr|r", _HEADS, rows, total)
    yield drawn(sheet, "ALIGNED STREAMS")


def _of_several_sessions(result: MeetingResult) -> Iterator[tuple[str, Counts]]:
    """The names of the reference that several sessions have, such as roles, and their counts in all of them."""
    rows = [
        (match.ref, part.name, match.counts) for part in result.parts for match in part.assigned.matches if match.ref
    ]
    for name in dict.fromkeys(name for name, _, _ in rows):
        of_name = [(session, counts) for other, session, counts in rows if other == name]
        if len({session for session, _ in of_name}) > 1:
            yield name, sum([counts for _, counts in of_name], Counts())


def cells_of(counts: Counts) -> list[str]:
    """The numbers of a row: words, correct ones, errors of each kind and in all, and the rate."""
    numbers = (counts.reference, counts.correct, counts.substitutions, counts.deletions, counts.insertions)
    rate = "-" if counts.wer is None else f"{in_percent(counts.wer):.1f}"
    return [*map(str, numbers), str(counts.errors), rate]
