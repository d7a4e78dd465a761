"""Text of the reports as the reference formats it: centred lines, indents, numbers and quotients of C."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

from .....report.engine.table import centred

Out = Callable[[bytes], None]

SCREEN = 80
# Width of the tables of the sign and Wilcoxon tests.
PAPER = 79
_WIDEST_INDENT = 130


def indent(length: int) -> bytes:
    """Blanks before a line of this length in the middle of the screen, one fewer than would centre it.

    >>> indent(76), indent(90)
    (b' ', b'')
    """
    return b" " * max(0, min((SCREEN - length) // 2 - 1, _WIDEST_INDENT))


def blanks(number: int) -> bytes:
    """So many blanks, none if the number is negative."""
    return b" " * max(0, number)


def half(number: int) -> int:
    """Half of a number, rounded towards zero as in C.

    >>> half(5), half(-5)
    (2, -2)
    """
    return int(number / 2)


def on_paper(text: bytes) -> bytes:
    """A line of text centred on the paper."""
    return centred(text, PAPER) + b"\n"


def shown(pattern: bytes, value: float) -> bytes:
    """A number as printf shows it; NaN, which only 0/0 makes here, has the sign that the processor gives it.

    >>> from scorelite.scoring.maths.single import quotient
    >>> shown(b"%5.3f", 0.5), shown(b"%5.3f", quotient(0, 0)), shown(b"%.1f", quotient(0, 0))
    (b'0.500', b' -nan', b'-nan')
    """
    if not isnan(value):
        return pattern % value
    width = pattern[1:-1].partition(b".")[0].strip(b"-")
    return b"-nan".rjust(int(width or b"0"))
