"""Columns of another table for the utterances of a score, joined by id, speaker or session."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn
from warnings import warn

from ...formats.engine.columns import shown_names
from ...formats.engine.side_rows import cell_text, rows_of
from ...formats.errors import UsageError, Where, argument, fail, quantity, short
from ...formats.frames import cell, labels_of
from ...formats.kaldi_data import columns_of_map
from ...formats.roles import ROLES, plain
from ...formats.schema.coded import CodedColumn, coded
from ...formats.source import SideFile, Source
from ...formats.values import dataclass, replace
from ..notices.notice import ROWS, Notice, facts_of
from ..words.table_columns import TableColumns, of_columns
from .breakdown import few_of

if TYPE_CHECKING:
    from ...formats.source import Target
    from ..words.totals import Totals

_FURTHER = {"id": ("utterance",), "speaker": ("spk",), "session": ("recording", "session_id", "file_id")}
KEYS = {name: role for role, more in _FURTHER.items() for name in (*ROLES[role], *more)}
"""Names of columns by which rows are joined, and what each of them names: the first one in a table is taken."""
COLUMNS = "columns such as gender"
_EXPECTED = (
    "a table with a column id, speaker or session, and {}: csv, tsv, JSON lines or Parquet, or a map of Kaldi called "
    "utt2..., spk2... or reco2..."
)
_EXAMPLE = "a row for each name"


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table by the names in its first key column."""

    path: str
    key: str
    """What the rows are about: id, speaker or session."""
    rows: Mapping[str, Mapping[str, str | None]]
    names: tuple[str, ...]
    """The other columns."""
    lines: Mapping[str, int]
    """The line of each row."""

    def columns(self, result: Totals, is_part: bool = False) -> dict[str, CodedColumn]:
        """The columns for all utterances; None for one of which the table has no row, as for all of a part."""
        if self.key == "id":
            check_ids(result, is_part, f"{self.path}: a table by id")
        keys, numbers = _keys(result, self.key)
        scored = self._scored_rows(result)
        if not is_part and not any(key in scored for key in keys):
            known = ", ".join(short(str(key)) for key in list(dict.fromkeys(keys))[:3])
            made_up = result.table.made_up and self.key == "id"
            given = "; ids= of score() gives texts in lists the ids of the table" if made_up else ""
            self.refuse(f"{known}{self._meant(result)}{given}")
        rows = [scored.get(key, {}) for key in keys]
        made = {name: replace(coded([row.get(name) for row in rows]), file=self.path) for name in self.names}
        return made if numbers is None else {name: each.spread(numbers) for name, each in made.items()}

    def refuse(self, expected: str) -> NoReturn:
        """Rejects a table of which no row is of anything scored; `expected` are names that are."""
        shown = ", ".join(short(key) for key in list(self.rows)[:3])
        raise UsageError(
            f"{self.path}: no {self.key} of the table is one of the scored ones: it has {shown}; expected "
            f"{expected}{self._folder()}"
        )

    def _folder(self) -> str:
        """The data folder of Kaldi that tells the speakers; empty where the table is in none."""
        folder = os.path.dirname(self.path)
        if self.key == "speaker" and columns_of_map(self.path) and os.path.isfile(os.path.join(folder, "utt2spk")):
            return f", or {folder or '.'} as the reference, whose utt2spk has the speakers"
        return ""

    def _meant(self, result: Totals) -> str:
        """The heading under which the names of the rows are those of something scored; empty where there is none."""
        for key in (key for key in _FURTHER if key != self.key):
            try:
                names, _ = _keys(result, key)
            except UsageError:  # a score without such names
                continue
            if not self.rows.keys().isdisjoint(names):
                return f", or the heading {key} for these names"
        return ""

    def strangers(self, result: Totals) -> tuple[str, ...]:
        """The names of rows that are of nothing scored."""
        keys = {*_keys(result, self.key)[0]}
        return tuple(sorted(name for name, scored in self._scored_names(result).items() if scored not in keys))

    def _scored_names(self, result: Totals) -> Mapping[str, str]:
        """The name of each row as the result has it: speakers of a file with times are folded as its words are."""
        names = [*self.rows]
        is_folded = self.key == "speaker" and result.table.timeline is not None
        return dict(zip(names, result.folded(names) if is_folded else names, strict=True))

    def _scored_rows(self, result: Totals) -> Mapping[str, Mapping[str, str | None]]:
        """The rows by the names that the result has."""
        rows: dict[str, Mapping[str, str | None]] = {}
        for name, scored in self._scored_names(result).items():
            if rows.setdefault(scored, self.rows[name]) != self.rows[name]:
                what = f"speaker {short(name)} again in another case, with other values"
                fail(Where(self.path, self.lines[name]), what, f"{_EXAMPLE}, or case_sensitive=True (--case-sensitive)")
        return rows


