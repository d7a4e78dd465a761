"""The record that describes a format: its name, its functions read, write and sniff, and what it carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .errors import UsageError
from .schema import Corpus
from .values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .source import Source


def read_only(corpus: Corpus) -> Iterable[str]:
    """The `write` of a read-only format."""
    raise UsageError("this format can be read, but not written")


@dataclass(frozen=True, slots=True)
class Format:
    """A format; `carries` names the features that survive a round trip: ids, times, speakers, alternations ..."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    carries: frozenset[str]
    read: Callable[..., Corpus]
    """Takes a Source, and the options of this format as keywords."""
    write: Callable[..., Iterable[str]]
    """Takes a Corpus, and for csv and tsv `csv_formulas`; yields the text in chunks, or raises UsageError for content
    that the format cannot hold."""
    sniff: Callable[[Sequence[str]], bool]
    """Whether the first lines of a file, some of which may be blank, look like this format and like no other."""
    family: str = "NIST"
    """The heading in lists of formats."""
    needs: frozenset[str] = frozenset()
    """Features that every segment needs: ids, sessions, channels, speakers, segment times, times."""
    words: Literal["any", "timed", "none"] = "any"
    """The words that it holds: all, only those with times, or none (times alone)."""
    printed: bool = False
    """Whether `read` has the option `punctuation`, which keeps the punctuation next to words."""
    both_sides: bool = False
    """Whether a file holds reference and hypothesis, of which the option `side` of `read` chooses one."""
    cues: bool = False
    """Whether a segment is shown on a screen for people to read: long stretches of words are cut to fit, and words are
    converted in their printed form, with capitals and punctuation."""
    streams: Literal["", "lines", "runs", "commas", "tabs", "appended"] = ""
    """How a file can be read and written in pieces: cut between any two lines; where the channel changes (`runs`);
    between rows below a line of column names (`commas`, `tabs`); or only written in pieces (`appended`)."""
    drops: Callable[[Corpus], frozenset[str]] | None = None
    """For formats that carry a feature in some places alone: the features that a corpus as it is written would lose."""
    more: Callable[[Corpus, int], Iterable[str]] | None = None
    """For `appended` formats with a head or with numbers: yields the text of another piece, after so many segments,
    in place of `write`."""
    ends: Callable[[str], tuple[str, str]] | None = None
    """For formats with one line for each segment, which can then be written in parts: the text before and after the
    words of the segment with this id, with the blank before a tail that is not alone."""
    magic: bytes = b""
    """A regular expression of the first bytes of a binary file."""
    requires: str = ""
    """The extra of the package that installs the library of this format."""
    pack: Callable[[Corpus], Iterable[bytes]] | None = None
    """For binary formats: yields the bytes, in place of `write`."""
    with_texts: Callable[[Source, Corpus, Sequence[str]], bytes | None] | None = None
    """For binary formats: the file that a corpus was read from, with other texts; None where that cannot be done."""
    audio_files: bool = False
    """Whether segments name their recordings by the paths of audio files."""
    files: Callable[[Corpus], Iterable[tuple[str, Iterable[str]]]] | None = None
    """For formats that are a folder: yields names and texts of its files, in place of `write`."""
    folder: bool = False
    """Whether a corpus is a folder, not a file."""

    @property
    def writable(self) -> bool:
        """Whether the format can be written."""
        return self.write is not read_only or self.files is not None or self.pack is not None
