"""Sum, mean, standard deviation and median of a column, and numbers as asclite rounds and fits them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .....report.engine.numbers import summed

_LEAST = -(1 << 31)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of a column; `width` is the width that its numbers need."""

    total: float = 0.0
    mean: float = 0.0
    deviation: float = 0.0
    median: float = 0.0
    width: int = 1

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Statistics:
        """Statistics of the values; the standard deviation of one value is NaN.

        >>> Statistics.of([1, 2, 6]).median, Statistics.of([5]).deviation
        (2.0, nan)
        """
        values = sorted(map(float, numbers))
        if not values:
            return cls()
        count = float(len(values))
        total, squares = summed(values), summed(value * value for value in values)
        mean = total / count
        spread = (count * squares - total * total) / (count * (count - 1)) if count > 1 else math.nan
        deviation = math.sqrt(spread) if spread >= 0 else math.nan
        half = len(values) // 2
        median = values[half] if len(values) % 2 else (values[half] + values[half - 1]) / 2.0
        width = max(0, *map(_digits, values), *(_digits(value) + 2 for value in (total, mean, deviation, median)))
        return cls(total, mean, deviation, median, width)


def _digits(value: float) -> int:
    return math.ceil(math.log(value) / math.log(10.0)) if value > 0 else _LEAST


def rounded(value: float, decimals: int) -> bytes:
    """A number with decimals, rounded half away from zero; NaN becomes the least 32-bit integer.

    >>> rounded(0.25, 1), rounded(-0.25, 1), rounded(float("nan"), 1)
    (b'0.3', b'-0.3', b'-214748364.8')
    """
    scale = 10.0**decimals
    scaled = value * scale + (0.5 if value > 0.0 else -0.5)
    whole = int(scaled) if -(2.0**31) - 1 < scaled < 2.0**31 else _LEAST
    return b"%.*f" % (decimals, float(whole) / scale)


def fitted(text: bytes, width: int, side: str) -> bytes:
    """A text in a column; one that is too wide loses its begin.

    >>> fitted(b"12", 5, "middle"), fitted(b"1234567", 6, "right")
    (b' 12  ', b'...567')
    """
    if len(text) > width:
        return b"..." + text[len(text) - width + 3 :]
    if side == "left":
        return text.ljust(width)
    return (
        text.rjust(width)
        if side == "right"
        else b" " * ((width - len(text)) // 2) + text + b" " * (-(-(width - len(text)) // 2))
    )
