"""The texts of segments without marks, for formats that have none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..schema import Segment, Table
from ..schema.markup import are_bare, are_words, first_branches, render, unmarked, words


def plain_text(segment: Segment) -> str:
    """The bare words of a segment, separated by single blanks; for an alternation, its first branch.

    >>> plain_text(Segment(text="a { b / c }", grammar="sclite"))
    'a b'
    """
    if segment.text is not None and _is_bare(segment):
        text = segment.text
        return text if "  " not in text and text.strip() == text and text.isprintable() else " ".join(words(text))
    return render(segment.items, "plain")


def plain_texts(table: Table) -> Sequence[str]:
    """The texts of all segments, as `plain_text` makes them one by one.

    >>> plain_texts(Table(2, text=["good  day", "yes"]))
    ['good day', 'yes']
    """
    texts = bare_texts(table)
    joined = "|".join(texts)
    if "  " not in joined and joined.isprintable() and list(map(str.strip, texts)) == list(texts):
        return texts
    return [" ".join(words(text)) for text in texts]


def bare_texts(table: Table) -> Sequence[str]:
    """The texts of all segments without marks, blanks as they are; for an alternation, its first branch.

    >>> bare_texts(Table(1, text=["a { b / c }"], grammar="sclite"))
    ['a b']
    """
    if not len(table):
        return []
    lists = table.label_lists() if table.written is None else None
    if table.grammar == "plain" or (table.grammar is not None and lists is None and are_bare(table.texts())):
        return table.texts()
    if lists is not None and table.column("text") is None:
        flat = lists.flat()
        shown = flat.shown()
        if are_words(shown):
            return [" ".join(shown[first:last]) for first, last in pairwise(flat.first)]
    marked = first_branches(table.texts()) if table.written is not None and table.grammar == "sclite" else None
    if marked is not None:
        return marked
    return [
        segment.text if segment.text is not None and _is_bare(segment) else render(segment.items, "plain")
        for segment in table
    ]


def _is_bare(segment: Segment) -> bool:
    return segment.grammar == "plain" or unmarked(segment.text or "")
