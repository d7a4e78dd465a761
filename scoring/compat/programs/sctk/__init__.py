"""NIST SCTK: a folder for each of its programs, and what the programs share."""

from __future__ import annotations

# The default first. `master` is GitHub's master of 2023 (9688a26): later than 2.4.12, and never released.
RELEASES = ("2.4.12", "2.4.10", "master")


class Failure(Exception):
    """End of the run, with a complete message for stderr and the exit code."""

    def __init__(self, message: bytes, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class OutError(Failure):
    """End of the run with a message on stdout."""


class Refused(Failure):
    """End of the run because of a request that this program does not fulfil; it is never taken for a missing file."""

    def __init__(self, message: str) -> None:
        super().__init__(f"scorelite: {message}\n".encode("utf-8", "backslashreplace"), 2)


def file_content(name: bytes) -> bytes:
    """The content of a file, unpacked if it is gzip data under a name with `.gz`; OSError if it cannot be read."""
    with open(name, "rb") as file:
        data = file.read()
    if not name.endswith(b".gz"):
        return data
    from .....formats.errors import ScoreliteError
    from .....formats.packed import unpacked

    try:
        return unpacked(data, name.decode("utf-8", "backslashreplace"))
    except ScoreliteError as error:
        raise Refused(str(error)) from None


def resource(path: str) -> bytes:
    """A file of the resources: a long text that a program prints, or a table that it looks up."""
    from importlib.resources import files

    return (files("scorelite.resources") / path).read_bytes()
