"""Warnings about the pure-Python core, which runs where the native one was not built."""

from __future__ import annotations

import os
import sys
from _warnings import warn_explicit  # `warnings` is Python, and a module more at every start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# About ten seconds of work, for which the native core takes a tenth of a second.
LARGE = 40_000_000
_steps = 0
_is_told = False
_EVERY_UTTERANCE = 400

_FIX = (
    "the native core was not built: install a wheel, or a C++17 compiler (SCORELITE_ZIG=1 fetches one) and then "
    "scorelite again"
)
SLOW = f"this is the pure-Python core, about 100 times slower; {_FIX} (SCORELITE_CORE=python hides this line)"
WARNING = (
    "this is a large job for the pure-Python core of scorelite, which is about 100 times slower than the native one; "
    + _FIX
)


class NeedsNativeCore(ImportError):
    """An operation that the pure-Python core lacks: it scores words, and nothing else."""

    def __init__(self) -> None:
        why = "SCORELITE_CORE=python leaves it out" if is_chosen() else _FIX
        super().__init__(f"this needs the native core; {why}", name="scorelite.core")


def needs_native_core(*arguments: object, **options: object) -> NoReturn:
    """Stands for each operation that the pure-Python core lacks."""
    raise NeedsNativeCore


def warn_of_twin() -> None:
    """Warns that the native core is missing, once, unless the user chose the other one.

    Commands say so themselves. Those that stand in for others write what the others write, until a job is large.
    """
    if not is_chosen() and "scorelite.scoring.cli" not in sys.modules:
        told()
        warn_explicit(SLOW, RuntimeWarning, "scorelite", 1)


def add_steps(steps: int) -> None:
    """Counts the steps of one utterance, and warns when they become many, unless the user knows of this core."""
    global _steps
    before, _steps = _steps, _steps + steps + _EVERY_UTTERANCE
    if before < LARGE <= _steps and not (is_chosen() or _is_told):
        warn_explicit(WARNING, RuntimeWarning, "scorelite", 1)


def told() -> None:
    """Remembers that the user was informed."""
    global _is_told
    _is_told = True


def is_chosen() -> bool:
    """True if the environment asks for this core."""
    return os.environ.get("SCORELITE_CORE") == "python"
