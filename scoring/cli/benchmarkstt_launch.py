"""Start of BenchmarkSTT's programs: their exit codes, and errors without a traceback."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from ...formats.engine.terminal import say
from ...formats.errors import ScoreliteError
from ..compat.archive.benchmarkstt.cli import main, tools


def launch(name: str, words: Sequence[str]) -> NoReturn:
    """Runs one of BenchmarkSTT's programs, and ends with its exit code; an error is a line on stderr."""
    try:
        {"benchmarkstt": main, "benchmarkstt-tools": tools}[name].program(words)
        sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt, MemoryError):
        raise
    except Exception as error:
        sys.stdout.flush()
        say(f"{name}: error: {_told(error)}\n")
        sys.exit(1)
    sys.exit(0)


def _told(error: Exception) -> str:
    """The text of an error; with its kind where the text alone says too little."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror or error}"
    text = ", ".join(map(str, error.args)) if isinstance(error, ValueError) and error.args else str(error)
    if isinstance(error, ScoreliteError | NotImplementedError | UnicodeError) and str(error):
        return str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
