"""Times of words: their own, or interpolated ones, which share the time of a segment by number of letters."""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, islice
from math import nan
from operator import sub

from ..errors import FormatError, UsageError, quantity
from ..schema import Corpus, Grammar, Item, Label, Segment, Table, Written
from ..schema.markup import BLANKS, parse, words
from ..schema.words import Words
from ..values import replace
from .features import is_timed
from .rows import row_of

INTERPOLATED = ("time", "interpolated")
"""The attribute of a word with such times."""
INTERPOLATION = "times of words are interpolated"
# Signs of words that are not written as they are, or have another length.
_SIGNS = tuple("{}\\;*@(<")
# Segments whose times are written together.
_BATCH = 256
# Larger times have more digits than a sum of decimals keeps.
_LATEST = 1e15
# A character that is no mark, so that its text has a word.
_LETTER = re.compile(f"[^{{}}/@{BLANKS}]")


def with_word_times(
    corpus: Corpus, interpolate: bool | None, notes: list[str], demanded: bool = True, rows: bool = False
) -> Corpus:
    """The corpus with times for every word: its own, or interpolated ones if `interpolate` is true; with None, the
    caller has no such option.

    With `rows`, plain segments become rows, from which their bounds and speakers are missing.
    """
    if corpus.table.words is not None:
        return corpus
    if interpolate and rows and corpus.table.written is not None and corpus.table.has_windows():
        made_up = _interpolated(corpus.table, corpus.path)
        if made_up is not None:
            if made_up.words:
                notes.append(INTERPOLATION)
            return replace(corpus, segments=Table.rows(made_up))
    labels = corpus.table.only_labels
    if labels is not None and all(column is not None and None not in column for column in labels.labels.numbers[:2]):
        return corpus
    if corpus.table.written is not None and not interpolate:
        is_bare = _have_words(corpus.table)
        if demanded and any(is_bare):
            timed = sum(compress(corpus.table.are_timed(), is_bare))
            raise _lack_of_times(corpus, sum(is_bare), timed, interpolate)
        return corpus
    with_times: list[Segment] = []
    bare = timed = 0
    made = False
    for segment in corpus.segments:
        items = segment.items
        if all(map(is_timed, items)):
            with_times.append(segment)
            continue
        if segment.start is None or segment.end is None or not interpolate:
            bare += 1
            timed += segment.start is not None and segment.end is not None
            with_times.append(segment)
            continue
        made = True
        with_times.append(replace(segment, labels=tuple(spread(items, segment.start, segment.end)), text=None))
    if bare and demanded:
        raise _lack_of_times(corpus, bare, timed, interpolate)
    if made:
        notes.append(INTERPOLATION)
    return replace(corpus, segments=tuple(with_times))


def span(item: Item) -> tuple[float, float] | None:
    """Begin and end of a word or an alternation; None where a time is missing.

    >>> from scorelite.formats.schema import Alternation
    >>> span(Alternation(((Label("a", 1.0, 2.0),), ())))
    (1.0, 2.0)
    """
    if isinstance(item, Label):
        return None if item.start is None or item.end is None else (item.start, item.end)
    spans = [inner_span for branch in item.branches for inner in branch if (inner_span := span(inner))]
    return (min(begin for begin, _ in spans), max(end for _, end in spans)) if spans else None


def _have_words(table: Table) -> list[bool]:
    """Whether each text has words."""
    texts = table.texts()
    worded = list(map(bool, map(_LETTER.search, texts)))
    odd = [place for place, (text, is_sure) in enumerate(zip(texts, worded, strict=True)) if text and not is_sure]
    for place in odd:
        worded[place] = not all(map(is_timed, table[place].items))
    return worded


def _lack_of_times(corpus: Corpus, bare: int, timed: int, interpolate: bool | None) -> UsageError:
    """The error for words without times."""
    what = "has words without times" if bare == 1 else "have words without times"
    hint = "expected a target without times of words, such as stm"
    if not timed:
        hint = "their segments have no times to interpolate; expected a target without times, such as trn or txt"
    elif interpolate is not None:
        hint = "interpolate=True (--interpolate) estimates them"
    what = "; ".join([what, *corpus.notices(), hint])
    return UsageError(f"{corpus.path or 'the result'}: {quantity(bare, 'segment')} {what}")


