"""The record of an analysis: what it is called, what it needs, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...formats.values import dataclass
from ..common.analyses import Declared

if TYPE_CHECKING:
    from .breakdown import Breakdown
    from .steps import Steps
    from .tally import Tally


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysis of a result of words."""

    declared: Declared
    """Its name, and its argument."""
    make: Callable[[Steps, Any], Breakdown]
    """The analysis of steps; the second value is the argument, None without one."""
    read: Callable[[Any], Any] | None = None
    """The argument with its file read, and its problems reported; None where only texts show them."""
    title: str = ""
    """The first line of its text."""
    by_utterance: Callable[[Steps, Any], Iterable[Tally]] | None = None
    """The counts of its rows by utterance, by which two systems are compared; None for an analysis without such."""
    of_two: Callable[[Sequence[Steps], Any, Any], Iterable[tuple[Tally, Tally]]] | None = None
    """The same of two systems, which have an argument each; the last value is the places of the first one's utterances
    in the second. None for an analysis whose argument is that of both."""
    check: Callable[[Sequence[Steps], Any], None] | None = None
    """Rejects an argument that leaves nothing to compare in two systems; None where every argument leaves something."""
    of_data: bool = False
    """Whether its argument has something of each utterance, such as a list of hypotheses, and no settings."""
    of_marks: bool = False
    """Whether it is about the punctuation of texts, which some formats keep next to the words."""

    @property
    def name(self) -> str:
        """Its name in `--with`."""
        return self.declared.name
