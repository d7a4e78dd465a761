"""Segments and events as sclite reports words: a table by class, speaker or file, and a listing of every segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.report.engine.table import Table, TableMemory, centred


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in words: what a row is about, its heads, and the rows; `layout` is that of the table engine."""

    title: str
    layout: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    total: Sequence[str]


def table(sheet: Sheet, heading: str) -> bytes:
    """The table in the boxes of sclite's .sys report.

    >>> sheet = Sheet("hyp", "l|r", ("CLASS", "Err"), [("music", "2.0")], ("Sum", "2.0"))
    >>> print(table(sheet, "SUMMARY").decode().strip().splitlines()[0].strip())
    SUMMARY
    """
    memory = TableMemory()
    memory.centring = True
    drawn = Table(memory)
    drawn.row(b"c", [_cell(sheet.title)])
    drawn.rule(b"-")
    layout = sheet.layout.encode()
    drawn.row(layout, [_cell(head) for head in sheet.heads])
    for row in sheet.rows:
        drawn.rule(b"-")
        drawn.row(layout, [_cell(text) for text in row])
    drawn.rule(b"=")
    drawn.row(layout, [_cell(text) for text in sheet.total])
    return b"\n\n\n" + centred(heading.encode()) + b"\n\n" + drawn.render(1)


def _cell(text: str) -> bytes:
    # The engine breaks a cell at two slashes.
    return text.replace("//", "/ /").encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Slot:
    """One column of a listing: when it begins, what either side has, and what that is (C S D I)."""

    begin: float
    ref: str
    hyp: str
    verdict: str


def listing(name: str, scores: str, slots: Iterable[Slot], width: int) -> Iterator[bytes]:
    """The segments of one recording in the manner of sclite's .pra report, wrapped at the width.

    >>> print(b"".join(listing("talk", "1 0 0 1", [Slot(0.0, "a", "a", "C"), Slot(2.0, "", "b", "I")], 60)).decode())
    id: (talk)
    Scores: (#C #S #D #I) 1 0 0 1
    Time:  0.00 2.00
    REF:   a    ****
    HYP:   a    b
    Eval:       I
    <BLANKLINE>
    <BLANKLINE>
    """
    yield f"id: ({name})\nScores: (#C #S #D #I) {scores}\n".encode("utf-8", "surrogateescape")
    block: list[tuple[str, str, str, str]] = []
    used = 0
    for slot in slots:
        cells = _cells(slot)
        size = max(map(len, cells)) + 1
        if block and used + size > width:
            yield _block(block)
            block, used = [], 0
        block.append(cells)
        used += size
    if block:
        yield _block(block)
    yield b"\n"


def _cells(slot: Slot) -> tuple[str, str, str, str]:
    time, eval_text = f"{slot.begin:.2f}", "" if slot.verdict == "C" else slot.verdict
    stars = "*" * max(len(time), len(slot.ref), len(slot.hyp))
    return time, slot.ref or stars, slot.hyp or stars, eval_text


def _block(cells: Sequence[tuple[str, str, str, str]]) -> bytes:
    sizes = [max(map(len, column)) for column in cells]
    lines = []
    for place, head in enumerate(("Time:", "REF:", "HYP:", "Eval:")):
        texts = [column[place].ljust(size) for column, size in zip(cells, sizes, strict=True)]
        lines.append(f"{head:<6} {' '.join(texts)}".rstrip() + "\n")
    return ("".join(lines) + "\n").encode("utf-8", "surrogateescape")
