"""Chinese numerals in digits: the normaliser numbers-zh."""

from __future__ import annotations

import re
from decimal import Decimal

from .chain import Step
from .operation import Function

_DIGITS = {
    letter: place
    for place, letters in enumerate(["零〇", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"])
    for letter in letters
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_ALL = "".join((*_DIGITS, *_UNITS, *_GROUPS))
_PLAIN = r"[0-9]+(?:\.[0-9]+)?"
_TOKEN = re.compile(rf"{_PLAIN}|[{_ALL}]")
_NUMBER = rf"(?:{_PLAIN})?[{_ALL}](?:[{_ALL}]|{_PLAIN})*"
# Sums of numbers with more digits than this would be rounded.
_LONGEST = 15
_FOUND = re.compile(rf"(百分之)?({_NUMBER})(?:[点點]([{''.join(_DIGITS)}]+))?")


def chinese_in_digits() -> tuple[Step, ...]:
    """The step of the normaliser numbers-zh."""
    return (Function("chinese numbers", "Chinese numerals in digits", in_digits),)


def in_digits(text: str) -> str:
    """The text with digits for numerals; what counts nothing, such as 三五百, stays.

    >>> in_digits("二零二五年十月一日"), in_digits("三百零五人"), in_digits("一百二"), in_digits("3.5万和3万五千")
    ('2025年10月1日', '305人', '120', '35000和35000')
    >>> in_digits("百分之三点一四"), in_digits("千万不要"), in_digits("三五百")
    ('3.14%', '千万不要', '三五百')
    """
    return _FOUND.sub(_written, text)


def _written(match: re.Match[str]) -> str:
    percent, numeral, decimals = match.groups()
    value = _value_of(_TOKEN.findall(numeral))
    if value is None:
        return match[0]
    fraction = "." + "".join([str(_DIGITS[letter]) for letter in decimals]) if decimals else ""
    return f"{value}{fraction}{'%' if percent else ''}"


def _value_of(tokens: list[str]) -> str | None:
    """The digits of a numeral; None for what is none."""
    if all(token in _DIGITS for token in tokens):  # read one by one, as years and phone numbers
        return "".join([str(_DIGITS[token]) for token in tokens])
    if max(map(len, tokens)) > _LONGEST:
        return None
    total = section = Decimal(0)
    pending: Decimal | None = None
    unit, group, last = 10**4, 0, 0  # the last unit of this section, the last group, and the last of both
    for token in tokens:
        if token in _UNITS:
            value = _UNITS[token]
            if pending is None and value == 10 and not section:
                pending = Decimal(1)  # 十五 is 15
            if pending is None or value >= unit:
                return None
            section, pending, unit, last = section + pending * value, None, value, value
        elif token in _GROUPS:
            value = _GROUPS[token]
            section, pending = section + (pending or 0), None
            if value == group or not (section or (total and value > group)):
                return None
            total = (total + section) * value if value > group else total + section * value
            section, unit, group, last = Decimal(0), 10**4, value, value
        else:
            digit = Decimal(_DIGITS[token]) if token in _DIGITS else Decimal(token)
            if pending is not None:
                return None
            if digit or token not in _DIGITS:
                pending = digit
            else:
                last = 0  # after 零 a digit is one of ones
    if pending is not None:
        section += pending * last / 10 if last > 10 else pending  # 一百二 is 120
    return format((total + section).normalize(), "f")
