"""What a format is to the rest of the program: one record with a name and three functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from formats.schema import Corpus


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `carries` names what survives a round trip: ids, times, speakers, alternations ..."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    carries: frozenset[str]
    read: Callable[..., Corpus]
    """Called with a Source and the options of this format as keywords."""
    write: Callable[[Corpus], Iterable[str]]
    """Yields the text in pieces; raises UsageError where the format cannot hold what the corpus holds."""
    sniff: Callable[[Sequence[str]], bool]
    """Whether these first lines of a file look like this format and like no other."""
