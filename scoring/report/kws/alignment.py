"""Alignment as CSV, as KWSEval writes it: a line for each hit, miss, false alarm and rejected detection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ....formats.engine.formulas import CsvFormulas, quoted_bare
from ...kws.result import KwsResult
from ...kws.totals import Columns, Totals
from .. import File
from . import numbers as kws_numbers
from .options import KwsReportOptions

HEAD = "language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment\n"
_ROWS = 16384
_OMITTED = ",,,,MISS\n"
# By decision and by whether there is a reference.
_LABELS = np.array([[b",NO,CORR!DET\n", b",NO,MISS\n"], [b",YES,FA\n", b",YES,CORR\n"]])


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Alignments of some sets, one after the other."""
    for item in sets:
        lines = rows(item, options.csv_formulas)
        yield b".alignment.csv", (chunk.encode("utf-8", "surrogateescape") for chunk in lines)


def rows(totals: Totals, formulas: CsvFormulas = "keep") -> Iterator[str]:
    """Lines of the file; nothing is in quotes, so that a comma in a keyword shifts the columns, as with KWSEval."""
    yield HEAD
    shown = quoted_bare if formulas == "quote" else str
    keywords = [shown(f"{entry.id},{entry.text or ''},") for entry in totals.entries]
    language = totals.origin.language
    places = [shown(f"{language},{file},{channel},") for file in totals.recordings for channel in totals.channels]
    columns = totals.columns
    place = columns.recording * len(totals.channels) + columns.channel
    for start in range(0, len(columns), _ROWS):
        part = columns.taken(slice(start, start + _ROWS))
        lines = [""] * (4 * len(part))
        lines[0::4] = map(places.__getitem__, place[start : start + _ROWS].tolist())
        lines[1::4] = map(keywords.__getitem__, part.keyword.tolist())
        lines[2::4] = _references(part)
        lines[3::4] = _detections(part)
        yield "".join(lines)


def _references(part: Columns) -> Iterator[str]:
    """Begin and end of references; nothing for none."""
    texts = part.ref_begin_text.tolist()
    return (
        f"{text.decode('utf-8', 'surrogateescape')},{end:.4f}," if target else ",,"
        for text, end, target in zip(texts, part.ref_end.tolist(), part.target.tolist(), strict=True)
    )


def _detections(part: Columns) -> list[str]:
    """Times, score and label of detections; a reference without one was omitted."""
    texts = [_OMITTED] * len(part)
    detected = np.flatnonzero(part.scored)
    if not len(detected):
        return texts
    comma = kws_numbers.constant(b",", len(detected))
    decisions, targets = part.yes[detected].astype(np.int64), part.target[detected].astype(np.int64)
    text = kws_numbers.joined(
        [
            kws_numbers.characters(part.begin_text[detected]),
            comma,
            kws_numbers.texts(part.end[detected]),
            comma,
            kws_numbers.characters(part.score_text[detected]),
            kws_numbers.characters(_LABELS[decisions, targets]),
        ]
    )
    lines = text.splitlines(True)
    if len(lines) == len(texts):
        return lines
    for place, line in zip(detected.tolist(), lines, strict=True):
        texts[place] = line
    return texts
