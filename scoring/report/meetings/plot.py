"""Pictures of meetings: error rates of sessions and of speakers, and the parts of the errors."""

from __future__ import annotations

from collections.abc import Sequence

from ....formats.errors import UsageError, unknown
from ...common.counts import Counts
from ...meetings.result import MeetingResult
from ..engine.pictures import Drawing, Series, cut, most_rows
from ..engine.rates import barred
from ..engine.stacked import Stack, counted_parts, stacked

_GROUPS = ("speaker", "session")


def drawing(results: Sequence[MeetingResult], kind: str, *, by: str = "") -> Drawing:
    """The picture of this kind of one result: a row for all, then one for each session or speaker, the worst first."""
    (result,) = results
    if by and by not in _GROUPS:
        raise unknown("group", by, _GROUPS)
    if by and kind != "groups":
        raise UsageError(f"by={by!r} (--by) has no effect on the picture {kind!r}; expected kind='groups'")
    counts = _of_speakers(result) if kind == "groups" and by != "session" else _of_sessions(result)
    rows = sorted(counts.items(), key=lambda row: -(row[1].wer or 0.0))
    shown, rest = most_rows([("all", result.counts), *rows] if len(rows) > 1 else rows)
    names = cut([name or "none" for name, _ in shown])
    unit = result.settings.unit
    title = f"{result.title} (% of {unit}s){rest}"
    if kind == "errors":
        return stacked(Stack(names, counted_parts([each for _, each in shown]), title))
    return barred(names, Series("", [each.wer for _, each in shown]), title)


def _of_sessions(result: MeetingResult) -> dict[str, Counts]:
    return {part.name: part.score.counts for part in result.parts}


def _of_speakers(result: MeetingResult) -> dict[str, Counts]:
    """The counts of each speaker of the reference, over all sessions; streams that nobody spoke are of `nobody`."""
    counts: dict[str, Counts] = {}
    for part in result.parts:
        for match in part.assigned.matches:
            name = "nobody" if match.ref is None else match.ref
            counts[name] = counts.get(name, Counts()) + match.counts
    return counts
