"""NIST's sclite: its command line, its messages, and its way of reading files."""

from __future__ import annotations


class CommandLineError(Exception):
    """Refused command line: sclite prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""
