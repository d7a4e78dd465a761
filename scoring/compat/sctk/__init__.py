"""NIST SCTK: its command lines, its messages, and its way of reading files."""

from __future__ import annotations

RELEASES = ("2.4.12", "2.4.10")


class Failure(Exception):
    """End of the run, with a complete message for stderr and the exit code."""

    def __init__(self, message: bytes, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class CommandLineError(Exception):
    """Refused command line: sclite prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""
