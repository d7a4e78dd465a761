"""Alignments (`pra`) in the manner of sclite: every occurrence and detection of a recording and channel, by time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kws.result import KwsResult
from .. import File
from ..engine.wrapped import wrapped
from .listing import Line, listed, numbered, seconds
from .options import KwsReportOptions

_HEADS = ("REF:  ", "HYP:  ", "R_T1: ", "R_T2: ", "H_T1: ", "H_T2: ", "Score:", "Dec:  ", "Eval: ")


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Alignments of some sets, one after the other."""
    chunks = (chunk for item in sets for chunk in _chunks(item, options))
    yield b".pra", (chunk.encode("utf-8", "surrogateescape") for chunk in chunks)


def _chunks(item: KwsResult, options: KwsReportOptions) -> Iterator[str]:
    places = list(listed(item))
    names = "".join(numbered([place.name for place in places]))
    yield f"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   {options.title}\n\nRecordings: \n{names}\n"
    for number, place in enumerate(places):
        yield f"Recording and channel  {number:2d}:  {place.name}   #trials: {len(place.lines)}\n"
        yield f"id: ({place.name})\nScores: (#C #D #I #R) {' '.join(map(str, place.counts()))}\n"
        yield from wrapped(_HEADS, map(_column, place.lines), options.width)
    yield "\n"


def _column(line: Line) -> list[str]:
    """Rows of one trial; blanks in keywords are shown as _, and a rejected detection stands in parentheses."""
    text = "_".join(line.text.split()) or "_"
    hyp = "" if line.hyp is None else f"({text})" if line.decision == "NO" else text
    ref = "" if line.ref is None else text
    times = [*seconds(line.ref), *seconds(line.hyp)]
    rest = [*times, line.score, line.decision, line.verdict]
    stars = "*" * max(len(ref), len(hyp))
    return [ref or stars, hyp or stars, *rest]
