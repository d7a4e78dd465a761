"""Output of Kaldi's programs: log lines, usage, exit codes."""

from __future__ import annotations

import sys

from ...pipes import are_allowed, refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Say = Callable[[bytes], None]

# Programs in C++, and scripts with the names of their files.
BINARIES = ("compute-wer", "compute-wer-bootci", "align-text")
SCRIPTS = {
    "character_tokenizer": "character_tokenizer",
    "wer_per_utt_details": "wer_per_utt_details.pl",
    "wer_per_spk_details": "wer_per_spk_details.pl",
    "wer_ops_details": "wer_ops_details.pl",
    "wer_report": "wer_report.pl",
    "best_wer": "best_wer.sh",
    "convert_ctm": "convert_ctm.pl",
    "resolve_ctm_overlaps": "resolve_ctm_overlaps.py",
}
# Exit code -1 of Kaldi's programs after an error that they caught.
FATAL = 255
FATAL_NAME = b"kaldi::KaldiFatalError"


class Ended(Exception):
    """End of the program with this exit code; all messages are written."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Fatal(Exception):
    """Error as Kaldi logs it: the place in Kaldi's source, which is part of the message, and the text."""

    def __init__(self, place: str, text: bytes) -> None:
        super().__init__(place, text)
        self.place = place
        self.text = text


class Aborted(Exception):
    """End of the program by SIGABRT, as when Kaldi closes a broken reader."""


class AssertionFailed(Aborted):
    """End of the program by SIGABRT, without the message of an exception."""


class Program:
    """One run: the program's name, its stdout in pieces, its log on stderr, and whether it may run shell commands."""

    def __init__(self, name: str, say: Say | None = None, *, pipes: bool = False) -> None:
        self.name = name
        self.pipes = pipes or are_allowed()
        self.output: list[bytes] = []
        self.say: Say = say or _standard_error

    def log(self, kind: str, place: str, text: bytes) -> None:
        """Writes a line such as `WARNING (compute-wer[5.5]:Open():util/x.h:513) Failed to open stream a`."""
        self.say(f"{kind} ({self.name}[5.5]:{place}) ".encode() + text + b"\n")

    def warn(self, place: str, text: bytes) -> None:
        """Writes a warning; the program continues."""
        self.log("WARNING", place, text)

    def check_pipe(self, name: bytes) -> None:
        """Raises an error for the name of a file that is a shell command, unless such names are allowed."""
        if not self.pipes:
            from .....formats.errors import UsageError

            raise UsageError(refusal(name, f"kaldi {self.name}"))


def read_stdin() -> bytes:
    """Everything on stdin; nothing if the caller closed it."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _standard_error(text: bytes) -> None:
    if sys.stderr is None:  # the caller closed it
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()
