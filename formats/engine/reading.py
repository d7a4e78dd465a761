"""The text of a file in UTF-8, and the line that is read now: all formats that are read line by line need both."""

from __future__ import annotations

from ..errors import Problems, Where
from ..packed import refuse_packed
from ..source import Source


class Reading:
    """The line that is read now, and the problems so far: the `row` of a format knows both."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems = Problems()
        self.number = 0
        self.line = ""

    def report_at(self, column: int, what: str, expected: str) -> None:
        """Reports a problem at a column of the line that is read, counted from 1."""
        self.problems.add(Where(self.path, self.number, column), what, expected, self.line)


def utf8(source: Source) -> bytes:
    """The text of a file in UTF-8; bytes that are no text, where the caller keeps them, are halves of surrogates."""
    refuse_packed(source.data, source.name)
    if source.is_utf8:
        return source.data
    return source.text.encode("utf-8", "surrogatepass")


def has_halves(source: Source) -> bool:
    """Whether a text holds halves of surrogates, which stay as they are in Python's strings alone."""
    if source.is_utf8:
        return False
    try:
        source.text.encode()
    except UnicodeEncodeError:
        return True
    return False
