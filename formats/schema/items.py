"""Labels and alternations: the items of which a segment consists."""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import pairwise, repeat

from ..errors import Where
from ..values import dataclass, field
from .lazy import Later, OneByOne
from .numbers import Written, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Literal, TypeAlias, overload

# How the text of a segment is read: as bare words, or with sclite's marks ({ a / b }, (uh), frag-, word;tag).
Grammar: TypeAlias = "Literal['plain', 'sclite']"
Attributes: TypeAlias = "tuple[tuple[str, str], ...]"
Item: TypeAlias = "Label | Alternation"
TextsOrNone: TypeAlias = "Sequence[Any] | None"  # texts; None for a label without the number
NumbersOrNone: TypeAlias = "Sequence[float | None] | None"


_NEW_LABEL: Callable[[type[Label]], Label] = object.__new__


@dataclass(frozen=True, slots=True)
class Label:
    """One word, keyword hit or segment class; `value` keeps the case and the characters of the file."""

    value: str
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    kind: str = "word"
    optional: bool = False
    attributes: Attributes = ()
    where: Where | None = field(default=None, compare=False)


_COLUMNS = [
    Label.__dict__[name].__set__
    for name in ("value", "start", "end", "confidence", "attributes", "kind", "optional", "where")
]


def labels_of_columns(
    values: Sequence[str],
    numbers: tuple[NumbersOrNone, NumbersOrNone, NumbersOrNone],
    attributes: Sequence[Attributes] | None,
) -> list[Label]:
    """Labels from columns, as `Label` makes them one by one; `numbers` are begins, ends and confidences.

    >>> labels_of_columns(["a", "b"], ([0.5, 1.0], None, None), None)[1] == Label("b", 1.0)
    True
    """
    labels = list(map(_NEW_LABEL, repeat(Label, len(values))))
    columns: list[Iterable[object]] = [repeat(None) if column is None else column for column in numbers]
    others: Iterable[object] = repeat(()) if attributes is None else attributes
    contents: tuple[Iterable[object], ...] = (values, *columns, others, repeat("word"), repeat(False), repeat(None))
    for fill, column in zip(_COLUMNS, contents, strict=True):
        deque(map(fill, labels, column), maxlen=0)
    return labels


@dataclass(frozen=True, slots=True)
class Alternation:
    """Alternative wordings; an empty branch is the null word."""

    branches: tuple[tuple[Item, ...], ...]
    where: Where | None = field(default=None, compare=False)


class LabelColumns(Later[Label]):
    """Labels of single words kept as columns, with numbers as texts; all are made at the first access to one.

    >>> labels = LabelColumns(["good", "day"], (["0.5", "1.0"], None, None), None)
    >>> labels.values[1], len(labels), labels[1].start, labels[:1] == (labels[0],)
    ('day', 2, 1.0, True)
    """

    __slots__ = ("_made", "_make", "attributes", "numbers", "values")

    def __init__(
        self,
        values: Sequence[str],
        numbers: tuple[TextsOrNone, TextsOrNone, TextsOrNone],
        attributes: Sequence[Attributes] | None,
    ) -> None:
        """`numbers` are begins, ends and confidences; None for those that no label has, and for a label without one."""
        self.values, self.numbers, self.attributes = values, numbers, attributes
        self._make: Callable[[], Sequence[Label]] | None = partial(_labels, values, numbers, attributes)
        self._made: Sequence[Label] = ()

    def __len__(self) -> int:
        return len(self.values)

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
        return LabelColumns(self.values[index], (start, end, confidence), attributes)

    def __add__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*self, *other)

    def __radd__(self, other: Sequence[Item]) -> tuple[Item, ...]:
        return (*other, *self)


def _labels(
    values: Sequence[str],
    numbers: tuple[TextsOrNone, TextsOrNone, TextsOrNone],
    attributes: Sequence[Attributes] | None,
) -> tuple[Label, ...]:
    start, end, confidence = (None if column is None else _made(column) for column in numbers)
    return tuple(labels_of_columns(values, (start, end, confidence), attributes))


def _made(texts: Sequence[str | None]) -> Sequence[float | None]:
    """Numbers from their texts, of which some may be missing."""
    if None not in texts:
        return written(texts)  # type: ignore[arg-type]
    return [None if text is None else Written(text) for text in texts]


class LabelLists(OneByOne[LabelColumns]):
    """The labels of all segments of a file as columns; `first` are the first label of each segment, and the number of
    all.

    >>> lists = LabelLists(LabelColumns(["good", "day", "yes"], (None, None, None), None), [0, 2, 3])
    >>> len(lists), lists[1].values
    (2, ['yes'])
    """

    __slots__ = ("first", "labels")

    def __init__(self, labels: LabelColumns, first: Sequence[int]) -> None:
        self.labels = labels
        self.first = first

    def _item(self, place: int) -> LabelColumns:
        found = self.labels[self.first[place] : self.first[place + 1]]
        assert isinstance(found, LabelColumns)
        return found

    def texts(self) -> list[str]:
        """The words of every segment with blanks between them."""
        return list(map(" ".join, [self.labels.values[first:last] for first, last in pairwise(self.first)]))

    def __len__(self) -> int:
        return len(self.first) - 1
