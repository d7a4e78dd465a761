"""Metrics: comparisons of a hypothesis with a reference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from ..factory import CoreFactory


class Metric(ABC):
    """A comparison of two lists of items."""

    @abstractmethod
    def compare(self, ref: Any, hyp: Any) -> Any:
        """The value of the metric."""
        raise NotImplementedError


factory = CoreFactory(Metric)
