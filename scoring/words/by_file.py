"""Counts of each file, or else of each recording: the rows of a table of programmes or talks."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...formats.engine.formulas import quoted
from ...formats.registry import stem
from ..common.counts import RATES, Counts, FileCounts
from .totals import Totals

# The names of JSON.
_HEADS = ("reference", "errors", "substitutions", "deletions", "insertions")


def file_rows(result: Totals) -> Sequence[FileCounts]:
    """A row for each file of two folders, or for each recording of two files, else one with the name of the hypothesis.

    >>> import scorelite
    >>> file_rows(scorelite.score_files(b"a b (u-1)\\n", b"a (u-1)\\n", ref_format="trn", hyp_format="trn"))[0].counts
    Counts(correct=1, substitutions=0, deletions=1, insertions=0)
    """
    if result.files:
        return result.files
    if result.table.timeline is not None and any(result.table.timeline.sessions):
        return [FileCounts(str(name), counts) for name, counts in result.by("session").items()]
    # Scores of several systems are told apart by the hypothesis.
    return [FileCounts(stem(os.path.basename(result.hyp_name)), result.counts)]


@dataclass(frozen=True, slots=True)
class RateTable:
    """Rows of counts for a csv, Markdown or LaTeX table: names, numbers, and the rate as a fraction in the last column.

    >>> import scorelite
    >>> table = rate_table(scorelite.score(["a b"], ["a"], ids=["ann-1"]), ["speaker"])
    >>> table.heads[:3], list(table.csv())[1]
    (['speaker', 'utterances', 'sentence_errors'], 'ann,1,1,2,1,0,1,0,0.5')
    >>> table.shown()
    [['ann', '1', '1', '2', '1', '0', '1', '0', '50.00']]
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str | int | float | None]]

    def csv(self) -> Iterator[str]:
        """The lines of csv; a rate without reference words is empty."""
        for row in (self.heads, *self.rows):
            line = io.StringIO()
            csv.writer(line, lineterminator="").writerow(
                [quoted(cell) if isinstance(cell, str) else cell for cell in row]
            )
            yield line.getvalue()

    def shown(self) -> list[list[str]]:
        """The rows as text for people, with the rate in percent."""
        return [[*map(str, cells), "" if rate is None else f"{100 * rate:.2f}"] for *cells, rate in self.rows]


def rate_table(result: Totals, groups: Sequence[str] = ()) -> RateTable:
    """The rows of `file_rows`, or the values of groups, such as speakers; of several groups, each row names its own."""
    rate = RATES[result.settings.unit]
    if not groups:
        return RateTable(["name", *_HEADS, rate], [[row.name, *_cells(row.counts)] for row in file_rows(result)])
    is_one = len(groups) == 1
    rows = [
        [*([] if is_one else [group]), value or "", utterances, wrong, *_cells(counts)]
        for group in groups
        for value, (utterances, wrong, counts) in result.group_counts(group).items()
    ]
    return RateTable(
        [*(groups if is_one else ("group", "value")), "utterances", "sentence_errors", *_HEADS, rate], rows
    )


def _cells(counts: Counts) -> list[int | float | None]:
    numbers = counts.reference, counts.errors, counts.substitutions, counts.deletions, counts.insertions
    return [*numbers, counts.wer]
