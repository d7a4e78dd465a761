"""The alignment as CSV: a line for each hit, miss, false alarm and rejected detection."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scoring.kws.alignment import Aligned, Spans
from scoring.kws.material import Ints
from scoring.report.kws import numbers as kws_numbers

HEAD = "language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment\n"
_ROWS = 16384
_OMITTED = ",,,,MISS\n"
# By decision and by whether there is a reference.
_LABELS = np.array([[b",NO,CORR!DET\n", b",NO,MISS\n"], [b",YES,FA\n", b",YES,CORR\n"]])


def rows(aligned: Aligned) -> Iterator[str]:
    """The lines; nothing is quoted, so that a comma in a keyword is a comma more."""
    yield HEAD
    material = aligned.material
    keywords = [f"{keyword.id},{keyword.text}," for keyword in material.keywords]
    places = [f"{material.language},{file},{channel}," for file, channel in material.places]
    for start in range(0, len(aligned), _ROWS):
        part = slice(start, start + _ROWS)
        reference, detection = aligned.reference[part], aligned.detection[part]
        lines = [""] * (4 * len(reference))
        lines[0::4] = map(places.__getitem__, aligned.place[part].tolist())
        lines[1::4] = map(keywords.__getitem__, aligned.keyword[part].tolist())
        lines[2::4] = _references(aligned.spans, reference)
        lines[3::4] = _detections(aligned, reference >= 0, detection)
        yield "".join(lines)


def _references(spans: Spans, reference: Ints) -> Iterator[str]:
    """Begin and end of references; nothing for none."""
    texts, found = spans.begin_texts, reference.tolist()
    ends = spans.end[reference].tolist() if len(spans.end) else found
    return (f"{texts[row]},{end:.4f}," if row >= 0 else ",," for row, end in zip(found, ends, strict=True))


def _detections(aligned: Aligned, has_reference: np.typing.NDArray[np.bool_], detection: Ints) -> list[str]:
    """What is said of detections; a reference without one was omitted."""
    texts = [_OMITTED] * len(detection)
    detected = np.flatnonzero(detection >= 0)
    if not len(detected):
        return texts
    found, row = aligned.material.found, detection[detected]
    comma = kws_numbers.constant(b",", len(row))
    text = kws_numbers.joined(
        [
            kws_numbers.characters(found.begin_texts[row]),
            comma,
            kws_numbers.texts(found.begins[row] + found.durations[row]),
            comma,
            kws_numbers.characters(found.score_texts[row]),
            kws_numbers.characters(_LABELS[found.yes[row].astype(np.int64), has_reference[detected].astype(np.int64)]),
        ]
    )
    lines = text.splitlines(True)
    if len(lines) == len(texts):
        return lines
    for place, line in zip(detected.tolist(), lines, strict=True):
        texts[place] = line
    return texts
