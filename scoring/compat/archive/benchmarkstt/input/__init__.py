"""Input: texts as items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ..factory import CoreFactory
from ..schema import Item


class Input(ABC):
    """A text whose iteration gives its items."""

    @abstractmethod
    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError


factory = CoreFactory(Input, False)