def read_table(target: Target, columns: str = COLUMNS) -> Table:
    """The rows of a table by id, speaker or session; messages say which other `columns` are expected."""
    source, expected = SideFile(target), _EXPECTED.format(columns)
    rows = _rows(source, expected)
    first = next(rows, None)
    if first is None:
        fail(Where(source.name, 1), "no rows", expected)
    if not any(plain(column) in KEYS for column in first[1]) and (labels := labels_of(target)) is not None:
        rows = ((line, {"id": label, **row}) for label, (line, row) in zip(labels, chain([first], rows), strict=True))
        first = next(rows)
    names = list(first[1])
    key = _key_of(names, source.name, expected)
    column = next(name for name in names if plain(name) == key)
    held: dict[str, dict[str, str | None]] = {}
    lines: dict[str, int] = {}
    for line, row in (first, *rows):
        name = row.pop(column, None)
        if not name:
            fail(Where(source.name, line), f"no {column}", _EXAMPLE)
        lines.setdefault(name, line)
        if held.setdefault(name, row) != row:
            fail(Where(source.name, line), f"{column} {short(name)} again, with other values", "one row for each name")
    others = tuple(dict.fromkeys(name for row in held.values() for name in row))
    return Table(source.name, KEYS[key], held, others, lines)


def _key_of(names: Sequence[str], path: str, expected: str) -> str:
    """The name of the column by which rows are joined; a table that has none, or nothing else, is rejected."""
    key = next((name for name in KEYS for column in names if plain(column) == name), None)
    if key is None or len(names) < 2:
        fail(Where(path, 1), f"columns {shown_names(names) or 'nothing'}", expected)
    return key


def joined_columns(result: Totals, target: Target, is_part: bool = False) -> tuple[TableColumns, tuple[Notice, ...]]:
    """The columns of a result with those of a table, and a notice if rows of the table are of nothing scored.

    Of a part, the table may have no row, and rows of other parts.
    """
    table = read_table(target)
    made, joined = result.table.columns.made(), table.columns(result, is_part)
    if both := [name for name in table.names if name in made and [*made[name]] != [*joined[name]]]:
        by = argument(f"result.by({both[0]!r})", f"--by {both[0]} without --slices")
        raise UsageError(
            f"{table.path}: a column {both[0]!r}, which the reference has already, with other values; {by} uses that "
            "of the reference; rename the column to use both"
        )
    columns = of_columns({**made, **joined})
    strangers = () if is_part else table.strangers(result)
    return columns, tuple(Notice(f"{ROWS}{table.path}", f"{table.path}: {told}") for told in told_strangers(strangers))


def given_groups(result: Totals, given: Any) -> CodedColumn:
    """The groups that a mapping from ids, a Series of pandas or a function of an utterance has, as a column.

    Ids that a mapping lacks, and those that are not scored, are warnings.
    """
    what, ids = f"<{type(given).__name__}>", result.table.names()
    groups = _groups_by_id(result, given, what)
    lacking = [name for name in ids if name not in groups]
    if len(lacking) == len(ids):
        shown, known = (", ".join(map(short, list(names)[:3])) for names in (groups, ids))
        raise UsageError(
            f"{what}: none of its keys is a scored id: it has {shown or 'none'}; expected {known}; for groups of "
            "speakers or sessions: result.with_columns(table)"
        )
    if lacking:
        few = few_of([*map(repr, lacking)])
        warn(f"{what}: no group for {quantity(len(lacking), 'utterance')}, counted as None: {few}", stacklevel=4)
    for told in told_strangers(sorted(groups.keys() - {*ids})):
        warn(f"{what}: {told}", stacklevel=4)  # the caller of `by`, which is decorated
    return coded([cell_text(cell(groups.get(name))) for name in ids])


