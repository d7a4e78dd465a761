"""How Kaldi's programs speak and end: log lines, usage, exit codes."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Say = Callable[[bytes], None]

# A program of Kaldi ends with -1 after an error that it caught.
FATAL = 255
FATAL_NAME = b"kaldi::KaldiFatalError"


class Ended(Exception):
    """The program is to end with this exit code; what had to be said has been said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Fatal(Exception):
    """An error as Kaldi logs it: the place in its source, which is part of the message, and the text."""

    def __init__(self, place: str, text: bytes) -> None:
        super().__init__(place, text)
        self.place = place
        self.text = text


class Aborted(Exception):
    """The program is to die by SIGABRT, as Kaldi's do when a reader is found broken while it is closed."""


class Program:
    """One run: the program's name, its standard output in pieces, and its log on standard error."""

    __slots__ = ("name", "output", "say")

    def __init__(self, name: str, say: Say | None = None) -> None:
        self.name = name
        self.output: list[bytes] = []
        self.say: Say = say or _standard_error

    def log(self, kind: str, place: str, text: bytes) -> None:
        """Writes a line such as `WARNING (compute-wer[5.5]:Open():util/x.h:513) Failed to open stream a`."""
        self.say(f"{kind} ({self.name}[5.5]:{place}) ".encode() + text + b"\n")

    def warn(self, place: str, text: bytes) -> None:
        """A log line that nothing follows from."""
        self.log("WARNING", place, text)


def _standard_error(text: bytes) -> None:
    sys.stderr.flush()
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()
