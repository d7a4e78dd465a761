"""Rows of an RTTM file to validate, grouped by recording, channel, speaker and type."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..perl_number import number
from ..rttm_rows import named_lines

_EXPERIMENT = re.compile(rb"\s*;;\s*EXP-ID:\s*(.*)", re.S)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its line, and its fields as far as it has them."""

    line: int
    fields: tuple[bytes, ...]

    def field(self, place: int) -> bytes:
        """A field, or nothing where the row ends before it."""
        return self.fields[place] if place < len(self.fields) else b""

    @property
    def kind(self) -> bytes:
        """Type of the row."""
        return self.field(0)

    @property
    def begin(self) -> float:
        """Begin in seconds."""
        return number(self.field(3))

    @property
    def end(self) -> float:
        """End in seconds."""
        return number(self.field(3)) + number(self.field(4))

    @property
    def place(self) -> bytes:
        """Place of the row in the file, as messages name it."""
        return b"line %d" % self.line


@dataclass(frozen=True, slots=True)
class Group:
    """All rows of one type, of one speaker in one channel of a recording."""

    recording: bytes
    channel: bytes
    speaker: bytes
    kind: bytes
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks of the command line, and whether words may be alternations."""

    names: bool
    speakers: bool
    units: bool
    turns: bool
    interruptions: bool
    extended: bool


@dataclass(frozen=True, slots=True)
class Content:
    """A file: its groups, and whether it says that it holds broadcast news."""

    groups: tuple[Group, ...]
    news: bool


def read(name: bytes) -> Content:
    """Reads a file."""
    return content_of(named_lines(name, b"ERROR: Unable to open file " + name))


def content_of(lines: Iterable[bytes]) -> Content:
    """Groups of rows, in the order of their first rows.

    >>> content = content_of([b";; EXP-ID: x_bnews_1", b"SU m 1 0 1 <NA> statement A <NA>", b"", b"IP m"])
    >>> content.news, [(group.kind, group.speaker, group.rows[0].line) for group in content.groups]
    (True, [(b'SU', b'A', 2), (b'IP', b'', 4)])
    """
    news = False
    groups: dict[tuple[bytes, bytes, bytes, bytes], list[Row]] = {}
    for line_number, line in enumerate(lines, 1):
        experiment = _EXPERIMENT.match(line)
        if experiment is not None:
            text = experiment[1].lower()
            news = b"bnews" in text or (news and b"cts" not in text)
            continue
        fields = tuple(line.split())
        if not fields or fields[0].startswith(b";;"):
            continue
        row = Row(line_number, fields)
        groups.setdefault((row.field(1), row.field(2), row.field(7), row.kind), []).append(row)
    return Content(tuple([Group(*key, tuple(rows)) for key, rows in groups.items()]), news)
