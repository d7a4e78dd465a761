"""Names of files that are shell commands (`command |`): they run only where the user allows it."""

from __future__ import annotations

import os

ALLOWED = "SCORELITE_ALLOW_PIPES"
"""The environment variable that allows shell commands in the names of files."""


def are_allowed() -> bool:
    """Whether the environment allows shell commands."""
    return os.environ.get(ALLOWED, "") not in ("", "0")


def allow() -> None:
    """Allows shell commands for the rest of this process."""
    os.environ[ALLOWED] = "1"


def refusal(name: bytes, program: str) -> str:
    """The message about a shell command that is not allowed; `program` is what the user calls, with its sub-command."""
    family, _, command = program.partition(" ")
    what = name.decode("utf-8", "backslashreplace")
    also = ", which a script file (scp) may hold, too" * (family == "kaldi")
    return (
        f"{what!r} is a shell command{also}; `scorelite {family} --allow-pipes {command} ...` or {ALLOWED}=1 in the "
        "environment runs it"
    )


def output_of(command: bytes) -> tuple[bytes, int]:
    """The stdout of a shell command, and its return code; negative for a signal."""
    import subprocess

    done = subprocess.run(os.fsdecode(command), shell=True, stdout=subprocess.PIPE, check=False)
    return done.stdout, done.returncode
