"""The R-value of boundaries: how near hits and number of boundaries are to those of the reference, in one number.

Räsänen, Laine and Altosaar (2009), "An improved speech segmentation quality measure: the R-value".
"""

from __future__ import annotations

from math import hypot, sqrt


def r_value(hits: int, reference: int, hypothesis: int) -> float | None:
    """The R-value of one-to-one hits: 1 if all boundaries are hit and none is too many; None without a reference.

    >>> r_value(4, 4, 4), round(r_value(3, 4, 6), 4), r_value(0, 0, 2)
    (1.0, 0.4553, None)
    """
    if not reference:
        return None
    return combined(hits / reference, hypothesis / reference - 1)


def combined(hit_rate: float, over_segmentation: float) -> float:
    """The R-value of a hit rate and of the share of boundaries that are too many, below 0 for too few.

    >>> combined(1.0, 0.0)
    1.0
    """
    to_ideal = hypot(1 - hit_rate, over_segmentation)
    to_all_hits = abs(hit_rate - 1 - over_segmentation) / sqrt(2)
    return 1 - (to_ideal + to_all_hits) / 2
