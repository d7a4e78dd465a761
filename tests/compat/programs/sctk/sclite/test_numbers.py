"""Numbers in files are read as the C library reads them."""

from __future__ import annotations

import ctypes
import math
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorelite.scoring.compat.programs.sctk.sclite.numbers import integer, real

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the C library is that of Linux")

# Pieces of numbers, most of them in places where no number has them.
PIECES = st.sampled_from(
    [*"0123456789+-.eExXpPaFn \t", "inf", "infinity", "nan", "0x", "4294967296", "99999999999999999999"]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join).map(str.encode)


@given(TEXTS)
@example(b"+.")
@example(b"-.e1")
@example(b"0x.p1")
@example(b"-0x")
def test_real_numbers_are_those_of_strtod(text: bytes) -> None:
    strtod = ctypes.CDLL(None).strtod
    strtod.restype = ctypes.c_double
    expected = strtod(text, None)
    assert (real(text), math.copysign(1, real(text))) == (expected, math.copysign(1, expected)) or math.isnan(expected)
    assert math.isnan(real(text)) == math.isnan(expected)


@given(TEXTS)
@example(b"-")
@example(b"2147483648")
@example(b"-99999999999999999999")
def test_whole_numbers_are_those_of_atoi(text: bytes) -> None:
    assert integer(text) == ctypes.CDLL(None).atoi(text)
