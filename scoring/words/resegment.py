"""A hypothesis takes the segments of a reference, by their alignment.

A segment may have several references: alternations of sclite's grammar, or texts with `###` between them. The whole
alignment chooses among them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from ...formats.errors import LimitError
from ...formats.schema import Alternation, Corpus, Item, LabelLists
from ...formats.schema.markup import MOST_BYTES, NULL_WORD, mark, parse
from ...formats.values import replace
from ..maths.stretches import owners_of
from .retime import (
    BY_SEGMENTS,
    Lines,
    check_names,
    like,
    lines_of,
    opened,
    operations_of,
    paired_names,
    places_in_time,
    slots_of,
    words_until,
)

if TYPE_CHECKING:
    from ...formats.source import Target
    from ..common.arrays import Integers
    from .retime import Place

BETWEEN = "###"
"""What stands between two references of one segment, as mweralign writes them."""
(_DELETED,) = b"D"
_SLASH, _FRACTION = "/", "\u2044"


def resegment(hyp: Target | Corpus, segments: Target | Corpus) -> Corpus:
    """Cuts the words of a hypothesis at the segments of a reference, with its ids, speakers and times.

    Each word goes to the segment of the reference word that it is aligned with, an inserted one with the word before.
    If a recording of the reference has no words, all go to its first segment.
    Of several references of a segment, `good day ### hello`, those count with which the whole text has fewest errors.

    >>> cut = resegment(b"good day to all\\n", b"good day (a-1)\\nto you all (a-2)\\n")
    >>> [(segment.id, segment.text) for segment in cut.segments]
    [('a-1', 'good day'), ('a-2', 'to all')]
    """
    hyp_corpus, ref = opened(hyp), opened(segments)
    spoken_lines, lines = lines_of(hyp_corpus), lines_of(ref)
    heard_names = list(zip(hyp_corpus.table.sessions, hyp_corpus.table.channels, strict=True))
    ref_names, spoken_names = paired_names(ref.table, heard_names)
    several = _several(ref)
    # Rows with text, of which each is a place; or the words of all segments.
    rows = [row for row, text in enumerate(several or ()) if text]
    first = lines.first if several is None else np.searchsorted(rows, np.arange(len(ref_names) + 1))
    places_of_words = places_in_time(hyp_corpus.table, spoken_names, spoken_lines.first)
    places_of_lines = places_in_time(ref.table, ref_names, first)
    lacking = [name for name in places_of_lines if name not in places_of_words]
    check_names(lacking, ref.table, ref_names, heard_names)
    owners = np.full(len(spoken_lines.words), -1, np.int64)
    for name, places in places_of_lines.items():
        words = places_of_words[name]
        spoken = [spoken_lines.words[place].lower() for place in words.tolist()]
        if several is None:
            owners[words] = _owners(lines, places, spoken)
        else:
            own = [rows[place] for place in places.tolist()]
            owners[words] = _chosen([several[row] for row in own], spoken, own[0])
    for name, row in _first_rows(ref, ref_names).items():
        if name in places_of_words and name not in places_of_lines:
            owners[places_of_words[name]] = row
    order = np.concatenate([*places_of_words.values()])
    return _cut(ref, hyp_corpus, spoken_lines, (order, owners[order]))


def _first_rows(ref: Corpus, names: Sequence[Place]) -> dict[Place, int]:
    """The first segment of each recording, or channel, that is not ignored."""
    ignored = ref.table.ignored if ref.table.has("ignored") else [False] * len(names)
    starts = ref.table.start
    rows = [row for row, left_out in enumerate(ignored) if not left_out]
    if starts is not None and not any(map(isnan, starts.values)):
        rows.sort(key=starts.values.__getitem__)
    return {names[row]: row for row in reversed(rows)}


def _owners(lines: Lines, places: Integers, spoken: Sequence[str]) -> Integers:
    """The segment of each word of a recording."""
    operations = operations_of([[lines.words[place].lower() for place in places.tolist()]], [spoken], BY_SEGMENTS)
    before, _ = words_until(operations)
    owners: Integers = owners_of(places[np.maximum(before, 0)], lines.first)[operations != _DELETED]
    return owners


# --- several references of a segment -----------------------------------------------------------------


def _several(ref: Corpus) -> list[str] | None:
    """The text of each segment in sclite's grammar, its number as the tag of each word; None without alternations."""
    table, texts = ref.table, ref.texts()
    sign = "{" if table.grammar == "sclite" else BETWEEN
    if not any(sign in text or BETWEEN in text for text in texts):
        return None
    ignored = table.ignored if table.has("ignored") else [False] * len(texts)
    return [
        "" if left_out else _tagged_text(parse(text.lower(), table.grammar or "plain"), row)
        for row, (text, left_out) in enumerate(zip(texts, ignored, strict=True))
    ]


def _tagged_text(items: Sequence[Item], row: int) -> str:
    """The references of a segment as one alternation, or its words where there is one."""
    groups = groupby(items, lambda item: not isinstance(item, Alternation) and item.value == BETWEEN)
    parts = [" ".join(_tagged(group, str(row))) for is_between, group in groups if not is_between]
    text = parts[0] if len(parts) == 1 else f"{{ {' / '.join(parts)} }}" if parts else ""
    if "{" in text and len(text.encode("utf-8", "surrogatepass")) >= MOST_BYTES:
        raise LimitError(f"segment {row + 1} has several references of more than {MOST_BYTES:,} bytes; expected less")
    return text


def _tagged(items: Iterable[Item], tag: str) -> Iterator[str]:
    for item in items:
        if isinstance(item, Alternation):
            branches = [" ".join(_tagged(branch, tag)) or NULL_WORD for branch in item.branches]
            yield f"{{ {' / '.join(branches)} }}"
        elif item.value:
            yield mark(item.value.replace(_SLASH, _FRACTION), [tag], depth=1)


def _chosen(texts: Sequence[str], spoken: Sequence[str], first: int) -> Integers:
    """The segment of each word of a recording, by the references that the alignment chooses.

    If none of these has a word, all words go to the first segment.
    """
    words = [word.replace(_SLASH, _FRACTION) for word in spoken]
    owners: list[int] = []
    place = -1
    leading = 0
    for _, ref, hyp in slots_of(" ".join(texts), words, BY_SEGMENTS):
        if ref is not None and ref[1]:
            place = int(ref[1])
            owners[:leading], leading = [place] * leading, 0
        if hyp is not None:
            owners.append(place)
            leading += place < 0
    return np.array([first] * len(owners) if place < 0 else owners, np.int64)


def _cut(ref: Corpus, hyp_corpus: Corpus, spoken_lines: Lines, owned: tuple[Integers, Integers]) -> Corpus:
    """The segments of a reference with the words that go there: the places of words, and the segment of each."""
    size = len(ref.table)
    order, owners = (column[owned[1] >= 0] for column in owned)
    order = order[np.argsort(owners, kind="stable")]
    first = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=size))])
    words = [spoken_lines.words[place] for place in order.tolist()]
    lists = hyp_corpus.table.label_lists()
    if lists is None or len(lists.labels) != len(spoken_lines.words) or lists.odd:
        texts = [" ".join(words[begin:end]) for begin, end in pairwise(first.tolist())]
        cut = like(ref, labels=None, text=texts, attributes=None)
    else:
        labels = LabelLists(lists.labels.taken(order.tolist()), array("q", first.tolist()))
        cut = like(ref, labels=labels, attributes=None)
    return replace(cut, meta=(), regions=())
