"""Text of many numbers at once, each as `%.15g` writes it: a curve of a million points holds fifteen million."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ...kws.material import Floats, Ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

Bytes: TypeAlias = "NDArray[np.uint8]"

DIGITS = 15
# A sign, fifteen digits, and `0.000`, or a point and an exponent such as `e-308`.
_WIDTH = 22
_GROUP = 100_000
# Powers of ten that are exact in a double.
_POWERS: Floats = np.array([10.0**place for place in range(23)])
_SPLIT = 134217729.0


def texts(values: Floats) -> Bytes:
    """Row of characters for each number, padded with NUL; NaN is written NA.

    >>> [bytes(row).replace(b"\\0", b"").decode() for row in texts(np.array([0.5, -1e-05, 100.0, np.nan, 2 / 3]))]
    ['0.5', '-1e-05', '100', 'NA', '0.666666666666667']
    """
    bits = np.ascontiguousarray(values).view(np.int64)
    fresh = np.ones(len(values), dtype=np.bool_)
    fresh[1:] = bits[1:] != bits[:-1]
    rows: Bytes = _texts(values[fresh])[np.cumsum(fresh) - 1]
    return rows


def joined(columns: list[Bytes]) -> str:
    """Text of several columns side by side, without the padding."""
    return np.concatenate(columns, axis=1).tobytes().translate(None, b"\0").decode("ascii")


def constant(text: bytes, rows: int) -> Bytes:
    """Column with one text in every row."""
    return np.broadcast_to(np.frombuffer(text, dtype=np.uint8), (rows, len(text)))


def characters(column: NDArray[np.bytes_]) -> Bytes:
    """Column of texts as rows of characters."""
    return np.ascontiguousarray(column).view(np.uint8).reshape(len(column), -1)


def _texts(values: Floats) -> Bytes:
    """Row of characters for each number; a number that the fast path cannot decide is formatted by itself."""
    letters = np.zeros((len(values), _WIDTH), dtype=np.uint8)
    negative = values < 0
    size = np.fabs(values).astype(np.float64)
    width = 1
    with np.errstate(divide="ignore", invalid="ignore"):
        exponent = np.floor(np.log10(size))
    quick = (exponent >= DIGITS - len(_POWERS)) & (exponent < DIGITS - 1)
    rows = np.flatnonzero(quick)
    exponents = exponent[rows].astype(np.int64)
    power = _POWERS[DIGITS - 1 - exponents]
    number, sure = _rounded(size[rows], power)
    rows, exponents, digits = rows[sure], exponents[sure], _digits(number[sure])
    for value in range(int(exponents.min(initial=0)), int(exponents.max(initial=0)) + 1):
        chosen = np.flatnonzero(exponents == value)
        text = _placed(digits[chosen], value)
        letters[rows[chosen], 1 : 1 + text.shape[1]] = text
        width = max(width, 1 + text.shape[1])
    quick[:] = False
    quick[rows] = True
    for row in np.flatnonzero(~quick).tolist():
        value = values[row]
        plain = b"NA" if np.isnan(value) else b"%.15g" % abs(value)
        letters[row, 1 : 1 + len(plain)] = np.frombuffer(plain, dtype=np.uint8)
        width = max(width, 1 + len(plain))
        negative[row] = np.signbit(value)
    letters[negative, 0] = ord("-")
    return letters[:, 0 if negative.any() else 1 : width]


def _rounded(size: Floats, power: Floats) -> tuple[Ints, NDArray[np.bool_]]:
    """Product as a whole number, and whether it has fifteen digits for certain.

    The rounding error of the product is computed exactly (Dekker).
    """
    product = size * power
    (a, b), (c, d) = _halves(size), _halves(power)
    lost = ((a * c - product) + a * d + b * c) + b * d
    whole = np.rint(product)
    rest = (product - whole) + lost
    step = (rest > 0.5).astype(np.float64) - (rest < -0.5)
    whole, rest = whole + step, rest - step
    least = 10.0 ** (DIGITS - 1)
    # A number rounded up to the least one of fifteen digits has one more digit to show.
    long_enough = (whole > least) | ((whole == least) & (rest >= 0))
    sure = long_enough & (whole < 10 * least) & (np.abs(np.abs(rest) - 0.5) > 1e-6)
    return whole.astype(np.int64), sure


def _halves(values: Floats) -> tuple[Floats, Floats]:
    wide = _SPLIT * values
    high: Floats = wide - (wide - values)
    return high, values - high


@cache
def _table() -> Bytes:
    """Five digits of each number below 100,000."""
    return (np.arange(_GROUP)[:, None] // 10 ** np.arange(4, -1, -1) % 10 + ord("0")).astype(np.uint8)


def _digits(numbers: Ints) -> Bytes:
    """Fifteen digits of each number, with zeros at the end as NUL."""
    rest, low = np.divmod(numbers, _GROUP)
    high, middle = np.divmod(rest, _GROUP)
    table = _table()
    digits = np.concatenate([table.take(part, axis=0) for part in (high, middle, low)], axis=1)
    open_end = np.ones(len(digits), dtype=np.bool_)
    for place in range(DIGITS - 1, 0, -1):
        open_end &= digits[:, place] == ord("0")
        if not open_end.any():
            break
        digits[open_end, place] = 0
    return digits


def _placed(digits: Bytes, exponent: int) -> Bytes:
    """Digits with a point or an exponent, placed as C places them."""
    rows = len(digits)
    if exponent < -4:
        point = np.where(digits[:, 1:2] > 0, ord("."), 0).astype(np.uint8)
        return np.concatenate([digits[:, :1], point, digits[:, 1:], constant(b"e-%02d" % -exponent, rows)], axis=1)
    if exponent < 0:
        return np.concatenate([constant(b"0." + b"0" * (-exponent - 1), rows), digits], axis=1)
    whole, part = digits[:, : exponent + 1], digits[:, exponent + 1 :]
    point = np.where(part[:, :1] > 0, ord("."), 0).astype(np.uint8)
    return np.concatenate([np.maximum(whole, ord("0")), point, part], axis=1)
