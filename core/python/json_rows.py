"""Rows of JSON: flat objects with the same members in one order, one a line or all in one list."""

from __future__ import annotations

from array import array

from .spans import Spans
from .strict import is_strict_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    # Texts and ids, the kinds of the values of text, id and names, names, numbers (float64; None for a key that no row
    # has), and how many texts are null.
    JsonRows: TypeAlias = "tuple[Spans, bytes, list[list[str]], list[bytes | None], int]"
    # The kinds of the values of each row, and the values as text.
    Cells: TypeAlias = "tuple[list[int], list[str]]"

_TEXT, _NUMBER, _NULL, _BOOL = 1, 2, 4, 8
_INNER = r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"'
_NUMERAL = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_MOST_MEMBERS = 64
# Sums of these have at most 28 digits, as many as Python's module `decimal` keeps.
_PLAIN = r"(?=.{1,20}$)[0-9]{1,9}(?:\.[0-9]+)?"


class _Doubt(Exception):
    """The file has to be read by its format's reader."""


def json_rows(
    data: bytes,
    text: str,
    id: str,
    *,
    names: Sequence[str],
    numbers: Sequence[str],
    path: str,
    listed: bool,
    lengths: bool,
) -> JsonRows | None:
    """Rows of JSON with the same flat members: texts and ids, kinds of values, names, numbers, and how many texts are
    null. None for other files.

    Each key is asked for once; `id` may be empty. `listed`: all rows in one list, not one a line. `path` names the key
    of paths of files, of which the names without suffixes are kept. With `lengths`, the first numbers are added to the
    second ones.

    >>> data = b'{"a": "x", "b": 1}\\n{"a": "y", "b": 2}\\n'
    >>> rows = json_rows(data, "a", "b", names=(), numbers=(), path="", listed=False, lengths=False)
    >>> rows[0].texts(), rows[0].ids(), list(rows[1])
    (['x', 'y'], ['1', '2'], [1, 2])
    """
    try:
        rows = _rows(data, listed)
        wanted = (text, id, *names, *numbers)
        columns = [_column(rows, key, is_path=key == path) for key in wanted]
        if id and id not in rows[0]:
            return None
        return _checked(columns, 2 + len(names), lengths)
    except (_Doubt, UnicodeError):
        return None


def _checked(columns: Sequence[Cells], names: int, lengths: bool) -> JsonRows:
    """The rows of columns, of which the first ones hold texts, ids and names; the others hold numbers."""
    kinds, texts = columns[0]
    ids, size = columns[1][1], len(texts)
    kind_sums = [sum({*kinds_of_cells}) for kinds_of_cells, _ in columns]
    if not kind_sums[0] or kind_sums[0] & ~(_TEXT | _NULL) or any(kind & _BOOL for kind in kind_sums):
        raise _Doubt
    if ids and ("" in ids or len({*ids}) < size):
        raise _Doubt
    numbers = [_numbers(kind, cells) for kind, (_, cells) in zip(kind_sums[names:], columns[names:], strict=True)]
    if lengths and numbers[0]:
        numbers[1:] = [list(map(_sum, numbers[0], cells)) if cells else None for cells in numbers[1:]]
    values = [None if cells is None else array("d", map(float, cells)).tobytes() for cells in numbers]
    return (
        Spans(ids or [""] * size, [text.strip(" \t\n\v\f\r") for text in texts]),
        bytes(kind_sums[:names]),
        [cells for _, cells in columns[2:names]],
        values,
        kinds.count(_NULL),
    )


def _numbers(kind: int, cells: list[str]) -> list[str] | None:
    if not kind:
        return None
    import re

    if kind != _NUMBER or not all(map(re.compile(_PLAIN).fullmatch, cells)):
        raise _Doubt
    return cells


def _sum(begin: str, length: str) -> str:
    from decimal import Decimal

    return format(Decimal(begin) + Decimal(length), "f")


def _column(rows: Sequence[dict[str, tuple[int, str]]], key: str, *, is_path: bool) -> Cells:
    """The values under a key; nothing where no row has it."""
    from ..file_names import file_stem

    if not key or key not in rows[0]:
        return [], []
    cells = [row[key] for row in rows]
    return [kind for kind, _ in cells], [file_stem(value) if is_path else value for _, value in cells]


def _rows(data: bytes, listed: bool) -> list[dict[str, tuple[int, str]]]:
    """The members of all rows, by key; each has the members of the first row in their order."""
    if not is_strict_text(data) or b"\r" in data:
        raise _Doubt
    text = data.decode()
    if listed:
        text = text.strip(" \t\n")
        if not text.startswith("[") or not text.endswith("]"):
            raise _Doubt
        text = text[1:-1]
    rows: list[dict[str, tuple[int, str]]] = []
    at = 0
    while not rows or at < len(text):
        row, at = _row(text, at, listed)
        if rows and tuple(row) != tuple(rows[0]):
            raise _Doubt
        rows.append(row)
        if at < len(text):
            if text[at] != ("," if listed else "\n"):
                raise _Doubt
            at += 1
            if listed and not text[at:].strip(" \t\n"):
                raise _Doubt
    return rows


def _row(text: str, at: int, listed: bool) -> tuple[dict[str, tuple[int, str]], int]:
    """The members of the object at a place, and the place behind it."""
    import json
    import re

    space = "[ \t\n]*" if listed else "[ \t]*"
    opening = re.compile(rf"{space}\{{")
    member = re.compile(
        rf"{space}{_INNER}{space}:{space}(?:{_INNER}|({_NUMERAL})|(true|false)|null){space}([,}}])({space})"
    )
    match = opening.match(text, at)
    row: dict[str, tuple[int, str]] = {}
    while match is not None:
        match = member.match(text, match.end(5) if row else match.end())
        if match is None:
            break
        key, inner, number, constant, behind, _ = match.groups()
        if key in row or "\\" in key or len(row) == _MOST_MEMBERS:
            break
        value = json.loads(f'"{inner}"') if inner is not None else number or ""
        if "\0" in value:
            break
        value.encode()  # half a character is an error
        row[key] = (_TEXT if inner is not None else _NUMBER if number else _BOOL if constant else _NULL), value
        if behind == "}":
            return row, match.end()
    raise _Doubt
