"""NIST's rover: words of several recognisers, aligned with each other and put to a vote."""

from __future__ import annotations


class CommandLineError(Exception):
    """Refused command line: rover prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""
