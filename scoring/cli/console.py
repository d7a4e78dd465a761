"""The two standard streams, as NIST's programs write to them."""

from __future__ import annotations

import os
import sys
from time import sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# Exit code after `| head`, as of programs that SIGPIPE ends.
READER_LEFT = 141
_BLOCK = 4096
# Output is gathered to about this size before it is handed to the system.
_PIECE = 1 << 18


class WriteError(Exception):
    """Output that could not be written, with its name and the reason."""

    def __init__(self, name: bytes, error: OSError) -> None:
        super().__init__(name, error)
        self.message = b"cannot write " + name + b": " + os.fsencode(error.strerror or str(error))
        self.reader_left = isinstance(error, BrokenPipeError)

    def end(self, program: bytes, console: Console) -> int:
        """Exit code of the program, after a message; without one where the reader of a pipe ended first, as `head`."""
        if self.reader_left:
            return READER_LEFT
        console.error(program + b": " + self.message + b"\n")
        return 1


class Console:
    """Stdout, buffered as bytes, and stderr, written at once."""

    __slots__ = ("_block", "_gathered", "_parts", "_stream", "_written")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._gathered = 0
        self._written = 0
        """Bytes written since stdout was last flushed."""
        self._block = 0
        # The raw stream where there is one, so that no buffered data fail at the exit of the interpreter. A caller that
        # closed stdout gets no stream at all: the output is dropped then, as by the reference.
        stream = None if sys.stdout is None else sys.stdout.buffer
        self._stream = getattr(stream, "raw", stream)
        if sys.stdout is not None:
            sys.stdout.flush()

    def out(self, data: bytes) -> None:
        """Writes to stdout, at the next flush at the latest."""
        self._parts.append(data)
        self._gathered += len(data)
        if self._gathered >= _PIECE:
            self._flush(self._due())

    def flush(self) -> None:
        """Hands everything gathered to the system."""
        self._flush(self._gathered)
        self._written = 0

    def _flush(self, size: int) -> None:
        """Hands the first bytes of what was gathered to the system."""
        data = b"".join(self._parts)
        self._parts = [data[size:]] if size < len(data) else []
        data = data[:size]
        self._gathered -= len(data)
        self._written += len(data)
        if data and self._stream is not None:
            try:
                _write_all(self._stream.write, data)
                self._stream.flush()
            except OSError as error:
                self._stream = None
                raise WriteError(b"standard output", error) from None

    def error(self, data: bytes) -> None:
        """Writes to stderr; a failure is ignored, since there is no place left to report it."""
        if sys.stderr is None:
            return
        try:
            # On a terminal output and errors keep their order. Elsewhere the reference buffers stdout, and its errors
            # come before what the buffer holds: that shows where both go to one file.
            if self._parts and self._stream is not None:
                self._flush(self._gathered if self._stream.isatty() else self._due())
            sys.stderr.flush()
            stream = sys.stderr.buffer
            _write_all(getattr(stream, "raw", stream).write, data)
            stream.flush()
        except (OSError, WriteError):
            pass

    def _due(self) -> int:
        """The number of gathered bytes that the reference has written: blocks of its buffer that are full."""
        if not self._block:
            self._block = _BLOCK if self._stream is None else _block_size(self._stream)
        # A full buffer is written when the next byte comes.
        whole = max(self._written + self._gathered - 1, 0)
        return max(0, whole // self._block * self._block - self._written)


def _block_size(stream: BinaryIO) -> int:
    """Size of the buffer that a C program has for a stream."""
    try:
        return getattr(os.fstat(stream.fileno()), "st_blksize", 0) or _BLOCK
    except OSError:
        return _BLOCK


def _write_all(write: Writer, data: bytes) -> None:
    """Writes every byte, however few the system takes at a time."""
    view = memoryview(data)
    while view:
        written = write(view)
        if written is None:  # a pipe in non-blocking mode that is full
            sleep(0.01)
        else:
            view = view[written:]


if TYPE_CHECKING:
    from collections.abc import Callable

    Writer = Callable[[memoryview], "int | None"]
