"""The differ: gestalt matching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...... import core
from . import Differ


class RatcliffObershelp(Differ):
    """Differences by gestalt matching of Ratcliff and Obershelp, as in Python's difflib.

    The longest common block is taken, and likewise in what is left and right of it. The differences are not the fewest.
    """

    def __init__(self, a: Sequence[Any], b: Sequence[Any], **kwargs: Any) -> None:
        self._sides = a, b
        self._autojunk = bool(kwargs.pop("autojunk", False))
        if kwargs.pop("isjunk", None) is not None:
            raise NotImplementedError("isjunk: only autojunk is implemented")
        if kwargs:
            raise TypeError(f"unexpected keyword argument {next(iter(kwargs))!r}; expected autojunk")

    def get_opcodes(self) -> list[tuple[str, int, int, int, int]]:
        """How to make `b` of `a`."""
        return core.opcodes(*self._sides, self._autojunk)
