"""The table of segments of the reference (`segments`): who said them, which stream has them, and their errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ....formats.errors import UsageError
from ...common.counts import Counts
from ...meetings.prepared import PlacedWord
from ...meetings.result import MeetingPart, MeetingResult
from ...meetings.scores import Match
from ..engine.sheet import Sheet, drawn
from .speakers import cells_of

_HEADS = ("SESSION", "REF", "HYP", "BEGIN", "END", "# Wrd", "Corr", "Sub", "Del", "Ins", "Err", "Err %")
_NO_SEGMENT = -1


def render(result: MeetingResult, width: int) -> Iterator[bytes]:
    """A row for each segment by its begin; `-` stands for insertions in streams that no segment belongs to.

    An insertion counts with the segment of the word before it in its stream, or of the first word.
    """
    if result.settings.marks:
        raise UsageError("report 'segments' cannot divide alternatives; for texts with marks expected pra or speakers")
    rows = [row for part in result.parts for row in _rows(part, result)]
    total = ["Sum", *[""] * 4, *cells_of(result.total.counts)]
    sheet = Sheet(f"{result.hyp_name or 'hypothesis'}: {result.title}", "l|ll|rr|r|rrrrr|r", _HEADS, rows, total)
    yield drawn(sheet, "SEGMENTS")


def _rows(part: MeetingPart, result: MeetingResult) -> list[list[str]]:
    ref = part.session.ref
    rows: list[tuple[int, list[str]]] = []
    for match in part.assigned.matches:
        words, _ = part.placed_words(match, result.record, result.settings)
        counts = _counts_by_segment(match, words)
        for place in match.refs or counts:
            times = (
                (None, None)
                if ref.starts is None or ref.ends is None or place < 0
                else (ref.starts[place], ref.ends[place])
            )
            names = ("" if place < 0 else ref.speakers[place]) or "-", match.hyp or "-"
            shown = ("-" if time is None else f"{time:.2f}" for time in times)
            rows.append((place, [part.name, *names, *shown, *cells_of(counts.get(place, Counts()))]))
    begins = ref.starts
    # Rows without a segment come last.
    rows.sort(key=lambda row: (row[0] < 0, begins[row[0]] if begins and row[0] >= 0 else 0.0, row[0]))
    return [row for _, row in rows]


def _counts_by_segment(match: Match, words: Sequence[PlacedWord]) -> dict[int, Counts]:
    """The counts of the steps, by the place of the segment that each belongs to."""
    steps: dict[int, Counter[str]] = {}
    following = iter(words)
    place = words[0].place if words else min(match.refs, default=_NO_SEGMENT)
    for step in match.steps.decode():
        if step != "I":
            place = next(following).place
        steps.setdefault(place, Counter())[step] += 1
    return {place: Counts(*(numbers[step] for step in "CSDI")) for place, numbers in steps.items()}
