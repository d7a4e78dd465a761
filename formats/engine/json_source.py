"""JSON files: reading with limits and with the place of every problem, and one way to write them.

Numbers keep the text in which they were written: in the value of a file they are bytes, which nothing else is and which
Python's reader makes fastest; a node has them as numbers. A repeated key, nesting that is too deep and a value of the
wrong kind are problems whose message begins with the JSON pointer of the value. `NaN` and `Infinity`,
which Python writes although JSON lacks them, are read; where a number is needed they count as missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from json.encoder import encode_basestring
from math import inf, isfinite

from ..errors import FormatError, LimitError, Problems, Where, fail
from ..schema import Attributes, LabelColumns, Lazy, Written
from ..source import Source
from ..values import dataclass
from .fields import number as number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias, overload

Json: TypeAlias = "bool | int | float | bytes | str | list[Json] | dict[str, Json] | None"
Step: TypeAlias = "str | int"

MAXIMUM_DEPTH = 100
MAXIMUM_SIZE = 1 << 30
# Longer integers are kept as text: Python limits the conversion of very long ones.
_DIGITS = 18
_SNIFFED_VALUES = 5000
# Only the first twenty problems of a file are shown, but readers do not meet them in the order of the text.
_KEPT_NOTES = 1000
_WIDTH = 120
_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|([\[\]{},:])|([^\s\[\]{},:"]+)', re.DOTALL)
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMERALS = re.compile(rf"(?:{_NUMERAL.pattern}\n)*")
_NUMBER = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?([eE][+-]?[0-9]+)?")
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
# Lone surrogates, which UTF-8 cannot encode; those that stand for an invalid byte of the file are not among them.
_LONE_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Words of a list as columns: values; begins, ends and confidences; attributes; channels and speakers."""

    values: Sequence[str]
    numbers: tuple[Sequence[str] | None, Sequence[str] | None, Sequence[str] | None]
    attributes: Sequence[Attributes] | None
    channels: Sequence[str]
    speakers: Sequence[str]

    def labels(self) -> LabelColumns:
        """A label for every word."""
        return LabelColumns(self.values, self.numbers, self.attributes)

    def __add__(self, other: Run) -> Run:
        """The words of two runs that have the same columns."""
        numbers = [a and [*a, *(b or ())] for a, b in zip(self.numbers, other.numbers, strict=True)]
        attributes = self.attributes and [*self.attributes, *(other.attributes or ())]
        names = [*self.channels, *other.channels], [*self.speakers, *other.speakers]
        return Run([*self.values, *other.values], tuple(numbers), attributes, *names)  # type: ignore[arg-type]

    def part(self, first: int, last: int) -> Run:
        """Some of the words."""
        start, end, confidence = (column and column[first:last] for column in self.numbers)
        attributes = self.attributes and self.attributes[first:last]
        names = self.channels[first:last], self.speakers[first:last]
        return Run(self.values[first:last], (start, end, confidence), attributes, *names)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A list of words: the nodes of all elements, the columns of those that were read as columns, and the places of the
    others."""

    nodes: Sequence[Node]
    run: Run | None
    others: Sequence[int]


class Document:
    """The value of a JSON file, and the problems that readers find in it."""

    __slots__ = ("_line", "_many", "_notes", "format", "name", "runs", "text", "value")

    def __init__(
        self, text: str, name: str, format: str, *, value: Json = None, line: int | None = None, many: bool = False
    ) -> None:
        self.runs: dict[int, tuple[Run | None, Sequence[int]]] = {}
        """Columns and places of other elements of the lists of words, by the identity of the list."""
        self.name = name
        self.text = text
        self._line = line
        self._notes: dict[tuple[tuple[Step, ...], str, str], None] = {}
        self._many = many
        self.format = format
        self.value = value

    @classmethod
    def of(cls, source: Source, format: str, *, many: bool = False) -> Document:
        """The document of a file; with `many`, its value is the list of all values of the file."""
        if not many:
            return cls(source.text, source.name, format, value=parse(source.text, source.name, _AS_BYTES))
        values = parse_many(source.text, source.name, _AS_BYTES)
        return cls(source.text, source.name, format, value=values, many=len(values) != 1)

    @property
    def root(self) -> Node:
        """The top value."""
        return Node(self, None, "", self.value)

    def object(self) -> Node:
        """The top value, which has to be an object."""
        if not self.root.is_object():
            self.check()
        return self.root

    def roots(self) -> Iterator[Node]:
        """The top values of a document that may hold several."""
        values = self.value if isinstance(self.value, list) else []
        parent = Node(self, None, "", None)
        if len(values) == 1:
            return iter([Node(self, None, "", values[0])])
        return (Node(self, parent, place, value) for place, value in enumerate(values))

    def _places(self) -> Iterator[tuple[tuple[Step, ...], int]]:
        if not self._many:
            yield from places(self.text)
            return
        number = -1
        for path, offset in places(self.text):
            number += not path
            yield (number, *path), offset

    def note(self, path: tuple[Step, ...], what: str, expected: str) -> None:
        """Notes a problem of the value at a path; those after a thousand others are left out, and where the document is
        a whole file, raises the thousand."""
        if len(self._notes) < _KEPT_NOTES:
            self._notes[path, what, expected] = None
        elif self._line is None:
            self.check()

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
        found: dict[tuple[Step, ...], int] = {}
        for path, offset in self._places():
            if path in wanted:
                found.setdefault(path, offset)
                if len(found) == len(wanted):
                    break
        for path, what, expected in sorted(self._notes, key=lambda note: found.get(note[0], 0)):
            where, line = _place(self.text, self.name, found.get(path, 0))
            where = Where(where.path, where.line + (self._line or 1) - 1, where.column)
            problems.add(where, _at(path) + what, expected, line)


class _Elements(Lazy["Node"]):
    """The elements of a list, whose nodes are made on access."""

    __slots__ = ("_document", "_parent", "_values")

    def __init__(self, document: Document, parent: Node, values: list[Json]) -> None:
        self._document = document
        self._parent = parent
        self._values = values

    def are_objects(self) -> bool:
        """Whether all elements are objects."""
        return {*map(type, self._values)} <= {dict}

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Node: ...

        @overload
        def __getitem__(self, index: slice) -> list[Node]: ...

    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        return Node(self._document, self._parent, places, self._values[places])

    def __len__(self) -> int:
        return len(self._values)


class Node:
    """A value of a document with its path; its methods note a missing or wrong member and return an empty one."""

    __slots__ = ("_document", "_key", "_parent", "value")

    def __init__(self, document: Document, parent: Node | None, key: Step, value: Json) -> None:
        self._document = document
        self._parent = parent
        self._key = key
        self.value: Json = Written(value.decode()) if type(value) is bytes else value

    def shown(self) -> str:
        """The value for a message, as Python writes it."""
        return repr(_with_numbers(self.value))

    def problems(self) -> int:
        """The number of problems noted so far in the whole document."""
        return len(self._document._notes)

    def path(self) -> tuple[Step, ...]:
        """The keys and indices from the top to this value."""
        return () if self._parent is None else (*self._parent.path(), self._key)

    def note(self, what: str, expected: str = "") -> None:
        """Notes a problem of this value."""
        self._document.note(self.path(), what, expected)

    def get(self, key: str) -> Node | None:
        """A member of this object; None where it is missing or null."""
        whole = self.value
        value = whole.get(key) if isinstance(whole, dict) else None
        return None if value is None else Node(self._document, self, key, value)

    def is_object(self) -> bool:
        """Whether this is an object; notes a problem if it is not."""
        if isinstance(self.value, dict):
            return True
        self.note(f"is {kind(self.value)}", "an object")
        return False

    def child(self, key: str, *, required: bool = False) -> Node:
        """A member that is an object; where it is missing, an empty node that notes no further problems."""
        node = self._member(key, required, "an object")
        if node is None or not node.is_object():
            return Node(self._document, self, key, None)
        return node

    def children(self, key: str = "", *, required: bool = False) -> Iterator[Node]:
        """The elements of a member that is a list; without a key, those of this list."""
        yield from self._elements(key, required)

    def objects(self, key: str = "", *, required: bool = False) -> Sequence[Node]:
        """The elements of a list of objects."""
        found = self._elements(key, required)
        return found if found.are_objects() else [node for node in found if node.is_object()]

    def _elements(self, key: str, required: bool) -> _Elements:
        node = self._member(key, required, "a list") if key else self
        if node is not None and not isinstance(node.value, list):
            node.note(f"is {kind(node.value)}", "a list")
        return _Elements(self._document, node or self, node.value if node and isinstance(node.value, list) else [])

    def rows(self, key: str, *, required: bool = False) -> Rows:
        """A list of words."""
        value = self._plain(key)
        run, others = self._document.runs.get(id(value), (None, ()))
        if run is None or not isinstance(value, list):
            nodes = self.objects(key, required=required)
            return Rows(nodes, None, range(len(nodes)))
        parent = Node(self._document, self, key, None)
        return Rows(_Elements(self._document, parent, value), run, others)

    def run(self, key: str) -> Run | None:
        """The words of a list all of which were read as columns; None for any other member."""
        run, others = self._document.runs.get(id(self._plain(key)), (None, ()))
        return None if others else run

    def text(self, key: str, *, required: bool = False) -> str:
        """A member that is a text."""
        if type(found := self._plain(key)) is str:
            return found
        node = self._member(key, required, "text")
        if node is None:
            return ""
        if not isinstance(node.value, str):
            node.note(f"is {kind(node.value)}", "text")
            return ""
        return node.value

    def name(self, key: str) -> str:
        """A member that is a name, written as a text or as a number."""
        if (found := self._plain(key)) is None:
            return ""
        if type(found) is str:
            return found
        node = self.get(key)
        if node is None:
            return ""
        if isinstance(node.value, (bool, list, dict)):
            node.note(f"is {kind(node.value)}", "text or a number")
            return ""
        return str(node.value)

    def number(
        self, key: str, *, required: bool = False, quoted: bool = False, expected: str = "a number"
    ) -> Written | None:
        """A member that is a number; `quoted` numbers are written as a text."""
        found = self._plain(key)
        if type(found) is Written and found and -inf < found < inf:
            return found
        node = self._member(key, required, expected)
        return None if node is None else node.as_number(quoted=quoted, expected=expected)

    def as_number(self, *, quoted: bool = False, expected: str = "a number") -> Written | None:
        """This value as a number."""
        value = self.value
        if quoted and isinstance(value, str):
            if number_of(value) is None:
                self.note(f"{value!r} is not a number", expected)
                return None
            value = Written(value)
        if isinstance(value, (str, bool, list, dict)) or value is None:
            self.note(f"is {kind(value)}", expected)
            return None
        found = value if isinstance(value, Written) else Written(str(value))
        if not isfinite(found) or (not found and number_of(found.written) is None):
            self.note(f"{found} is not a finite number", expected)
            return None
        return found

    def time(self, key: str, *, required: bool = False, quoted: bool = False) -> Written | None:
        """A member that is a time in seconds."""
        if type(found := self._plain(key)) is Written and 0 < found < inf:
            return found
        node = self._member(key, required, "seconds")
        return None if node is None else node.as_time(quoted=quoted)

    def as_time(self, *, quoted: bool = False) -> Written | None:
        """This value as a time in seconds."""
        found = self.as_number(quoted=quoted, expected="seconds")
        if found is not None and found < 0:
            self.note(f"{found} is negative", "seconds >= 0")
            return None
        return found

    def confidence(self, key: str, *, quoted: bool = False) -> Written | None:
        """A member that is a confidence; None where it is NaN or infinite."""
        if type(found := self._plain(key)) is Written and 0 < found < inf:
            return found
        return None if self.is_nan(key) else self.number(key, quoted=quoted, expected="a confidence")

    def is_nan(self, key: str) -> bool:
        """Whether a member is NaN or infinite, which programs write for a missing number."""
        return _is_nan(self._plain(key))

    def order(self, start: Written | None, end: Written | None) -> None:
        """Notes a problem where the end is before the begin."""
        if start is not None and end is not None and end < start:
            self.note(f"end {end} is before begin {start}", "an end at or after the begin")

    def rest(self, *known: str) -> Attributes:
        """The members that the reader does not know, as attributes of the format."""
        if not isinstance(self.value, dict):
            return ()
        prefix = self._document.format
        return tuple(
            [
                detail(prefix, _quoted(key), value)
                for key, value in self.value.items()
                if key not in known or value is None or _is_nan(value)
            ]
        )

    def _plain(self, key: str) -> Json:
        """The value of a member, without a node for its problems."""
        value = self.value.get(key) if type(self.value) is dict else None
        return Written(value.decode()) if type(value) is bytes else value

    def _member(self, key: str, required: bool, expected: str) -> Node | None:
        node = self.get(key)
        if node is None and required and isinstance(self.value, dict):
            self.note(f"no {key!r}", f"{expected} under that key")
        return node


def _with_numbers(value: Json) -> Json:
    """The value with numbers in place of their bytes."""
    if isinstance(value, dict):
        return {key: _with_numbers(member) for key, member in value.items()}
    if isinstance(value, list):
        return list(map(_with_numbers, value))
    return Written(value.decode()) if isinstance(value, bytes) else value


def _is_nan(value: Json) -> bool:
    return isinstance(value, (float, bytes)) and not isfinite(float(value))


# --- attributes ----------------------------------------------------------------------------------


def detail(format: str, key: str, value: Json) -> tuple[str, str]:
    """The attribute that keeps a value of one format; keys that stand for no member of a file begin with a slash."""
    return f"{format}:{key}", inline(value)


def details(attributes: Attributes, format: str) -> dict[str, Json]:
    """The values of one format that attributes keep."""
    prefix = format + ":"
    return {key[len(prefix) :]: loads(text) for key, text in attributes if key.startswith(prefix)}


def members(known: dict[str, Json], found: dict[str, Json]) -> dict[str, Json]:
    """An object of the known members (None is left out) and the kept ones."""
    whole: dict[str, Json] = {key: value for key, value in known.items() if value is not None}
    for key, value in found.items():
        if not key.startswith("/") or key.startswith("//"):
            whole.setdefault(key[key.startswith("//") :], value)
    return whole


def _quoted(key: str) -> str:
    return "/" + key if key.startswith("/") else key


# --- reading -------------------------------------------------------------------------------------


def parse(text: str, name: str, decoder: json.JSONDecoder | None = None) -> Json:
    """The value of a text that is one JSON value."""
    if len(text) > MAXIMUM_SIZE:
        raise LimitError(f"{name}: {len(text)} characters of JSON; expected at most {MAXIMUM_SIZE}")
    try:
        value: Json = (decoder or _DECODER).decode(text)
    except json.JSONDecodeError as error:
        _refuse(text, name, error)
    except RecursionError:
        _refuse_depth(text, name)
    _check(value, text, name)
    return value


def _check(value: Json, text: str, name: str) -> None:
    """Refuses a value that is nested too deeply, or an object that repeats a key."""
    if _deepest(text) > MAXIMUM_DEPTH + 1:  # the top value is on level 0
        _refuse_depth(text, name)
    if _repeats_a_key(value, text):
        _refuse_repeated(text, name)


def parse_many(text: str, name: str, decoder: json.JSONDecoder | None = None) -> list[Json]:
    """The values of a text of one or more JSON values."""
    decoder = decoder or _DECODER
    try:
        return [parse(text, name, decoder)]
    except LimitError:
        raise
    except ValueError:
        if not text.lstrip().startswith("{"):
            raise
    values: list[Json] = []
    at = 0
    while (at := _SPACE.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        begin = at
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            _refuse(text, name, error)
        except RecursionError:
            _refuse_depth(text, name)
        if _deepest(text[begin:at]) > MAXIMUM_DEPTH + 1:
            _refuse_depth(text, name)
        if _repeats_a_key(value, text[begin:at]):
            _refuse_repeated(text, name)
        values.append(value)
    return values


def lines_of(source: Source, format: str, problems: Problems) -> Iterator[tuple[int, Document]]:
    """Number and document of every line that is not blank; their problems are added to `problems`."""
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        try:
            value = parse(line, source.name)
        except FormatError as error:
            for problem in error.problems:
                where = Where(source.name, problem.where.line + number - 1, problem.where.column)
                problems.add(where, problem.what, problem.expected, problem.line)
            continue
        document = Document(line, source.name, format, value=value, line=number)
        yield number, document
        document.tell(problems)


def uniform_lines(source: Source) -> dict[str, list[Json]] | None:
    """The members of all lines, by key; None where lines differ in their keys or might have a problem."""
    lines = source.lines()
    # Without lists, an object ends in its line, as the next line would have to begin with a member of it.
    if not lines or not all(map(str.startswith, lines, repeat("{"))) or sum(map(len, lines)) > MAXIMUM_SIZE:
        return None
    joined = f"[{','.join(lines)}]"
    try:
        values = _DECODER.decode(joined)
    except (json.JSONDecodeError, RecursionError):
        return None
    if _repeats_a_key(values, joined):
        return None
    keys = tuple(values[0])
    if len(values) != len(lines) or set(map(tuple, values)) != {keys}:
        return None
    columns = {key: [value[key] for value in values] for key in keys}
    return None if any({dict, list} & set(map(type, column)) for column in columns.values()) else columns


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
_AS_BYTES = json.JSONDecoder(parse_float=str.encode, parse_int=str.encode, parse_constant=str.encode)
_SPACE = re.compile(r"[ \t\r\n]*")
_BRACES = bytes.maketrans(b"[]", b"{}")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b'{[]}"')
_NO_COLONS = bytes(byte for byte in range(256) if byte not in b':"')


def _outside(text: str, others: bytes) -> bytes:
    """Valid JSON without its strings, and without the bytes of `others`."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    signs = text.encode("utf-8", "surrogatepass").translate(None, others).replace(b'""', b"")
    return b"".join(signs.split(b'"')[::2]) if b'"' in signs else signs


