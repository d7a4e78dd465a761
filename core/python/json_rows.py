"""Rows of JSON: objects with the same members, one a line or all in one list."""

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
_DEEPEST = 64
_MOST_DIGITS = 4000
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
    reserved: Sequence[str] | None,
) -> JsonRows | None:
    """Rows of JSON with the same flat members in one order: texts and ids, kinds of values, names, numbers, and how
    many texts are null. None for other files.

    Unless `reserved` is None, rows may lack members of the first one that nobody asks for, and may have further ones
    with keys that are not reserved; their values may be objects and lists.

    Each key is asked for once; `id` may be empty. `listed`: all rows in one list, not one a line. `path` names the key
    of paths of files, of which the names without suffixes are kept. With `lengths`, the first numbers are added to the
    second ones.

    >>> data = b'{"a": "x", "b": 1}\\n{"a": "y", "b": 2}\\n'
    >>> rows = json_rows(data, "a", "b", names=(), numbers=(), path="", listed=False, lengths=False, reserved=None)
    >>> rows[0].texts(), rows[0].ids(), list(rows[1])
    (['x', 'y'], ['1', '2'], [1, 2])
    """
    try:
        wanted = (text, id, *names, *numbers)
        rows = _rows(data, listed, {*wanted} - {""}, reserved)
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


def _rows(
    data: bytes, listed: bool, wanted: set[str], reserved: Sequence[str] | None
) -> list[dict[str, tuple[int, str]]]:
    """The members of all rows, by key; each has the members of the first row in their order, or the wanted ones."""
    if not is_strict_text(data) or b"\r" in data:
        raise _Doubt
    text = data.decode()
    if listed:
        text = text.strip(" \t\n")
        if not text.startswith("[") or not text.endswith("]"):
            raise _Doubt
        text = text[1:-1]
    rows: list[dict[str, tuple[int, str]]] = []
    is_loose = reserved is not None and not listed
    at = _behind_blank_lines(text, 0) if is_loose else 0
    while not rows or at < len(text):
        row, at = _row(text, at, listed, wanted, is_loose=reserved is not None)
        if reserved is None:
            if rows and tuple(row) != tuple(rows[0]):
                raise _Doubt
        elif rows:
            further = row.keys() - rows[0].keys()
            if (wanted & rows[0].keys()) - row.keys() or further & {*wanted, *reserved} or len(further) > _MOST_MEMBERS:
                raise _Doubt
        rows.append(row)
        if len(row.keys() & rows[0].keys()) > _MOST_MEMBERS:
            raise _Doubt
        if at < len(text):
            if text[at] != ("," if listed else "\n"):
                raise _Doubt
            at += 1
            if listed and not text[at:].strip(" \t\n"):
                raise _Doubt
        at = _behind_blank_lines(text, at) if is_loose else at
    return rows


def _behind_blank_lines(text: str, at: int) -> int:
    """The place behind the empty lines at a place."""
    while text[at : at + 1] == "\n":
        at += 1
    return at


def _row(
    text: str, at: int, listed: bool, wanted: set[str], *, is_loose: bool
) -> tuple[dict[str, tuple[int, str]], int]:
    """The members of the object at a place, and the place behind it."""
    import re

    space = re.compile("[ \t\n]*" if listed else "[ \t]*")
    key_of = re.compile(rf"{_INNER}{space.pattern}:{space.pattern}")

    def behind_space(at: int) -> int:
        match = space.match(text, at)
        assert match is not None
        return match.end()

    row: dict[str, tuple[int, str]] = {}
    at = behind_space(at)
    if text[at : at + 1] != "{":
        raise _Doubt
    while True:
        match = key_of.match(text, behind_space(at + 1))
        if match is None or match[1] in row or "\\" in match[1]:
            raise _Doubt
        at = match.end()
        if text[at : at + 1] in ("{", "[") and match[1] not in wanted and is_loose:
            row[match[1]], at = (_NULL, ""), _behind(text, at, listed)
        else:
            row[match[1]], at = _value(text, at)
        at = behind_space(at)
        if text[at : at + 1] == "}":
            return row, behind_space(at + 1)
        if text[at : at + 1] != ",":
            raise _Doubt


def _value(text: str, at: int) -> tuple[tuple[int, str], int]:
    """The kind and the text of a simple value, and the place behind it."""
    import json
    import re

    match = re.compile(rf"{_INNER}|({_NUMERAL})|(true|false)|null").match(text, at)
    if match is None:
        raise _Doubt
    inner, number, constant = match.groups()
    value: str = json.loads(f'"{inner}"') if inner is not None else number or ""
    if "\0" in value or len(number or "") > _MOST_DIGITS:
        raise _Doubt
    value.encode()  # half a character is an error
    kind = _TEXT if inner is not None else _NUMBER if number else _BOOL if constant else _NULL
    return (kind, value), match.end()


def _behind(text: str, at: int, listed: bool) -> int:
    """The place behind an object or a list."""
    import json

    def number(digits: str) -> float:
        if len(digits) > _MOST_DIGITS:
            raise _Doubt
        return 0.0

    def constant(name: str) -> float:
        raise _Doubt

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) < len(pairs) or len(pairs) > _MOST_MEMBERS:
            raise _Doubt
        return dict(pairs)

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_float=number, parse_int=number, parse_constant=constant)
    try:
        value, end = decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        raise _Doubt from None
    if not listed and "\n" in text[at:end]:
        raise _Doubt
    _check_texts(value, _DEEPEST)
    return end


def _check_texts(value: object, depth: int) -> None:
    """Checks that objects and lists are at most so deep, and that no text has a zero or half a character."""
    if isinstance(value, str):
        if "\0" in value:
            raise _Doubt
        value.encode()
    elif isinstance(value, (dict, list)):
        if not depth:
            raise _Doubt
        for part in (*value, *value.values()) if isinstance(value, dict) else value:
            _check_texts(part, depth - 1)
