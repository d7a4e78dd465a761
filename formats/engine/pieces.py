"""Files in pieces, for conversion in constant memory: where a file may be cut, and its unpacking.

Each piece is a valid file. A piece ends between two lines; for ctm, where the channel changes or, if the target cuts
there anyway, at a pause; for a table, between two rows, and every piece begins with the line of column names.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain
from math import inf
from operator import add
from typing import Any, BinaryIO, TypeAlias

from ..errors import FormatError, LimitError, UsageError, Where, fail
from ..packed import GZIP_HARMLESS, GZIP_MAGIC, GZIP_RATIO
from ..schema.markup import NULL_WORD
from ..schema.words import Words
from ..source import Source, Target, encoding_shown, stdin
from ..values import replace

# A reader of rows; None where it leaves them to another.
RowsOf: TypeAlias = "Callable[[bytes], Words | None]"

BLOCK = 4 << 20
_LONGEST_RUN = 128 << 20
_HEAD = 4 << 20
_WINDOW = 1 << 16
_SNIFFED_LINES = 200
_COMMENT, _ALT, _ALT_BEGIN, _ALT_END = b";;", b"<ALT", b"<ALT_BEGIN>", b"<ALT_END>"
# Byte order marks of UTF-16 and UTF-32, whose newlines are several bytes.
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")


class Stream:
    """An open file, read from begin to end and unpacked on the way; `name` is its name in messages."""

    __slots__ = ("_close", "_file", "_head", "name")

    def __init__(self, source: Target) -> None:
        self.name, self._file, self._close = _opened(source)
        self._head = b""

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        if self._close:
            self._file.close()

    def read(self, size: int = -1) -> bytes:
        """The next bytes, or all remaining ones."""
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        if self._head:
            data, self._head = self._head, b""
            return data
        data = self._file.read(size)
        if not isinstance(data, bytes):
            raise UsageError("an open file must be binary; open it with mode 'rb'")
        return data

    def encoding(self, named: str | None) -> str | None:
        """The encoding of all pieces: the one that the first of them shows, or the named one."""
        self._head = self._head or self.read(BLOCK)
        lines = self._head[: self._head.rfind(b"\n") + 1] or self._head
        return named and (encoding_shown(lines) or named)

    def is_short(self) -> bool:
        """Whether the rest of the file is no longer than a piece."""
        while len(self._head) < BLOCK and (data := self._file.read(BLOCK)):
            self._head += data
        return len(self._head) < BLOCK

    def source(self, encoding: str | None, errors: str) -> Source:
        """The rest of the file."""
        return Source(self.read(), encoding=encoding, errors=errors, name=self.name)

    def head(self, encoding: str | None, errors: str) -> Source | None:
        """The first megabytes up to a line end, for format detection; None where detection needs the whole file."""
        while len(self._head) < _HEAD and (data := self._file.read(_HEAD)):
            self._head += data
        if self._head.startswith(_WIDE) or self._head.count(b"\n") < _SNIFFED_LINES:
            return None
        whole = self._head[: self._head.rfind(b"\n") + 1]
        return Source(whole, encoding=encoding, errors=errors, name=self.name)


def is_plain(encoding: str | None) -> bool:
    """Whether the byte of a newline is always a newline; byte order marks are checked when the file is read."""
    return encoding is None or not encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32", "utf16", "utf32"))


def is_wide(source: Source) -> bool:
    """Whether newlines of a file are several bytes, by its encoding or by its byte order mark."""
    return not is_plain(source.encoding) or source.data.startswith(_WIDE)


def blocks(
    stream: Stream, kind: str, size: int = 0, pause: float = inf, rows_of: RowsOf | None = None
) -> Iterator[tuple[bytes, int]]:
    """The pieces of a file, and the number of lines that each repeats; `kind` is a value of `Format.streams`.

    Runs of rows are cut at pauses of at least this many seconds; `rows_of` reads these.

    >>> [block for block, _ in blocks(Stream(b"a 1 x\\na 1 y\\nb 1 z\\n"), "runs", 14)]
    [b'a 1 x\\na 1 y\\n', b'b 1 z\\n']
    """
    if kind in ("commas", "tabs"):
        return _rows(stream, "," if kind == "commas" else "\t", size or BLOCK)
    end_of_run = partial(_end_of_run, pause=pause, rows_of=rows_of) if kind == "runs" else None
    return ((block, 0) for block in _lines(stream, size or BLOCK, end_of_run))


def _lines(stream: Stream, size: int, end_of_run: Callable[[bytes, int], int] | None = None) -> Iterator[bytes]:
    rest, begun = b"", False
    # What cannot be cut is looked at again when it has twice the size.
    while data := stream.read(max(size, len(rest))):
        rest += data
        if rest.startswith(_WIDE) and not begun:
            rest += stream.read()
            break
        end = rest.rfind(b"\n") + 1
        if end_of_run and end:
            end = end_of_run(rest, end)
        if end:
            begun = True
            yield rest[:end]
            rest = rest[end:]
    if rest or not begun:
        yield rest


def _end_of_run(data: bytes, end: int, pause: float, rows_of: RowsOf | None) -> int:
    """The begin of the rows of the last channel, else of those after its last pause; if any place will do, or if these
    are too many, a place outside of alternations."""
    last = data.rfind(b"\n", 0, end - 1) + 1
    names = data[last:end].split(None, 2)[:2]
    if len(names) < 2:
        return end
    place = _last_change(data, end, names)
    if place:
        following = data.find(b"\n", place, end) + 1  # the line at `place` is the last line of another channel
        commented = data.startswith(_COMMENT, last) or data.startswith(_COMMENT, place)
        # A comment ends a run of rows, but not an alternation.
        waits = commented and len(data) < _LONGEST_RUN and _is_open(data, following or place)
        return 0 if waits else following or place
    if -inf < pause < inf and (paused := _end_at_pause(data[:end], pause, rows_of)):
        return paused
    if pause > -inf and len(data) < _LONGEST_RUN:
        return 0
    return data.rfind(b"\n", 0, data.upper().rfind(_ALT_BEGIN, 0, end)) + 1 if _is_open(data, end) else end


def _is_open(data: bytes, end: int) -> bool:
    """Whether an alternation that begins before a place ends after it."""
    opened, closed = (data.upper().rfind(mark, 0, end) for mark in (_ALT_BEGIN, _ALT_END))
    return closed < opened


def _last_change(data: bytes, end: int, names: Sequence[bytes]) -> int:
    """The begin of the last line, not the first, that does not begin with these fields; 0 where all lines do."""
    blanks = rb"[^\S\n]"
    other = re.compile(rb"\n(?!" + blanks + b"*" + (blanks + b"+").join(map(re.escape, names)) + rb"\s)")
    last = end - 1  # the newline of the last line looked at
    while last > 0:
        first = max(data.rfind(b"\n", 0, max(last - _WINDOW, 0)), 0)
        changes = [change.end() for change in other.finditer(data, first, last + 1) if change.start() < last]
        if changes:
            return changes[-1]
        last = first
    return 0


def _end_at_pause(data: bytes, pause: float, rows_of: RowsOf | None) -> int:
    """The begin of the last row that comes after a pause; 0 where there is none, or where rows are not plain."""
    table = rows_of(data) if rows_of else None
    times = None if table is None else _times_of(table)
    if times is None or _ALT in data.upper():
        return 0
    starts, durations = times
    latest = [*accumulate(map(add, starts, durations), max)]
    # Rows need not be in order: a pause is one after all rows before it.
    count = len(starts)
    row = next((row for row in range(count - 1, 0, -1) if starts[row] - latest[row - 1] >= pause), 0)
    place = len(data) - 1
    for _ in range(count - row) if row else ():
        place = data.rfind(b"\n", 0, place)
    return place + 1 if row else 0


def _times_of(table: Words) -> tuple[Sequence[float], Sequence[float]] | None:
    """Begins and durations of the rows of one channel; None where the null word has no time, or rows name speakers."""
    return None if len(table.names) != 1 or NULL_WORD in table.words or table.rest else (table.begin, table.duration)


_OF_EXCEL = re.compile(rb'"?sep=."?[,;\t]*\r?\n', re.IGNORECASE)
"""A line above the names of columns, which tells Excel the separator."""


def _rows(stream: Stream, separator: str, size: int) -> Iterator[tuple[bytes, int]]:
    """Pieces of a table; a row may have several lines, so the reader of tables decides where it ends."""
    names, added, rows, length = b"", 0, [], 0
    for row in _split_rows(stream, separator, size):
        rows.append(row)
        length += len(row)
        if not names or _OF_EXCEL.fullmatch(names):
            names += row
            first = names.count(b"\n")
        if length >= size and len(rows) > 1:
            yield b"".join(rows), added
            rows, length, added = [names], len(names), first
    if len(rows) > (1 if added else 0) or not names:
        yield b"".join(rows), added


def _split_rows(stream: Stream, separator: str, size: int) -> Iterator[bytes]:
    """The rows of a table; after a line that is no row, as after odd quotes, the rest is one row.

    So is a table whose separators are no single bytes, as in UTF-16.
    """
    taken: list[bytes] = []
    lines = chain.from_iterable(map(io.BytesIO, _lines(stream, size)))
    first = next(lines, b"")
    if first.startswith(_WIDE):
        yield b"".join([first, *lines])
        return

    def read() -> Iterator[str]:
        for line in chain((first,), lines):
            taken.append(line)
            yield line.decode("latin-1")  # separators and quotes are single bytes in all other encodings

    reader = csv.reader(read(), delimiter=separator, strict=True)
    try:
        for _ in reader:
            yield b"".join(taken)
            taken.clear()
    except csv.Error:
        yield b"".join([*taken, *lines])


def _opened(source: Target) -> tuple[str, Any, bool]:
    """Name, open file (unpacked), and whether the stream has to close it."""
    file: Any
    if isinstance(source, (bytes, bytearray)):
        name, file, close = "<bytes>", io.BytesIO(source), True
    elif isinstance(source, (str, os.PathLike)):
        close = os.fspath(source) != "-"
        name = os.fspath(source) if close else "<stdin>"
        file = open(name, "rb") if close else stdin()
    else:
        name, file, close = str(getattr(source, "name", "<file>")), source, False
    if not hasattr(file, "peek"):
        file = io.BufferedReader(_Raw(file))
    if file.peek(2)[:2] == GZIP_MAGIC:
        return name, _Unpacked(file, name), close
    return name, file, close


class _Raw(io.RawIOBase):
    """An open file as a raw stream, for buffering."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        if not isinstance(data, bytes):
            raise UsageError("an open file must be binary; open it with mode 'rb'")
        buffer[: len(data)] = data
        return len(data)


