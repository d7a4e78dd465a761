"""Values of options: numbers, sizes, seconds, threads."""

from __future__ import annotations

import argparse
import math
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


_SIZES = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def byte_size(text: str) -> int:
    """A number of bytes, such as 512M or 2G.

    >>> byte_size("2k")
    2048
    """
    unit = _SIZES.get(text[-1:].lower(), 0)
    number = text[:-1] if unit else text
    if not number.isascii() or not number.isdigit() or not int(number):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; expected a number of bytes, or one with K, M or G")
    return int(number) * (unit or 1)


def threads_of(text: str) -> int:
    """A number of threads; 0 are as many as there are processors."""
    return whole(text, " is not a number of threads; expected 0 or more") or os.cpu_count() or 1


def count(text: str) -> int:
    """The whole number that an option gives, 1 or more."""
    return whole(text, " is not a whole number; expected 1 or more", 1)


def amount(text: str) -> float:
    """The number that an option gives, more than 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0; expected one such as 1.5")
    return number


def seconds(text: str) -> float:
    """The seconds that an option gives, 0 or more."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        expected = in_seconds(text) or "; expected 0 or more"
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds{expected}")
    return number


def in_seconds(text: str) -> str:
    """The end of a message about a time with its unit: the number to write instead; empty for any other text.

    >>> in_seconds("250ms"), in_seconds("5 s"), in_seconds("x")
    ('; expected 0.25', '; expected 5', '')
    """
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(m?s)", text)
    return f"; expected {float(match[1]) / (1000 if match[2] == 'ms' else 1):g}" if match else ""


def whole(text: str, problem: str, lowest: int = 0, highest: int | None = None) -> int:
    """The whole number that a text is, both bounds included; else an error with this problem behind the text."""
    if not text.isdecimal() or int(text) < lowest or (highest is not None and int(text) > highest):
        raise argparse.ArgumentTypeError(f"{text!r}{problem}")
    return int(text)


def check_one(text: str, option: str, kinds: Collection[str]) -> None:
    """Rejects several KIND=FILE with commas, which would be the name of one file.

    >>> check_one("junit=a.xml", "--verdict", ["junit", "markdown"])
    """
    rest = [part for part in text.split(",")[1:] if part.partition("=")[0] in kinds and "=" in part]
    if rest:
        raise argparse.ArgumentTypeError(f"{text!r} holds several files; expected {option} KIND=FILE for each of them")
