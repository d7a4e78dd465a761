"""Doubts about words and detections: what a score of keywords should say beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scoring.kws.material import Bools, Floats
from scoring.kws.totals import MAIN, Totals

# Text, and the part of a side from which on it is said. Of doubled transcripts only keywords of one word are doubled.
_TWICE = {
    "ref": ("{:,} occurrences stand in the transcript twice: the second ones need detections of their own", 0.1),
    "hyp": ("{:,} detections stand there twice, and count as false alarms", 0.5),
}


def doubts(totals: Totals) -> Iterator[str]:
    """Remarks on detections that were all left out, and on sides of which much stands there twice."""
    columns = totals.columns
    if not columns.scored.any() and totals.name in MAIN:
        yield "no detection lies in the searched regions: names of files, channels and the unit of times may differ"
    # A segment is a trial of each keyword once, however often its words are written.
    if totals.name != MAIN[True]:
        yield from _twice(totals, "ref", columns.target, columns.ref_end)
    yield from _twice(totals, "hyp", columns.scored, columns.end)


def _twice(totals: Totals, side: str, chosen: Bools, times: Floats) -> Iterator[str]:
    columns, rows = totals.columns, np.flatnonzero(chosen)
    names = columns.keyword[rows], columns.recording[rows], columns.channel[rows]
    ends = times[rows]
    order = np.lexsort((*names, ends))
    same = ends[order][1:] == ends[order][:-1]
    for column in names:
        same &= column[order][1:] == column[order][:-1]
    count = np.count_nonzero(same)
    text, part = _TWICE[side]
    if count > 1 and count >= part * len(same):
        yield text.format(count)
