"""Words of vendors' JSON: the members of each vendor's words, and lists of words that are read column by column.

Most words of a file have the same members with usual values. These become columns at once; any other element of a list
is read by itself, with the place of every problem.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, repeat
from operator import le

from ..schema import Attributes, Corpus, Label
from ..schema.markup import words
from ..source import Source
from ..values import dataclass
from .json_source import Document, Json, Node, Run, Step, inline, text_json, texts_json
from .json_words import DISPLAY, labels_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Path: TypeAlias = "tuple[Step, ...]"
Cells: TypeAlias = "dict[str, list[str]]"

_TIMES = frozenset({"start", "end", "length"})
_DIGITS = b"0123456789"
_ALIKE = bytes.maketrans(b"23456789", b"11111111")
# Points become line ends, between which a number has digits.
_POINTS_AS_ENDS = bytes.maketrans(b".", b"\n")
_LONG = 150  # characters of a number
_WHOLE = 17  # digits of a whole number, whose sum with another one is exact too


def are_numbers(texts: Sequence[str]) -> bool:
    """Whether all texts are numbers of JSON without sign and exponent, none of them very long.

    >>> are_numbers(["1.50", "0"]), are_numbers(["01"]), are_numbers(["1e5"]), are_numbers([""])
    (True, False, False, False)
    """
    lines = "\n".join(["", *texts, ""]).encode("utf-8", "replace")
    if lines.translate(None, _DIGITS + b".\n") or b"\n\n" in lines.translate(_POINTS_AS_ENDS):
        return False
    shapes = lines.translate(_ALIKE)
    if b"\n00" in shapes or b"\n01" in shapes or b".." in lines.translate(None, _DIGITS):
        return False
    return lines.count(b"\n") == len(texts) + 1 and max(map(len, texts), default=0) < _LONG


def are_whole(texts: Sequence[str]) -> bool:
    """Whether all numbers are whole and not too long."""
    return "".join(texts).isdigit() and are_numbers(texts) and max(map(len, texts), default=0) <= _WHOLE


def _start_and_end(cells: Cells) -> tuple[list[str] | None, list[str] | None]:
    return cells.get("start"), cells.get("end")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a format: where their lists are, and the role of each member.

    Paths of lists have `*` for any step. Roles are value, start, end, length, confidence, display, channel, speaker and
    unread; members without a role become attributes.
    """

    format: str
    lists: tuple[Path, ...]
    roles: Mapping[Step, str]
    kinds: tuple[str, tuple[str, ...]] = ("", ())
    """A key, and the values of it that only words have."""
    inner: tuple[str, Mapping[Step, str]] = ("", {})
    """The key of a list of one object with further members, and the roles of these."""
    needed: frozenset[str] = frozenset({"value"})
    """Roles without which a word is read by itself."""
    lead: str = ""
    """Text before the value of a word."""
    quoted: frozenset[str] = frozenset()
    """Roles whose numbers may be written as texts."""
    are_times: Callable[[Sequence[str]], bool] = are_numbers
    """Whether all texts are usual times."""
    times: Callable[[Cells], tuple[list[str] | None, list[str] | None]] = _start_and_end
    """Begins and ends in seconds, from the columns of usual times."""

    def labels(self, node: Node) -> list[Label]:
        """The labels of a word that is read by itself, whose times are seconds."""
        keys = {role: str(key) for key, role in self.roles.items()}
        start, end = (node.time(keys[role], quoted=role in self.quoted) for role in ("start", "end"))
        node.order(start, end)
        return labels_of(
            node.text(keys["value"], required=True),
            start,
            end,
            format=self.format,
            confidence=node.confidence(keys["confidence"], quoted="confidence" in self.quoted),
            display=node.text(keys["display"]) if "display" in keys else "",
            attributes=node.rest(*map(str, self.roles)),
            pattern=self.lead + "{}",
        )


def corpus_of(source: Source, shape: Words, build: Callable[[Document], Corpus], *, many: bool = False) -> Corpus:
    """The corpus that is built from a file, in which lists of words were read as columns."""
    return build(with_columns(Document.of(source, shape.format, many=many), shape))


def with_columns(document: Document, *shapes: Words) -> Document:
    """The document, after lists of words were read as columns."""
    for shape in shapes:
        lists = {id(rows): rows for path in shape.lists for rows in _at(document.value, path)}
        _read(document, list(lists.values()), shape)
    return document


def _at(value: Json, path: Path) -> Iterator[list[Json]]:
    """The lists at a path, in which `*` stands for any step."""
    if not path:
        if isinstance(value, list):
            yield value
    elif isinstance(value, (list, dict)):
        step, rest = path[0], path[1:]
        if step == "*":
            for member in value.values() if isinstance(value, dict) else value:
                yield from _at(member, rest)
        elif isinstance(value, dict) and step in value:
            yield from _at(value[str(step)], rest)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            yield from _at(value[step], rest)


