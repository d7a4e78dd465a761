"""Numbers that are written again as a file has them, one by one and as columns."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, repeat
from math import isfinite, isnan, nan
from operator import attrgetter

from ..errors import UsageError
from .lazy import Lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from typing import Any, overload

_MOST_DECIMALS, _MOST_SIGNS = 6, 12
"""Decimals and signs of times that numbers add up without a rest in these decimals."""


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


_MANY = 4000  # texts, of which few are different: confidences
_NEW, _SET = partial(float.__new__, Written), Written.__dict__["written"].__set__


def written(texts: Sequence[str | None]) -> list[Written | None]:
    """Numbers from their texts, as `Written` makes them one by one.

    >>> written(["1.50", "2"])
    [1.50, 2]
    """
    if len(texts) > _MANY and len(set(texts[:_MANY])) * 2 < _MANY:
        distinct = list(dict.fromkeys(texts))
        return list(map(dict(zip(distinct, written(distinct), strict=True)).__getitem__, texts))
    places = [place for place, text in enumerate(texts) if text is not None]
    some = texts if len(places) == len(texts) else [texts[place] for place in places]
    numbers: list[Written | None] = list(map(_NEW, some))
    deque(map(_SET, numbers, some), maxlen=0)
    if some is texts:
        return numbers
    every: list[Written | None] = [None] * len(texts)
    for place, number in zip(places, numbers, strict=True):
        every[place] = number
    return every


def number_text(value: float) -> str:
    """A number as text: as it was written, else with all its digits and without an exponent.

    >>> number_text(Written("1.50")), number_text(0.1), number_text(1e-7)
    ('1.50', '0.1', '0.0000001')
    """
    if not isfinite(value):
        raise UsageError(f"a number is {float(value)}; expected a finite number")
    if isinstance(value, Written):
        return value.written
    text = repr(float(value))
    return text if "e" not in text else format(_decimal()(text), "f")


def number_texts(numbers: Sequence[float | None]) -> list[str | None]:
    """Numbers as text, as `number_text` makes them one by one; None where there is none.

    >>> number_texts([0.5, None])
    ['0.5', None]
    """
    if None in numbers:
        return [None if number is None else number_text(number) for number in numbers]
    return list(_texts_of(numbers))


def sum_text(begin: str, length: str) -> str:
    """The sum of begin and length, exact in decimal digits.

    >>> sum_text("0.1", "0.20")
    '0.30'
    """
    decimal = _decimal()
    return format(decimal(begin) + decimal(length), "f")


def later_texts(texts: Sequence[str | None], seconds: Decimal) -> list[str | None]:
    """Times so many seconds later, exact in decimal digits; None for those that are missing.

    >>> from decimal import Decimal
    >>> later_texts(["1.05", None], Decimal("0.5"))
    ['1.55', None]
    """
    decimal = _decimal()
    return [None if text is None else format(decimal(text) + seconds, "f") for text in texts]


def exact_texts(operation: Callable[[Any, Any], Any], firsts: Sequence[str], others: Sequence[str]) -> list[str]:
    """The sums or differences of pairs of times, exact in decimal digits.

    >>> from operator import add, sub
    >>> exact_texts(add, ["0.10", "1.25"], ["0.20", "1.00"]), exact_texts(sub, ["0.5"], ["0.25"])
    (['0.30', '2.25'], ['0.25'])
    """
    if decimals := decimals_of(firsts, others):
        results = map(operation, map(float, firsts), map(float, others))
        return list(map(format, results, repeat(f".{decimals}f")))
    decimal = _decimal()
    return list(map(format, map(operation, map(decimal, firsts), map(decimal, others)), repeat("f")))


def _decimal() -> type[Decimal]:
    from decimal import Decimal  # only now: most runs write no numbers

    return Decimal


def decimals_of(firsts: Sequence[str], others: Sequence[str]) -> int:
    """The decimals that all times have, if these are so short that sums and differences of numbers show them; else 0.

    >>> decimals_of(["0.25", "1.50"], ["0.50", "12.00"]), decimals_of(["0.25"], ["0.5"])
    (2, 0)
    """
    joined = "".join(chain(firsts, others))
    decimals = len(firsts[0]) - firsts[0].find(".") - 1 if firsts and "." in firsts[0] else 0
    if not 0 < decimals <= _MOST_DECIMALS or "e" in joined or "E" in joined:
        return 0
    point = slice(-decimals - 1, -decimals)
    if {text[point] for text in chain(firsts, others)} != {"."}:
        return 0
    return decimals if max(map(len, chain(firsts, others))) <= _MOST_SIGNS else 0


class Numbers(Lazy["float | None"]):
    """Times of a column: as numbers, and as they were written where a file has them. NaN stands where there is none.

    >>> times = Numbers.read(["0.50", "2"])
    >>> times.values[0], times[0], times.texts()
    (0.5, 0.50, ['0.50', '2'])
    """

    __slots__ = ("_is_complete", "_items", "_make", "_texts", "values")

    def __init__(
        self,
        values: array[float],
        items: Sequence[float | None] | Callable[[], Sequence[float | None]] | None = None,
        texts: Sequence[str | None] | None = None,
    ) -> None:
        """`items` are the numbers as they are given to users, or a function that makes them; `texts` are what the file
        has, None where a number is missing."""
        self.values = values
        self._items = items if isinstance(items, Sequence) else None
        self._make = None if isinstance(items, Sequence) else items
        self._texts = texts
        self._is_complete: bool | None = None

    @classmethod
    def read(cls, texts: Sequence[str], values: array[float] | None = None) -> Numbers:
        """Numbers from what a file has; `values` are these, if they are known."""
        return cls(array("d", map(float, texts)) if values is None else values, texts=texts)

    @classmethod
    def some(cls, texts: Sequence[str | None], values: array[float] | None = None) -> Numbers | None:
        """Numbers from what a file has, of which some may be missing; None where all are. `values` are the numbers.

        >>> Numbers.some(["0.5", None])[0], Numbers.some([None])
        (0.5, None)
        """
        if texts.count(None) == len(texts):
            return None
        if values is None:
            values = array("d", [nan if text is None else float(text) for text in texts])
        return cls(values, texts=texts)

    @classmethod
    def of(cls, items: Sequence[float | None]) -> Numbers:
        """Numbers from objects, of which some may be missing."""
        return cls(array("d", [nan if item is None else item for item in items]), items)

    def items(self) -> Sequence[float | None]:
        """The numbers, each as it was written."""
        if self._items is None:
            if self._make is not None:
                self._items = self._make()
            else:
                self._items = self.values.tolist() if self._texts is None else written(self._texts)
                if self._texts is None and not self.is_complete():
                    self._items = [None if isnan(value) else value for value in self.values]
        return self._items

    def texts(self) -> Sequence[str]:
        """The numbers as text, without those that are missing."""
        texts = self.texts_or_none()
        return texts if self.is_complete() else list(filter(None, texts))  # type: ignore[return-value]

    def texts_or_none(self) -> Sequence[str | None]:
        """All numbers as text; None for those that are missing."""
        if self._texts is None:
            self._check()
            self._texts = number_texts(self.items())
        return self._texts

    def _check(self) -> None:
        """Raises the problem of the first number that no file can hold."""
        if not all(map(isfinite, self.values)):
            for place, number in enumerate(self.items(), 1):
                if number is not None and not isfinite(number):
                    raise UsageError(f"segment or word {place}: a number is {number}; expected a finite number")

    def is_complete(self) -> bool:
        """Whether every segment has a number."""
        if self._is_complete is None:
            self._is_complete = not any(map(isnan, self.values))
        return self._is_complete

    def taken(self, places: Sequence[int]) -> Numbers:
        """The numbers at these places."""
        if places == range(len(self)):
            return self
        values = array("d", map(self.values.__getitem__, places))
        if self._texts is not None:
            return Numbers(values, texts=[self._texts[place] for place in places])
        items = self.items()
        return Numbers(values, [items[place] for place in places])

    def __len__(self) -> int:
        return len(self.values)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> float | None: ...

        @overload
        def __getitem__(self, index: slice) -> Sequence[float | None]: ...

    def __getitem__(self, index: int | slice) -> float | Sequence[float | None] | None:
        if self._items is not None or self._make is not None or isinstance(index, slice):
            return self.items()[index]
        if self._texts is None:
            return None if isnan(self.values[index]) else self.values[index]
        text: str | None = self._texts[index]
        return None if text is None else Written(text)

    def __iter__(self) -> Iterator[float | None]:
        return iter(self.items())

    def __reduce__(self) -> tuple[object, ...]:
        return Numbers, (self.values, tuple(self.items()))


def _texts_of(items: Sequence[float | None]) -> list[str]:
    """Numbers as text, as `number_text` makes them one by one; missing ones are left out.

    >>> _texts_of([0.5, 1e-7]), _texts_of([Written("1.50"), None])
    (['0.5', '0.0000001'], ['1.50'])
    """
    kinds = {*map(type, items)}
    if kinds == {Written} and all(map(isfinite, items)):  # type: ignore[arg-type]
        return list(map(attrgetter("written"), items))
    texts = list(map(repr, items)) if kinds == {float} else []
    # An exponent, or a number that is not finite, needs a closer look.
    if texts and not any(map("".join(texts).__contains__, "en")):
        return texts
    return [number_text(item) for item in items if item is not None]
