"""A check that work grows in proportion to its input, by processor time: robust on a busy machine."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

# Four times the input may take eight times as long, which is far from the sixteen times of quadratic work.
_GROWTH = 4
_MOST = 8
_TRIES = 3
# Work that takes less is not measured.
_SHORT = 0.05


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Fails if work of four times the size takes far more than four times as long in each of three tries."""
    large, small = _seconds(work, _GROWTH * size), 0.0
    for _ in range(_TRIES):
        if large < _SHORT:
            return
        small = max(small, _seconds(work, size))
        large = min(large, _seconds(work, _GROWTH * size))
        if large < _MOST * small:
            return
    raise AssertionError(f"size {size}: {small:.3f} s, size {_GROWTH * size}: {large:.3f} s")


def _seconds(work: Callable[[int], object], size: int) -> float:
    # The collector runs the more often, the more objects there are.
    gc.disable()
    try:
        start = time.process_time()
        work(size)
        return time.process_time() - start
    finally:
        gc.enable()
