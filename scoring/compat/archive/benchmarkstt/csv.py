"""Files of comma-separated or blank-separated fields with comments, and without blanks around the fields."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from .helpers import make_printable


class InvalidDialectError(ValueError):
    """An invalid dialect was supplied"""


class UnknownDialectError(ValueError):
    """An unknown dialect was requested"""


class CSVParserError(ValueError):
    """A file that cannot be read: what is wrong, with its line, character and place in the file, all from 1."""

    def __init__(self, message: str, line: int, char: int, index: int) -> None:
        super().__init__(message, line, char, index)
        self.message = message
        self.line = line
        self.char = char
        self.index = index


class UnclosedQuoteError(CSVParserError):
    """A quote wasn't properly closed"""


class UnallowedQuoteError(CSVParserError):
    """A quote is not allowed there"""


class Dialect:
    """Which characters separate fields, quote them, begin comments, and are cut off around fields."""

    delimiter: Any = None
    quotechar: Any = None
    commentchar: Any = None
    trimleft: Any = None
    trimright: Any = None


class DefaultDialect(Dialect):
    """Commas separate fields."""

    delimiter = ","
    quotechar = '"'
    commentchar = "#"
    trimleft = " \t\n\r"
    trimright = trimleft
    ignoreemptylines = True


class WhitespaceDialect(DefaultDialect):
    """Blanks separate fields."""

    delimiter = " \t"


known_dialects = {"default": DefaultDialect, "whitespace": WhitespaceDialect}

# Where the reader is: before a line, between fields, in a field, in a quoted one, behind a quote in it, in a comment.
MODE_FIRST, MODE_OUTSIDE, MODE_INSIDE, MODE_INSIDE_QUOTED, MODE_INSIDE_QUOTED_QUOTE, MODE_COMMENT = range(6)
_NEWLINES = "\n\r"


class Line(list[str]):
    """The fields of a line of a file, which begins in the line `number` of the file, from 1."""

    number = 0
    next_line = 0

    @property
    def lineno(self) -> int:
        """The number of the line behind this one; a carriage return counts as a line, as in the original."""
        return self.next_line


class Reader:
    """The lines of a file with fields; empty lines and comments are left out."""

    def __init__(self, file: TextIO, dialect: type[Dialect], debug: bool | None = None) -> None:
        if not issubclass(dialect, Dialect):
            raise InvalidDialectError("Invalid dialect", dialect)
        self.line_num = 0
        self._dialect = dialect
        self._file = file
        self._debug = bool(debug)

    def __iter__(self) -> Iterator[Line]:
        return _Scan(self._dialect, self._debug).lines(self._file.read())


