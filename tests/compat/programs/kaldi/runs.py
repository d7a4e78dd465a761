"""Runs our versions of Kaldi's programs inside the test process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from scorelite.scoring.compat.programs.kaldi import binaries, scripts
from scorelite.scoring.compat.programs.kaldi.console import SCRIPTS, Aborted, Program

ABORTED = -6


@dataclass(frozen=True)
class Outcome:
    code: int
    stdout: bytes
    stderr: bytes


def kaldi(name: str, *arguments: str, stdin: bytes = b"") -> Outcome:
    """Runs a program, or a script by its name with or without suffix."""
    errors: list[bytes] = []
    base = name.removesuffix(".pl").removesuffix(".sh")
    if base in binaries.PROGRAMS:
        program = Program(base, errors.append)
        try:
            code = binaries.run(program, [os.fsencode(word) for word in arguments])
        except Aborted:
            code = ABORTED
    else:
        program = Program(SCRIPTS[base], errors.append)
        code = scripts.run(base, program, arguments, lambda: stdin)
    return Outcome(code, b"".join(program.output), b"".join(errors))


def is_known(name: str) -> bool:
    base = name.removesuffix(".pl").removesuffix(".sh")
    return base in binaries.PROGRAMS or base in SCRIPTS


def lines(values: Sequence[tuple[str, str]]) -> str:
    """Text archive with these lines."""
    return "".join(f"{key} {text}\n" for key, text in values)