def _groups_by_id(result: Totals, given: Any, what: str) -> Mapping[str, Any]:
    """The group of each id."""
    if callable(given):
        # Only now: most scores have no groups.
        from ..words.result import Result

        if not isinstance(result, Result):
            raise UsageError("a function as the group needs utterances, which totals do not store; expected a mapping")
        return {utterance.id: given(utterance) for utterance in result}
    if hasattr(given, "index") and given.index.equals(result.table.index):
        return dict(zip(result.table.names(), given, strict=True))
    labels = labels_of(given) if hasattr(given, "index") else [*map(str, given)]
    if labels is None:
        raise UsageError("the index of the Series repeats labels or lacks some; expected ids: series.set_axis(ids)")
    size = len(result.table)
    if {*labels} == {*map(str, range(size))} and result.table.names() == tuple(map(str, range(1, size + 1))):
        raise UsageError(
            f"{what}: its keys are 0 to {size - 1}, but ids begin at 1; expected dict(enumerate(groups, 1)), or a "
            "score of Series, whose ids are the labels of their index"
        )
    return dict(zip(labels, given.values() if isinstance(given, Mapping) else given, strict=True))


def told_strangers(strangers: Sequence[str]) -> Iterator[str]:
    """A line on rows that match nothing that was scored; none without such rows.

    >>> list(told_strangers(["x"]))
    ["1 row matches nothing that was scored: 'x'"]
    """
    if strangers:
        verb = "matches" if len(strangers) == 1 else "match"
        shown = few_of([*map(repr, strangers)])
        yield f"{quantity(len(strangers), 'row')} {verb} nothing that was scored: {shown}"


def strange_rows(result: Totals) -> list[str]:
    """Remarks on rows of tables that are of nothing scored, among the notices of a result."""
    return [notice.text for notice in facts_of(result.notices) if notice.name.startswith(ROWS)]


def check_ids(result: Totals, is_part: bool, what: str) -> None:
    """Rejects what is given by id to a part of a corpus that makes up its ids: parts may have cut a recording."""
    if is_part and result.table.made_up:
        raise UsageError(
            f"{what}, for parts of a corpus whose utterances have no ids: each part numbers its own; expected a score "
            "of the whole, utterances with ids, or a table without ids, such as one by speaker or session"
        )


def _keys(result: Totals, key: str) -> tuple[Sequence[str], Sequence[int] | None]:
    """The different speakers or sessions, and the number of that of each utterance; ids without such numbers."""
    if key == "id":
        return result.table.names(), None
    names, numbers = result.group_numbers(key)
    return [name or "" for name in names], numbers


def _kaldi_rows(source: Source, key: str, value: str) -> Iterator[tuple[int, dict[str, str | None]]]:
    """The rows of a map of Kaldi, such as `spk2gender`: a name and its value on each line, without a head."""
    for number, line in enumerate(source.lines(), 1):
        cells = line.split(maxsplit=1)
        if len(cells) == 1:
            fail(Where(source.name, number), f"a name without its {value}", f"a line such as {cells[0]} VALUE", line)
        if cells:
            yield number, {key: cells[0], value: cells[1].strip()}


def _rows(source: Source, expected: str) -> Iterator[tuple[int, dict[str, str | None]]]:
    """Line numbers and cells of all rows; cells without anything are None."""
    if columns := columns_of_map(source.name):
        return _kaldi_rows(source, *columns)
    return rows_of(source, expected, lambda head: _key_of(head, source.name, expected))
