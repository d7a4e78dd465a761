"""Where a sub-command writes: to stdout, or to a file that is whole under its name."""

from __future__ import annotations

import os
import sys

from ...formats.engine.output import STDOUT, write_file, write_stdout
from .progress import end_seconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from ..compare.outputs import JudgedDifference, Sample
    from ..compare.runs import ComparedRuns


_SHOWN = 150
"""Characters of the begin and of the end of a long name of a file in a message."""


class DeliveryError(Exception):
    """Output could not be written, although the input was sound."""


class ReaderLeft(DeliveryError):
    """The reader of stdout ended before the output did, as `head` does; nobody needs a message."""


def deliver(chunks: Iterable[bytes], path: str | None, suffix: bytes = b"") -> None:
    """Writes to stdout (None or `-`), or to a file; `suffix` extends the name of the file."""
    if path in (None, "-"):
        name = STDOUT
    else:
        # The suffix may hold the name of a speaker, which must not lead into another folder; a/b and a_b are two files.
        name = f"{path}{os.fsdecode(suffix.replace(b'%2F', b'%252F').replace(b'/', b'%2F'))}"
    try:
        if name is STDOUT:
            end_seconds()
            write_stdout(chunks)
        else:
            write_file(name, chunks)
    except OSError as error:
        raise undelivered(error, name) from None


def deliver_lines(lines: Iterable[str], path: str | None) -> None:
    """Writes lines of text; bytes of the input that are no text are written as they were."""
    deliver((f"{line}\n".encode("utf-8", "surrogateescape") for line in lines), path)


def deliver_json(chunks: Iterable[str], path: str | None) -> None:
    """Writes JSON, which holds only text: bytes of the input that are not UTF-8 are escaped."""
    deliver((chunk.encode("utf-8", "backslashreplace") for chunk in chunks), path)


def deliver_document(document: object, path: str | None) -> None:
    """Writes an object as JSON."""
    deliver([dumped(document, indent=2)], path)


def dumped(value: object, indent: int | None = None) -> bytes:
    """An object as JSON and a newline; bytes of the input that are not UTF-8 are escaped."""
    import json

    return json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "backslashreplace") + b"\n"


def deliver_report(chunks: Iterable[bytes], name: str, path: str | None, suffix: bytes = b"") -> None:
    """Writes a report; on a terminal the words of alignments (`pra`) that differ have colours."""
    if path in (None, "-") and name in ("pra", "pralign"):
        from .colour import Paint, coloured

        chunks = coloured(chunks, Paint.for_stream(sys.stdout))
    deliver(chunks, path, suffix)


def deliver_comparison(made: Sample | JudgedDifference | ComparedRuns, options: argparse.Namespace) -> None:
    """Writes a comparison as JSON, as Markdown, or as lines of which the first one is bold."""
    if options.json:
        deliver_document(made.to_dict(), options.output)
    elif options.markdown:
        deliver_lines(made.markdown(), options.output)
    else:
        from .colour import Paint

        first, *others = made.lines()
        deliver_lines((Paint.for_output(options.output).strong(first), *others), options.output)


def undelivered(error: OSError, name: str) -> DeliveryError:
    """The error for output that could not be written; stdout is closed for what is left in its buffer."""
    if name == STDOUT:
        abandon_stdout()
        if isinstance(error, BrokenPipeError):
            return ReaderLeft(error.strerror)
        return DeliveryError(f"cannot write to {STDOUT}: {error.strerror}")
    # The name may have that of a speaker, which is of any length; `errors.short` would load more than Kaldi's programs.
    shown = name if len(name) <= 2 * _SHOWN else f"{name[:_SHOWN]} ... {name[-_SHOWN:]}"
    return DeliveryError(f"cannot write {shown}: {error.strerror}")


def abandon_stdout() -> None:
    """Leads stdout nowhere, so that Python closes it at exit without a second complaint about its buffer."""
    if sys.stdout is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
