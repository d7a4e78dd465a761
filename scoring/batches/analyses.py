"""Analyses of parts of a corpus: made of each part, written into the file of its totals, and added."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...formats.errors import MismatchError, UsageError, short
from ...formats.values import dataclass, replace
from .. import analysis
from ..analysis.breakdown import Breakdown
from ..analysis.catalogue import analyse, analyses_of
from ..analysis.join import check_ids, read_table
from ..analysis.marks import digest, marks_of
from ..common.counts import Counts
from ..common.results import listed
from ..words.information import Information
from ..words.result import Result
from ..words.table_columns import DrawnTables
from .files import Broken, batches_of, has_rows, opened, stored_beside

_MANY = 64
_JOINED = "the parts that a table has rows for are known"
"""Part of signatures: files of totals without it do not tell that."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Analyses that are made of each part; picklable, so that any process does it."""

    analyses: Mapping[str, Any]
    """Arguments by name."""
    columns: str | None = None
    """A table with columns for groups."""

    def __post_init__(self) -> None:
        analyses_of(self.analyses)

    def of(self, result: Result) -> tuple[dict[str, Breakdown], bool]:
        """The analyses of a part, and whether the table has cells for it; their signatures lack that of the part."""
        if result.table.made_up and (marked := self.marked()):
            check_ids(result, True, f"a mark of {short(marked[0])}")
        is_met = False
        if self.columns:
            own = {*result.table.columns}
            result = result.with_columns(self.columns, is_part=True)
            is_met = any(any(column.values) for name, column in result.table.columns.items() if name not in own)
        made = analyse(result, self.analyses, is_part=True)
        size = len(result.signature)
        return {name: replace(each, signature=each.signature[size:]) for name, each in made.items()}, is_met

    def check_met(self, parts: Iterable[bool]) -> None:
        """Refuses a table that has no row for any part, as one for a whole corpus is refused."""
        if self.columns and not any(parts):
            read_table(self.columns).refuse("names of one part or more")

    @property
    def signature(self) -> str:
        """Everything but the part that moves the numbers, with the content of files."""
        contents = [sha256(Path(path).read_bytes()).hexdigest() for path in self._files()]
        marks = digest(marks_of(self.analyses["classes"])) if "classes" in self.analyses else ""
        joined = [_JOINED] * bool(self.columns)
        named = sorted((name, repr(argument)) for name, argument in self.analyses.items())
        return repr((named, marks, contents, *joined))

    def _files(self) -> list[str]:
        measures: Any = self.analyses.get("measures") or ()
        measures = measures.paths if isinstance(measures, DrawnTables) else measures
        return [*([self.columns] if self.columns else ()), *([measures] if isinstance(measures, str) else measures)]

    def marked(self) -> list[str]:
        """The texts that marks name."""
        if "classes" not in self.analyses:
            return []
        return list(dict.fromkeys(mark.id for mark in marks_of(self.analyses["classes"]) if mark.id is not None))


class Growing:
    """The analyses of parts while these are scored."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._parts: list[Mapping[str, Breakdown]] = []
        self._lacking = set(wanted.marked())
        self._is_met = False

    def look(self, result: Result) -> None:
        """Adds those of one more part."""
        made, is_met = self._wanted.of(result)
        self._parts.append(made)
        self._is_met = self._is_met or is_met
        if self._lacking:
            self._lacking.difference_update(result.table.names())
        if len(self._parts) >= _MANY:
            self._parts = [added(self._parts)]

    def sum(self, signature: str) -> dict[str, Breakdown]:
        """The analyses of all parts, whose sum has this signature."""
        _refuse(self._lacking)
        if self._parts:
            self._wanted.check_met([self._is_met])
        return _of_whole(self._parts, signature)


def added(parts: Sequence[Mapping[str, Breakdown]]) -> dict[str, Breakdown]:
    """The sums of analyses by name."""
    return {name: type(first).merged([part[name] for part in parts]) for name, first in parts[0].items()}


def _of_whole(parts: Sequence[Mapping[str, Breakdown]], signature: str) -> dict[str, Breakdown]:
    """Analyses of the sum of all parts, which has this signature; nothing of no parts."""
    whole = {name: each.whole() for name, each in added(parts).items()} if parts else {}
    return {name: replace(each, signature=f"{signature}{each.signature}") for name, each in whole.items()}


def written(made: Mapping[str, Breakdown]) -> bytes:
    """Analyses as a file of totals has them."""
    return json.dumps({name: _plain(each) for name, each in made.items()}, separators=(",", ":")).encode()


def summed_analyses(paths: Sequence[str], signature: str, marked: Sequence[str] = ()) -> dict[str, Breakdown]:
    """The sums of the analyses in files of totals, of which all have the same ones.

    A file without utterances adds nothing. `signature` is that of the sum, and `marked` are texts of which marks speak.
    """
    read = [(path, _read(path)) for path in paths if has_rows(path)]
    for path, part in read:
        if [*part] != [*read[0][1]]:
            shown = (f"{path} has {', '.join(names) or 'none'}" for path, names in (read[0], (path, part)))
            raise MismatchError(f"totals with different analyses: {', '.join(shown)}; score all with the same analyses")
    if marked:
        _check_marked(paths, marked)
    return _of_whole([part for _, part in read if part], signature)


def _check_marked(paths: Sequence[str], marked: Sequence[str]) -> None:
    """Refuses marks of texts that are in no file."""
    lacking = set(marked)
    for path in paths:
        for batch in batches_of(path, ["id"]):
            lacking.difference_update(batch.column("id").to_pylist())
    _refuse(lacking)


def _refuse(lacking: Collection[str]) -> None:
    """Refuses marks of texts that no part has."""
    if lacking:
        raise UsageError(f"marks of {listed(sorted(lacking), 'utterance')} that no part has; expected ids of the texts")


def _read(path: str) -> dict[str, Breakdown]:
    """The analyses in a file of totals."""
    with Broken(path), opened(path) as file:
        about = stored_beside(file)
    try:
        return {name: _value(each) for name, each in json.loads(about or b"{}").items()}
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{path}: analyses that cannot be read: {error}; score again with this version") from None


_OTHERS = {"Counts": Counts, "Information": Information}


def _plain(value: Any) -> Any:
    """A value as JSON has it: a record with its name in front, bytes as text, sequences as lists."""
    if is_dataclass(value):
        name = type(value).__name__
        return {"record": name, **{each.name: _plain(getattr(value, each.name)) for each in fields(value)}}
    if isinstance(value, bytes):
        return {"bytes": b64encode(value).decode()}
    return list(map(_plain, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _value(plain: Any) -> Any:
    """The value of JSON; records are those of analyses alone."""
    if isinstance(plain, dict) and "bytes" in plain:
        return b64decode(plain["bytes"])
    if isinstance(plain, dict):
        name = plain.pop("record")
        kind = _OTHERS.get(name) or getattr(analysis, name, None)
        if not (isinstance(kind, type) and is_dataclass(kind)):
            raise ValueError(f"no record {name!r}")
        return kind(**{each: _value(inner) for each, inner in plain.items()})
    return tuple(map(_value, plain)) if isinstance(plain, list) else plain