class _Counted:
    """An open file that counts the bytes read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.size += len(data)
        return data


class _Unpacked:
    """The unpacked content of a gzip file, with the limit against bombs."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._packed = _Counted(file)
        self._unpacked = gzip.GzipFile(fileobj=self._packed, mode="rb")  # type: ignore[call-overload]
        self._name = name
        self._size = 0
        self._broken = False

    def read(self, size: int = -1) -> bytes:
        try:
            if self._broken:  # at its end, a file that was cut within its header would seem empty
                raise EOFError
            data: bytes = self._unpacked.read(size)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self._broken = True
            what = f"broken gzip data: only {self._size} bytes could be unpacked"
            fail(Where(self._name, 1), what, "a complete gzip file")
        self._size += len(data)
        if self._size > max(GZIP_HARMLESS, GZIP_RATIO * self._packed.size):
            raise LimitError(
                f"{self._name}: gzip unpacks to more than {GZIP_RATIO} times its size: rejected as a likely "
                "decompression bomb; "
                "unpack the file first if you trust it"
            )
        return data

    def close(self) -> None:
        self._unpacked.close()
        self._file.close()


def moved(error: FormatError, line_of: Callable[[int], int]) -> FormatError:
    """The error with the line numbers of a whole file in place of those of a piece, also inside messages."""

    def shifted(text: str) -> str:
        return re.sub(r"\b(on|of) line (\d+)", lambda match: f"{match[1]} line {line_of(int(match[2]))}", text)

    problems = tuple(
        replace(
            problem,
            where=replace(problem.where, line=line_of(problem.where.line)),
            what=shifted(problem.what),
            expected=shifted(problem.expected),
        )
        for problem in error.problems
    )
    return FormatError(problems, error.more, error.args[2])
