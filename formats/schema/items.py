"""Labels and alternations: the items of which a segment consists."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from itertools import pairwise, repeat
from math import isfinite
from operator import attrgetter

from ..errors import Where
from ..guessed import Answering
from ..values import dataclass, field
from .lazy import Lazy, Made, OneByOne, taken
from .numbers import Written, number_texts, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, Literal, TypeAlias, overload

# How the text of a segment is read: as bare words, or with sclite's marks ({ a / b }, (uh), frag-, word;tag).
Grammar: TypeAlias = "Literal['plain', 'sclite']"
Attributes: TypeAlias = "tuple[tuple[str, str], ...]"
Item: TypeAlias = "Label | Alternation"
TextsOrNone: TypeAlias = "Sequence[Any] | None"  # texts; None for a label without the number
NumbersOrNone: TypeAlias = "Sequence[float | None] | None"


_KIND = attrgetter("kind", "optional")
_NUMBERS = tuple(map(attrgetter, ("start", "end", "confidence", "where")))
_POOL = 4096
_NOTHING = dict.fromkeys(("start", "end", "confidence", "where")) | {
    "attributes": (),
    "kind": "word",
    "optional": False,
}


_OTHER_NAMES = {
    **dict.fromkeys(("word", "text", "token", "name", "label", "content"), "value"),
    **dict.fromkeys(("conf", "score", "probability", "prob"), "confidence"),
    **dict.fromkeys(("begin", "start_time", "onset", "time"), "start"),
    **dict.fromkeys(("end_time", "offset"), "end"),
    **dict.fromkeys(("duration", "dur", "length"), "end - start"),
    **dict.fromkeys(("speaker", "channel", "session"), "the speaker, channel and session of its segment"),
}
"""Attributes that others expect of a label, with ours."""


@dataclass(frozen=True, slots=True)
class Label(Answering):
    """One word, keyword hit or segment class; `value` keeps the case and the characters of the file."""

    value: str
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    kind: str = "word"
    optional: bool = False
    attributes: Attributes = ()
    where: Where | None = field(default=None, compare=False)
    ANSWERS = _OTHER_NAMES


def objects_of_columns(
    kind: type[Any], size: int, columns: Mapping[str, Iterable[object] | None], nothing: Mapping[str, object]
) -> list[Any]:
    """Objects of a dataclass from columns of their fields, as their class makes them one by one; where a column is
    None, each has what `nothing` says.

    >>> objects_of_columns(Where, 2, {"path": ["a", "b"], "line": None, "column": None}, {"line": 7, "column": 1})[1]
    Where(path='b', line=7, column=1)
    """
    objects = list(map(object.__new__, repeat(kind, size)))
    for name, column in columns.items():
        values = repeat(nothing[name]) if column is None else column
        deque(map(getattr(kind, name).__set__, objects, values), maxlen=0)
    return objects


def labels_of_columns(
    values: Sequence[str],
    numbers: tuple[NumbersOrNone, NumbersOrNone, NumbersOrNone],
    attributes: Sequence[Attributes] | None,
    places: tuple[str, Sequence[int]] | None = None,
) -> list[Label]:
    """Labels from columns, as `Label` makes them one by one; `numbers` are begins, ends and confidences, `places` the
    path of their file and their lines.

    >>> labels_of_columns(["a", "b"], ([0.5, 1.0], None, None), None)[1] == Label("b", 1.0)
    True
    """
    wheres = None if places is None else map(Where, repeat(places[0]), places[1])
    columns: dict[str, Iterable[object] | None] = {
        "value": values,
        "attributes": attributes,
        "kind": None,
        "optional": repeat(False),
        "where": wheres,
    }
    columns |= zip(("start", "end", "confidence"), numbers, strict=True)
    return objects_of_columns(Label, len(values), columns, _NOTHING)


@dataclass(frozen=True, slots=True)
class Alternation:
    """Alternative wordings; an empty branch is the null word."""

    branches: tuple[tuple[Item, ...], ...]
    where: Where | None = field(default=None, compare=False)


class Details(Made["Attributes"]):
    """Attributes of rows, made at the first access to one, of which the names are known before.

    >>> names_of(Details(2, {"tag1"}, lambda: [(("tag1", "noun"),), ()])), names_of([(), (("tag2", "1"),)])
    ({'tag1'}, {'tag2'})
    """

    __slots__ = ("names",)

    def __init__(self, size: int, names: set[str], make: Callable[[], Sequence[Attributes]]) -> None:
        self.names = names
        super().__init__(size, make)


def names_of(column: Sequence[Attributes]) -> set[str]:
    """The names of the attributes of all rows."""
    return column.names if isinstance(column, Details) else {name for pairs in {*column} for name, _ in pairs}


class LabelColumns(Lazy[Label]):
    """Labels of single words kept as columns, with numbers as texts; all are made at the first access to one.

    >>> labels = LabelColumns(["good", "day"], (["0.5", "1.0"], None, None), None)
    >>> labels.values[1], len(labels), labels[1].start, labels[:1] == (labels[0],)
    ('day', 2, 1.0, True)
    """

    __slots__ = ("_made", "attributes", "numbers", "places", "values")

    def __init__(
        self,
        values: Sequence[str],
        numbers: tuple[TextsOrNone, TextsOrNone, TextsOrNone],
        attributes: Sequence[Attributes] | None,
        places: tuple[str, Sequence[int]] | None = None,
    ) -> None:
        """`numbers` are begins, ends and confidences; None for those that no label has, and for a label without one.
        `places` are the path of the file and the lines of the labels."""
        self.values, self.numbers, self.attributes, self.places = values, numbers, attributes, places
        self._made: Sequence[Label] | None = None

    def made(self) -> Sequence[Label]:
        """All labels."""
        if self._made is None:
            start, end, confidence = (None if column is None else written(column) for column in self.numbers)
            self._made = tuple(labels_of_columns(self.values, (start, end, confidence), self.attributes, self.places))
        return self._made

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Label]:
        return iter(self.made())

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.made(),)

    def __repr__(self) -> str:
        return repr(self.made())

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Label: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[Label]: ...

    def __getitem__(self, index: int | slice) -> Label | Sequence[Label]:
        if isinstance(index, int):
            return self.made()[index]
        start, end, confidence = (None if column is None else column[index] for column in self.numbers)
        attributes = None if self.attributes is None else self.attributes[index]
        places = None if self.places is None else (self.places[0], self.places[1][index])
        return LabelColumns(self.values[index], (start, end, confidence), attributes, places)

    def taken(self, rows: Sequence[int]) -> LabelColumns:
        """The labels at these places."""
        start, end, confidence = (None if column is None else [column[row] for row in rows] for column in self.numbers)
        attributes = None if self.attributes is None else taken(self.attributes, rows)
        places = None if self.places is None else (self.places[0], [self.places[1][row] for row in rows])
        return LabelColumns([self.values[row] for row in rows], (start, end, confidence), attributes, places)

    def __add__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*self, *other)

    def __radd__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*other, *self)


class LabelLists(OneByOne["Sequence[Item]"]):
    """The labels of all segments of a file as columns; `first` are the first label of each segment, and the number of
    all. What is more than a word with numbers, such as an alternation, stands in `odd`, by its place.

    >>> lists = LabelLists(LabelColumns(["good", "day", "yes"], (None, None, None), None), [0, 2, 3])
    >>> len(lists), lists[1].values
    (2, ['yes'])
    """

    __slots__ = ("first", "labels", "odd")

    def __init__(self, labels: LabelColumns, first: Sequence[int], odd: Mapping[int, Item] | None = None) -> None:
        self.labels = labels
        self.first = first
        self.odd = odd or {}

    def _item(self, place: int) -> Sequence[Item]:
        return self._between(self.first[place], self.first[place + 1])

    def _between(self, first: int, last: int) -> Sequence[Item]:
        """The items of some rows."""
        labels = self.labels[first:last]
        if not self.odd or self.odd.keys().isdisjoint(range(first, last)):
            return labels
        return tuple([self.odd.get(row, label) for row, label in enumerate(labels, first)])

    def columns(self, place: int) -> LabelColumns | None:
        """The words and numbers of a segment as columns; None where it has an alternation."""
        first, last = self.first[place], self.first[place + 1]
        if self.odd and any(type(self.odd.get(row)) is Alternation for row in range(first, last)):
            return None
        return self.labels[first:last]  # type: ignore[return-value]

    def branching(self) -> set[int]:
        """The places of segments with alternations."""
        return self._places_of([row for row, item in self.odd.items() if type(item) is Alternation])

    def odd_places(self) -> list[int]:
        """The places of segments with items that are more than a word with numbers."""
        return sorted(self._places_of(self.odd))

    def _places_of(self, rows: Iterable[int]) -> set[int]:
        return {bisect_right(self.first, row) - 1 for row in rows}

    def flat(self) -> LabelLists:
        """The lists with the words of its first branch in place of an alternation."""
        branching = self.branching()
        if not branching:
            return self
        parts: list[Sequence[Item]] = []
        first = [0]
        for place, (begin, end) in enumerate(pairwise(self.first)):
            size = first[-1]
            for row in range(begin, end) if place in branching else ():
                if type(self.odd.get(row)) is Alternation:
                    words = list(first_words([self.odd[row]]))
                    parts += [self._between(begin, row), words]
                    size += row - begin + len(words)
                    begin = row + 1
            parts.append(self._between(begin, end))
            first.append(size + end - begin)
        values = LabelValues()
        values.extend(parts)
        flat = values.whole()
        assert flat is not None
        return LabelLists(flat.labels, first, flat.odd)

    def texts(self) -> list[str]:
        """The words of every segment with blanks between them."""
        return list(map(" ".join, [self.labels.values[first:last] for first, last in pairwise(self.first)]))

    def shown(self) -> Sequence[str]:
        """The words of all segments, optional ones in parentheses; alternations have no word."""
        if not self.odd:
            return self.labels.values
        values = list(self.labels.values)
        for row, item in self.odd.items():
            if type(item) is Label and item.optional:
                values[row] = f"({item.value})"
        return values

    def taken(self, places: Sequence[int]) -> LabelLists:
        """The lists at these places."""
        rows: list[int] = []
        first = [0]
        for place in places:
            rows += range(self.first[place], self.first[place + 1])
            first.append(len(rows))
        return LabelLists(
            self.labels.taken(rows), first, {new: self.odd[row] for new, row in enumerate(rows) if row in self.odd}
        )

    def __len__(self) -> int:
        return len(self.first) - 1


class Values:
    """A column of texts, names or details; equal ones are one object, and what is nothing takes no memory at first."""

    __slots__ = ("_nothing", "_pool", "_size", "_values")

    def __init__(self, nothing: object) -> None:
        """`nothing` is what the column holds where there is nothing."""
        self._nothing = nothing
        self._size = 0
        self._values: Any = None
        self._pool: dict[Any, Any] = {}

    def extend(self, values: Sequence[Any]) -> None:
        """Adds the values of some rows."""
        if self._values is None and values.count(self._nothing) == len(values):
            self._size += len(values)
            return
        if self._values is None:
            is_number = type(self._nothing) is int
            self._values = array("q", [0]) * self._size if is_number else [self._nothing] * self._size
        if len(self._pool) > _POOL:
            self._pool = {}
        self._values.extend(map(self._pool.setdefault, values, values))

    def whole(self) -> Sequence[Any] | None:
        """The column; None if it holds nothing."""
        return self._values if self._values is not None or self._size else []


class LabelValues:
    """The labels of segments, one after the other, as columns."""

    __slots__ = ("_attributes", "_first", "_is_empty", "_is_exact", "_numbers", "_odd", "_values")

    def __init__(self, *, is_exact: bool = False) -> None:
        """With `is_exact`, a label that is not one word is odd."""
        self._is_exact = is_exact
        self._values, self._attributes = Values(None), Values(())
        self._numbers = Values(None), Values(None), Values(None)
        self._first = array("q", [0])
        self._odd: dict[int, Item] = {}
        self._is_empty = True

    def extend(self, lists: Sequence[Sequence[Item] | None]) -> None:
        """Adds the labels of some rows."""
        size = self._first[-1]
        values: list[str] = []
        attributes: list[Attributes] = []
        numbers: tuple[list[str | None], ...] = [], [], []
        first: list[int] = []
        for labels in lists:
            if labels is not None:
                self._is_empty = False
                columns = labels if type(labels) is LabelColumns else self._columns_of(labels, size)
                count = len(columns.values)
                values += columns.values
                attributes += columns.attributes or [()] * count
                for target, texts in zip(numbers, columns.numbers, strict=True):
                    target += texts or [None] * count
                size += count
            first += [size]
        self._first.extend(first)
        columns_of = self._values, self._attributes, *self._numbers
        extensions: tuple[Sequence[Any], ...] = values, attributes, *numbers
        for column, more in zip(columns_of, extensions, strict=True):
            column.extend(more)

    def _columns_of(self, labels: Sequence[Item], size: int) -> LabelColumns:
        """Labels as columns; those that are more than a word with numbers of the file are noted as odd."""
        plain: Sequence[Any] = labels
        if not _are_plain(labels):
            self._odd |= {place: item for place, item in enumerate(labels, size) if not _are_plain([item])}
            plain = [item if type(item) is Label else Label("") for item in labels]
        values = [label.value for label in plain]
        if self._is_exact and " ".join(values).split() != values:
            rows = enumerate(zip(labels, values, strict=True), size)
            self._odd |= {place: item for place, (item, value) in rows if value.split() != [value]}
        numbers = [_finite_texts([getattr(label, name) for label in plain]) for name in ("start", "end", "confidence")]
        return LabelColumns(values, tuple(numbers), [label.attributes for label in plain])  # type: ignore[arg-type]

    def whole(self) -> LabelLists | None:
        """The labels of all segments; None if these have texts."""
        if self._is_empty:
            return None
        numbers = tuple(column.whole() or None for column in self._numbers)
        labels = LabelColumns(self._values.whole() or [], numbers, self._attributes.whole() or None)  # type: ignore[arg-type]
        return LabelLists(labels, self._first, self._odd)


def _finite_texts(numbers: Sequence[float | None]) -> list[str | None]:
    if all(number is None or isfinite(number) for number in numbers):
        return number_texts(numbers)
    return [None if number is None else repr(number) for number in numbers]


def first_words(items: Iterable[Item]) -> Iterator[Label]:
    """The words of items; for an alternation, those of its first branch.

    >>> alternation = Alternation(((Label("a"), Label("b")), ()))
    >>> [label.value for label in first_words([alternation, Label("c")])]
    ['a', 'b', 'c']
    """
    for item in items:
        if isinstance(item, Alternation):
            yield from first_words(item.branches[0] if item.branches else ())
        else:
            yield item


def _are_plain(items: Sequence[Item]) -> bool:
    """Whether items are words with numbers as a file has them."""
    if not {*map(type, items)} <= {Label} or not {*map(_KIND, items)} <= {("word", False)}:
        return False
    return all({*map(type, map(get, items))} <= {Written, type(None)} for get in _NUMBERS)
