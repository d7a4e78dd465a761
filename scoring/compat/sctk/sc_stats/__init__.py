"""NIST's sc_stats: tables, significance tests and graphs of several systems on the same utterances."""

from __future__ import annotations


class CommandLineError(Exception):
    """Refused command line: sc_stats prints its usage text and this reason."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason)
        self.reason = reason


class UnknownOption(CommandLineError):
    """Unknown option: the reason goes to stdout instead of stderr."""
