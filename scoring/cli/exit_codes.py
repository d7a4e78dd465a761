"""How the command `scorelite` ends after an error: its message, and its exit code."""

from __future__ import annotations

import errno
import os

from ...formats.errors import FormatError, ScoreliteError, half_character
from .console import READER_LEFT
from .delivery import DeliveryError, ReaderLeft, abandon_stdout
from .messages import complain


def code_of(error: BaseException) -> int:
    """The exit code after an error that users may meet, told on stderr; raises any other again."""
    if isinstance(error, OSError) and error.filename is not None:  # files have names, stdout has none
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        expected = "; expected a file" if isinstance(error, IsADirectoryError) else ""
        return _complain(f"{os.fsdecode(error.filename)}: {error.strerror or error}{expected}", 1 if full else 2)
    if isinstance(error, MemoryError):
        return _complain("not enough memory", 1)
    if isinstance(error, KeyboardInterrupt):
        return _complain("interrupted", 130)
    if isinstance(error, FormatError):
        return _complain(str(error), 2, "")  # begins with path:line:column, which editors understand
    if isinstance(error, ScoreliteError):
        return _complain(str(error), 2)
    if isinstance(error, UnicodeEncodeError):
        return _complain(str(half_character(error)), 2)
    if isinstance(error, ReaderLeft):
        return READER_LEFT
    if isinstance(error, (DeliveryError, ImportError)):  # of the core that SCORELITE_CORE names
        return _complain(str(error), 1)
    raise error


def code_of_stdout(error: OSError) -> int:
    """The exit code after stdout could not be written; what is left in its buffer is dropped."""
    abandon_stdout()
    if isinstance(error, BrokenPipeError):
        return READER_LEFT
    return _complain(f"cannot write to standard output: {error.strerror or error}", 1)


def _complain(text: str, code: int, begin: str = "scorelite:") -> int:
    complain(text, begin)
    return code
