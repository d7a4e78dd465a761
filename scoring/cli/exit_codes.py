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
        name = os.fsdecode(error.filename)
        return _complain(f"{name}: {error.strerror or error}{_expected(error, name)}", 1 if full else 2)
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
    if isinstance(error, ImportError):
        from ...formats.optional import missing  # most commands end without it

        return _complain(missing(error, "this") or _unusable(error), 1)
    if isinstance(error, DeliveryError):
        return _complain(str(error), 1)
    raise error


def _unusable(error: ImportError) -> str:
    """The message about a core that SCORELITE_CORE names, or a library that cannot start for want of memory."""
    text = " ".join(str(error).split())[:300]
    return text if error.name else f"a package cannot be loaded: {text}"


def _expected(error: OSError, name: str) -> str:
    """The end of a message about a file that cannot be opened."""
    if isinstance(error, IsADirectoryError):
        return "; expected a file"
    if not isinstance(error, FileNotFoundError):
        return ""
    if name.startswith(("http://", "https://", "s3://", "gs://")):
        return "; expected a file; download it first, or pipe it to - in its place"
    if "," in name and os.path.exists(name.partition(",")[0]):
        return "; expected one file; several references: scorelite score REF HYP --references REF"
    if "*" in name:
        return _of_pattern(name)
    if name.startswith(("ark:", "scp:")):
        return f"; expected the file without {name[:4]}, or scorelite kaldi compute-wer"
    if " " in name and "/" not in name and not os.path.splitext(name)[1]:
        return "; expected a file; of texts in Python: scorelite.wer('the cat sat', 'the cat')"
    return ""


def _of_pattern(name: str) -> str:
    """The end of a message about a pattern that no shell replaced, as the one of Windows does not."""
    from ..common.folders import matched  # most commands end without it

    found = matched(name)
    if not found:
        return "; the pattern matches no file"
    folder = found[0] if os.path.isdir(found[0]) else os.path.dirname(found[0]) or "."
    return (
        f"; expected the name of a file, or in place of REF and HYP folders, such as {folder} (--ref-format NAME and "
        "--hyp-format NAME take files of one format alone)"
    )


def code_of_stdout(error: OSError) -> int:
    """The exit code after stdout could not be written; what is left in its buffer is dropped."""
    abandon_stdout()
    if isinstance(error, BrokenPipeError):
        return READER_LEFT
    return _complain(f"cannot write to standard output: {error.strerror or error}", 1)


def _complain(text: str, code: int, begin: str = "scorelite:") -> int:
    complain(text, begin)
    return code
