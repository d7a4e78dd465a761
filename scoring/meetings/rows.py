"""Words of ctm files as columns: who says which word from when to when, without an object for each word."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import TypeAlias

from ...formats.engine.tables import RowTable
from ...formats.schema import Corpus
from ...formats.schema.markup import NULL_WORD

Words: TypeAlias = "tuple[str, str, list[str], list[float], list[float]]"
"""Session and channel, words, begins and ends."""
# Characters of words that sclite reads as marks.
_MARKS = frozenset(";\\{}()<*")


def channels_of(corpus: Corpus) -> Iterator[Words] | None:
    """The words of each channel; None if the corpus is of another format, or has words with marks."""
    table = corpus.segments
    if corpus.format != "ctm" or not isinstance(table, RowTable) or table.is_unsure():
        return None
    vocabulary = set(table.words)
    marked = NULL_WORD in vocabulary or not all(map(_MARKS.isdisjoint, vocabulary))
    return None if marked and table.grammar != "plain" else _channels(table)


def _channels(table: RowTable) -> Iterator[Words]:
    rows = table.rows()
    for (session, channel), (first, last) in zip(table.names, pairwise(table.first), strict=True):
        # Ends are exact in decimal digits, as written.
        own = [next(rows) for _ in range(last - first)]
        ends = [float(Decimal(begin) + Decimal(duration)) for begin, duration, _, _ in own]
        yield session, channel, table.words[first:last], table.begin[first:last].tolist(), ends
