"""Commands: the only code that prints, opens files for writing, and chooses exit codes."""

from __future__ import annotations

import gc

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
