"""Cells of workbooks as Excel shows them: numbers, dates and times in their number format, in English notation."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

# Literal text, digits with or without thousands separators, decimals, and a percent sign.
_LITERAL = r'(?:"[^"]*"|\\.|[$€£¥ ])*'
_NUMBER = re.compile(rf"({_LITERAL})(#,##0|0+)(\.0+)?(%?)({_LITERAL})")
_PIECE = re.compile(r'"[^"]*"|\\.|AM/PM|y+|m+|d+|h+|s+|[-/.:, ]', re.IGNORECASE)
# English as the language in front, and the mark of a text behind.
_ENGLISH = re.compile(r"\[\$-(?:409|809)\]")
_TEXT_MARK = ";@"
# Formats 14 and 22 of a workbook, which each installation shows in its own way.
_OF_THE_SYSTEM = frozenset({"mm-dd-yy", "m/d/yy h:mm"})


def shown(value: object, code: str) -> str | None:
    """The text of a cell with a number format; None where that depends on the installation, or is not known exactly.

    >>> shown(12.5, "0.00"), shown(0.25, "0%"), shown(7, "000"), shown(1234, "#,##0"), shown(5, '0" mg"')
    ('12.50', '25%', '007', '1,234', '5 mg')
    >>> shown(date(1964, 5, 3), "DD/MM/YYYY"), shown(time(14, 5), "h:mm AM/PM"), shown(date(1964, 5, 3), "mm-dd-yy")
    ('03/05/1964', '2:05 PM', None)
    """
    code = code.removesuffix(_TEXT_MARK)
    if isinstance(value, (date, time)):
        return None if code in _OF_THE_SYSTEM else _moment(value, code)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(value, code)
    return None


def _number(value: float, code: str) -> str | None:
    match = _NUMBER.fullmatch(code)
    if match is None:
        return None
    before, whole, decimals, percent, behind = match.groups()
    # Excel rounds what it shows with 15 digits.
    number = Decimal(f"{value:.15g}") * (100 if percent else 1)
    rounded = number.quantize(Decimal(1).scaleb(1 - len(decimals or ".")), ROUND_HALF_UP)
    if number < 0 == rounded:
        return None  # programs differ in whether they show a sign
    digits, point, fraction = f"{abs(rounded):f}".partition(".")
    digits = f"{int(digits):,}" if "," in whole else digits.zfill(len(whole))
    sign = "-" if rounded < 0 else ""
    return f"{sign}{_literal(before)}{digits}{point}{fraction}{percent}{_literal(behind)}"


def _literal(code: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', r"\1\2", code)


def _moment(value: date | time, code: str) -> str | None:
    code = _ENGLISH.sub("", code)
    pieces = [match[0] for match in _PIECE.finditer(code)]
    if "".join(pieces) != code:
        return None
    units = _units([piece.lower() for piece in pieces if piece[0].isalpha()])
    if isinstance(value, time):
        if any(unit[0] in "ymd" for unit in units):
            return None
        value = datetime.combine(date.min, value)
    moment = value if isinstance(value, datetime) else datetime.combine(value, time())
    if moment.microsecond and any(unit[0] == "s" for unit in units):
        return None  # programs differ in how they round
    texts = _texts(moment, "am/pm" in units)
    if not texts.keys() >= {*units}:
        return None  # names of months and days, in a language that the file does not tell
    unit = iter(units)
    return "".join([texts[next(unit)] if piece[0].isalpha() else _literal(piece) for piece in pieces])


def _units(units: list[str]) -> list[str]:
    """The units, with `n` for minutes: an `m` after hours or before seconds."""
    found = []
    for place, unit in enumerate(units):
        after_hours = place > 0 and units[place - 1][0] == "h"
        before_seconds = place + 1 < len(units) and units[place + 1][0] == "s"
        found.append(unit.replace("m", "n") if unit[0] == "m" and (after_hours or before_seconds) else unit)
    return found


def _texts(moment: datetime, is_halved: bool) -> dict[str, str]:
    """Each unit of a moment as text."""
    hour = (moment.hour - 1) % 12 + 1 if is_halved else moment.hour
    numbers = {"m": moment.month, "d": moment.day, "h": hour, "n": moment.minute, "s": moment.second}
    texts = {unit: str(number) for unit, number in numbers.items()}
    texts |= {2 * unit: f"{number:02}" for unit, number in numbers.items()}
    texts["am/pm"] = "AM" if moment.hour < 12 else "PM"
    return texts | {"yyyy": f"{moment.year:04}", "yy": f"{moment.year % 100:02}"}
