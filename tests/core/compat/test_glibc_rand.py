"""Samples drawn with rand() of Linux's C library: both cores draw the same."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import strategies as st

from tests.core.material import law


@law(st.integers(1, 700), st.integers(0, 5), st.integers(0, (1 << 32) - 1), st.integers(1, 9), examples=40)
def test_samples_are_drawn_alike(native, twin, count, replications, seed, number):
    scale = (1, 250, 900, 100_000)[seed % 4]
    columns = [array("i", [(k * k + c) % 17 * scale - 3 for k in range(count)]).tobytes() for c in range(number)]
    window = array("I", [(seed * (k + 1) * 2654435761) % (1 << 32) for k in range(31)]).tobytes()
    assert native.glibc_sums(columns, replications, window) == twin.glibc_sums(columns, replications, window)


def test_a_broken_window_is_refused(core):
    with pytest.raises(ValueError, match="window of 2 numbers; expected 31"):
        core.glibc_sums([bytes(4)], 1, bytes(8))
    with pytest.raises(ValueError, match="bytes length not a multiple of item size"):
        core.glibc_sums([bytes(4)], 1, bytes(7))
