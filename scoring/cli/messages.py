"""Warnings and errors on stderr, in lines that fit the terminal if stderr is one."""

from __future__ import annotations

import sys

from ...formats.engine.terminal import is_terminal, say
from .colour import Paint
from .wrapping import columns_of_terminal, message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def warn(text: str) -> None:
    """Writes a warning to stderr, if there is one."""
    if sys.stderr is not None:
        _say(text, "scorelite: warning:", Paint.for_stream(sys.stderr).warning)


def complain(text: str, begin: str = "", before: str = "") -> None:
    """Writes an error to stderr, its begin or else its first line in red; `before` stands above it as it is."""
    if sys.stderr is not None:
        _say(text, begin, Paint.for_stream(sys.stderr).bad, before)


def _say(text: str, begin: str, paint: Callable[[str], str], before: str = "") -> None:
    """Writes a message, as wide as the terminal if stderr is one."""
    text = f"{begin} {text}" if begin else text
    if is_terminal(sys.stderr):
        text = message(text, columns_of_terminal())
    # Of a place, its expectation, its line and a caret, the first says most.
    first = begin or text.partition("\n")[0]
    say(f"{before}{paint(first)}{text[len(first) :]}\n")
