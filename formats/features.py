"""What a corpus holds, and what of it a format would lose."""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan

from formats.markup import unmarked
from formats.record import Format
from formats.schema import Alternation, Corpus, Item, Label, Segment, TextTable, Where
from formats.tables import RowTable, label_of_row, mark_of


def lost(corpus: Corpus, target: Format) -> tuple[str, ...]:
    """What the corpus holds and the format cannot carry, in alphabetical order.

    >>> import formats
    >>> lost(formats.read(b"a { b / c } (x-1)"), formats.by_name("txt"))
    ('alternations', 'ids')
    """
    return tuple(sorted(features(corpus) - target.carries))


def features(corpus: Corpus) -> set[str]:
    """What the corpus holds beside its words."""
    found = {"comments"} if corpus.comments else set()
    if corpus.regions:
        found.add("regions")
    if isinstance(corpus.segments, TextTable):
        if corpus.ids() != [str(number) for number in range(1, len(corpus) + 1)]:
            found.add("ids")
        for index, text in enumerate(corpus.texts()):
            if not unmarked(text):
                found |= _of_items(corpus.segments[index].items)
        return found
    if isinstance(corpus.segments, RowTable):
        return found | _of_rows(corpus.segments)
    for segment in corpus.segments:
        found |= _of_segment(segment)
    return found


def _of_rows(table: RowTable) -> set[str]:
    """The same from columns, because a label for every row would take seconds."""
    found = {"sessions", "channels", "times"} if table.words else set()
    if not all(map(isnan, table.confidence)):
        found.add("confidence")
    if table.rest or table.is_unsure():
        found.add("tags")
    special = [word for word in set(table.words) if not unmarked(word) or mark_of(word)]
    if any(map(mark_of, special)):
        found.add("alternations")
    labels = [
        Label(word) if table.grammar == "plain" else label_of_row(word, Where("", 1))
        for word in special
        if not mark_of(word)
    ]
    return found | _of_items(labels)


def _of_segment(segment: Segment) -> set[str]:
    held = {
        "ids": segment.id,
        "sessions": segment.session,
        "channels": segment.channel,
        "speakers": segment.speaker,
        "segment times": segment.start is not None or segment.end is not None,
        "segment tags": segment.tags,
        "ignored segments": segment.ignored,
    }
    return {name for name, value in held.items() if value} | _of_items(segment.items)


def _of_items(items: Iterable[Item]) -> set[str]:
    found = set()
    for item in items:
        if isinstance(item, Alternation):
            found.add("alternations")
            for branch in item.branches:
                found |= _of_items(branch)
            continue
        held = {
            "times": item.start is not None or item.end is not None,
            "confidence": item.confidence is not None,
            "optional words": item.optional,
            "fragments": item.kind == "fragment",
            "tags": item.attributes,
        }
        found |= {name for name, value in held.items() if value}
    return found
