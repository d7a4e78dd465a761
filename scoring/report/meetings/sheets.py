"""Tables of sessions in the boxes of sclite."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...meetings.result import MeetingResult
from ...meetings.scores import MeetingScore
from ..engine.sheet import drawn, grouped


def table(
    result: MeetingResult, groups: Sequence[Sequence[str]], cells: Callable[[MeetingScore], Sequence[str]], heading: str
) -> bytes:
    """A row for each session, and the sum."""
    title = f"{result.hyp_name or 'hypothesis'}: {result.title}"
    rows = [[part.name, *cells(part.score)] for part in result.parts]
    return drawn(grouped(title, "SESSION", groups, rows, cells(result.total)), heading)


def speakers(score: MeetingScore) -> list[str]:
    """The numbers of speakers: scored, missed and false."""
    count = score.speakers
    return [str(count.scored), str(count.missed), str(count.false)]


HEADS = ("Corr", "Sub", "Del", "Ins", "Err")
SPEAKERS = ("# Spk", "Miss", "False")