def _repeats_a_key(value: Json, text: str) -> bool:
    """Whether an object of valid JSON repeats a key: it has more colons outside of strings than its value has members.

    >>> _repeats_a_key({"a": 2}, '{"a": 1, "a": 2}'), _repeats_a_key({"a:": 2}, '{"a:": 2}')
    (True, False)
    """
    members = 0
    level: list[Json] = [value]
    while level:
        objects = [one for one in level if type(one) is dict]
        lists = [one for one in level if type(one) is list]
        members += sum(map(len, objects))
        inner = chain(chain.from_iterable(map(dict.values, objects)), chain.from_iterable(lists))
        level = [one for one in inner if type(one) is dict or type(one) is list]
    return members < _outside(text, _NO_COLONS).count(b":")


def _deepest(text: str) -> int:
    """The nesting depth of valid JSON, up to one more than is allowed: drops all but brackets and quotes, then
    everything between quotes, then the innermost pairs of brackets again and again."""
    if text.count("{") + text.count("[") <= MAXIMUM_DEPTH:
        return 0
    signs = _outside(text, _NO_BRACKETS).translate(_BRACES)
    depth = 0
    while signs and depth <= MAXIMUM_DEPTH + 1:
        signs = signs.replace(b"{}", b"")
        depth += 1
    return depth


