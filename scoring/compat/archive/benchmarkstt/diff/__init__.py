"""Differences between two sequences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ..factory import CoreFactory


class Differ(ABC):
    """A way to find differences."""

    @abstractmethod
    def __init__(self, a: Sequence[Any], b: Sequence[Any]) -> None:
        raise NotImplementedError

    @abstractmethod
    def get_opcodes(self) -> list[tuple[str, int, int, int, int]]:
        """How to make `b` of `a`: (tag, start and end in `a`, start and end in `b`), in their order, without gaps.

        The tags are `equal`, `replace`, `insert` and `delete`.
        """
        raise NotImplementedError


factory = CoreFactory(Differ, False)
