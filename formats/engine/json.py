"""JSON files: reading with limits and with the place of every problem, and one way to write them.

Numbers keep the text in which they were written: in the value of a file they are bytes, which nothing else is and which
Python's reader makes fastest; a node has them as numbers. A repeated key, nesting that is too deep and a value of the
wrong kind are problems whose message begins with the JSON pointer of the value. `NaN` and `Infinity`,
which Python writes although JSON lacks them, are read; where a number is needed they count as missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, repeat
from math import inf, isfinite
from typing import TYPE_CHECKING

from ..errors import FormatError, LimitError, Problems, Where, fail
from ..schema import NOTICE, Attributes, Written
from ..source import Source
from .fields import number as number_of
from .json_places import Step, places, pointer
from .json_text import inline
from .plain_words import take_words

if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

    from .plain_words import Paths


Json: TypeAlias = "bool | int | float | bytes | str | list[Json] | dict[str, Json] | None"
Cells: TypeAlias = "list[str | None]"

MAXIMUM_DEPTH = 100
MAXIMUM_SIZE = 1 << 30
# Longer integers are kept as text: Python limits the conversion of very long ones.
_DIGITS = 18
# Only the first twenty problems of a file are shown, but readers do not meet them in the order of the text.
_KEPT_NOTES = 1000
# Quoted numbers, as `engine.fields.number` takes them.
QUOTED = re.compile(r"(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?0*[0-9]{1,3})?\n)*")
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}


class Document:
    """The value of a JSON file, and the problems that readers find in it."""

    __slots__ = ("_line", "_many", "_notes", "format", "name", "text", "value")

    def __init__(
        self, text: str, name: str, format: str, *, value: Json = None, line: int = 1, many: bool = False
    ) -> None:
        self.name = name
        self.text = text
        self._line = line
        self._notes: dict[tuple[tuple[Step, ...], str, str], None] = {}
        self._many = many
        self.format = format
        self.value = value

    @classmethod
    def of(cls, source: Source, format: str, words: Paths | None = None, *, many: bool = False) -> Document:
        """The document of a file; with `many`, its value is the list of all values of the file.

        Plain `words` at these paths are runs, which are no part of the value of the file.
        """
        value = _with_runs(source, format, words, many=many) if words else None
        if value is None:
            value = (parse_many if many else parse)(source.text, source.name)
        return cls(source.text, source.name, format, value=value, many=many and len(value) != 1)  # type: ignore[arg-type]

    def _places(self) -> Iterator[tuple[tuple[Step, ...], int]]:
        if not self._many:
            yield from places(self.text)
            return
        number = -1
        for path, offset in places(self.text):
            number += not path
            yield (number, *path), offset

    def note(self, path: tuple[Step, ...], what: str, expected: str = "") -> None:
        """Notes a problem of the value at a path; raises those so far where there are a thousand."""
        if len(self._notes) == _KEPT_NOTES:
            self.check()
        self._notes[path, what, expected] = None

    def check(self) -> None:
        """Raises the noted problems, if there are any."""
        problems = Problems()
        self.tell(problems)
        problems.check()

    def tell(self, problems: Problems) -> None:
        """Adds the noted problems to those of a file, with their places, which are only searched here."""
        if not self._notes:
            return
        wanted = {path for path, _, _ in self._notes}
        offsets: dict[tuple[Step, ...], int] = {}
        for path, offset in self._places():
            if path in wanted:
                offsets.setdefault(path, offset)
                if len(offsets) == len(wanted):
                    break
        for path, what, expected in sorted(self._notes, key=lambda note: offsets.get(note[0], 0)):
            where, line = _place(self.text, self.name, offsets.get(path, 0))
            where = Where(where.path, where.line + self._line - 1, where.column)
            problems.add(where, _at(path) + what, expected, line)


class Lines(Document):
    """The values of the lines of a file, without blank ones; a line that is no JSON is a problem."""

    __slots__ = ("_broken", "lines", "numbers")

    def __init__(self, name: str, format: str, lines: Sequence[str], numbers: Sequence[int]) -> None:
        """`numbers` are those of the lines, none of which is blank."""
        self.lines, self.numbers = lines, numbers
        self._broken: dict[int, FormatError] = {}
        values = _values_of_lines(lines)
        if values is None:
            values = []
            for row, line in enumerate(lines):
                try:
                    values.append(parse(line, name))
                except FormatError as error:
                    values.append({})
                    self._broken[row] = error
        super().__init__("", name, format, value=values)

    @classmethod
    def of_file(cls, source: Source, format: str) -> Lines:
        """All lines of a file."""
        return cls(source.name, format, *lines_of(source))

    def tell(self, problems: Problems) -> None:
        """Adds the problems of all lines, in order."""
        notes: dict[int, list[tuple[tuple[Step, ...], str, str]]] = {}
        for (row, *path), what, expected in self._notes:
            notes.setdefault(int(row), []).append((tuple(path), what, expected))
        for row in sorted({*notes, *self._broken}):
            if row in self._broken:
                for problem in self._broken[row].problems:
                    line = problem.where.line + self.numbers[row] - 1
                    where = Where(self.name, line, problem.where.column)
                    problems.add(where, problem.what, problem.expected, problem.line)
            else:
                document = Document(self.lines[row], self.name, self.format, line=self.numbers[row])
                for note in notes[row]:
                    document.note(*note)
                document.tell(problems)

    def is_broken(self, row: int) -> bool:
        """Whether a line is no JSON."""
        return row in self._broken


def lines_of(source: Source) -> tuple[list[str], list[int]]:
    r"""The lines of a file that are not blank, and their numbers.

    >>> lines_of(Source(b"{}\n\n[]\n"))
    (['{}', '[]'], [1, 3])
    """
    lines = source.lines()
    has_text = [bool(line) and not is_blank for line, is_blank in zip(lines, map(str.isspace, lines), strict=True)]
    return list(compress(lines, has_text)), list(compress(range(1, len(lines) + 1), has_text))


def values_of_lines(lines: Sequence[str]) -> list[Json]:
    """The values of lines that were read before."""
    return _values_of_lines(lines) or [parse(line, "") for line in lines]


def _values_of_lines(lines: Sequence[str]) -> list[Json] | None:
    """The values of lines; None where one might have a problem."""
    texts = list(map(str.strip, lines, repeat(" \t\r\n")))
    joined = "\n".join(texts)
    try:
        pairs = list(map(_scan, texts, repeat(0)))
    except (ValueError, RecursionError):
        return None
    if len(joined) > MAXIMUM_SIZE or [end for _, end in pairs] != list(map(len, texts)):
        return None
    values = [value for value, _ in pairs]
    return None if _refusal(values, joined) else values


def filled(cells: Sequence[object], values: Iterable[Any]) -> list[Any]:
    """The values in the places of cells that are not None, and None in others.

    >>> filled(["a", None, "b"], [1, 2])
    [1, None, 2]
    """
    column: list[Any] = [None] * len(cells)
    for row, value in zip([row for row, cell in enumerate(cells) if cell is not None], values, strict=True):
        column[row] = value
    return column


def number_problem(cell: Json, *, quoted: bool = False, least: float = -inf) -> tuple[str, str]:
    """The text of a number, and its problem; empty where there is none."""
    if quoted and isinstance(cell, str):
        if number_of(cell) is None:
            return "", f"{cell!r} is not a number"
    elif not isinstance(cell, bytes):
        return "", f"is {kind(cell)}"
    text = cell.decode() if isinstance(cell, bytes) else cell
    value = float(text)
    if not isfinite(value) or (not value and number_of(text) is None):
        return "", f"{text} is not a finite number"
    return text, f"{text} is negative" if value < least else ""


def shown(value: Json) -> str:
    """A value for a message, as Python writes it."""
    return repr(with_numbers(value))


def with_numbers(value: Json) -> Json:
    """The value with numbers in place of their bytes."""
    if isinstance(value, dict):
        return {key: with_numbers(member) for key, member in value.items()}
    if isinstance(value, list):
        return list(map(with_numbers, value))
    return _number_of(value.decode()) if isinstance(value, bytes) else value


def _number_of(text: str) -> int | float:
    return _integer(text) if text.lstrip("-").isdigit() else Written(text)


def plain_numbers(cells: Sequence[Json], *, is_text: bool = False) -> list[Json]:
    """Cells with numbers in place of their bytes, or with the texts of numbers where there is nothing else."""
    if is_text and {*map(type, cells)} == {bytes}:
        return list(map(bytes.decode, cells))  # type: ignore[arg-type]
    kinds = {*map(type, cells)}
    if not kinds & {bytes, dict, list}:
        return list(cells)
    return [cell if type(cell) is str else with_numbers(cell) for cell in cells]


def is_nan(value: Json) -> bool:
    """Whether a number is NaN or infinite, which programs write for a missing one."""
    return isinstance(value, (float, bytes)) and not isfinite(float(value))


# --- attributes ----------------------------------------------------------------------------------


def detail(format: str, key: str, value: Json) -> tuple[str, str]:
    """The attribute that keeps a value of one format; keys that stand for no member of a file begin with a slash."""
    return f"{format}:{key}", inline(value)


def details(attributes: Attributes, format: str) -> dict[str, Json]:
    """The values of one format that attributes keep; notices are no values."""
    prefix, notice = format + ":", format + NOTICE
    return {key[len(prefix) :]: loads(text) for key, text in attributes if key.startswith(prefix) and key != notice}


def members(handled: dict[str, Json], offsets: dict[str, Json]) -> dict[str, Json]:
    """An object of the known members (None is left out) and the kept ones."""
    whole: dict[str, Json] = {key: value for key, value in handled.items() if value is not None}
    for key, value in offsets.items():
        if not key.startswith("/") or key.startswith("//"):
            whole.setdefault(key[key.startswith("//") :], value)
    return whole


def quoted_key(key: str) -> str:
    """The name of a member in attributes, where keys that stand for no member begin with a slash."""
    return "/" + key if key.startswith("/") else key


# --- reading -------------------------------------------------------------------------------------


def _with_runs(source: Source, format: str, words: Paths, *, many: bool) -> Json:
    """The value of a file, with runs in place of plain words; None where there are none, or the file has a problem."""
    if len(source.text) > MAXIMUM_SIZE:
        return None
    taken = take_words(source.text, format, words, AS_BYTES.decode)
    if taken is None:
        return None
    try:
        value = (parse_many if many else parse)(taken.rest, source.name)
    except (FormatError, LimitError):
        return None
    for inner in value if many else [value]:  # type: ignore[union-attr]
        taken.put_into(inner)
    return value


def parse(text: str, name: str) -> Json:
    """The value of a text that is one JSON value."""
    if len(text) > MAXIMUM_SIZE:
        raise LimitError(f"{name}: {len(text)} characters of JSON; expected at most {MAXIMUM_SIZE}")
    try:
        value: Json = AS_BYTES.decode(text)
    except json.JSONDecodeError as error:
        _refuse(text, name, error)
    except RecursionError:
        _refuse_depth(text, name)
    if refuse := _refusal([value], text):
        refuse(text, name)
    return value


def parse_many(text: str, name: str) -> list[Json]:
    """The values of a text of one or more JSON values."""
    try:
        return [parse(text, name)]
    except LimitError:
        raise
    except ValueError:
        if not text.lstrip().startswith("{"):
            raise
    values: list[Json] = []
    at = 0
    while (begin := _SPACE.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        try:
            value, at = AS_BYTES.raw_decode(text, begin)
        except (json.JSONDecodeError, RecursionError) as error:
            if refuse := _refusal(values, text[:begin]):
                refuse(text, name)
            if isinstance(error, RecursionError):
                _refuse_depth(text, name)
            _refuse(text, name, error)
        values.append(value)
    if refuse := _refusal(values, text):
        refuse(text, name)
    return values


def loads(text: str) -> Json:
    """The value of a text that this package wrote."""
    value: Json = _DECODER.decode(text)
    return value


def _integer(text: str) -> int | float:
    # -0 keeps its sign, and very long integers keep their text.
    return int(text) if len(text) <= _DIGITS and text != "-0" else Written(text)


# Why no faster library: msgspec, asked to keep the text of numbers, saves 0.03 to 0.25 s of 100,000 words (9 to 47 MB),
# a tenth to a quarter of the time of reading them; the words take the rest. Neither msgspec nor orjson sees a repeated
# key, both lose the sign of -0, and orjson loses digits of long integers and the text of all numbers.
# One object each, so that a value with NaN in it equals itself.
_CONSTANTS = {name: Written(name) for name in ("NaN", "Infinity", "-Infinity")}
_DECODER = json.JSONDecoder(parse_float=Written, parse_int=_integer, parse_constant=_CONSTANTS.__getitem__)
AS_BYTES = json.JSONDecoder(parse_float=str.encode, parse_int=str.encode, parse_constant=str.encode)
_scan = AS_BYTES.scan_once  # type: ignore[attr-defined]
_SPACE = re.compile(r"[ \t\r\n]*")
_NO_COLONS = bytes(byte for byte in range(256) if byte not in b':"')


def _refusal(values: Sequence[Json], text: str) -> Callable[[str, str], NoReturn] | None:
    """The function that refuses valid JSON which is nested too deeply or repeats a key: it has more colons outside of
    strings than its values have members.

    >>> _refusal([{"a": 2}], '{"a": 1, "a": 2}') is refuse_repeated, _refusal([{"a:": 2}], '{"a:": 2}')
    (True, None)
    """
    members, depth = 0, 0
    objects: Sequence[Any] = ()
    lists: Sequence[Any] = (values,)
    while kinds := {*map(type, _inside(objects, lists))} & {dict, list}:
        depth += 1
        # A file of even lines, which nearly all are, is looked at value by value nowhere.
        inside = [value for value in _inside(objects, lists) if type(value) in kinds]
        objects = [value for value in inside if type(value) is dict] if list in kinds else inside
        lists = [value for value in inside if type(value) is list] if list in kinds else ()
        members += sum(map(len, objects))
    if depth > MAXIMUM_DEPTH + 1:  # the top value is on level 0
        return _refuse_depth
    if members == text.count(":") or members >= _colons(text):
        return None
    # What a repeated key drops may be nested, too.
    is_deep = any(len(path) > MAXIMUM_DEPTH and text[offset] in "{[" for path, offset in places(text))
    return _refuse_depth if is_deep else refuse_repeated


def _inside(objects: Sequence[dict[str, Json]], lists: Sequence[Sequence[Json]]) -> Iterator[Json]:
    """The values that objects and lists hold themselves."""
    return chain(chain.from_iterable(map(dict.values, objects)), chain.from_iterable(lists))


def _colons(text: str) -> int:
    """The number of colons outside of the strings of valid JSON."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    signs = text.encode("utf-8", "surrogatepass").translate(None, _NO_COLONS).replace(b'""', b"")
    return b"".join(signs.split(b'"')[::2]).count(b":")


