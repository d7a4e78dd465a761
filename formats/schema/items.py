"""Labels and alternations: the items of which a segment consists."""

from __future__ import annotations

from collections import deque
from functools import partial

from formats.errors import Where
from formats.values import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
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


_NEW, _SET = partial(float.__new__, Written), Written.__dict__["written"].__set__


def written(texts: Sequence[str]) -> list[Written]:
    """Numbers from their texts, as `Written` makes them one by one.

    >>> written(["1.50", "2"])
    [1.50, 2]
    """
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


@dataclass(frozen=True, slots=True)
class Alternation:
    """Alternative wordings; an empty branch is the null word."""

    branches: tuple[tuple[Item, ...], ...]
    where: Where | None = field(default=None, compare=False)
