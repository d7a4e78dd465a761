"""The record of one kind of rule file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from formats.source import Source
from scoring.normalise.chain import Chain


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A kind of rule file: its name, its suffixes, and the function that reads it into a chain."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    read: Callable[[Source], Chain]
