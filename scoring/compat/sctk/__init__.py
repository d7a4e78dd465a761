"""NIST SCTK: its command lines, its files as it reads them, and its messages."""

from __future__ import annotations

RELEASES = ("2.4.12", "2.4.10")


class Failure(Exception):
    """The run ends here: a complete message for standard error, and the exit code."""

    def __init__(self, message: bytes, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class CommandLineError(Exception):
    """The command line is refused: the usage text and this reason are printed."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """An option that the program does not have: the reason goes to standard output instead."""
