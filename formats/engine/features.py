"""The features of a corpus, and those that a format would lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan

from ..errors import Where
from ..record import Format
from ..schema import Alternation, Attributes, Corpus, Item, Label, LabelColumns, Segment, TextTable
from ..schema.markup import unmarked
from .tables import RowTable, SegmentTable, label_of_row, mark_of

_PRIVATE = "attributes:"


def lost(corpus: Corpus, target: Format) -> tuple[str, ...]:
    """The features of a corpus that a format cannot carry, in alphabetical order.

    >>> import scorelite
    >>> lost(scorelite.read(b"a { b / c } (x-1)"), scorelite.by_name("txt"))
    ('alternations', 'ids')
    """
    found = features(corpus) - target.carries
    # A format carries its own private attributes; those of all other formats are reported as one feature.
    private = {feature for feature in found if feature.startswith(_PRIVATE)}
    if private - {_PRIVATE + target.name}:
        found.add("attributes")
    if target.words != "any" and _has_words(corpus, target.words == "timed"):
        found.add("words")
    return tuple(sorted(found - private))


def _has_words(corpus: Corpus, only_bare: bool) -> bool:
    """Whether there are words; with `only_bare`, whether there are words without times."""
    if isinstance(corpus.segments, RowTable):
        return bool(corpus.segments.words) and not only_bare
    for segment in corpus.segments:
        if segment.labels is None:
            if segment.text and segment.text.strip():
                return True
        elif segment.labels and not (only_bare and all(is_timed(item) for item in segment.labels)):
            return True
    return False


def is_timed(item: Item) -> bool:
    """Whether a word, or every word of an alternation, has both times."""
    if isinstance(item, Label):
        return item.start is not None and item.end is not None
    return all(is_timed(inner) for branch in item.branches for inner in branch)


def features(corpus: Corpus) -> set[str]:
    """The features of a corpus beside its words; private attributes of the format x are `attributes:x`."""
    found = {"comments"} if corpus.comments else set()
    found |= _of_attributes(corpus.meta)
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
    if isinstance(corpus.segments, SegmentTable):
        return found | _of_segment_table(corpus.segments)
    for segment in corpus.segments:
        _of_segment(segment, found)
    # Ids that only count the segments carry no information.
    if "ids" in found and corpus.ids() == [str(number) for number in range(1, len(corpus) + 1)]:
        found.remove("ids")
    return found


def _of_rows(table: RowTable) -> set[str]:
    """The features of rows, from columns: a label for every row would take seconds."""
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


def _of_segment_table(table: SegmentTable) -> set[str]:
    """The features of segments with times, from columns."""
    columns: dict[str, Sequence[object]] = {
        "sessions": table.sessions,
        "channels": table.channels,
        "speakers": table.speakers,
        "segment tags": table.tags,
        "ignored segments": table.ignored,
    }
    found = {feature for feature, values in columns.items() if any(values)}
    if len(table):
        found.add("segment times")
    for place, text in enumerate(table.texts() if table.grammar != "plain" else ()):
        if not unmarked(text):
            found |= _of_items(table[place].items)
    return found


def _of_segment(segment: Segment, found: set[str]) -> None:
    if segment.id:
        found.add("ids")
    if segment.session:
        found.add("sessions")
    if segment.channel:
        found.add("channels")
    if segment.speaker:
        found.add("speakers")
    if segment.start is not None or segment.end is not None:
        found.add("segment times")
    if segment.tags:
        found.add("segment tags")
    if segment.ignored:
        found.add("ignored segments")
    if segment.attributes:
        found |= _of_attributes(segment.attributes)
    if segment.labels is not None or (segment.grammar != "plain" and not unmarked(segment.text or "")):
        found |= _of_items(segment.items)


def _of_attributes(attributes: Attributes) -> set[str]:
    # `part` marks the parts of one word of a vendor; no other format needs it.
    return {_feature(key, value) for key, value in attributes if key != "part"}


def _feature(key: str, value: str) -> str:
    """The feature of an attribute."""
    owner, colon, _ = key.partition(":")
    if colon:
        return _PRIVATE + owner
    if key == "lines":
        return "line breaks"
    if key == "display":
        return "printed forms"
    return "marks of interpolation" if (key, value) == ("time", "interpolated") else "tags"


def _of_items(items: Iterable[Item]) -> set[str]:
    found: set[str] = set()
    if isinstance(items, LabelColumns):
        columns = zip(("times", "times", "confidence"), items.numbers, strict=True)
        found |= {name for name, column in columns if column is not None}
        return found.union(*map(_of_attributes, {*(items.attributes or ())}))
    for item in items:
        if isinstance(item, Alternation):
            found.add("alternations")
            for branch in item.branches:
                found |= _of_items(branch)
            continue
        if item.start is not None or item.end is not None:
            found.add("times")
        if item.confidence is not None:
            found.add("confidence")
        if item.optional:
            found.add("optional words")
        if item.kind == "fragment":
            found.add("fragments")
        if item.attributes:
            found |= _of_attributes(item.attributes)
    return found
