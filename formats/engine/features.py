"""The features of a corpus, and those that a format would lose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from math import isnan

from ..errors import UsageError, Where, short
from ..record import Format
from ..schema import NOTICE, Alternation, Corpus, Item, Label, LabelColumns, LabelLists, Segment, Table
from ..schema.markup import OPENED, are_bare, can_be_cut, has_fragments, label_of, marked, tokens_of, unmarked
from ..schema.words import Words, label_of_row, mark_of
from .cues import STYLED, STYLES

COLUMNS = "/columns"
"""The attribute of a table that keeps the names of its columns."""
_PRIVATE = "attributes:"
# Private attributes that hold what the file says, among those that hold how it is written.
_COMPUTED = ("alternatives", "duration", "path")
# What a document of timed text has for layout, beyond words in italics, bold or underlined.
_LAYOUT = re.compile(r"<(?:\w+:)?(?:style|region)\b|\btts:(?!fontStyle|fontWeight|textDecoration)\w+=")
_TIMED_TEXT = ("ttml", "ebu-tt", "ebu-tt-d", "imsc")
# What private attributes hold whose names are those of a file's parts.
_PARTS = {
    **{f"{name}:text": "markup" for name in ("srt", "vtt", "ass", "ssa", "microdvd", "mpl2", "stl")},
    **{f"{name}:document": "styles and layout" for name in _TIMED_TEXT},
    **{f"{name}:{part}": "styles and layout" for name in ("ass", "ssa") for part in ("head", "tail", "other")},
    "vtt:block": "styles",
    "nemo:text": "reference",
    "nemo:pred_text": "hypothesis",
    "vtt:settings": "positions",
    "microdvd:rate": "frame rate",
}
_COLUMNS = {
    "id": "ids",
    "session": "sessions",
    "channel": "channels",
    "speaker": "speakers",
    "start": "segment times",
    "end": "segment times",
    "tags": "segment tags",
    "ignored": "ignored segments",
}


def lost(corpus: Corpus, target: Format) -> tuple[str, ...]:
    """The features of a corpus that a format cannot carry, in alphabetical order.

    >>> import scorelite
    >>> lost(scorelite.read(b"a { b / c } (x-1)"), scorelite.by_name("txt"))
    ('alternations', 'ids')
    """
    return tuple(sorted(losses(corpus, target)[0]))


def losses(corpus: Corpus, target: Format) -> tuple[set[str], set[str]]:
    """The features that a format cannot carry, and the names of those attributes that only other formats keep."""
    if not isinstance(target, Format):
        raise UsageError(f"{short(repr(target))} is no format; expected one such as by_name('srt')")
    carried = features(corpus)
    # A format carries its own private attributes; those of all other formats are reported as one feature.
    keys = [feature.removeprefix(_PRIVATE) for feature in carried if feature.startswith(_PRIVATE)]
    own = {_PRIVATE + target.name, *target.carries}
    foreign = [key for key in keys if own.isdisjoint((_PRIVATE + key.partition(":")[0], _PRIVATE + key))]
    dropped = {feature for feature in carried - target.carries if not feature.startswith(_PRIVATE)}
    if foreign:
        dropped.add("attributes")
    if target.words != "any" and has_words(corpus, target.words == "timed"):
        dropped.add("words without times" if target.words == "timed" and "times" in carried else "words")
    return dropped, set(filter(None, map(_name_of, foreign)))


def _name_of(key: str) -> str:
    """The name that the user knows of a private attribute; empty for what only describes how a file is written.

    >>> _name_of("csv:gender"), _name_of("csv:/duration"), _name_of("csv:/columns"), _name_of("vtt:block:1")
    ('gender', 'duration', '', 'styles')
    """
    part = ":".join(key.split(":")[:2])
    if part in _PARTS:
        return _PARTS[part]
    name = key.partition(":")[2]
    if name.startswith("/"):
        return name[1:] if name[1:] in _COMPUTED else ""
    return name.partition(":")[0]


def has_words(corpus: Corpus, only_bare: bool = False) -> bool:
    """Whether there are words; with `only_bare`, whether there are words without times."""
    table = corpus.table
    if table.words is not None:
        return bool(table.words.words) and not only_bare
    texts = zip(table.column("text") or (), table.ignored, strict=False)
    if any(map(str.strip, [text for text, ignored in texts if text and not ignored])):
        return True
    lists = table.label_lists()
    return lists is not None and len(lists.labels) > 0 and not (only_bare and _are_timed(lists))


def _are_timed(lists: LabelLists) -> bool:
    """Whether all words have both times."""
    starts, ends, _ = lists.labels.numbers
    if starts is None or ends is None:
        return len(lists.odd) == len(lists.labels) and all(map(is_timed, lists.odd.values()))
    bare = [row for row, times in enumerate(zip(starts, ends, strict=True)) if None in times]
    return all(row in lists.odd and is_timed(lists.odd[row]) for row in bare)


def is_timed(item: Item) -> bool:
    """Whether a word, or every word of an alternation, has both times."""
    if isinstance(item, Label):
        return item.start is not None and item.end is not None
    return all(is_timed(inner) for branch in item.branches for inner in branch)


def features(corpus: Corpus) -> set[str]:
    """The features of a corpus in addition to its words; a private attribute of the format x is `attributes:x:name`."""
    carried = {"comments"} if corpus.comments else set()
    carried |= _of_attributes(pair for pair in corpus.meta if not pair[0].endswith(NOTICE))
    if corpus.regions:
        carried.add("regions")
    return carried | _of_table(corpus.table)


def _of_rows(table: Words) -> set[str]:
    """The features of rows, from columns: a label for every row would take seconds."""
    carried = {"sessions", "channels", "times"} if table.words else set()
    if not all(map(isnan, table.confidence)):
        carried.add("confidence")
    if table.rest or table.is_unsure():
        carried.add("tags")
    if table.marks():
        carried.add("alternations")
    labels = [
        Label(word) if table.grammar == "plain" else label_of_row(word, Where("", 1))
        for word in marked({*table.words})
        if not mark_of(word)
    ]
    return carried | _of_items(labels)


def _of_table(table: Table) -> set[str]:
    """The features of segments, from columns."""
    if table.words is not None:
        return _of_rows(table.words)
    return _of_facts(table) | _of_words(table)


def _of_facts(table: Table) -> set[str]:
    """The features of all columns but those of texts and labels."""
    carried = {feature for name, feature in _COLUMNS.items() if table.has(name)}
    # Ids that only count the segments carry no information.
    if "ids" in carried and table.ids() == [str(number) for number in range(1, len(table) + 1)]:
        carried.remove("ids")
    if table.has("attributes"):
        rows = table.column("attributes")
        carried |= _of_attributes({(key, value if key == "time" else "") for pairs in rows for key, value in pairs})
    return carried


def _of_words(table: Table) -> set[str]:
    """The features of texts and labels."""
    lists = table.label_lists()
    if lists is not None and not lists.odd and (table.grammar == "plain" or not table.column("text")):
        return _of_columns(lists.labels)
    if table.written is None:
        return set().union(*map(_of_text, table))
    if table.grammar == "plain":
        return set()
    texts = table.texts()
    if are_bare(texts):
        return {"fragments"} if has_fragments(texts) else set()
    if can_be_cut(texts):
        tokens = {*tokens_of(texts)}
        odd = [label_of(token, Where("", 1)) for token in marked(tokens) if token[0] != "\0"]
        return _of_items(odd) | ({"alternations"} if OPENED in tokens else set())
    places = (place for place, text in enumerate(texts) if not unmarked(text))
    return set().union(*(_of_items(table[place].items) for place in places))


def _of_text(segment: Segment) -> set[str]:
    """The features of the words of a segment."""
    if segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or "")):
        return set()
    return _of_items(segment.items)


def _of_attributes(attributes: Iterable[tuple[str, str]]) -> set[str]:
    # `part` marks the parts of one word of a vendor; no other format needs it. A text that has tags of styles alone is
    # in the attributes of these.
    return {
        _feature(key, value)
        for key, value in attributes
        if key != "part"
        and not key.endswith(f":{STYLED}")
        and not _names_usual_columns(key, value)
        and not _is_bare_document(key, value)
    }


def _is_bare_document(key: str, value: str) -> bool:
    """Whether an attribute keeps a document of timed text without styles and regions, or a place in a document.

    >>> _is_bare_document("ttml:document", "<tt><head/></tt>"), _is_bare_document("ttml:document", '<region x="1"/>')
    (True, False)
    """
    name, _, part = key.partition(":")
    return name in _TIMED_TEXT and (part == "p" or (part == "document" and not _LAYOUT.search(value)))


def _names_usual_columns(key: str, value: str) -> bool:
    """Whether an attribute keeps the columns of a file, and all of these are read into segments.

    >>> _names_usual_columns("csv:/columns", '{"names": ["id", "text"], "roles": {"id": "id", "text": "text"}}')
    True
    """
    if not key.endswith(f":{COLUMNS}"):
        return False
    columns = json.loads(value)
    return {*columns["names"]} <= {*columns["roles"].values()}


def _feature(key: str, value: str) -> str:
    """The feature of an attribute."""
    if ":" in key:
        return _PRIVATE + key
    if key == "lines":
        return "line breaks"
    if key in STYLES:
        return key
    if key == "display":
        return "printed forms"
    if key == "position":
        return "positions"
    return "marks of interpolation" if (key, value) == ("time", "interpolated") else "tags"


def _of_columns(labels: LabelColumns) -> set[str]:
    columns = zip(("times", "times", "confidence"), labels.numbers, strict=True)
    pairs = {(key, value if key == "time" else "") for pairs in labels.attributes or () for key, value in pairs}
    return {name for name, column in columns if column is not None} | _of_attributes(pairs)


def _of_items(items: Iterable[Item]) -> set[str]:
    carried: set[str] = set()
    for item in items:
        if isinstance(item, Alternation):
            carried.add("alternations")
            for branch in item.branches:
                carried |= _of_items(branch)
            continue
        if item.start is not None or item.end is not None:
            carried.add("times")
        if item.confidence is not None:
            carried.add("confidence")
        if item.optional:
            carried.add("optional words")
        if item.kind == "fragment":
            carried.add("fragments")
        if item.attributes:
            carried |= _of_attributes(item.attributes)
    return carried