def _at(path: Sequence[Step]) -> str:
    """The begin of a message: the JSON pointer, unless that is the top value."""
    return f"{pointer(path)}: " if path else ""


def _once(pairs: list[tuple[str, Json]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise KeyError(pairs[0][0])


def _refuse(text: str, name: str, error: json.JSONDecodeError) -> None:
    """Refuses invalid JSON, or an object further up that repeats a key."""
    try:
        json.loads(text[: error.pos], object_pairs_hook=_once)
    except KeyError:
        _refuse_repeated(text, name)
    except ValueError:
        pass  # no such object is complete
    path: tuple[Step, ...] = ()
    for found, offset in places(text):
        if offset > error.pos:
            break
        path = found
    where, line = _place(text, name, error.pos)
    what = "an empty file" if not text.strip() else f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    fail(where, _at(path) + what, "JSON", line)


def _refuse_repeated(text: str, name: str) -> None:
    seen: set[tuple[Step, ...]] = set()
    for path, offset in places(text):
        if path in seen and path:
            where, line = _place(text, name, offset)
            fail(where, f"{pointer(path)}: the key {path[-1]!r} is repeated in one object", "every key once", line)
        seen.add(path)
    fail(Where(name, 1), "a key is repeated in one object", "every key once")


def _refuse_depth(text: str, name: str) -> None:
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


# --- places and shapes ---------------------------------------------------------------------------


def places(text: str) -> Iterator[tuple[tuple[Step, ...], int]]:
    """The path and the offset of every value of a text, which may be incomplete.

    >>> list(places('{"a": [1, {"b"'))
    [((), 0), (('a',), 6), (('a', 0), 7), (('a', 1), 10)]
    """
    path: list[Step] = []
    is_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "{[":
            yield tuple(path), match.start()
            is_key = token == "{"
            path.append("" if is_key else 0)
        elif token in "}]":
            is_key = False
            if path:
                path.pop()
        elif token == ",":
            if path:
                last = path[-1]
                is_key = isinstance(last, str)
                path[-1] = last if isinstance(last, str) else last + 1
        elif token == ":":
            is_key = False
        elif is_key and token[0] == '"':
            path[-1] = _key(token)
        else:
            yield tuple(path), match.start()


def _key(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token[1:-1]


def pointer(path: Sequence[Step]) -> str:
    """The JSON pointer of a path.

    >>> pointer(("results", 3, "a/b"))
    '/results/3/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def outline(lines: Sequence[str], *keys: str) -> frozenset[str]:
    """The JSON pointers in the first lines of a file, with `*` for list indices; empty unless these are JSON and hold
    all the keys.

    >>> sorted(outline(['{"a": [1, 2],', '"b": {"c": 1'], "a", "c"))
    ['', '/a', '/a/*', '/b', '/b/c']
    """
    text = "\n".join(lines)
    if not text.lstrip().startswith(("{", "[")) or not all(f'"{key}"' in text for key in keys):
        return frozenset()
    found = set()
    for count, (path, _) in enumerate(places(text)):
        if count == _SNIFFED_VALUES:
            break
        found.add(pointer(["*" if isinstance(step, int) else step for step in path[:8]]))
    return frozenset(found)


def kind(value: Json) -> str:
    """The kind of a value, in words."""
    return _KINDS.get(type(value), "a number")


# --- writing -------------------------------------------------------------------------------------


def dump(value: Json) -> Iterator[str]:
    """The text of a value: objects and lists that fit are on one line, others are indented.

    >>> print("".join(dump({"a": [1, Written("2.50")], "b": "x"})), end="")
    {"a": [1, 2.50], "b": "x"}
    """
    yield from _spread(value, "\n")
    yield "\n"


def _spread(value: Json, newline: str) -> Iterator[str]:
    short = _short(value, _WIDTH - len(newline))
    if short is not None:
        yield short
        return
    inner = newline + "  "
    if isinstance(value, dict):
        before = "{" + inner
        for key, member in value.items():
            yield f"{before}{text_json(key)}: "
            yield from _spread(member, inner)
            before = "," + inner
        yield newline + "}"
    elif isinstance(value, list):
        before = "[" + inner
        for member in value:
            yield before
            yield from _spread(member, inner)
            before = "," + inner
        yield newline + "]"


def inline(value: Json) -> str:
    """The text of a value on one line.

    >>> inline({"a": None, "b": [True, 0.1]})
    '{"a": null, "b": [true, 0.1]}'
    """
    if type(value) is str:
        return text_json(value)
    if isinstance(value, dict):
        return "{" + ", ".join([f"{text_json(key)}: {inline(member)}" for key, member in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return _single(value)


def _short(value: Json, room: int) -> str | None:
    """The text on one line; None where it does not fit. A single value always fits."""
    if not isinstance(value, (dict, list)):
        return _single(value)
    pieces = []
    for key, member in value.items() if isinstance(value, dict) else (("", member) for member in value):
        piece = _short(member, room)
        if piece is None:
            return None
        if isinstance(value, dict):
            piece = f"{text_json(key)}: {piece}"
        pieces.append(piece)
        room -= len(piece) + 2
        if room < 0:
            return None
    return ("{" + ", ".join(pieces) + "}") if isinstance(value, dict) else "[" + ", ".join(pieces) + "]"


def _single(value: bool | int | float | bytes | str | None) -> str:
    if isinstance(value, str):
        return text_json(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return numeral_json(value.decode() if isinstance(value, bytes) else str(value))


def numeral_json(text: str) -> str:
    """A number in the form of JSON; `NaN` and infinities stay, which Python's reader accepts.

    >>> numeral_json("0.50"), numeral_json("+.50"), numeral_json("-007."), numeral_json("NaN")
    ('0.50', '0.50', '-7', 'NaN')
    """
    if _NUMERAL.fullmatch(text):
        return text
    match = _NUMBER.fullmatch(text)
    if match is None:
        return text
    sign, whole, fraction, exponent = match.groups(default="")
    return f"{sign.replace('+', '')}{whole.lstrip('0') or '0'}{f'.{fraction}' if fraction else ''}{exponent}"


def text_json(value: str) -> str:
    """A text in quotes."""
    text = encode_basestring(value)
    return text if text.isascii() else _without_halves(text)


def numerals_json(texts: Sequence[str]) -> Iterable[str]:
    """Many numbers in the form of JSON; fast where they are in that form already."""
    return texts if _NUMERALS.fullmatch("\n".join(texts) + "\n") else map(numeral_json, texts)


def texts_json(values: Sequence[str]) -> Iterable[str]:
    """Many texts in quotes."""
    return map(encode_basestring if all(map(str.isascii, values)) else text_json, values)


def one_line(written: str, newline: str) -> str:
    """An object that `dump` would write on several lines, on one line if it fits; `newline` is its line end and indent.

    >>> one_line('{\\n  "a": 1,\\n  "b": 2\\n}', "\\n")
    '{"a": 1, "b": 2}'
    """
    inner = newline + "  "
    short = "{" + written[1 + len(inner) : -1 - len(newline)].replace("," + inner, ", ") + "}"
    return short if len(short) <= _WIDTH - len(newline) else written


def _without_halves(text: str) -> str:
    return _LONE_HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text) if _LONE_HALF.search(text) else text


def texts(chunks: Iterable[str]) -> str:
    """All chunks as one text."""
    return "".join(chunks)
