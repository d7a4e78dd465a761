"""Confusions of several values together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ....segments.confusions import Amounts
from .confusion import AMOUNTS
from .value import Summed


class AggregatedConfusion(Summed):
    """The confusions of several values, by value, and their sum."""

    def __init__(self) -> None:
        self.instances: dict[str, Any] = {}

    @property
    def amounts(self) -> Amounts:
        """All five together."""
        parts = [instance.amounts for instance in self.instances.values()]
        return Amounts(**{name: sum(getattr(part, name) for part in parts) for name in AMOUNTS})

    @property
    def precision_mean(self) -> float:
        """The mean precision of all values, also of those without a reference; NaN without values."""
        return self._mean("precision")

    @property
    def recall_mean(self) -> float:
        """The mean recall of all values, 0 for those without a reference; NaN without values."""
        return self._mean("recall")

    def _mean(self, rate: str) -> float:
        rates = [getattr(instance, rate) for instance in self.instances.values()]
        return float(np.mean(rates)) if rates else float("nan")

    def get_confusion_with_instances(self, instances: Iterable[str]) -> AggregatedConfusion:
        """The confusion of these values alone; ValueError if one of them is unknown."""
        chosen = list(instances)
        for key in chosen:
            if key not in self.instances:
                raise ValueError(f'Instance with key "{key}" not found!')
        subset = AggregatedConfusion()
        subset.instances = {key: self.instances[key] for key in chosen}
        return subset
