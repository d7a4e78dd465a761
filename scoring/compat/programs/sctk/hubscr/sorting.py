"""Rows of ctm and stm in the order of file, channel and begin time: `hubscr.pl sortCTM` and `sortSTM`."""

from __future__ import annotations

import re

from ......core import compat
from ..perl_number import number

Key = tuple[bytes, bytes, bytes, float]


_COMMENTS = re.compile(rb"(?:;;[^\n]*\n)*")


def sorted_ctm(data: bytes) -> bytes:
    """Rows sorted, without comments and blank lines."""
    if compat.rows_in_order(data, 2):
        return data
    return b"".join(_sorted(_rows(data)[1], 2))


def sorted_stm(data: bytes) -> bytes:
    """Comments, then rows sorted."""
    comments_end = _COMMENTS.match(data).end()  # type: ignore[union-attr]
    if compat.rows_in_order(data[comments_end:], 3):
        return data
    comments, rows = _rows(data)
    return b"".join(comments + _sorted(rows, 3))


def _rows(data: bytes) -> tuple[list[bytes], list[bytes]]:
    """Comments and rows, without white space at the begin, each with its newline if it has one."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    # The last row may have no newline; the row that is sorted behind it then continues its line.
    lines[-1] = lines[-1][:-1]
    bare = [line.lstrip() for line in lines]
    return [line for line in bare if line[:2] == b";;"], [line for line in bare if line and line[:2] != b";;"]


def _sorted(rows: list[bytes], time: int) -> list[bytes]:
    return sorted(rows, key=lambda row: _key(row, time))


def _key(row: bytes, time: int) -> Key:
    """File, what separates it from the channel, channel and time: the separator counts before the channel."""
    fields = row.split(None, time + 1)
    source = fields[0]
    channel = fields[1] if len(fields) > 1 else b""
    start = len(source)
    # Most rows have one blank there.
    separator = row[start : start + 1] if row.startswith(channel, start + 1) else row[start : row.find(channel, start)]
    if len(fields) <= time:
        return source, separator, channel, 0.0
    return source, separator, channel, number(fields[time])
