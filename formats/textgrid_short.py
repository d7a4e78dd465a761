"""Praat's TextGrid in the short form: values without their names. Files in either form are detected as `textgrid`.

File type = "ooTextFile"
Object class = "TextGrid"

0
2
<exists>
...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .engine import praat_reader, praat_writer
from .record import Format
from .schema import Corpus
from .source import Source


def read(source: Source, *, tiers: Sequence[str] = ()) -> Corpus:
    """Reads a TextGrid; all tiers, or those that `tiers` names."""
    return praat_reader.read(source, "textgrid-short", tiers)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a TextGrid in the short form; every segment needs times."""
    return praat_writer.write(corpus, short=True)


def sniff(lines: Sequence[str]) -> bool:
    """Never: `textgrid` reads both forms."""
    return False


FORMAT = Format(
    name="textgrid-short",
    suffixes=(),
    summary="Praat's TextGrid, written short",
    carries=praat_writer.CARRIED,
    read=read,
    write=write,
    sniff=sniff,
    family="Praat",
)
