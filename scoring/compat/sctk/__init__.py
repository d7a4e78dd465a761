"""NIST SCTK: a folder for each of its programs, and what the programs share."""

from __future__ import annotations

RELEASES = ("2.4.12", "2.4.10")


class Failure(Exception):
    """End of the run, with a complete message for stderr and the exit code."""

    def __init__(self, message: bytes, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class Refused(Failure):
    """End of the run because of a request that this program does not fulfil; it is never taken for a missing file."""

    def __init__(self, message: str) -> None:
        super().__init__(f"scorelite: {message}\n".encode("utf-8", "backslashreplace"), 2)
