"""The record of a measure of meetings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .prepared import Prepared
from .scores import Assigned


@dataclass(frozen=True, slots=True)
class Measure:
    """How a session is scored, and what its numbers and its assignment mean."""

    name: str
    title: str
    """The error rate's usual name."""
    summary: str
    """What the measure forgives."""
    timed: bool
    """Whether only words whose times overlap are paired."""
    score: Callable[[Prepared], Assigned]
    assigns: Literal["speakers", "reference segments", "hypothesis segments"]
    """What the assignment pairs: speakers with speakers, or the segments of a side with streams of the other."""
    widens_ref: bool = False
    """Whether the collar widens the reference instead of the hypothesis."""
    searches: bool = False
    """Whether an optimum is searched for, which may take long."""
    moves: bool = False
    """Whether segments are moved between streams greedily, until none moves or the time is over."""
