"""Commands run without the search for cycles of objects: files become columns, among which there are none."""

from __future__ import annotations

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Returned = TypeVar("Returned")


def without_collecting(run: Callable[[], Returned]) -> Returned:
    """What the function returns; the search goes on behind it if it was on before."""
    before = gc.isenabled()
    gc.disable()
    try:
        return run()
    finally:
        if before:
            gc.enable()
