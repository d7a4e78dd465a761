"""Segments, and words of ctm files, that stand twice in one file: somebody says one text at one time twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from math import inf
from typing import TypeAlias

from ...formats.schema import Corpus
from ..common.results import listed
from .rows import channels_of

_LAST = inf
# Session, speaker, channel, begin and end in seconds, and text.
_Row: TypeAlias = "tuple[str, str, str, float, float, str]"


def notice(corpus: Corpus) -> str:
    """A warning about segments that count twice; empty where there are none, or no times tell.

    >>> from scorelite.formats.schema import Segment
    >>> row = Segment(session="talk", speaker="anna", start=1.0, end=2.0, text="good day")
    >>> notice(Corpus((row, row), path="talk.stm"))
    'talk.stm: 1 segment (anna at 1.0 in talk) stands there more than once and counts each time; leave out the copies'
    """
    noun = "word" if corpus.format == "ctm" else "segment"
    found = Counter(_words(corpus) if noun == "word" else _rows(corpus))
    again = [row for row, count in found.items() if count > 1]
    if not again:
        return ""
    names = [f"{row[1] or row[2] or 'nobody'} at {row[3]} in {row[0]}" for row in again]
    one = len(again) == 1
    return (
        f"{corpus.path}: {listed(names, noun)} {'stands' if one else 'stand'} there more than once and "
        f"{'counts' if one else 'count'} each time; leave out the copies"
    )


def _rows(corpus: Corpus) -> Sequence[_Row]:
    """The segments with times and a text that begin where another one begins, too."""
    table = corpus.table
    if table.start is None or table.end is None:
        return ()
    starts, ends = table.start.values.tolist(), table.end.values.tolist()
    shared = _shared(starts)
    if not any(shared):
        return ()
    texts = ["" if ignored else text for text, ignored in zip(table.texts(), table.ignored, strict=True)]
    columns = table.sessions, table.speakers, table.channels, starts, ends, texts
    rows = compress(zip(*columns, strict=True), shared)
    return [row for row in rows if row[-1] and row[3] <= _LAST and row[4] <= _LAST]  # NaN is not


def _words(corpus: Corpus) -> Iterator[_Row]:
    """The words that begin where another one of their channel begins, too; those of alternations may."""
    for session, channel, words, starts, ends in channels_of(corpus) or ():
        for start, end, word in compress(zip(starts, ends, words, strict=True), _shared(starts)):
            yield session, "", channel, start, end, word


def _shared(starts: Iterable[float | None]) -> list[bool]:
    """Whether each begin occurs more than once."""
    known = [*starts]
    counts = Counter(known)
    return [] if len(counts) == len(known) else [counts[start] > 1 for start in known]
