"""Rows of asclite's input files: fields as C's `scanf` finds them, in buffers that keep what a short row lacks."""

from __future__ import annotations

from .. import file_content, rttm_rows
from .log import NOTHING, UNREADABLE, Log
from .model import Side


def lines_of(name: bytes, kind: bytes, log: Log) -> list[bytes]:
    """Lines of a file; a folder has none."""
    try:
        return rttm_rows.lines_of(file_content(name))
    except IsADirectoryError:
        return []
    except (OSError, ValueError):
        log.fatal(b"Error opening " + kind + b" " + name, UNREADABLE)


def finished(side: Side, kind: bytes, log: Log, *, must_have: bool = True) -> Side:
    """A side after its file was read; without data the run ends."""
    log.info(b"loading of file '" + side.name + b"' done")
    if must_have and not any(stream.segments for stream in side.streams):
        log.fatal(kind + b" file '" + side.name + b"' contains no data!", NOTHING)
    return side


class Fields:
    """Fields of one row after the other: those that a row lacks keep the values of the rows before."""

    __slots__ = ("count", "values")

    def __init__(self, count: int) -> None:
        self.values = [b""] * count
        self.count = 0

    def take(self, line: bytes, count: int = 0) -> int:
        """Reads the first fields of a row, and returns how many there are."""
        parts = line.partition(b"\0")[0].split(None, count or len(self.values))[: count or len(self.values)]
        self.values[: len(parts)] = parts
        self.count = len(parts)
        return self.count
