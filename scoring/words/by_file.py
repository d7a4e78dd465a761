"""Counts of each file, or else of each recording: the rows of a table of programmes or talks."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence

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


def csv_lines(rows: Iterable[FileCounts], unit: str) -> Iterator[str]:
    """The rows as lines of csv, with the rate as a fraction; a rate without reference words is empty.

    >>> from scorelite.scoring.common.counts import Counts
    >>> list(csv_lines([FileCounts("news", Counts(3, 0, 1))], "word"))
    ['name,reference,errors,substitutions,deletions,insertions,wer', 'news,4,1,0,1,0,0.25']
    """
    yield _line(["name", *_HEADS, RATES[unit]])
    for row in rows:
        yield _line([quoted(row.name), *_cells(row.counts)])


def csv_lines_of_groups(result: Totals, groups: Sequence[str]) -> Iterator[str]:
    """The values of groups, such as speakers, as lines of csv; of several groups, each line names its own.

    >>> import scorelite
    >>> list(csv_lines_of_groups(scorelite.score(["a b"], ["a"], ids=["ann-1"]), ["speaker"]))
    ['speaker,utterances,reference,errors,substitutions,deletions,insertions,wer', 'ann,1,2,1,0,1,0,0.5']
    """
    is_one = len(groups) == 1
    names_of_value = groups if is_one else ("group", "value")
    yield _line([*names_of_value, "utterances", *_HEADS, RATES[result.settings.unit]])
    for group in groups:
        for value, (utterances, counts) in result.group_counts(group).items():
            names = [quoted(value or "")] if is_one else [quoted(group), quoted(value or "")]
            yield _line([*names, utterances, *_cells(counts)])


def _cells(counts: Counts) -> list[object]:
    numbers = counts.reference, counts.errors, counts.substitutions, counts.deletions, counts.insertions
    return [*numbers, counts.wer]


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
