"""Edit distances of characters, searched near the diagonal alone, as tercom, sacreBLEU and torchmetrics search them.

Where the best path leaves that beam, the distance is larger than the true one.
"""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The cost of a cell that no path reaches.
_NEVER = 1e16


def beam_distances(hyps: Sequence[str], refs: Sequence[str], substitution: float, width: float, /) -> bytes:
    """The edit distance (float64) of each pair of texts, searched in a beam.

    >>> array("d", beam_distances(["kitten"], ["sitting"], 1, 25)).tolist()
    [3.0]
    """
    if len(hyps) != len(refs):
        raise ValueError(f"{len(hyps)} hypotheses, but {len(refs)} references")
    if not all(isinstance(text, str) for texts in (hyps, refs) for text in texts):
        raise TypeError("a text must be str")
    return array("d", [_distance(*pair, substitution, width) for pair in zip(hyps, refs, strict=True)]).tobytes()


def _distance(hyp: str, ref: str, substitution: float, least: float) -> float:
    n, m = len(hyp), len(ref)
    row = [float(column) for column in range(m + 1)]
    ratio = m / n if n else 1.0
    width = math.ceil(ratio / 2 + least) if ratio / 2 > least else least
    for i, letter in enumerate(hyp, 1):
        middle = math.floor(i * ratio)
        end = m + 1 if i == n else min(m + 1, int(middle + width))
        above, row = row, [_NEVER] * (m + 1)
        for j in range(max(0, int(middle - width)), end):
            if j == 0:
                row[0] = above[0] + 1
                continue
            across = above[j - 1] + (0 if letter == ref[j - 1] else substitution)
            row[j] = min(_NEVER, across, above[j] + 1, row[j - 1] + 1)
    return row[m]
