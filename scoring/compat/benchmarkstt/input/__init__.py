"""Input: texts as items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from scoring.compat.benchmarkstt.factory import CoreFactory
from scoring.compat.benchmarkstt.schema import Item


class Input(ABC):
    """A text whose iteration gives its items."""

    @abstractmethod
    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError


factory = CoreFactory(Input, False)
