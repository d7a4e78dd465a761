"""Rows of RTTM files as SCTK's small programs read them: their input, their fields, and the shape of a valid row."""

from __future__ import annotations

import os

from . import Failure
from .streams import content_or_stdin, named_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .streams import Streams

_TIME = rb"(?:[0-9]*\.?[0-9]+|<NA>)"
# A row may stand anywhere in its line; what surrounds it is dropped.
_ROW = (
    rb"(SPKR-INFO|SEGMENT|NON-LEX|LEXEME|CB|SU|EDIT|FILLER|IP|NOSCORE|SPEAKER|NORTMETADATA|NON-SPEECH|A/P)"
    rb"\s+(\S+)\s+([0-9]+)\s+(TIME)\s+(TIME)\s+(\S+)".replace(b"TIME", _TIME)
    + rb"\s+([\w&-]+|<NA>)\s+(\S+)\s+([0-9]*\.?[0-9]+|<NA>)"
)


def input_lines(names: Sequence[bytes], streams: Streams) -> list[bytes]:
    """Lines of files one after the other, where `-` is stdin; lines of stdin without names.

    A file that cannot be read is reported and left out, and the program goes on.
    """
    lines = []
    for name in names or [b"-"]:
        try:
            lines += lines_of(content_or_stdin(name))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            streams.error(b"Can't open " + name + b": " + os.fsencode(reason) + b"\n")
    return lines


def named_lines(name: bytes, message: bytes) -> list[bytes]:
    """Lines of a file; one that cannot be read ends the program with its own message."""
    return lines_of(named_file(name, message + b"\n"))


def lines_of(data: bytes) -> list[bytes]:
    """Lines without their newlines.

    >>> lines_of(b"a\\n\\nb"), lines_of(b"")
    ([b'a', b'', b'b'], [])
    """
    lines = data.split(b"\n")
    return lines if lines[-1] else lines[:-1]


def fields_of(line: bytes) -> list[bytes]:
    """Fields of a line; white space at the begin gives an empty first one.

    >>> fields_of(b"SPEAKER m  1"), fields_of(b" m"), fields_of(b" ")
    ([b'SPEAKER', b'm', b'1'], [b'', b'm'], [])
    """
    fields = line.split()
    return [b"", *fields] if fields and line[:1].isspace() else fields


def valid_rows(lines: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """The nine fields of each row; lines with `;;` are left out.

    >>> list(valid_rows([b"LEXEME m 1 .5 1 hello lex A <NA> x", b";; comment"]))
    [(b'LEXEME', b'm', b'1', b'.5', b'1', b'hello', b'lex', b'A', b'<NA>')]
    """
    import re  # md-eval starts without it

    search = re.compile(_ROW).search
    for number, line in enumerate(lines, 1):
        if b";;" in line:
            continue
        match = search(line)
        if match is None:
            raise Failure(b"malformed line %d\n--> %b\n\n" % (number, line), 255)
        yield match.groups()
