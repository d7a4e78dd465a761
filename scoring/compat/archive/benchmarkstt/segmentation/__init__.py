"""Segmentation: texts are split into items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ..factory import CoreFactory
from ..schema import Item


class Segmenter(ABC):
    """A text whose iteration gives its items."""

    @abstractmethod
    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError


factory = CoreFactory(Segmenter, False)
