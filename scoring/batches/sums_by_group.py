"""Sums of counts by a value, such as a speaker: columns that add up, and their reports."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import Any

import numpy as np

from ... import core
from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass
from ..common.counts import Counts
from ..report import check_name
from ..report.words import ALIASES, ReportError, ReportOptions, renderer
from ..report.words.render import check_counts
from ..words.for_reports import add_labels, scores_of_groups
from ..words.information import Information
from ..words.normalized_cross_entropy import summed_entropy
from ..words.scores import HYP_CONFIDENCE, WordScores
from ..words.totals import Totals

# Utterances, the four counts, utterances with an error.
WIDTH = 6
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The counts of one value, and the id of its first utterance, which places it among the others."""

    first: str
    row: Row

    @property
    def utterances(self) -> int:
        """The number of utterances."""
        return self.row[0]

    @property
    def counts(self) -> Counts:
        """The counts of all its utterances."""
        return Counts(*self.row[1:5])

    def __add__(self, other: Sum) -> Sum:
        return Sum(min(self.first, other.first), tuple(map(int.__add__, self.row, other.row)))


# None stands for utterances without a value.
Sums = Mapping["str | None", Sum]


def added(parts: Iterable[Sums]) -> Sums:
    """The sums of all parts, in the order of first utterances: the order of the parts leaves no trace."""
    total: dict[str | None, Sum] = {}
    for part in parts:
        for value, each in part.items():
            before = total.get(value)
            total[value] = each if before is None else before + each
    return dict(sorted(total.items(), key=lambda item: (item[1].first, item[0] or "")))


def sums_of(values: Any, ids: core.Side, counts: np.ndarray[Any, Any]) -> Sums:
    """Sums by the values of an Arrow column of texts; `counts` has a row for each of the four numbers."""
    encoded = values.dictionary_encode(null_encoding="encode")
    groups = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return sums_of_groups(encoded.dictionary.to_pylist(), groups, ids, counts)


def sums_of_groups(
    names: list[str | None], groups: np.ndarray[Any, Any], ids: core.Side, counts: np.ndarray[Any, Any]
) -> Sums:
    """Sums by the numbers of values; ids are texts by which utterances are ordered."""
    wrong = counts[1:].any(axis=0)
    columns = [np.bincount(groups, minlength=len(names))]
    columns += [np.bincount(groups, row, len(names)).astype(np.int64) for row in counts]
    columns.append(np.bincount(groups, wrong, len(names)).astype(np.int64))
    rows = np.stack(columns, axis=1).tolist() if names else []
    least = core.least_texts(ids, groups.tobytes(), len(names))
    return added([{name: Sum(first.decode(), tuple(row))} for name, first, row in _present(names, least, rows)])


def _present(
    names: list[str | None], least: list[bytes | None], rows: list[list[int]]
) -> Iterator[tuple[str | None, bytes, list[int]]]:
    """Values that rows have: the dictionary of a column may hold others."""
    for name, first, row in zip(names, least, rows, strict=True):
        if first is not None:
            yield name, first, row


def histogram_of(counts: np.ndarray[Any, Any]) -> dict[tuple[int, int], int]:
    """How many utterances have so many errors and so many reference words: all that a bootstrap needs to know.

    >>> histogram_of(np.array([[1, 2, 3], [1, 0, 0], [0, 0, 0], [0, 1, 0]]))
    {(0, 3): 1, (1, 2): 2}
    """
    if not counts.shape[1]:
        return {}
    errors, words = counts[1:].sum(axis=0), counts[:3].sum(axis=0)
    width = int(words.max()) + 1
    codes = errors * width + words
    if int(codes.max()) <= 4 * len(codes) + 1024:
        sizes = np.bincount(codes)
        present = np.flatnonzero(sizes)
        sizes = sizes[present]
    else:
        present, sizes = np.unique(codes, return_counts=True)
    return {divmod(code, width): size for code, size in zip(present.tolist(), sizes.tolist(), strict=True)}


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
        totals: list[tuple[int, ...]] = [(0,) * 6] * n
        for row, group in zip(self._rows, memoryview(groups).cast("i"), strict=True):
            totals[group] = tuple(map(add, totals[group], row))
        return totals

    def counts(self) -> bytes:
        """The four counts of each row."""
        return array("i", [number for row in self._rows for number in row[1:5]]).tobytes()


def report(totals: Totals, sums: Sums, labels: Sums, information: Mapping[str | None, Information], name: str) -> bytes:
    """A report of counts by speaker, of sums by speaker and label, and of what confidences tell."""
    check_name(totals.WING, name)
    name = ALIASES.get(name, name)
    check_counts(totals, name, with_confidence=bool(information))
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
    rows = [each.row for each in sums.values()]
    scores = scores_of_groups(totals, _Rows(rows), speakers, array("i", range(len(speakers))))
    if totals.table.timeline is not None:
        add_labels(scores, totals, ())
    if information:
        informed = [information.get(speaker, Information()) for speaker in sums]
        scores.entropy = summed_entropy(scores.totals(), informed)
        scores.attributes = int(scores.any_attribute()) | HYP_CONFIDENCE
    return scores


def _labelled(totals: Totals, labels: Sums, speakers: Sequence[str]) -> WordScores:
    """Scores with rows for each label of each speaker."""
    places = {speaker: place for place, speaker in enumerate(speakers)}
    rows: list[Row] = []
    groups, tags, ids = array("i"), [], []
    for key, label_sum in labels.items():
        speaker, _, tag = (key or "").partition("\t")
        for row in _divided(label_sum.row):
            rows.append((1, *row[1:]))  # the report counts rows where others count utterances
            groups.append(places[speaker])
            tags.append(tag)
            ids.append(b"(%b)" % label_sum.first.partition("\t")[2].encode("utf-8", "surrogateescape"))
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
        unnamed = sums[None]
        first = unnamed.first.partition("\t")[2] or unnamed.first  # of pieces, its place stands before it
        raise UsageError(
            f"{quantity(unnamed.utterances, 'id')} without the name of a speaker (the first is {short(first)}); "
            "expected a name before '-' or '_'; score again with speakers='one' (--speakers one), or with a column of "
            "speakers"
        )
    return speaker
