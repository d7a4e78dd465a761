"""The calls of Python functions that an analysis costs for each utterance of ten words."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import numpy as np
import pytest

import scorelite
from scorelite import core as _core

_Analysed = TypeVar("_Analysed")
_FEW, _MANY = 100, 1_100
of_the_core = pytest.mark.skipif(_core._chosen is None, reason="the twin takes words one by one")
"""For tests that count calls."""


def texts_of(size: int) -> tuple[list[str], list[str]]:
    """Utterances of ten words, of which the hypothesis has one other."""
    words = [f"{first}{last}ing" for first in "bdfgk" for last in "aeou"]
    refs = [[words[(place * place + row) % 20] for place in range(10)] for row in range(size)]
    return [" ".join(row) for row in refs], [" ".join([*row[:9], "went"]) for row in refs]


def counted(analyse: Callable[[_Analysed], object], result: _Analysed) -> int:
    """The calls of one analysis of a result."""
    analyse(result)  # what is imported or made once is there
    profile = cProfile.Profile()
    profile.runcall(analyse, result)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined, no-any-return]


def calls(
    analyse: Callable[[scorelite.Result], object], texts: Callable[[int], tuple[list[str], list[str]]] = texts_of
) -> float:
    """The calls for each utterance."""
    few, many = (counted(analyse, scorelite.score(*texts(size))) for size in (_FEW, _MANY))
    return (many - few) / (_MANY - _FEW)


class Elements(np.ndarray[Any, Any]):
    """An array that counts the elements of all arrays that are computed of it; views cost nothing."""

    made: ClassVar[int] = 0

    def __array_finalize__(self, other: Any) -> None:
        if self.flags.owndata:
            Elements.made += self.size


def elements(
    monkeypatch: pytest.MonkeyPatch, analyse: Callable[[scorelite.Result], object], result: scorelite.Result
) -> int:
    """The elements of the arrays that an analysis makes of columns of the core."""
    read = np.frombuffer
    with monkeypatch.context() as patched:
        patched.setattr(np, "frombuffer", lambda *given: read(*given).view(Elements))
        Elements.made = 0
        analyse(result)
    return Elements.made
