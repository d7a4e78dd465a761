"""Times that are moved: by some seconds, or from the start of an utterance to that of its recording."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from ..errors import UsageError
from ..schema import Corpus, Item, Label, LabelColumns, LabelLists, Numbers, Table
from ..schema.numbers import later_texts
from ..values import replace
from .word_times import span


def placed(corpus: Corpus, windows: Corpus) -> Corpus:
    """Words by recording, from words whose times count from the start of their utterance, as in Kaldi's lattices.

    `windows` are the utterances with ids, sessions and times; the sessions of the words are those ids.

    >>> from ..schema import Label, Segment
    >>> words = Corpus((Segment(session="u1", channel="1", labels=(Label("a", 0.5, 1.0),)),))
    >>> cut = placed(words, Corpus((Segment(id="u1", session="talk", channel="A", start=60.0, end=70.0),)))
    >>> cut.segments[0].session, cut.segments[0].items[0].start
    ('talk', 60.5)
    """
    window_of = {window.id: window for window in windows.segments}
    segments = []
    for segment in corpus.segments:
        window = window_of.get(segment.session)
        if window is None or window.start is None:
            raise UsageError(
                f"{corpus.path}: utterance {segment.session!r} is not among the segments of {windows.path}"
            )
        later = _later(window.start)
        segments.append(
            replace(
                segment,
                session=window.session,
                channel=window.channel or segment.channel,
                speaker=segment.speaker or window.speaker,
                start=None if segment.start is None else later(segment.start),
                end=None if segment.end is None else later(segment.end),
                labels=tuple([with_times(item, later) for item in segment.items]),
                text=None,
            )
        )
    return replace(corpus, segments=tuple(segments))


def shifted(corpus: Corpus, seconds: float) -> Corpus:
    """The corpus with all times moved by so many seconds, exact in decimal digits.

    >>> from ..schema import Segment, Written
    >>> moved = shifted(Corpus((Segment(start=Written("1.05"), end=2.0),)), 0.25)
    >>> moved.segments[0].start, moved.segments[0].end
    (1.30, 2.25)
    """
    amount = Decimal(repr(seconds))
    table = corpus.table
    if table.words is not None:
        moved = Table.rows(table.words.shifted(amount))
        begins: Iterable[float] = moved.words.begin if moved.words is not None else ()
    else:
        columns: dict[str, object] = {}
        for name, column in (("start", table.start), ("end", table.end)):
            if column is not None:
                columns[name] = Numbers.some(later_texts(column.texts_or_none(), amount))
        lists = table.label_lists()
        if lists is not None:
            columns["labels"] = _shifted_labels(lists, amount)
        moved = table.changed(**columns)
        begins = [time for time in (*(moved.start or ()), *_begins_of(moved)) if time is not None]
    regions = tuple(
        [
            replace(region, start=round(region.start + seconds, 6), end=round(region.end + seconds, 6))
            for region in corpus.regions
        ]
    )
    least = min((*begins, *(region.start for region in regions)), default=0.0)
    if least < 0 and seconds < 0:
        first = float(Decimal(repr(float(least))) - amount)
        raise UsageError(
            f"{corpus.path}: shift={seconds:g} (--shift {seconds:g}) would move the first time ({first:g} s) below 0; "
            f"expected {0 - first:g} or more, or a file in which nothing begins before {-seconds:g} s"
        )
    return replace(corpus, segments=moved, regions=regions)


def _shifted_labels(lists: LabelLists, amount: Decimal) -> LabelLists:
    labels = lists.labels
    begins, ends, confidences = labels.numbers
    times = [None if column is None else later_texts(column, amount) for column in (begins, ends)]
    columns = LabelColumns(labels.values, (times[0], times[1], confidences), labels.attributes, labels.places)
    later = _later(float(amount))
    return LabelLists(columns, lists.first, {row: with_times(item, later) for row, item in lists.odd.items()})


def _begins_of(table: Table) -> Iterator[float]:
    """The begins of all words that have one."""
    lists = table.label_lists()
    if lists is None:
        return
    yield from [float(text) for text in lists.labels.numbers[0] or () if text is not None]
    for times in map(span, lists.odd.values()):
        yield from times[:1] if times is not None else ()


def with_times(item: Item, change: Callable[[float], float]) -> Item:
    """The item with all of its times changed.

    >>> from ..schema import Label
    >>> with_times(Label("a", 1.0, 2.0), lambda time: time + 0.5).end
    2.5
    """
    if isinstance(item, Label):
        times = [None if time is None else change(time) for time in (item.start, item.end)]
        return replace(item, start=times[0], end=times[1])
    branches = [tuple([with_times(inner, change) for inner in branch]) for branch in item.branches]
    return replace(item, branches=tuple(branches))


def _later(seconds: float) -> Callable[[float], float]:
    """The function that moves a time by so many seconds."""
    return lambda time: round(time + seconds, 6)
