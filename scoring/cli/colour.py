"""Colours, used only on a terminal."""

from __future__ import annotations

import os
from typing import TextIO


class Paint:
    """Wraps text in the terminal's colours, or returns it unchanged.

    >>> Paint(True).bad("4.6 %")
    '\\x1b[31m4.6 %\\x1b[0m'
    >>> Paint(False).bad("4.6 %")
    '4.6 %'
    """

    __slots__ = ("_on",)

    def __init__(self, on: bool) -> None:
        self._on = on

    @classmethod
    def for_stream(cls, stream: TextIO) -> Paint:
        """Paint for a stream: coloured if it is a terminal and NO_COLOR (https://no-color.org) is not set."""
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted and stream.isatty())

    def strong(self, text: str) -> str:
        """Bold, for the most important numbers."""
        return self._wrapped("1", text)

    def good(self, text: str) -> str:
        """Green, for what is correct."""
        return self._wrapped("32", text)

    def bad(self, text: str) -> str:
        """Red, for errors."""
        return self._wrapped("31", text)

    def warning(self, text: str) -> str:
        """Yellow, for warnings."""
        return self._wrapped("33", text)

    def quiet(self, text: str) -> str:
        """Dim, for details."""
        return self._wrapped("2", text)

    def _wrapped(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on else text
