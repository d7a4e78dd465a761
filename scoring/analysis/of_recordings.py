"""Scores of recordings by group: by a column of a table with a row for each recording, or by their speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...formats.errors import UsageError, among, argument, arguments_in, short
from ...formats.schema.coded import coded
from ...formats.values import dataclass, replace
from ..common.arrow import part_columns
from ..notices.took_part import NOTHING
from ..words.ranges import EACH, Groups, column_and_edges, in_few, in_order, in_ranges
from .breakdown import Breakdown
from .join import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...formats.source import Target
    from ..common.arrow import Column
    from ..segments.totals import Totals

SPEAKERS = "speakers"
"""The group that no table needs: how many speakers the reference of a recording has."""
_ROWS = {
    **dict.fromkeys(("speaker", "class", "label"), "rows='class' (--report sys --rows class)"),
    **dict.fromkeys(("recording", "session", "file"), "rows='file' (--report sys --rows file)"),
}
"""Guessed names of groups that are rows of a report."""


@dataclass(frozen=True, slots=True)
class RecordingGroup:
    """The recordings of one group, and their scores."""

    group: str
    value: str
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingGroups(Breakdown):
    """Rates of recordings by group, with the numbers of the measure."""

    TITLE: ClassVar[str] = "Rates by group"
    NAME: ClassVar[str] = "slices"

    rows: tuple[RecordingGroup, ...]

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """The recordings of each group, and the columns of the measure's table."""
        several = len({row.group for row in self.rows}) > 1
        columns = [column for part in self.rows[0].totals.record.columns for column in part]
        shown = []
        for row in self.rows:
            overall = row.totals.record.overall(row.totals.total)
            name = f"{row.group}: {row.value}" if several else row.value
            shown.append((name, f"{len(row.totals.parts):,}", *(column.cell(overall) for column in columns)))
        return ("", "recordings", *(column.head for column in columns)), shown

    def columns(self) -> Mapping[str, Column]:
        """The recordings of each group, and all numbers and rates of their sum."""
        totals = [row.totals.total.to_dict() for row in self.rows]
        return {
            "group": ("text", [row.group for row in self.rows]),
            **part_columns("value", [row.value for row in self.rows], totals, totals[0]),
            "recordings": ("integer", [len(row.totals.parts) for row in self.rows]),
        }


def recording_groups(result: Totals, groups: Sequence[str], table: Target | None = None) -> RecordingGroups:
    """The rates of all groups of several columns, one below the other."""
    rows = tuple(
        RecordingGroup(group, "none" if value is None else value, totals)
        for group in groups
        for value, totals in by_group(result, group, table).items()
    )
    return RecordingGroups(signature=result.signature, rows=rows)


def by_group(result: Totals, group: str, table: Target | None = None) -> dict[str | None, Totals]:
    """The scores of the recordings of each group, by its name; recordings without one are under None."""
    column, edges = column_and_edges(group)
    values = coded(_values(result, column, table))
    groups: Groups = (values.values, values.codes)
    if edges not in ("", EACH):
        groups = in_ranges(column, edges, groups)
    elif not edges:
        groups = in_few(column, groups)
    names, codes = groups
    parts: dict[str | None, list[Any]] = {name: [] for name in in_order(names) or names}
    for part, code in zip(result.parts, codes, strict=True):
        parts[names[code]].append(part)
    return {name: _some(result, of_name) for name, of_name in parts.items() if of_name}


def _some(result: Totals, parts: Sequence[Any]) -> Totals:
    """The result of some of the recordings."""
    names = {part.name for part in parts}
    missing = tuple(name for name in result.missing if name in names)
    return replace(result, parts=tuple(parts), missing=missing, extra=(), channels=(), paired=(), took_part=NOTHING)


def _values(result: Totals, column: str, table: Target | None) -> list[str | None]:
    """The value of each recording in a column."""
    read = None if table is None else read_table(table, "columns such as domain")
    if read is not None and column in read.names:
        if read.rows.keys().isdisjoint(result.recordings):
            read.refuse(", ".join(short(name) for name in result.recordings[:3]))
        return [read.rows.get(name, {}).get(column) or None for name in result.recordings]
    if column == SPEAKERS and result.LACKS == "":
        return [str(len(set(part.ref.names))) for part in result.parts]
    if column in _ROWS:
        raise UsageError(f"no group {column!r}; the report sys has a row for each: {arguments_in(_ROWS[column])}")
    names = [*(read.names if read else ()), SPEAKERS]
    more = "" if read else "; " + argument(f"by({column!r}, table)", "--slices FILE") + " adds columns"
    raise UsageError(f"no group {short(column)!r}{among(column, names)}{more}")
