"""Reports and tables of sums, equal to those of the utterances behind them."""

from __future__ import annotations

from array import array
from typing import Any

from formats.errors import UsageError
from scoring.batches.sums import Sums
from scoring.report import check_name
from scoring.report.words import ALIASES, ReportError, ReportOptions, renderer
from scoring.report.words.render import check_counts
from scoring.words.scores_of import scores_of_groups
from scoring.words.tables import group_columns
from scoring.words.totals import Totals


class _Rows:
    """The sums of speakers, in place of the batch that a report sums."""

    __slots__ = ("_sums",)

    def __init__(self, sums: Sums) -> None:
        self._sums = sums

    def __len__(self) -> int:
        return sum(one.utterances for one in self._sums.values())

    def totals(self, groups: bytes, n: int) -> list[tuple[int, ...]]:
        """The sums of each speaker; there is one row of each."""
        assert n == len(self._sums) == len(groups) // 4
        return [one.row for one in self._sums.values()]

    def counts(self) -> bytes:
        """No counts of single utterances."""
        return b""


def report(totals: Totals, sums: Sums, name: str) -> bytes:
    """A report of counts by speaker."""
    check_name(totals.WING, name)
    name = ALIASES.get(name, name)
    check_counts(totals, name)
    speakers = [_named(speaker, sums) for speaker in sums]
    groups = array("i", range(len(speakers)))
    scores = scores_of_groups(totals, _Rows(sums), speakers, groups)
    try:
        return b"".join(chunk for _, chunks in renderer(name)(scores, ReportOptions()) for chunk in chunks)
    except ReportError as error:
        raise UsageError(str(error)) from None


def table(totals: Totals, sums: Sums, group: str) -> Any:
    """An Arrow table with a row for each value of a group."""
    from scoring.arrow import to_arrow

    metadata = {"wing": totals.WING, "signature": totals.signature}
    return to_arrow(group_columns(group, list(sums), [one.row for one in sums.values()]), metadata)


def _named(speaker: str | None, sums: Sums) -> str:
    if speaker is None:
        one = sums[None]
        raise UsageError(
            f"{one.utterances} ids name no speaker (the first is {one.first}); expected a name before '-' or '_'; give "
            "score_batch speakers='one' (--speakers one), or a column of speakers"
        )
    return speaker
