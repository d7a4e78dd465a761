"""Tables of segments: a row for each class, speaker or file, with the columns of the measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....formats.errors import UsageError
from ...segments.measure import Row
from ...segments.totals import Totals
from ..engine.sheet import Sheet, grouped
from .options import ReportOptions


def noun(result: Totals, options: ReportOptions) -> str:
    """The subject of a row: file, speaker or class."""
    if options.rows == "class" and result.record.rows is None:
        raise UsageError(f"rows class has no effect on the measure {result.measure}; expected auto or file")
    if options.rows == "file" or result.record.rows is None:
        return "file"
    return "speaker" if result.record.names == "free" else "class"


def sheet(
    result: Totals,
    options: ReportOptions,
    groups: Sequence[Sequence[str]],
    cells: Callable[[Row], Sequence[str]],
) -> Sheet:
    """The table of a result: groups of heads, and a function that shows a row in a cell for each head."""
    measure, about = result.record, noun(result, options)
    total = result.total
    rows: Sequence[tuple[str, Row]]
    if about == "file" or measure.rows is None:
        rows = [(part.name, measure.overall(measure.total([part.score]))) for part in result.parts]
    else:
        rows = measure.rows({part.name: part.score for part in result.parts}, total)
    shown = [[name, *cells(row)] for name, row in rows]
    return grouped(result.hyp_name or "hypothesis", about.upper(), groups, shown, cells(measure.overall(total)))


def percentages(result: Totals, options: ReportOptions, *, whole: bool = False) -> Sheet:
    """The table with the columns of the measure; the whole one has cells that reports of text leave out."""
    groups = result.record.columns
    columns = [column for group in groups for column in group]
    heads = [[column.head for column in group] for group in groups]
    cells = [(column.whole if whole else None) or column.cell for column in columns]
    return sheet(result, options, heads, lambda row: [cell(row) for cell in cells])
