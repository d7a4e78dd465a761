"""The alignment as CSV: a line for each hit, miss, false alarm and rejected detection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from scoring.evaluate.kws.alignment import Aligned

HEAD = "language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment\n"
_ROWS = 65536
_LABELS = {
    (True, True): ("YES", "CORR"),
    (True, False): ("YES", "FA"),
    (False, True): ("NO", "MISS"),
    (False, False): ("NO", "CORR!DET"),
}


def rows(aligned: Aligned) -> Iterator[str]:
    """The lines; nothing is quoted, so that a comma in a keyword is a comma more."""
    yield HEAD
    ends = aligned.spans.end.tolist()
    for start in range(0, len(aligned), _ROWS):
        yield "".join(_part(aligned, ends, start, min(start + _ROWS, len(aligned))))


def _part(aligned: Aligned, ends: list[float], start: int, stop: int) -> Iterator[str]:
    material, found, spans = aligned.material, aligned.material.found, aligned.spans
    keywords = [f"{keyword.id},{keyword.text}" for keyword in material.keywords]
    places = [f"{material.language},{file},{channel}" for file, channel in material.places]
    rows = aligned.detection[start:stop]
    detected = np.maximum(rows, 0) if len(found) else rows[:0]
    columns: list[list[Any]] = [[0] * len(rows)] * 4
    if len(detected):
        columns = [
            found.begin_texts[detected].astype("U").tolist(),
            (found.begins[detected] + found.durations[detected]).tolist(),
            found.score_texts[detected].astype("U").tolist(),
            found.yes[detected].tolist(),
        ]
    texts = spans.begin_texts
    for number, place, reference, row, begin, end, score, yes in zip(
        aligned.keyword[start:stop].tolist(),
        aligned.place[start:stop].tolist(),
        aligned.reference[start:stop].tolist(),
        rows.tolist(),
        *columns,
        strict=True,
    ):
        left = f"{texts[reference]},{ends[reference]:.4f}" if reference >= 0 else ","
        if row < 0:
            yield f"{places[place]},{keywords[number]},{left},,,,,MISS\n"
            continue
        decision, label = _LABELS[yes, reference >= 0]
        yield f"{places[place]},{keywords[number]},{left},{begin},{end:.15g},{score},{decision},{label}\n"
