"""Streams that SCTK's programs write to, and stdin."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Streams(Protocol):
        """Streams for output: stdout, buffered, and stderr, written at once."""

        def out(self, data: bytes) -> None: ...
        def error(self, data: bytes) -> None: ...
        def flush(self) -> None: ...

    class Shell(Streams, Protocol):
        """Streams of a program that calls other programs."""

        def call(self, program: str, words: list[bytes], stdin: bytes | None = None) -> int: ...


def read_stdin() -> bytes:
    """Everything on stdin; nothing if the caller closed it."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()
