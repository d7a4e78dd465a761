"""Colour for people at a terminal, and for nobody else."""

from __future__ import annotations

import os
from typing import TextIO


class Paint:
    """Wraps text in the terminal's colours, or leaves it as it is.

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
        """Colours where a terminal shows them and the user has not said NO_COLOR (https://no-color.org)."""
        wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(wanted and stream.isatty())

    def strong(self, text: str) -> str:
        """What matters most."""
        return self._wrapped("1", text)

    def good(self, text: str) -> str:
        """What is right."""
        return self._wrapped("32", text)

    def bad(self, text: str) -> str:
        """What is wrong."""
        return self._wrapped("31", text)

    def warning(self, text: str) -> str:
        """What should be looked at."""
        return self._wrapped("33", text)

    def quiet(self, text: str) -> str:
        """What is there for the record."""
        return self._wrapped("2", text)

    def _wrapped(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._on else text
