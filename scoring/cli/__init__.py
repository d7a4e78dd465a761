"""Commands: the only code that prints, opens files for writing, and chooses exit codes."""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Returned = TypeVar("Returned")


def without_collecting(run: Callable[[], Returned]) -> Returned:
    """Result of the function, run without the cyclic garbage collector: columns of data form no cycles."""
    before = gc.isenabled()
    gc.disable()
    try:
        return run()
    finally:
        if before:
            gc.enable()


def _hide_lock() -> None:
    """Hides the warning that loading the core turns the lock of a free-threaded interpreter on: stderr is NIST's."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        import warnings

        warnings.filterwarnings("ignore", "The global interpreter lock", RuntimeWarning)


_hide_lock()
