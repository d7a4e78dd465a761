"""Praat's TextGrid: tiers of intervals and of points. Reads the long, the short and the binary form, writes the long
one.

    File type = "ooTextFile"
    Object class = "TextGrid"

    xmin = 0
    xmax = 2
    ...

The option `tiers` chooses tiers by name. The module `praat` says what becomes of tiers, intervals and points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine import praat_reader, praat_writer
from .record import Format
from .schema import Corpus
from .source import BINARY_TEXTGRID, Source


def read(source: Source, *, tiers: Sequence[str] = ()) -> Corpus:
    """Reads a TextGrid; all tiers, or those that `tiers` names.

    >>> corpus = read(Source(b'"ooTextFile" "TextGrid" 0 2 <exists> 1 "IntervalTier" "anna" 0 2 2 0 1 "" 1 2 "good"'))
    >>> [(segment.speaker, segment.start, segment.items[0].value) for segment in corpus.segments]
    [('anna', 1.0, 'good')]
    """
    return praat_reader.read(source, "textgrid", tiers)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a TextGrid in the long form; every segment needs times."""
    return praat_writer.write(corpus)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first lines name a Praat text file and a TextGrid."""
    return "ooTextFile" in "".join(lines[:1]) and any('"TextGrid"' in line for line in lines[:3])


FORMAT = Format(
    name="textgrid",
    suffixes=(".TextGrid",),
    summary="Praat's TextGrid, long, short or binary: tiers of intervals and points",
    carries=praat_writer.CARRIED,
    read=read,
    write=write,
    sniff=sniff,
    magic=BINARY_TEXTGRID,
    family="Praat",
)
