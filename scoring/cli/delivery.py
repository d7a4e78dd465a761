"""Where a sub-command's output goes: standard output, or a file that appears when it is whole."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class DeliveryError(Exception):
    """Output could not be written; the input was sound."""


def deliver(chunks: Iterable[bytes], path: str | None, suffix: bytes = b"") -> None:
    """Writes to standard output (None or `-`) or to a file, whose name a suffix may extend."""
    if path in (None, "-"):
        try:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(chunks)
            sys.stdout.buffer.flush()
        except OSError as error:
            _abandon(sys.stdout.fileno())
            raise DeliveryError(f"cannot write to standard output: {error.strerror}") from None
        return
    from formats.source import write_file

    # A speaker's name becomes part of a file name, so it may not lead into another folder.
    name = f"{path}{os.fsdecode(suffix.replace(b'/', b'_'))}"
    try:
        write_file(name, chunks)
    except OSError as error:
        raise DeliveryError(f"cannot write {name}: {error.strerror}") from None


def _abandon(descriptor: int) -> None:
    """Lets Python close the stream at exit without a second complaint about what is still in its buffer."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
