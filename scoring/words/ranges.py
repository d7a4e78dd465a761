"""Ranges of numbers and dates as groups of utterances, such as `duration:0-2-5-10` and `date:month`.

Many different numbers become four ranges.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf, isfinite

from ...formats.errors import UsageError, short
from ...formats.roles import ROLES
from ...formats.schema.numbers import number_text
from .dates import PARTS, of_dates, order_of

Groups = tuple[Sequence["str | None"], "array[int]"]
"""The names of groups, and the number of that of each utterance."""

EACH = "each"
"""The suffix of the name of a column whose numbers are each a group."""
MOST = 10
"""Different numbers that are groups; more of them become ranges."""
_PARTS = 4
_NUMBER = r"-?(?:\d+(?:\.\d*)?|\.\d+)"
_EDGES = re.compile(f"{_NUMBER}(?:-{_NUMBER})*")
_COMMA = re.compile(r"(-?[0-9]+),([0-9]+)")
_THOUSANDS = re.compile("-?[1-9][0-9]{0,2},[0-9]{3}")
_PERCENT = re.compile(r"\s?%\Z")
_RANGE = re.compile(rf"below {_NUMBER}|(?P<low>{_NUMBER}) (?:to {_NUMBER}|or more)")
_NAMES = frozenset(name for role in ("id", "session", "speaker", "channel") for name in ROLES[role])
"""Columns whose numbers are names."""


def column_and_edges(group: str) -> tuple[str, str]:
    """The column and the edges of a group; without edges, they are empty.

    >>> column_and_edges("duration:0-2-5"), column_and_edges("snr:-5-10"), column_and_edges("age:each")
    (('duration', '0-2-5'), ('snr', '-5-10'), ('age', 'each'))
    >>> column_and_edges("date:month"), column_and_edges("a:b")
    (('date', 'month'), ('a:b', ''))
    """
    column, _, edges = group.rpartition(":")
    is_known = edges == EACH or edges in PARTS or _EDGES.fullmatch(edges)
    return (column, edges) if column and is_known else (group, "")


def joined_ranges(group: str) -> str:
    """The group for ranges that are listed one by one; empty for others.

    >>> joined_ranges("duration:0-5,5-10"), joined_ranges("duration:0-5-10")
    ('duration:0-5-10', '')
    """
    column, _, ranges = group.partition(":")
    if not re.fullmatch(r"[\d.]+-[\d.]+(?:,[\d.]+-[\d.]+)+", ranges):
        return ""
    return f"{column}:{'-'.join(dict.fromkeys(re.split('[-,]', ranges)))}"


def in_ranges(column: str, edges: str, groups: Groups) -> Groups:
    """The values of a column in ranges between edges; each holds its lower edge, and values outside have ranges, too.

    >>> names, numbers = in_ranges("duration", "0-2-5", (["1.9", "2", "7", None], array("i", [0, 1, 2, 3])))
    >>> [names[number] for number in numbers]
    ['0 to 2', '2 to 5', '5 or more', None]
    """
    if edges in PARTS:
        return of_dates(column, edges, groups)
    texts = re.findall(f"(?:^|-)({_NUMBER})", edges)
    bounds = [float(text) for text in texts]
    if sorted({*bounds}) != bounds:
        raise UsageError(
            f"the ranges {short(f'{column}:{edges}')} are not in ascending order; expected edges such as 0-2-5-10"
        )
    values, numbers = groups
    numeric = _numbers(values)
    for text, value in zip(values, numeric, strict=True):
        if value is None and text not in (None, ""):
            raise UsageError(f"the {column} {short(str(text))} is not a number; expected numbers for {column}:{edges}")
        if bounds[-1] <= 1 and text and text.endswith("%"):
            raise UsageError(f"the {column} {short(text)} is in percent; expected edges in percent, such as 0-80-100")
    return _cut(texts, bounds, numeric, numbers)


def durations(starts: Sequence[float | None], ends: Sequence[float | None]) -> list[str | None]:
    """The seconds between begins and ends, to a microsecond; None where one is missing.

    >>> durations([0.5, None], [1.75, 2.0])
    ['1.25', None]
    """
    pairs = zip(starts, ends, strict=True)
    return seconds_of([None if None in pair else pair[1] - pair[0] for pair in pairs])  # type: ignore[operator]


def seconds_of(times: Iterable[float | None]) -> list[str | None]:
    """Seconds as texts, to a microsecond; None where one is missing.

    >>> seconds_of([0.5, None])
    ['0.5', None]
    """
    return [None if time is None else number_text(round(time, 6)) for time in times]


def in_few(column: str, groups: Groups) -> Groups:
    """The values of a column; if they are many different numbers, in four ranges with about as many utterances each.

    >>> groups = [str(number) for number in range(20)], array("i", range(20))
    >>> in_few("snr", groups)[0], in_few("speaker_id", groups) is groups
    (['below 5', '5 to 10', '10 to 15', '15 or more'], True)
    """
    values, numbers = groups
    if len(values) <= MOST or column.lower() in _NAMES:
        return groups
    numeric = _numbers(values)
    if any(value is None and text not in (None, "") for text, value in zip(values, numeric, strict=True)):
        return groups
    placed = sorted((value, number) for number in numbers if (value := numeric[number]) is not None)
    chosen = dict(placed[len(placed) * part // _PARTS] for part in range(1, _PARTS))
    written = {value: str(values[number]) for value, number in chosen.items() if value > placed[0][0]}
    edges = {value: text if _EDGES.fullmatch(text) else number_text(value) for value, text in written.items()}
    return _cut([*edges.values()], [*edges], numeric, numbers) if edges else groups


def _cut(texts: Sequence[str], bounds: Sequence[float], values: Sequence[float | None], numbers: array[int]) -> Groups:
    """The groups between bounds, those that some utterance has, in their order."""
    named = [
        f"below {texts[0]}",
        *(f"{low} to {high}" for low, high in pairwise(texts)),
        f"{texts[-1]} or more",
    ]
    range_of_value = [len(named) if value is None else bisect_right(bounds, value) for value in values]
    there = sorted({range_of_value[number] for number in numbers})
    places = {place: number for number, place in enumerate(there)}
    of_utterance = array("i", [places[range_of_value[number]] for number in numbers])
    return [named[place] if place < len(named) else None for place in there], of_utterance


def _numbers(values: Sequence[str | None]) -> list[float | None]:
    """The values that are numbers, with or without a percent sign; None for others.

    A comma is that of decimals, unless the commas of all values may separate thousands.

    >>> _numbers(["0,95", "1,234", "95 %", "x"]), _numbers(["1,234"])
    ([0.95, 1.234, 95.0, None], [None])
    """
    texts = [_PERCENT.sub("", text or "nan") for text in values]
    if any(_COMMA.fullmatch(text) and not _THOUSANDS.fullmatch(text) for text in texts):
        texts = [_COMMA.sub(r"\1.\2", text) if _COMMA.fullmatch(text) else text for text in texts]
    numbers: list[float | None] = []
    for text in texts:
        try:
            number = float(text)
        except ValueError:
            number = inf
        numbers.append(number if isfinite(number) else None)
    return numbers


def in_order(names: Sequence[str | None]) -> list[str | None]:
    """Names that are numbers, ranges or dates, the smallest first, without a name last; nothing if one is none of them.

    >>> in_order(["20", "5", None, "10.5"]), in_order(["20", "dB"]), in_order(["5 or more", "below 0", "0 to 5"])
    (['5', '10.5', '20', None], [], ['below 0', '0 to 5', '5 or more'])
    """
    placed: list[tuple[float, str | None]] = []
    for name, number in zip(names, _numbers(names), strict=True):
        value = order_of(name or "")
        if match := _RANGE.fullmatch(name or ""):
            value = float(match["low"]) if match["low"] else -inf
        elif value is None:
            value = inf if name is None else number
        if value is None:
            return []
        placed.append((value, name))
    return [name for _, name in sorted(placed, key=lambda pair: pair[0])]
