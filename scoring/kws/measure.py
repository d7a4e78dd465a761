"""The record of a measure of keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...formats.values import dataclass
from ..common import measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(measure.Measure):
    """A number that follows from the trials of a result."""

    heading: str
    """The name in the report dtl."""
    threshold: Callable[[Any], str | None] | None = None
    """The threshold at which the number is reached, as text; None for a measure without one."""
    is_brief: bool = True
    """Whether the first line of a result and tables on pages have it."""
