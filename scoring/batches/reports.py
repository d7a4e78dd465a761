"""Reports of sums, equal to those of the utterances behind them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import add
from typing import TYPE_CHECKING

from ...formats.errors import UsageError, quantity
from ..report import check_name
from ..report.words import ALIASES, ReportError, ReportOptions, renderer
from ..report.words.render import check_counts
from ..words.entropy import summed_entropy
from ..words.information import Information
from ..words.scores import HYP_CONFIDENCE
from ..words.scores_of import add_labels, scores_of_groups
from ..words.totals import Totals
from .sums import Row, Sums

if TYPE_CHECKING:
    from ..words.scores import WordScores

# Reports read counts as 32-bit numbers: larger sums are divided into rows of at most so many words.
_MOST = 1 << 30


class _Rows:
    """Sums in place of the batch that a report sums."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return sum(row[0] for row in self._rows)

    def totals(self, groups: bytes, n: int) -> list[tuple[int, ...]]:
        """The sums of each speaker."""
        found: list[tuple[int, ...]] = [(0,) * 6] * n
        for row, group in zip(self._rows, memoryview(groups).cast("i"), strict=True):
            found[group] = tuple(map(add, found[group], row))
        return found

    def counts(self) -> bytes:
        """The four counts of each row."""
        return array("i", [number for row in self._rows for number in row[1:5]]).tobytes()


def report(totals: Totals, sums: Sums, labels: Sums, information: Mapping[str | None, Information], name: str) -> bytes:
    """A report of counts by speaker, of sums by speaker and label, and of what confidences tell."""
    check_name(totals.WING, name)
    name = ALIASES.get(name, name)
    if not information:
        check_counts(totals, name)
    speakers = [_named(speaker, sums) for speaker in sums]
    if name == "lur" and labels:
        scores = _labelled(totals, labels, speakers)
    else:
        scores = _plain(totals, sums, information, speakers)
    try:
        return b"".join(chunk for _, chunks in renderer(name)(scores, ReportOptions()) for chunk in chunks)
    except ReportError as error:
        raise UsageError(str(error)) from None


def _plain(
    totals: Totals, sums: Sums, information: Mapping[str | None, Information], speakers: Sequence[str]
) -> WordScores:
    """Scores with a row for each speaker."""
    rows = [one.row for one in sums.values()]
    scores = scores_of_groups(totals, _Rows(rows), speakers, array("i", range(len(speakers))))
    if totals.table.timeline is not None:
        add_labels(scores, totals, ())
    if information:
        found = [information.get(speaker, Information()) for speaker in sums]
        scores.entropy = summed_entropy(scores.totals(), found)
        scores.attributes = int(scores.any_attribute()) | HYP_CONFIDENCE
    return scores


def _labelled(totals: Totals, labels: Sums, speakers: Sequence[str]) -> WordScores:
    """Scores with rows for each label of each speaker."""
    places = {speaker: place for place, speaker in enumerate(speakers)}
    rows: list[Row] = []
    groups, tags, ids = array("i"), [], []
    for key, one in labels.items():
        speaker, _, tag = (key or "").partition("\t")
        for row in _divided(one.row):
            rows.append((1, *row[1:]))  # the report counts rows where others count utterances
            groups.append(places[speaker])
            tags.append(tag)
            ids.append(b"(%b)" % one.first.partition("\t")[2].encode("utf-8", "surrogateescape"))
    scores = scores_of_groups(totals, _Rows(rows), speakers, groups)
    scores.ids = ids
    add_labels(scores, totals, tags)
    return scores


def _divided(row: Row) -> list[Row]:
    """Rows of small numbers that add up to a row."""
    pieces = 1 + max(row) // _MOST
    shares = [[number * (k + 1) // pieces - number * k // pieces for number in row] for k in range(pieces)]
    return list(map(tuple, shares))


def _named(speaker: str | None, sums: Sums) -> str:
    if speaker is None:
        one = sums[None]
        raise UsageError(
            f"{quantity(one.utterances, 'id')} without the name of a speaker (the first is {one.first}); "
            "expected a name before '-' or '_'; score anew with speakers='one' (--speakers one), or with a column of "
            "speakers"
        )
    return speaker
