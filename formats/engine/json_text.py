"""The text of JSON: one way to write a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

from ..schema import Written

_WIDTH = 120
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBER = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?([eE][+-]?[0-9]+)?")
_CONSTANT = {None: "null", True: "true", False: "false"}
# Lone surrogates, which UTF-8 cannot encode; those that stand for an invalid byte of the file are not among them.
_LONE_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def dump(value: object) -> Iterator[str]:
    """The text of a value: objects and lists that fit are on one line, others are indented.

    >>> print("".join(dump({"a": [1, Written("2.50")], "b": "x"})), end="")
    {"a": [1, 2.50], "b": "x"}
    """
    if type(value) is list and len(value) > _WIDTH:  # such a list fits on no line
        for place, item in enumerate(value):
            yield ",\n  " if place else "[\n  "
            yield _laid_out(item, "\n  ")
        yield "\n]\n"
        return
    yield _laid_out(value, "\n")
    yield "\n"


def dump_each(values: Sequence[object]) -> Iterator[str]:
    """The texts of values, one after the other."""
    for value in values:
        yield _laid_out(value, "\n")
        yield "\n"


def inline(value: object) -> str:
    """The text of a value on one line.

    >>> inline({"a": None, "b": [True, 0.1]})
    '{"a": null, "b": [true, 0.1]}'
    """
    if type(value) is dict:
        return f"{{{', '.join([_head(key) + inline(member) for key, member in value.items()])}}}"
    if type(value) is list:
        if value and {*map(type, value)} == {bytes}:  # numbers, such as the tokens of Whisper
            return f"[{b', '.join(value).decode()}]"
        return f"[{', '.join([inline(item) for item in value])}]"
    return _scalar(value)


def written_lines(values: Iterable[object]) -> Iterator[str]:
    """A line for each of many values.

    >>> list(written_lines([{"a": 1}, "b"]))
    ['{"a": 1}\\n', '"b"\\n']
    """
    for value in values:
        yield inline(value) + "\n"


def _laid_out(value: object, newline: str) -> str:
    """The text of a value after a line end: on one line if it fits there, or else indented."""
    inner = newline + "  "
    if type(value) is dict:
        begin, end = "{}"
        parts = [_head(key) + _laid_out(member, inner) for key, member in value.items()]
    elif type(value) is list:
        begin, end = "[]"
        parts = [_laid_out(item, inner) for item in value]
    else:
        return _scalar(value)
    if len(parts) < _WIDTH:
        line = f"{begin}{', '.join(parts)}{end}"
        if (len(line) <= _WIDTH - len(newline) and "\n" not in line) or not parts:
            return line
    return f"{begin}{inner}{f',{inner}'.join(parts)}{newline}{end}"


@lru_cache(1000)
def _head(key: str) -> str:
    """The key of a member, and the colon after it."""
    return f"{text_json(key)}: "


def _scalar(value: Any) -> str:
    """The text of a value that holds no others."""
    if type(value) is str:
        return text_json(value)
    if type(value) is bytes:
        return value.decode()
    if value is None or value is True or value is False:
        return _CONSTANT[value]
    return numeral_json(value.written if type(value) is Written else str(value))


def numeral_json(text: str) -> str:
    """A number in the form of JSON; `NaN` and infinities stay, which Python's reader accepts.

    >>> numeral_json("0.50"), numeral_json("+.50"), numeral_json("-007."), numeral_json("NaN")
    ('0.50', '0.50', '-7', 'NaN')
    """
    if _NUMERAL.fullmatch(text):
        return text
    match = _NUMBER.fullmatch(text)
    if match is None:
        return text
    sign, whole, fraction, exponent = match.groups(default="")
    return f"{sign.replace('+', '')}{whole.lstrip('0') or '0'}{f'.{fraction}' if fraction else ''}{exponent}"


def text_json(value: str) -> str:
    """A text in quotes."""
    text = encode_basestring(value)
    return text if text.isascii() else _without_halves(text)


def _without_halves(text: str) -> str:
    return _LONE_HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text) if _LONE_HALF.search(text) else text
