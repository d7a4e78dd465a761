"""Parts of dates and times of day as groups of utterances, such as `date:month` and `time:hour`."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from datetime import date

from ...formats.errors import UsageError, short

PARTS = ("hour", "weekday", "day", "week", "month", "quarter", "year")
"""The suffixes of the name of a column of dates or times of day."""
_DATE = re.compile(
    r"(?:(?P<year>\d{4})([-/])(?P<month>\d\d?)(?:\2(?P<day>\d\d?))?|(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{4}))"
    r"(?:[T ]\s*(?P<time>.*))?"
)
_TIME = re.compile(r"(?P<hour>[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?\s*(?:Z|UTC|[+-]\d\d:?\d\d)?")
# Whether the day or the month is first differs by country; a day above 12 shows it for the whole column.
_AMBIGUOUS = re.compile(r"(\d\d?)([/-])(\d\d?)\2(\d{2}|\d{4})((?:[T\s].*)?)")
_SERIAL = re.compile(r"[2-6]\d{4}(?:\.\d+)?")
"""Days since 1899, as spreadsheets count them: those from 1954 on."""
_GROUP = re.compile(
    r"(?P<hour>\d\d):00|(?P<year>\d{4})-(?:W(?P<week>\d\d)|Q(?P<quarter>\d)|(?P<month>\d\d)(?:-(?P<day>\d\d))?)"
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def of_dates(
    column: str, part: str, groups: tuple[Sequence[str | None], array[int]]
) -> tuple[list[str | None], array[int]]:
    """The values of a column of dates or times of day by a part of these.

    >>> names, numbers = of_dates("date", "week", (["02.11.2026", "2026-11-08T09:15", None], array("i", [0, 1, 2])))
    >>> [names[number] for number in numbers]
    ['2026-W45', '2026-W45', None]
    """
    values, numbers = groups
    texts = _with_days_first(column, [(value or "").strip() for value in values])
    parts = [_part_of(column, part, text) if text else None for text in texts]
    places = {name: place for place, name in enumerate(dict.fromkeys(parts))}
    return [*places], array("i", [places[parts[number]] for number in numbers])


def _with_days_first(column: str, texts: list[str]) -> list[str]:
    """Dates such as 01/10/2025 with dots, the day first, where a day above 12 in the column shows which number it is.

    >>> _with_days_first("d", ["01/10/2025", "28/10/2025 16:01"]), _with_days_first("d", ["1/10/2025"])
    (['01.10.2025', '28.10.2025 16:01'], ['1/10/2025'])
    """
    found = [_AMBIGUOUS.fullmatch(text) for text in texts]
    above = [tuple(int(match[place]) > 12 for place in (1, 3)) for match in found if match]
    is_first, is_second = any(first for first, _ in above), any(second for _, second in above)
    if is_first and is_second:
        dates = [match[0] for match in found if match]
        shown = [next(text for text, pair in zip(dates, above, strict=True) if pair[place]) for place in (0, 1)]
        what = f"has the day first in {short(shown[0])} and the month first in {short(shown[1])}"
        raise UsageError(f"the {column} {what}; expected dates such as 2026-11-02 or 02.11.2026")
    if is_first == is_second:
        return texts
    day, month = (1, 3) if is_first else (3, 1)
    return [
        f"{match[day]}.{match[month]}.{match[4]}{match[5]}" if match and len(match[4]) == 4 else text
        for text, match in zip(texts, found, strict=True)
    ]


def _part_of(column: str, part: str, text: str) -> str:
    """The name of the group of a date or a time of day."""
    match = _DATE.fullmatch(text)
    if part == "hour":
        time = _TIME.fullmatch((match["time"] or "") if match else text)
        if time is not None:
            return f"{int(time['hour']):02}:00"
        wanted = "times such as 09:15, or dates with times such as 2026-11-02T09:15"
        what = "has no time of day" if match and not match["time"] else "is not a time of day"
    elif match is None:
        wanted = "dates such as 2026-11-02 or 02.11.2026"
        is_ambiguous = _AMBIGUOUS.fullmatch(text)
        what = "may have the day or the month first, and no day above 12 shows it" if is_ambiguous else "is not a date"
        if _SERIAL.fullmatch(text):
            what = "is not a date, but a number, as spreadsheets keep dates (format the cells as dates)"
    else:
        year, month, day = (
            match[name] or match[other] for name, other in (("year", "y"), ("month", "m"), ("day", "d"))
        )
        try:
            when = date(int(year), int(month), int(day or 1))
        except ValueError:
            when = None
        if when is not None and (day or part in ("month", "quarter", "year")):
            return _name(when, part)
        wanted = "dates such as 2026-11-02 or 02.11.2026"
        what = "has no day" if when is not None else "is not a date"
    raise UsageError(f"the {column} {short(text)} {what}; expected {wanted} for {column}:{part}")


def _name(when: date, part: str) -> str:
    if part == "weekday":
        return _WEEKDAYS[when.weekday()]
    if part == "week":  # of ISO 8601, which begins on Monday and may belong to the year before or after
        year, week, _ = when.isocalendar()
        return f"{year:04}-W{week:02}"
    if part == "quarter":
        return f"{when.year:04}-Q{(when.month + 2) // 3}"
    return when.isoformat()[: {"day": 10, "month": 7, "year": 4}[part]]


def order_of(name: str) -> float | None:
    """A number by which names of such groups are sorted, that of years excepted; None for other names.

    >>> order_of("2026-11-02") > order_of("2026-10") and order_of("10:00") > order_of("09:00"), order_of("uk")
    (True, None)
    """
    if name in _WEEKDAYS:
        return _WEEKDAYS.index(name)
    match = _GROUP.fullmatch(name)
    if match is None:
        return None
    if match["hour"]:
        return int(match["hour"])
    part = match["week"] or match["quarter"] or match["month"]
    return 10000 * int(match["year"]) + 100 * int(part) + int(match["day"] or 0)
