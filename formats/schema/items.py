"""Labels and alternations: the items of which a segment consists."""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import repeat

from ..errors import Where
from ..values import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Literal, TypeAlias

# How the text of a segment is read: as bare words, or with sclite's marks ({ a / b }, (uh), frag-, word;tag).
Grammar: TypeAlias = "Literal['plain', 'sclite']"
Attributes: TypeAlias = "tuple[tuple[str, str], ...]"
Item: TypeAlias = "Label | Alternation"


class Written(float):
    """A number that prints as it was written: a time or a confidence of a file.

    >>> time = Written("1.50")
    >>> print(time, time == 1.5)
    1.50 True
    """

    __slots__ = ("written",)
    written: str

    def __new__(cls, written: str) -> Written:
        number = super().__new__(cls, written)
        number.written = written
        return number

    def __repr__(self) -> str:
        return self.written

    __str__ = __repr__

    def __reduce__(self) -> tuple[type[Written], tuple[str]]:
        return Written, (self.written,)


_NEW_LABEL: Callable[[type[Label]], Label] = object.__new__
_MANY = 4000  # texts, of which few are different: confidences
_NEW, _SET = partial(float.__new__, Written), Written.__dict__["written"].__set__


def written(texts: Sequence[str]) -> list[Written]:
    """Numbers from their texts, as `Written` makes them one by one.

    >>> written(["1.50", "2"])
    [1.50, 2]
    """
    if len(texts) > _MANY and len(set(texts[:_MANY])) * 2 < _MANY:
        known = dict.fromkeys(texts)
        return list(map(dict(zip(known, written(list(known)), strict=True)).__getitem__, texts))
    numbers = list(map(_NEW, texts))
    deque(map(_SET, numbers, texts), maxlen=0)
    return numbers


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
    numbers: tuple[Sequence[float] | None, Sequence[float] | None, Sequence[float] | None],
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