def _interpolated(segments: Table, path: str) -> Words | None:
    """Rows of words that share the time of their segment by number of letters; None where there is an alternation, or a
    word that no row can hold."""
    texts = segments.texts()
    marked = any(map("\n".join(texts).__contains__, _SIGNS))
    assert segments.start is not None
    assert segments.end is not None
    limits = segments.start.values, segments.end.values
    if not all(min(times) >= 0 and max(times) < _LATEST for times in limits if times):
        return None
    spoken: list[str] = []
    names: list[tuple[str, str]] = []
    first, begins, lengths = array("q", [0]), list[str](), list[str]()
    begun = zip(segments.sessions, segments.channels, strict=True)
    rows = zip(begun, *limits, texts, strict=True)
    while some := tuple(islice(rows, _BATCH)):
        times: list[float] = []
        inside: list[bytes] = []  # whether a word begins at a time; the last time of a segment is its end
        for name, start, end, text in some:
            if names and first[-2:-1] == first[-1:]:
                names.pop()  # a segment without words is no run
                first.pop()
            text_words = sizes = words(text)
            if marked and any(map(text.__contains__, _SIGNS)):
                of_labels = _as_rows(text, segments.grammar or "plain")
                if of_labels is None:
                    return None
                text_words, sizes = of_labels
            spoken += text_words
            names.append(name)
            first.append(len(spoken))
            if text_words:
                length, letters = max(start, end) - start, list(accumulate(map(len, sizes), initial=0))
                whole = letters[-1]
                times += [start + length * passed / whole for passed in letters]
                inside.append(b"\1" * len(text_words) + b"\0")
        more = _rows_between(times, b"".join(inside))
        begins += more[0]
        lengths += more[1]
    table = Words("sclite", path)
    unknown = [""] * len(spoken), array("d", [nan]) * len(spoken)
    numbers = array("d", map(float, begins)), array("d", map(float, lengths)), unknown[1]
    table.fill(names, first, spoken, (begins, lengths, unknown[0]), numbers, array("q", [1]) * len(spoken))
    return table


def _as_rows(text: str, grammar: Grammar) -> tuple[list[str], list[str]] | None:
    """The words of a text as rows hold them and as they are said; None where rows cannot hold one of them."""
    try:
        items = parse(text, grammar)
        labels = [item for item in items if isinstance(item, Label) and item.value]
        rows = [*map(row_of, labels)]
    except (FormatError, UsageError):
        return None  # the problem is reported with its place
    return (rows, [label.value for label in labels]) if len(labels) == len(items) else None


def _rows_between(times: Sequence[float], inside: bytes) -> tuple[list[str], list[str]]:
    """Begins and durations with three decimals, of words that begin at the times that are `inside` and end at the next.

    >>> _rows_between([0.5, 1.0, 2.25, 0.0], b"\\1\\1\\0\\0")
    (['0.500', '1.000'], ['0.500', '1.250'])
    """
    texts = "%.3f " * len(times) % tuple(times)
    marks = list(map(int, texts.replace(".", "").split()))
    steps = list(compress(map(sub, marks[1:], marks), inside))
    shown = {step: f"{step // 1000}.{step % 1000:03d}" for step in {*steps}}
    return list(compress(texts.split(), inside)), list(map(shown.__getitem__, steps))


def spread(items: Sequence[Item], start: float, end: float) -> Iterator[Item]:
    """The items in order; those without times share the gap between their neighbours by number of letters.

    >>> [str(word.end) for word in spread([Label("good"), Label("day")], 0.0, 7.0)]
    ['4.000', '7.000']
    """
    waiting: deque[Item] = deque()
    opened = float(start)
    for item in items:
        if not is_timed(item):
            waiting.append(item)
            continue
        times = span(item)
        if times is not None:
            yield from _shared(waiting, opened, max(opened, times[0]))
            waiting.clear()
            opened = times[1]
        yield item
    yield from _shared(waiting, opened, max(opened, float(end)))


def _shared(items: Iterable[Item], start: float, end: float) -> Iterator[Item]:
    listed = list(items)
    weights = [_weight(item) for item in listed]
    whole = sum(weights) or 1
    passed = 0
    for item, weight in zip(listed, weights, strict=True):
        begin = start + (end - start) * passed / whole
        passed += weight
        stop = start + (end - start) * passed / whole
        if isinstance(item, Label):
            # Interpolated times get three decimals: more would suggest precision.
            times = Written(f"{begin:.3f}"), Written(f"{stop:.3f}")
            yield replace(item, start=times[0], end=times[1], attributes=(*item.attributes, INTERPOLATED))
        else:
            yield replace(item, branches=tuple(tuple(_shared(branch, begin, stop)) for branch in item.branches))


def _weight(item: Item) -> int:
    if isinstance(item, Label):
        return len(item.value) or 1
    return max((sum(map(_weight, branch)) for branch in item.branches), default=1) or 1
