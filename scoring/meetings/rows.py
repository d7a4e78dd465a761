"""Words of ctm files as columns: who says which word from when to when, without an object for each word."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import TypeAlias

from ...formats.schema import Corpus
from ...formats.schema.markup import NULL_WORD
from ...formats.schema.words import Words

Channel: TypeAlias = "tuple[str, str, list[str], list[float], list[float]]"
"""Session and channel, words, begins and ends."""
# Characters of words that sclite reads as marks.
_MARKS = frozenset(";\\{}()<*")


def channels_of(corpus: Corpus) -> Iterator[Channel] | None:
    """The words of each channel; None if the corpus is of another format, or has words with marks."""
    table = corpus.table.words
    if corpus.format != "ctm" or table is None or table.is_unsure():
        return None
    vocabulary = set(table.words)
    marked = NULL_WORD in vocabulary or not all(map(_MARKS.isdisjoint, vocabulary))
    return None if marked and table.grammar != "plain" else _channels(table)


def _channels(table: Words) -> Iterator[Channel]:
    rows = table.rows()
    for (session, channel), (first, last) in zip(table.names, pairwise(table.first), strict=True):
        # Ends are exact in decimal digits, as written.
        own = [next(rows) for _ in range(last - first)]
        ends = [float(Decimal(begin) + Decimal(duration)) for begin, duration, _, _ in own]
        yield session, channel, table.words[first:last], table.begin[first:last].tolist(), ends
