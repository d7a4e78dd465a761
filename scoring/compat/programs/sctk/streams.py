"""Streams that SCTK's programs write to, their report files, and stdin."""

from __future__ import annotations

import os
import sys

from ... import pipes
from . import Failure, Refused, file_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Streams:
    """Streams for output: stdout, buffered, and stderr, written at once."""

    __slots__ = ()

    def out(self, data: bytes) -> None:
        raise NotImplementedError

    def error(self, data: bytes) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        raise NotImplementedError


class Shell(Streams):
    """Streams of a program that calls other programs."""

    __slots__ = ()

    def call(self, program: str, words: list[bytes], stdin: bytes | None = None) -> int:
        raise NotImplementedError


def read_stdin() -> bytes:
    """Everything on stdin; nothing if the caller closed it."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def content(name: bytes) -> bytes:
    """The content of a file; of a name such as `command |`, as Perl's `open` takes it, what the command writes.

    Raises OSError for a file that cannot be read, and Refused for a command that the user did not allow.
    """
    command = name.strip()
    if command.endswith(b"|") and len(command) > 1:
        if not pipes.are_allowed():
            raise Refused(pipes.refusal(name, "sctk PROGRAM"))
        return pipes.output_of(command[:-1])[0]
    return file_content(name)


def content_or_stdin(name: bytes) -> bytes:
    """The content of a file, or of stdin for `-`."""
    return read_stdin() if name == b"-" else content(name)


def named_file(name: bytes, message: bytes) -> bytes:
    """The content of a file, or of stdin for `-`; one that cannot be read ends the program with its own message."""
    try:
        return content_or_stdin(name)
    except (OSError, ValueError):
        raise Failure(message, 2) from None


_CANNOT_WRITE = b"Error: cannot write %b: %b\n"


class ReportFile:
    """A report file, which is whole under its name once it is saved."""

    def __init__(self, path: bytes, complaint: bytes = _CANNOT_WRITE) -> None:
        from .....formats.engine.output import OutputFile  # reports on stdout do without it

        self._path = path
        self._complaint = complaint
        self._file = OutputFile(os.fsdecode(path))

    def save(self, chunks: Iterable[bytes]) -> None:
        """Writes everything and gives the file its name; after an error the old file is as it was."""
        try:
            self._file.save(chunks)
        except OSError as error:
            reason = os.fsencode(error.strerror or str(error))
            raise Failure(self._complaint % (self._path, reason)) from None


def create(path: bytes, complaint: bytes = _CANNOT_WRITE) -> ReportFile | None:
    """A report file ready to be written, and what to say where that fails; None where the system allows none."""
    try:
        return ReportFile(path, complaint)
    except (OSError, ValueError):
        return None