class _Scan:
    """One pass through a text: a handler for each mode takes the next character, and may end the line."""

    def __init__(self, dialect: type[Dialect], debug: bool) -> None:
        self.delimiter = dialect.delimiter or ""
        self.quote = dialect.quotechar or ""
        self.comment = dialect.commentchar or ""
        self.left = dialect.trimleft or ""
        self.right = dialect.trimright or ""
        self.blank_delimiter = bool(self.delimiter) and self.delimiter in self.right
        self.debug = debug
        self.mode = MODE_FIRST
        self.field: list[str] = []
        self.line = Line()
        self.place = (1, 0, 0)
        self.opened = self.place
        self.rows = 1
        self.begun = 0

    def lines(self, text: str) -> Iterator[Line]:
        """All lines of the text."""
        handlers: dict[int, Callable[[str], bool]] = {
            MODE_FIRST: self._between,
            MODE_OUTSIDE: self._between,
            MODE_INSIDE: self._inside,
            MODE_INSIDE_QUOTED: self._quoted,
            MODE_INSIDE_QUOTED_QUOTE: self._behind_quote,
            MODE_COMMENT: self._commented,
        }
        column = 0
        if self.debug:
            names = ("COMMENT", "FIRST", "INSIDE", "INSIDE_QUOTED", "INSIDE_QUOTED_QUOTE", "OUTSIDE")
            print("MODES:", *(_coloured(globals()[f"MODE_{name}"], name) for name in names))
        for index, char in enumerate(text, 1):
            column += 1
            if self.debug:
                sys.stdout.write(_coloured(self.mode, make_printable(char)))
            if char in _NEWLINES:
                column = 0
                if char == "\r" or text[index - 2 : index - 1] != "\r":
                    self.rows += 1
                self.place = (self.place[0] + 1, column, index)
            else:
                self.place = (self.place[0], column, index)
            was_first = self.mode == MODE_FIRST
            if handlers[self.mode](char):
                yield self._taken()
            if was_first and self.mode not in (MODE_FIRST, MODE_COMMENT):
                self.begun = self.rows
        if self.debug:
            print()
        if self.mode == MODE_INSIDE_QUOTED:
            raise UnclosedQuoteError("Unexpected end", *self.opened)
        if self.mode in (MODE_OUTSIDE, MODE_INSIDE, MODE_INSIDE_QUOTED_QUOTE):
            self._end_line()
            yield self._taken()

    def _taken(self) -> Line:
        line, self.line = self.line, Line()
        line.next_line = self.place[0]
        line.number = self.begun
        return line

    def _end_field(self) -> None:
        field = "".join(self.field)
        self.line.append(field if self.mode == MODE_INSIDE_QUOTED_QUOTE else field.rstrip(self.right))
        self.field = []
        self.mode = MODE_OUTSIDE

    def _end_line(self, mode: int = MODE_FIRST) -> bool:
        # Behind a comma there is one more field, but not behind a blank.
        if self.mode != MODE_OUTSIDE or not self.blank_delimiter:
            self._end_field()
        self.mode = mode
        return True

    def _between(self, char: str) -> bool:
        first = self.mode == MODE_FIRST
        if char in _NEWLINES:
            return not first and self._end_line()
        if char in self.left:
            return False
        if char in self.comment:
            ended = not first and self._end_line()
            self.mode = MODE_COMMENT
            return ended
        if char == self.quote:
            self.mode = MODE_INSIDE_QUOTED
            self.opened = self.place
        elif char in self.delimiter:
            self._end_field()
        else:
            self.mode = MODE_INSIDE
            self.field.append(char)
        return False

    def _inside(self, char: str) -> bool:
        if char == self.quote:
            raise UnallowedQuoteError("Quote not allowed here", *self.place)
        if char in _NEWLINES:
            return self._end_line()
        if char in self.delimiter:
            self._end_field()
        else:
            self.field.append(char)
        return False

    def _quoted(self, char: str) -> bool:
        if char == self.quote:
            self.mode = MODE_INSIDE_QUOTED_QUOTE
        else:
            self.field.append(char)
        return False

    def _behind_quote(self, char: str) -> bool:
        if char == self.quote:
            self.field.append(char)
            self.mode = MODE_INSIDE_QUOTED
        elif char in self.delimiter:
            self._end_field()
        elif char in _NEWLINES:
            return self._end_line()
        elif not self.blank_delimiter and char in self.comment:
            return self._end_line(MODE_COMMENT)
        elif self.blank_delimiter or char not in self.right:
            raise UnallowedQuoteError("Single quote inside quoted field", *self.place)
        return False

    def _commented(self, char: str) -> bool:
        if char in _NEWLINES:
            self.mode = MODE_FIRST
        return False


def _coloured(mode: int, text: str) -> str:
    return f"\033[1;{32 + mode};40m{text}\033[0;0m"


def reader(file: TextIO, dialect: Any = None, **kwargs: Any) -> Reader:
    """A reader of a file in a dialect: its class, `default`, `whitespace`, or None for the default one."""
    if dialect is None:
        dialect = DefaultDialect
    elif isinstance(dialect, str):
        if dialect not in known_dialects:
            raise UnknownDialectError("Dialect not known", dialect)
        dialect = known_dialects[dialect]
    return Reader(file, dialect, **kwargs)