def _at(path: Sequence[Step]) -> str:
    """The begin of a message: the JSON pointer, unless that is the top value."""
    return f"{pointer(path)}: " if path else ""


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these members, for `object_pairs_hook`; a KeyError if a key is repeated."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise KeyError(pairs[0][0])
    return members


def _refuse(text: str, name: str, error: json.JSONDecodeError) -> None:
    """Rejects invalid JSON, or an enclosing object that repeats a key."""
    try:
        json.loads(text[: error.pos], object_pairs_hook=each_once)
    except KeyError:
        refuse_repeated(text, name)
    except ValueError:
        pass  # no such object is complete
    path: tuple[Step, ...] = ()
    for offsets, offset in places(text):
        if offset > error.pos:
            break
        path = offsets
    where, line = _place(text, name, error.pos)
    what = "an empty file" if not text.strip() else f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    is_line = error.msg == "Extra data" and "\n" not in text[: error.pos].strip()
    expected = "one value in the file; the format jsonl reads an object a line" if is_line else "JSON"
    fail(where, _at(path) + what, expected, line)


def refuse_repeated(text: str, name: str, line: int = 1) -> NoReturn:
    """Rejects JSON that repeats a key, with the place of the key; the text begins on this line of the file."""
    seen: set[tuple[Step, ...]] = set()
    for path, offset in places(text):
        if not path:  # of several values, each has keys of its own
            seen.clear()
        if path in seen:
            where, shown = _place(text, name, offset)
            where = Where(name, line + where.line - 1, where.column)
            fail(where, f"{pointer(path)}: the key {path[-1]!r} is repeated in one object", "every key once", shown)
        seen.add(path)
    fail(Where(name, line), "a key is repeated in one object", "every key once")


def _refuse_depth(text: str, name: str) -> NoReturn:
    for path, offset in places(text):
        if len(path) > MAXIMUM_DEPTH:
            where, line = _place(text, name, offset)
            fail(where, "nested too deeply", f"at most {MAXIMUM_DEPTH} levels", line)
    fail(Where(name, 1), "nested too deeply", f"at most {MAXIMUM_DEPTH} levels")


def _place(text: str, name: str, offset: int) -> tuple[Where, str]:
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[begin : len(text) if end < 0 else end].removesuffix("\r")
    return Where(name, text.count("\n", 0, offset) + 1, offset - begin + 1), line


def kind(value: Json) -> str:
    """The kind of a value, in words."""
    return _KINDS.get(type(value), "a number")
