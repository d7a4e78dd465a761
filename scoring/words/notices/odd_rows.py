"""Oddities of words with times: of their characters, and of rows that look wrong."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import filterfalse, pairwise
from math import inf, isfinite, isnan
from typing import TYPE_CHECKING

from ....formats.errors import quantity, short
from ....formats.schema import Corpus
from ....formats.schema.words import ALT_BEGIN, ALT_END, RowLabels, Words
from ...common.results import other_unit
from ...notices.notice import SIDES, Notice
from ...notices.oddities import of_texts, plain
from ..alignment import Text

if TYPE_CHECKING:
    from ...normalise.chain import Chain

_ROWS = 10_000
# So few rows may be doubled, or overlap, by accident.
_FEW = 10
# Seconds: times with two decimals overlap by so much when they are rounded.
_ROUNDED = 0.0101
_ENDS = "ends as durations"


class Watched:
    """Facts about one side that notices tell, gathered from all of it or from one part after the other."""

    __slots__ = ("again", "begin", "confidence", "doubled", "duration", "extent", "rows")

    def __init__(self, *parts: Corpus) -> None:
        self.rows = 0
        self.extent = 0.0
        self.doubled = True
        self.again: list[tuple[str, str, float, str]] = []
        self.begin, self.duration, self.confidence = array("d"), array("d"), array("d")
        for part in parts:
            self.add(part)

    def add(self, part: Corpus) -> None:
        """Looks at one more part; of rows, at the first ones of all parts."""
        self.extent = max(self.extent, _extent(part))
        table = part.table.words
        if table is None:
            self.confidence += _confidences(part, _ROWS - len(self.confidence))
            return
        wanted = _ROWS - len(self.begin)
        if wanted:
            self.begin += table.begin[:wanted]
            self.duration += table.duration[:wanted]
            self.confidence += table.confidence[:wanted]
        self.rows += len(table.words)
        self.doubled = self.doubled and _is_doubled(table)
        if not self.again:
            self.again = table.repeated(wanted)


def of_corpora(ref: Corpus, hyp: Corpus, chain: Chain | None) -> tuple[Notice, ...]:
    """Notices about words with times: their characters after the normaliser, their rows and the unit of their times."""
    return (*of_characters(ref, hyp, chain), *of_watched(Watched(ref), Watched(hyp)))


def of_characters(ref: Corpus, hyp: Corpus, chain: Chain | None) -> tuple[Notice, ...]:
    """Notices about the characters of both sides as a normaliser leaves them."""
    if all(getattr(_words(side), "is_ascii", False) for side in (ref, hyp)):
        return ()  # known of rows: no word becomes a string
    found = tuple(of_texts(_texts(ref), _texts(hyp)))
    if not found or chain is None:
        return found
    refs, hyps = (chain.apply(list(map(plain, _texts(side))))[0] for side in (ref, hyp))
    return tuple(of_texts(refs, hyps))


def of_watched(ref: Watched, hyp: Watched) -> tuple[Notice, ...]:
    """Notices about the rows of both sides and the unit of their times."""
    unit = other_unit(ref.extent, hyp.extent)
    units = (Notice("unit of times", unit),) if unit else ()
    return (*_of_rows(ref, 0), *_of_rows(hyp, 1), *units)


def of_rows(corpus: Corpus, name: str) -> Iterator[Notice]:
    """Notices about the rows of one of several systems."""
    yield from _of_rows(Watched(corpus), 0, name)


def of_file(corpus: Corpus) -> Iterator[Notice]:
    """Notices about the rows of a file by itself, and about its words that overlap or are not in order of time."""
    notices = list(_of_rows(Watched(corpus), 0, "the file"))
    yield from notices
    table = corpus.table.words
    if table is not None and (late := _late(table)):
        at = f"such as {short(table.words[late[0]])!r} at {table.begin[late[0]]:g} s in line {table.lines[late[0]]}"
        yield Notice("order of words", f"{quantity(len(late), 'word')} with a begin before the row above, {at}")
    if table is None or any(notice.name.startswith(_ENDS) for notice in notices):
        return
    rows = _overlapping(table)
    if not rows:
        return
    first = rows[0]
    at = f"such as {short(table.words[first])!r} at {table.begin[first]:g} s in line {table.lines[first]}"
    yield Notice(
        "overlapping words", f"{quantity(len(rows), 'word')} with a begin before the end of the previous word, {at}"
    )


def _late(table: Words) -> list[int]:
    """The rows that begin before the row above them of the same session and channel."""
    begins, latest = table.begins(), dict[tuple[str, str], float]()
    late = []
    for name, (first, stop) in zip(table.names, pairwise(table.first), strict=True):
        for row in range(first, stop):
            if begins[row] < latest.get(name, 0.0):
                late.append(row)
            latest[name] = begins[row]
    return late


def _overlapping(table: Words) -> list[int]:
    """The rows of words that begin before an earlier word of their channel ends; alternations are left out."""
    rows_of: dict[tuple[str, str], list[int]] = {}
    marks, inside = table.marks(), False
    for name, (first, stop) in zip(table.names, pairwise(table.first), strict=True):
        rows = rows_of.setdefault(name, [])
        for row in range(first, stop):
            mark = marks.get(row)
            inside = mark != ALT_END and (inside or mark == ALT_BEGIN)
            if not inside and not mark:
                rows.append(row)
    early = []
    for rows in rows_of.values():
        end = -inf
        for row in sorted(rows, key=table.begin.__getitem__):
            if table.begin[row] < end - _ROUNDED:
                early.append(row)
            end = max(end, table.begin[row] + table.duration[row])
    return early


def _texts(corpus: Corpus) -> Sequence[Text]:
    words = corpus.table.words
    return corpus.texts() if words is None else words.words


def _words(corpus: Corpus) -> Sequence[Text]:
    """The words of all segments, or their texts where these are not made of words."""
    table = corpus.table
    lists = table.label_lists() if table.words is None else None
    if lists is None:
        return _texts(corpus)
    return lists.labels.values


def _confidences(corpus: Corpus, most: int) -> array[float]:
    """The confidences of the first words that are no rows."""
    table = corpus.table
    lists = table.label_lists()
    if lists is None:
        return array("d")
    if isinstance(lists.labels, RowLabels):
        return lists.labels.rows.confidence[:most]
    written = lists.labels.numbers[2] or ()
    return array("d", [float(text) for text in written[:most] if text is not None])


def _of_rows(watched: Watched, place: int, name: str = "") -> Iterator[Notice]:
    """Notices about words with times."""
    side = name or f"the {SIDES[place]}"
    if max(filterfalse(isnan, watched.confidence), default=0.0) > 1:
        yield Notice(f"confidences {place}", f"confidences above 1 in {side}; expected probabilities from 0 to 1")
    if min(filterfalse(isnan, watched.confidence), default=0.0) < 0:
        text = f"confidences below 0 in {side}; expected probabilities from 0 to 1, such as exp of their logarithms"
        yield Notice(f"confidences below {place}", text)
    if watched.rows >= _FEW and watched.doubled:
        yield Notice(f"rows twice {place}", f"every row of {side} occurs twice")
    elif watched.again:
        name, channel, at, word = watched.again[0]
        rows = quantity(len(watched.again), "row")
        text = f"{rows} of {side} more than once, such as {short(word)!r} at {at} in {short(name)} {short(channel)}"
        yield Notice(f"rows twice {place}", f"{text}: each counts")
    if watched.rows < _FEW:
        return
    begin, duration = watched.begin, watched.duration
    pairs = list(zip(begin, duration, begin[1:], strict=False))
    overlapping = sum([start < following < start + length for start, length, following in pairs])
    if all(map(float.__ge__, duration, begin)) and 10 * overlapping >= 9 * len(pairs):
        text = f"every word of {side} overlaps the next: the fourth field looks like an end, not a duration"
        yield Notice(f"{_ENDS} {place}", text)


def _extent(corpus: Corpus) -> float:
    """The last time of a side; 0 without times."""
    table = corpus.table
    times = table.words.begin if table.words is not None else table.end.values if table.end is not None else ()
    latest = max(times, default=0.0)
    return latest if isfinite(latest) else max(filter(isfinite, times), default=0.0)


def _is_doubled(table: Words) -> bool:
    """Whether rows are repeated, one by one or as a whole; equal words of two channels are not."""
    half, odd = divmod(len(table.words), 2)
    if odd:
        return False
    columns = table.begin, table.duration, table.words
    return any(
        all(column[first] == column[other] for column in columns) and _are_of_one_name(table, first, other)
        for first, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(0, half), slice(half, None)))
    )


def _are_of_one_name(table: Words, first: slice, other: slice) -> bool:
    sizes = [end - begin for begin, end in pairwise(table.first)]
    names = [name for name, size in zip(table.names, sizes, strict=True) for _ in range(size)]
    return names[first] == names[other]
