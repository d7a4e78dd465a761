"""Count of the steps of the pure-Python aligner: a large job warns once that it is slow."""

from __future__ import annotations

import os
from _warnings import warn_explicit  # `warnings` is Python, and a module more at every start

# About ten seconds of work, for which the native core takes a tenth of a second.
LARGE = 40_000_000
_steps = 0
_EVERY_UTTERANCE = 400

WARNING = (
    "this is a large job for the pure-Python core of scorelite, which is about 100 times slower than the native one; "
    "the native core was not built: install a wheel, or a C++17 compiler and then scorelite again"
)


def add_steps(steps: int) -> None:
    """Counts the steps of one utterance, and warns when they become many, unless this core was chosen."""
    global _steps
    before, _steps = _steps, _steps + steps + _EVERY_UTTERANCE
    if before < LARGE <= _steps and not is_chosen():
        warn_explicit(WARNING, RuntimeWarning, "scorelite", 1)


def is_large() -> bool:
    """True after so many steps that this core took noticeable time."""
    return _steps >= LARGE


def is_chosen() -> bool:
    """True if the environment asks for this core."""
    return os.environ.get("SCORELITE_CORE") == "python"
