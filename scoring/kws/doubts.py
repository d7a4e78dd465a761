"""Doubts about detections: what a score of keywords should say beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scoring.kws.totals import Totals


def doubts(totals: Totals) -> Iterator[str]:
    """Remarks on detections that were all left out, or that stand there twice."""
    columns = totals.columns
    scored = np.flatnonzero(columns.scored)
    if not len(scored):
        yield "no detection lies in the searched regions: names of files, channels and the unit of times may differ"
        return
    names = columns.keyword[scored], columns.recording[scored], columns.channel[scored]
    ends = columns.end[scored]
    order = np.lexsort((*names, ends))
    same = ends[order][1:] == ends[order][:-1]
    for column in names:
        same &= column[order][1:] == column[order][:-1]
    if 2 * np.count_nonzero(same) >= len(same) > 0 and np.count_nonzero(same) > 1:
        yield f"{np.count_nonzero(same):,} detections stand there twice, and count as false alarms"
