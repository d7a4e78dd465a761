"""Numbers of fstalign: they have the precision of its floats, and JSON and text as its libraries write them."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Mapping
from typing import Any

__all__: list[str] = []


def single(value: float) -> float:
    """A number as a float of 32 bits holds it.

    >>> single(0.1)
    0.10000000149011612
    """
    made: float = struct.unpack("f", struct.pack("f", value))[0]
    return made


def share(part: int, whole: int) -> float:
    """A part of a whole as a float; NaN for 0 of 0."""
    return single(part / whole) if whole else math.inf if part else math.nan


def percent(part: int, whole: int) -> float:
    """A part of a whole in percent; 0 of nothing."""
    return single(share(part, whole) * 100) if whole else 0.0


def shown(value: float, digits: int) -> str:
    """A number in the text: 0 of 0 is -nan there."""
    return "-nan" if math.isnan(value) else f"{value:.{digits}f}"


def json_text(value: Any, indent: int = 0) -> Iterator[str]:
    """The pieces of a JSON text with members in order and a tab a level; NaN is null.

    >>> "".join(json_text({"b": [{}], "a": 1.0}))
    '{\\n\\t"a" : 1.0,\\n\\t"b" : \\n\\t[\\n\\t\\t{}\\n\\t]\\n}'
    """
    margin = "\n" + "\t" * (indent + 1)
    if isinstance(value, list) and value:
        yield "["
        for number, member in enumerate(value):
            yield f"{',' * bool(number)}{margin}"
            yield from json_text(member, indent + 1)
        yield f"{margin[:-1]}]"
    elif isinstance(value, Mapping) and value:
        yield "{"
        for number, (name, member) in enumerate(sorted(value.items(), key=_bytes)):
            is_nested = isinstance(member, (Mapping, list)) and member
            yield f"{',' * bool(number)}{margin}{json.dumps(name)} : {margin if is_nested else ''}"
            yield from json_text(member, indent + 1)
        yield f"{margin[:-1]}}}"
    elif isinstance(value, float):
        yield _float(value)
    else:
        yield json.dumps(value)


def _bytes(item: tuple[str, Any]) -> bytes:
    return item[0].encode("utf-8", "surrogatepass")


def _float(value: float) -> str:
    if math.isnan(value):
        return "null"
    if math.isinf(value):
        return "1e+9999"
    text = f"{value:.17g}"
    return text if {".", "e"} & {*text} else f"{text}.0"
