"""Summary in percent (`sys`), in sclite's boxes: a row for each keyword, recording, channel, source or attribute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kws import breakdown
from ...kws.breakdown import Row
from ...kws.result import KwsResult
from .. import File
from ..engine.numbers import percent, rounded, statistics
from ..engine.table import Table, TableMemory, centred, shown_size, text_cell
from .options import KwsReportOptions

_COUNTS = b"%5.0f "
_NOTES = (
    b"\n"
    b"* No targets for this/these row(s).  Counts supplied rather than percents;\n"
    b"  they are not part of the rows below, unless keywords without targets are included.\n"
    b"- Not defined: no targets, or no searched time.\n"
)


def render(sets: Sequence[KwsResult], options: KwsReportOptions) -> Iterator[File]:
    """Summary of some sets in percent, one after the other."""
    # At once, because rows that do not exist are an error before a file is opened.
    yield b".sys", [chunk for item in sets for chunk in summary(item, options)]


def summary(item: KwsResult, options: KwsReportOptions, *, raw: bool = False) -> Iterator[bytes]:
    """Heading and table: counts if raw, else percentages of the targets."""
    kind = options.rows
    rows = breakdown.rows(item, kind)
    name = "" if item.name in ("Occurrence", "Segment") else f" in {item.name}"
    heading = f"KEYWORD SUMMARY {'COUNTS' if raw else 'PERCENTAGES'} by {kind.upper()}{name}"
    yield b"\n\n\n" + centred(heading.encode("utf-8", "surrogateescape")) + b"\n\n"
    memory = TableMemory(shown_size)
    memory.centring = True
    table = Table(memory)
    layout = b"|cc|cccc|cc" if not raw else b"|cc|ccccc|cc"
    cells_of_rows = ([b" %b " % text_cell(row.name), *_cells(row, raw)] for row in rows)
    total = [b" Sum" if raw else b" Sum/Avg", *_cells(breakdown.total(item), raw)]
    table.fill(text_cell(options.title), b"l" + layout, _heads(kind, raw), cells_of_rows, total)
    table.rule(b"=")
    for cells in _statistics(breakdown.over(rows), raw):
        table.row(b"c" + layout, cells)
    yield table.render(0)
    if not raw and len(breakdown.over(rows)) < len(rows):
        yield _NOTES


def _heads(kind: str, raw: bool) -> list[bytes]:
    heads = [b" " + kind.upper().encode(), b" # Targ", b"# Det", b"Corr", b"Miss", b" FA", b" Err"]
    return [*heads, *([b" Rej"] if raw else []), b" PFA", b"TWV"]


def _values(row: Row, raw: bool) -> list[float]:
    """Correct, misses, false alarms and errors, as counts if raw, else in percent of the targets."""
    counts = [row.correct, row.misses, row.false_alarms, row.errors]
    if raw:
        return [float(count) for count in (*counts, row.rejections)]
    return [percent(count, row.targets) if row.targets else count for count in counts]


def _cells(row: Row, raw: bool) -> list[bytes]:
    """Cells of a row after its name."""
    pattern, places = (_COUNTS, 0) if raw else (b"%5.1f ", 1) if row.targets else (b"%5.0f*", 0)
    cells = [b"%5d" % row.targets, b"%5d" % row.detections]
    cells += [pattern % rounded(value, places) for value in _values(row, raw)]
    return cells + [_shown(b"%8.5f ", row.point.false_alarm), _shown(b"%9.4f ", row.point.value)]


def _shown(pattern: bytes, value: float | None) -> bytes:
    return b"- " if value is None else pattern % value


def _statistics(rows: Sequence[Row], raw: bool) -> Iterator[list[bytes]]:
    """Mean, standard deviation and median over rows."""
    columns = [statistics([row.targets for row in rows]), statistics([row.detections for row in rows])]
    columns += [statistics(values) for values in zip(*(_values(row, raw) for row in rows), strict=True)]
    width = 7 if raw else 6
    columns += [statistics([])] * (width - len(columns))
    rates = (
        (b"%8.5f ", [row.point.false_alarm for row in rows if row.point.false_alarm is not None]),
        (b"%9.4f ", [row.point.value for row in rows if row.point.value is not None]),
    )
    for place, name in enumerate((b" Mean ", b" S.D. ", b"Median")):
        cells = [b"%5.1f " % rounded(values[place], 1) for values in columns]
        cells += [_shown(pattern, statistics(values)[place] if values else None) for pattern, values in rates]
        yield [name, *cells]
