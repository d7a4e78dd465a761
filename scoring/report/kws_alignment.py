"""The alignment as CSV: a line for each hit, miss, false alarm and rejected detection."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.evaluate.kws.alignment import Aligned

HEAD = "language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment\n"
_ROWS = 65536


def rows(aligned: Aligned) -> Iterator[str]:
    """The lines; nothing is quoted, so that a comma in a keyword is a comma more."""
    yield HEAD
    for start in range(0, len(aligned), _ROWS):
        yield "".join(_part(aligned, start, min(start + _ROWS, len(aligned))))


def _part(aligned: Aligned, start: int, stop: int) -> Iterator[str]:
    material, found, spans = aligned.material, aligned.material.found, aligned.spans
    keywords = [f"{keyword.id},{keyword.text}" for keyword in material.keywords]
    places = [f"{material.language},{file},{channel}" for file, channel in material.places]
    for number, place, reference, row in zip(
        aligned.keyword[start:stop].tolist(),
        aligned.place[start:stop].tolist(),
        aligned.reference[start:stop].tolist(),
        aligned.detection[start:stop].tolist(),
        strict=True,
    ):
        left = f"{spans.begin_texts[reference]},{spans.end[reference]:.4f}" if reference >= 0 else ","
        if row < 0:
            yield f"{places[place]},{keywords[number]},{left},,,,,MISS\n"
            continue
        begin, score = found.begin_texts[row].decode("ascii"), found.score_texts[row].decode("ascii")
        end = found.begins[row] + found.durations[row]
        if found.yes[row]:
            decision, label = "YES", "CORR" if reference >= 0 else "FA"
        else:
            decision, label = "NO", "MISS" if reference >= 0 else "CORR!DET"
        yield f"{places[place]},{keywords[number]},{left},{begin},{end:.15g},{score},{decision},{label}\n"