def _read(document: Document, lists: Sequence[list[Json]], shape: Words) -> None:
    """Notes the columns of each list, and the places of its other elements."""
    columns = _Columns(list(chain.from_iterable(lists)), shape)
    run = columns.run()
    if run is None:
        return
    places, last = columns.places, 0
    for listed in lists:
        first, last = last, last + len(listed)
        begin, end = bisect_left(places, first), bisect_left(places, last)
        if begin < end:
            others: Sequence[int] = ()
            if end - begin < len(listed):
                others = sorted(set(range(len(listed))).difference([place - first for place in places[begin:end]]))
            document.runs[id(listed)] = run if end - begin == len(places) else run.part(begin, end), others


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of all words: its key, its role (empty for an attribute), its values, and the key of the list inside of
    the word that has it."""

    key: Step
    role: str
    values: list[Json]
    inner: str


class _Columns:
    """The members of usual words, a column each; `places` are those of the words among all elements."""

    def __init__(self, rows: Sequence[Json], shape: Words) -> None:
        self._shape = shape
        self._members: list[_Member] = []
        self.places: Sequence[int] = range(len(rows))
        kind, kinds = shape.kinds
        inner, inner_roles = shape.inner
        self._add(rows, shape.roles, {*shape.needed} - {*inner_roles.values()}, {*filter(None, (kind, inner))})
        if kind and self._members:
            self._pick([value in kinds for value in self._values(kind)])
        if inner and self._members:
            self._pick([type(value) is list and len(value) == 1 for value in self._values(inner)])
            firsts = [value[0] for value in self._values(inner)]  # type: ignore[index]
            self._members = [member for member in self._members if member.key != inner]
            self._add(firsts, inner_roles, {*shape.needed} & {*inner_roles.values()}, set(), inner)
        self._without_unusual()

    def _add(
        self, rows: Sequence[Json], roles: Mapping[Step, str], needed: set[str], keys: set[str], inner: str = ""
    ) -> None:
        """Adds the members of the rows of the most frequent layout, and leaves out the other rows."""
        of_rows = _layouts(rows)
        layouts = Counter(of_rows)
        wanted = next((layout for layout, _ in layouts.most_common() if _is_usable(layout, roles, needed, keys)), None)
        if layouts[wanted or ()] < len(rows):
            flags = [layout == wanted for layout in of_rows]
            self._pick(flags)
            rows = list(compress(rows, flags))
        for key in wanted or ():
            values = [row[key] for row in rows]  # type: ignore[index]
            role = roles.get(key, "")
            is_null = role and isinstance(key, str) and values.count(None) == len(values)
            self._members.append(_Member(key, "" if is_null else role, values, inner))

    def _values(self, key: str) -> list[Json]:
        return next((member.values for member in self._members if member.key == key), [])

    def _pick(self, flags: Sequence[bool]) -> None:
        """Leaves out the words that are not flagged."""
        if not all(flags):
            self.places = list(compress(self.places, flags))
            self._members = [
                _Member(member.key, member.role, list(compress(member.values, flags)), member.inner)
                for member in self._members
            ]

    def _without_unusual(self) -> None:
        """Leaves out the words that have a value which may be a problem or has to be looked at."""
        unusual = {
            place
            for member in self._members
            if not _is_usual(member.values, member.role, self._shape)
            for place, value in enumerate(member.values)
            if not _is_usual([value], member.role, self._shape)
        }
        if unusual:
            self._pick([place not in unusual for place in range(len(self.places))])

    def run(self) -> Run | None:
        """The columns of the usual words; None where there is none."""
        cells = {member.role: _texts(member.values) for member in self._members if member.role}
        if not self.places or not self._shape.needed <= cells.keys():
            return None
        starts, ends = self._shape.times(cells)
        if starts and ends:
            flags = list(map(le, map(float, starts), map(float, ends)))
            if not all(flags):
                self._pick(flags)
                return self.run()
        lead, nobody = len(self._shape.lead), [""] * len(self.places)
        values = [value[lead:] for value in cells["value"]] if lead else cells.get("value", nobody)
        attributes = _with_displays(self._attributes(), cells.get("display"), values)
        names = cells.get("channel", nobody), cells.get("speaker", nobody)
        return Run(values, (starts, ends, cells.get("confidence")), attributes, *names)

    def _attributes(self) -> list[Attributes] | None:
        """The members of every word that have no role, as attributes; None where there are none."""
        name = self._shape.format
        single: list[Iterable[tuple[str, str]]] = []
        inner: list[Iterable[str]] = []
        for member in self._members:
            if member.role:
                continue
            written = _written(member.values)
            if member.inner:
                inner.append(map(f"{text_json(str(member.key))}: ".__add__, written))
            else:
                single.append(zip(repeat(f"{name}:{member.key}"), written, strict=False))
        if inner:
            objects = map(", ".join, zip(*inner, strict=True))
            single.append([(f"{name}:/alternative", f"{{{written}}}") for written in objects])
        return list(zip(*single, strict=True)) if single else None


def run_of(rows: Sequence[Json], shape: Words) -> Run | None:
    """The columns of a list of words that are all usual; None for any other list."""
    if {*map(type, rows)} != {dict} or len({*map(tuple, rows)}) > 1:  # type: ignore[arg-type]
        return None
    columns = _Columns(rows, shape)
    run = columns.run()
    return run if len(columns.places) == len(rows) else None


def member_columns(format: str, size: int, cells: Mapping[str, list[Json]]) -> Iterable[Attributes] | None:
    """The members of rows as attributes; None where one has no value."""
    if not cells:
        return [()] * size
    if any(type(None) in map(type, column) or key.startswith("/") for key, column in cells.items()):
        return None
    return zip(*(zip(repeat(f"{format}:{key}"), _written(column)) for key, column in cells.items()), strict=False)


def _layouts(rows: Sequence[Json]) -> list[Path]:
    return list(map(tuple if {*map(type, rows)} == {dict} else _layout, rows))  # type: ignore[arg-type]


def _layout(row: Json) -> Path:
    """The keys of an object, the indices of a list, and nothing of any other value."""
    return tuple(row) if type(row) is dict else tuple(range(len(row))) if type(row) is list else ()


def _is_usable(layout: Path, roles: Mapping[Step, str], needed: set[str], keys: set[str]) -> bool:
    """Whether elements with these keys may be words that are read as columns."""
    of_keys = [role for key in layout if (role := roles.get(key, "unread")) != "unread"]
    if len(set(of_keys)) < len(of_keys) or not keys.issubset(layout) or not needed.issubset(of_keys):
        return False
    if not layout or isinstance(layout[0], int):
        return layout == tuple(roles)
    return not any(str(key).startswith("/") for key in layout)


def _is_usual(column: list[Json], role: str, shape: Words) -> bool:
    """Whether every value is one of its role that is no problem and is kept in a column alone."""
    types = set(map(type, column))
    if role in ("", "unread"):
        return not role or not (type(None) in types or bytes in types) or _are_names(column)
    if role in _TIMES or role == "confidence":
        are_usual = shape.are_times if role in _TIMES else are_numbers
        if types == {bytes} and are_usual is are_numbers:  # made fast: these are valid JSON
            lines = b"\n".join(column)  # type: ignore[arg-type]
            return not lines.translate(None, _DIGITS + b".\n") and max(map(len, column)) < _LONG  # type: ignore[arg-type]
        return types <= ({bytes, str} if role in shape.quoted else {bytes}) and are_usual(_texts(column))
    if role in ("value", "display"):
        return types == {str} and (role == "display" or _are_words(column, shape.lead))  # type: ignore[arg-type]
    return types <= {bytes, str} and _are_names(column)


def _are_names(column: list[Json]) -> bool:
    """Whether no value is null, and those that are numbers are usual ones."""
    numerals = [value for value in column if type(value) is bytes]
    return None not in column and (not numerals or are_numbers(_texts(numerals)))  # type: ignore[arg-type]


def _are_words(values: list[str], lead: str) -> bool:
    """Whether every value is one word, after the text before all of them."""
    if lead:
        if not all(map(str.startswith, values, repeat(lead))):
            return False
        size = len(lead)
        values = [value[size:] for value in values]
    joined = "".join(values)
    if joined.isprintable() and " " not in joined:
        return all(values)
    return words(" ".join(values)) == values


def _texts(column: list[Json]) -> list[str]:
    """The texts of a column of texts and numbers."""
    types = set(map(type, column))
    if types == {bytes}:
        return b"\n".join(column).decode().split("\n")  # type: ignore[arg-type]
    if types == {str}:
        return column  # type: ignore[return-value]
    return [value.decode() if isinstance(value, bytes) else str(value) for value in column]


def _written(column: list[Json]) -> Iterable[str]:
    """The values of a column as JSON."""
    types = set(map(type, column))
    return _texts(column) if types == {bytes} else texts_json(_texts(column)) if types == {str} else map(inline, column)


def _with_displays(
    attributes: list[Attributes] | None, forms: list[str] | None, values: list[str]
) -> list[Attributes] | None:
    """The attributes of every word, with its printed form where this differs."""
    if forms is None or forms == values:
        return attributes
    return [
        more if not form or form == value else (*more, (DISPLAY, form))
        for more, form, value in zip(attributes or repeat(()), forms, values, strict=False)
    ]
