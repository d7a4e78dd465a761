"""Lines of fields between blanks, as in ctm and stm files: splitting, numbers, and columns of fields."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from math import inf, isinf, isnan
from operator import gt, methodcaller

from ..errors import UsageError
from ..schema import Table, number_text
from ..schema.markup import BLANKS

# Neither a float nor a Decimal holds exponents of four digits or more.
_NUMBER = re.compile(r"[+-]?([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([eE][+-]?0*[0-9]{1,3})?")
_BLANKS = re.compile(f"[{BLANKS}]+")
_FIELD = re.compile(f"[^{BLANKS}]+")
# White space to Python's str.split, part of a word to the reference programs and here.
_ASCII_BLANKS = "\x1c\x1d\x1e\x1f"
_WIDE_BLANKS = (
    _ASCII_BLANKS + "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def wide_blank(text: str) -> str:
    """A character of the text at which Python's str.split cuts and C's isspace does not; empty if there is none.

    >>> wide_blank("a b"), wide_blank("a\\u00a0b")
    ('', '\\xa0')
    """
    candidates = _ASCII_BLANKS if text.isascii() else _WIDE_BLANKS
    if not any(map(text.__contains__, candidates)):
        return ""
    return next(character for character in text if character in candidates)


def splitter(text: str, limit: int = -1) -> Callable[[str], list[str]]:
    """The fastest function that splits the lines of a text into fields; after `limit` splits the rest stays whole.

    >>> splitter("x")(" a  b\\tc "), splitter("\\u3000")("a\\u3000b c")
    (['a', 'b', 'c'], ['a\\u3000b', 'c'])
    """
    if not wide_blank(text):
        return str.split if limit < 0 else methodcaller("split", None, limit)
    if limit < 0:
        return _FIELD.findall

    def split(line: str) -> list[str]:
        line = line.strip(BLANKS)
        return _BLANKS.split(line, limit) if line else []

    return split


def column(line: str, number: int) -> int:
    """The column where a field begins, or the end of a line that is too short; fields and columns count from 1.

    >>> column("a  b c", 2), column("a  b c ", 4)
    (4, 7)
    """
    fields = list(_FIELD.finditer(line))
    if number <= len(fields):
        return fields[number - 1].start() + 1
    return fields[-1].end() + 1 if fields else 1


def number(text: str) -> float | None:
    """The number of a field; None for any other text. Unlike float(), it refuses `nan`, `1_000` and non-ASCII digits.

    >>> number("1.5e1"), number("nan"), number("1_0"), number("1e-9999")
    (15.0, None, None, None)
    """
    return float(text) if _NUMBER.fullmatch(text) else None


def are_numbers(texts: Iterable[str]) -> bool:
    """Whether every text is a number, as `number` reads it.

    >>> are_numbers(["1.5e1", "2"]), are_numbers(["nan"])
    (True, False)
    """
    return all(map(_NUMBER.fullmatch, texts))


def time_problem(name: str, text: str) -> str:
    """The problem of a field that should be a time; empty if there is none.

    >>> time_problem("begin", "-1"), time_problem("begin", "1.50")
    ("begin '-1' is negative", '')
    """
    value = number(text)
    if value is None:
        return f"{name} {text!r} is not a number"
    if value < 0:
        return f"{name} {text!r} is negative"
    return f"{name} {text!r} is too large" if isinf(value) else ""


def is_usual_window(begin: str, end: str) -> bool:
    """Whether start and end are of digits and points, as nearly all times, and the end is not before the start.

    >>> is_usual_window("0.50", "12"), is_usual_window("0.50", "0.25"), is_usual_window("0.50", "1e3")
    (True, False, False)
    """
    return (
        (begin.isascii() and end.isascii())
        and (begin.replace(".", "", 1).isdecimal() and end.replace(".", "", 1).isdecimal())
        and float(begin) <= float(end) < inf
    )


def times(texts: Sequence[str]) -> array[float] | None:
    """The values of times of digits and a point, which nearly all are; None where a time needs a closer look.

    >>> times(["1.50", "2"]), times(["1.50", "-2"]), times(["1.5.0"])
    (array('d', [1.5, 2.0]), None, None)
    """
    joined = "".join(texts)
    if not joined.isascii() or joined.encode("ascii").translate(None, b"0123456789."):
        return None
    try:
        values = array("d", map(float, texts))
    except ValueError:
        return None
    return values if max(values, default=0.0) < inf else None


def difference_text(end: str, begin: str) -> str:
    """The difference of end and begin, exact in decimal digits.

    >>> difference_text("0.30", "0.1")
    '0.20'
    """
    length = format(Decimal(end) - Decimal(begin), "f")
    if length.startswith("-"):
        check_order(0.0, float(length), f"{begin} s to {end} s")
    return length


def check_order(start: float, end: float, shown: str = "") -> None:
    """Raises an error for an end before its begin, which readers would refuse."""
    if end < start:
        times = shown or f"{float(start)} s to {float(end)} s"
        raise UsageError(f"times from {times}; expected end >= begin")


def time_text(time: float, owner: str) -> str:
    """A time as text; an error that names its owner unless it is finite and >= 0."""
    if not 0 <= time < float("inf"):
        place = repr(owner) if owner else "a segment or word without a name"
        raise UsageError(f"{place}: a time is {time!r}; expected finite seconds >= 0")
    return number_text(time)


def word_of(name: str, value: str, format: str) -> str:
    """A name; an error where it cannot be one field of a line."""
    if not value or _FIELD.fullmatch(value) is None:
        raise UsageError(f"{format} cannot hold the {name} {value!r}; expected one word without blanks")
    return value


def wrong_time(table: Table, latest: float = inf) -> int | None:
    """The place of the first segment without times, or with times that are negative, too late or in no order."""
    if table.start is None or table.end is None:
        return 0 if len(table) else None
    starts, ends = table.start.values, table.end.values
    is_inside = table.has_windows() and min(starts, default=0.0) >= 0 and max(ends, default=0.0) < latest
    if is_inside and not any(map(gt, starts, ends)):
        return None
    times = zip(starts, ends, strict=True)
    return next(place for place, (start, end) in enumerate(times) if not 0 <= start <= end < latest)


def are_times(numbers: Sequence[float], latest: float = inf) -> bool:
    """Whether numbers are not negative, and before the latest time of a format."""
    return not numbers or (min(numbers) >= 0 and max(numbers) < latest and not isnan(sum(numbers)))
