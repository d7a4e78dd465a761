"""Curves of two error rates: their scale, and the points that a picture needs of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.intp]

# Points that are nearer to each other than this part of an axis cannot be told apart in a picture.
_GRAIN = 0.001
_SMALLEST = 2.2204e-16


def rate_axis(axes: Any, side: str, ticks: Sequence[float], label: str, *, unit: str = "", **style: Any) -> None:
    """Marks rates on the x or y axis of a curve whose points are normal deviates."""
    shown = [f"{tick * 100:g}{unit}" for tick in ticks]
    getattr(axes, f"set_{side}ticks")(normal_deviate(np.array(ticks)), shown, **style)
    getattr(axes, f"set_{side}label")(label)


def draw(axes: Any, x: Floats, y: Floats, colour: str, **style: Any) -> Any:
    """Draws a curve through those points that can be told apart, and returns its lines."""
    points = thinned(x, y)
    return axes.plot(x[points], y[points], color=colour, **style)


def thinned(x: Floats, y: Floats) -> Ints:
    """The places of points that can be told apart, the first and the last among them.

    >>> thinned(np.array([0.0, 1e-9, 1.0]), np.array([0.0, 0.0, 1.0])).tolist()
    [0, 2]
    """
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if len(finite) < 3:
        return finite
    cells = []
    for column in (x[finite], y[finite]):
        span = float(np.ptp(column)) or 1.0
        cells.append(np.floor((column - column.min()) / (span * _GRAIN)))
    fresh = np.ones(len(finite), dtype=np.bool_)
    fresh[1:] = (np.diff(cells[0]) != 0) | (np.diff(cells[1]) != 0)
    fresh[-1] = True
    return finite[fresh]


def normal_deviate(probability: Floats | float) -> Floats:
    """The place on the scale of a normal distribution, by the approximation of Beasley and Springer (AS 111).

    Probabilities of 0 and 1 have the deviates of the nearest probabilities that doubles can tell from 0 and 1.

    >>> normal_deviate(0.5).item(), round(normal_deviate(0.0).item(), 11)
    (0.0, -8.12636044399)
    """
    p = np.clip(np.asarray(probability, dtype=np.float64), _SMALLEST, None)
    p = np.where(p >= 1.0, 1 - _SMALLEST, p)
    q = p - 0.5
    r = q * q
    numerator = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388
    denominator = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = q * numerator / denominator
        tail = np.sqrt(-np.log(np.where(q > 0, 1.0 - p, p)))
        outer = (((2.3212127685 * tail + 4.8501412713) * tail - 2.2979647913) * tail - 2.7871893113) / (
            (1.6370678189 * tail + 3.5438892476) * tail + 1.0
        )
    result: Floats = np.where(np.abs(q) <= 0.42, inner, np.where(q < 0, -outer, outer))
    return result
