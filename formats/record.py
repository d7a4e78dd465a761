"""What a format is to the rest of the program: one record with a name and three functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from formats.errors import UsageError
from formats.schema import Corpus


def read_only(corpus: Corpus) -> Iterable[str]:
    """The `write` of a format that can only be read."""
    raise UsageError("this format can be read, but not written")


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
    family: str = "NIST"
    """Under which heading it stands in lists of formats."""
    needs: frozenset[str] = frozenset()
    """What every segment must have to be written: ids, sessions, channels, speakers, segment times, times."""
    words: Literal["any", "timed", "none"] = "any"
    """Which words it holds: all, only those with times, or none at all but stretches of time."""
    cues: bool = False
    """Whether a segment is something to be shown, so that an hour of words is cut into pieces that fit a screen."""
    streams: Literal["", "lines", "runs", "commas", "tabs", "appended"] = ""
    """Whether a file may be read, and written, in pieces: cut between any lines, between those of two channels, or
    between rows below a line of names with such a sign between them; `appended`: only written so."""
    magic: bytes = b""
    """The first bytes of a file that is no text."""
    requires: str = ""
    """The extra that brings the library which this format needs, if it needs one."""
    pack: Callable[[Corpus], Iterable[bytes]] | None = None
    """Set if the format is no text: yields the bytes, in place of `write`."""
    files: Callable[[Corpus], Iterable[tuple[str, Iterable[str]]]] | None = None
    """Set if the format is a folder: yields the names of its files with their texts, in place of `write`."""

    @property
    def writable(self) -> bool:
        """Whether it can be written, and not only read."""
        return self.write is not read_only or self.files is not None or self.pack is not None
