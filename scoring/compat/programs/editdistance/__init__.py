"""Interface of editdistance 0.8: distances between two sequences of anything that can be hashed.

>>> distance("kitten", "sitting"), distance_le_than("kitten", "sitting", 2)
(3, False)
"""

from __future__ import annotations

from typing import Any

from .bycython import eval, eval_criterion  # noqa: A004 (the name of the original)

__all__ = ("distance", "distance_le_than", "eval", "eval_criterion")


def distance(*args: Any, **kwargs: Any) -> int:
    """The number of errors between two sequences: another name of `eval`."""
    return eval(*args, **kwargs)


def distance_le_than(*args: Any, **kwargs: Any) -> bool:
    """Whether there are at most so many errors: another name of `eval_criterion`."""
    return eval_criterion(*args, **kwargs)
