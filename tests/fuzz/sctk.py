"""NIST's programs beside ours: where they are, how they end, and whether they read memory that they never set."""

from __future__ import annotations

import os
from pathlib import Path

from tests.fuzz.case import Case
from tests.fuzz.run import SECONDS, Outcome, run_program

_DEBIAN = Path("/usr/lib/sctk/bin")


def lacks(name: str) -> str:
    """Says where a program should be, if it is not there."""
    # Our commands are loaded before memory is watched.
    from scorelite.scoring.cli import main, sctk  # noqa: F401

    path = program(name)
    return "" if path.is_file() else f"there is no {path} (Debian: apt-get install sctk; else set SCTK_BIN)"


def program(name: str) -> Path:
    return Path(os.environ.get("SCTK_BIN") or _DEBIAN) / name


def answer(name: str, case: Case, where: Path, timeout: float = SECONDS, **environment: str) -> Outcome:
    """The outcome of NIST's program for the first command of a case."""
    return run_program(program(name), case, case.commands[0], where, timeout, **environment)


def no_answer(name: str, theirs: Outcome) -> str:
    """Why NIST's program did not come to an end of its own, if it did not."""
    if isinstance(theirs.code, str):
        return f"NIST's {name} does not end" if theirs.code == "no end" else f"NIST's {name} dies ({theirs.code})"
    if b"alloc failed" in theirs.err + theirs.out or b"MALLOC" in theirs.err:
        return f"NIST's {name} takes all memory"
    return ""


def lacks_an_end(tag: bytes) -> bool:
    """Whether a tag of an alignment in SGML has an open quote or no end: NIST's programs go on with bytes behind it."""
    return b"\0" in tag or tag.count(b'"') % 2 == 1 or not tag.endswith(b">")


def unstable(name: str, case: Case, where: Path, theirs: Outcome) -> str:
    """Whether NIST's program answers otherwise where other bytes stand in memory that it does not own or set."""
    for value in ("85", "170", "255"):
        again = answer(name, case, where, MALLOC_PERTURB_=value, PADDING="x" * int(value))
        if again != theirs:
            return f"NIST's {name} reads memory that it never set"
    return ""
