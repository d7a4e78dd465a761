"""Counts of each file, or else of each recording: the rows of a table of programmes or talks."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence

from ...formats.engine.formulas import quoted
from ...formats.registry import stem
from ..common.counts import FileCounts
from .totals import Totals


def file_rows(result: Totals) -> Sequence[FileCounts]:
    """A row for each file of two folders, or for each recording of two files; at least one for the whole.

    >>> import scorelite
    >>> file_rows(scorelite.score_files(b"a b (u-1)\\n", b"a (u-1)\\n", ref_format="trn", hyp_format="trn"))[0].counts
    Counts(correct=1, substitutions=0, deletions=1, insertions=0)
    """
    if result.files:
        return result.files
    if result.table.timeline is not None and any(result.table.timeline.sessions):
        return [FileCounts(str(name), counts) for name, counts in result.by("session").items()]
    return [FileCounts(stem(os.path.basename(result.ref_name)), result.counts)]


def csv_lines(rows: Iterable[FileCounts], unit: str) -> Iterator[str]:
    """The rows as lines of csv, with the rate as a fraction; a rate without reference words is empty.

    >>> from scorelite.scoring.common.counts import Counts
    >>> list(csv_lines([FileCounts("news", Counts(3, 0, 1))], "word"))
    ['name,words,errors,substituted,missed,inserted,rate', 'news,4,1,0,1,0,0.25']
    """
    yield f"name,{unit}s,errors,substituted,missed,inserted,rate"
    for row in rows:
        counts = row.counts
        numbers = counts.reference, counts.errors, counts.substitutions, counts.deletions, counts.insertions
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([quoted(row.name), *numbers, counts.wer])
        yield line.getvalue()
