"""One recording on each side, cut differently or not at all: all words of both are aligned at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import gt, not_

from ....formats.errors import MismatchError, UsageError
from ....formats.schema import Alternation, Corpus, Grammar, Item, LabelColumns, LabelLists, Segment, Table
from ....formats.schema.lazy import places_where, taken
from ....formats.schema.markup import BLANKS, SEGMENT_BREAK, render, unmarked, words
from ....formats.values import replace
from ...common.results import Missing, listed
from ..inputs.corpora import begins, has_windows, has_word_times, is_text
from ..inputs.labels import labels
from ..utterance_table import place_name
from .affixes import renaming_of_channels
from .rules import with_paths_as_ids

_SHORT = 0.05
"""Seconds of a last word that are little beside the rounding of late times."""


def as_one(ref: Corpus, hyp: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides as one segment of equal times; a hypothesis whose words all have times keeps them.

    >>> from scorelite import read
    >>> ref, hyp = as_one(read(b"good day\\nyes\\n"), read(b"t A 0 .5 good\\nt A .5 .5 day\\n", format="ctm"))
    >>> ref.segments[0].text.split(), ref.segments[0].session
    (['good', 'day', 'yes'], 't')
    """
    place = _place(ref, hyp)
    whole = _window(place, *_words(ref), ref)
    if len(hyp) and not is_text(hyp) and _is_timed(hyp.table):
        return whole, hyp
    return whole, _window(place, *_words(hyp), hyp)


def are_cut_apart(ref: Corpus, hyp: Corpus, missing: Missing) -> bool:
    """Whether neither times nor equal segments pair the two sides of one recording.

    Where segments may be `missing`, all segments of the side with fewer must be equal to some of the other.
    """
    if has_word_times(hyp):
        return not has_windows(ref) and not has_word_times(ref)
    if not has_windows(ref) or not has_windows(hyp):
        return True
    if ref.table.has("ignored"):
        return False  # in one text, nothing would leave out what the hypothesis says there
    cuts, others = _cuts(ref.table), _cuts(hyp.table)
    distinct, heard = {*cuts}, {*others}
    if len(distinct) < len(cuts) or len(heard) < len(others):
        return True
    return distinct != heard and (
        missing == "error" or not (heard < distinct or (missing == "skip" and distinct < heard))
    )


def _cuts(table: Table) -> list[tuple[str, float, float]]:
    """Channel, begin and end of all segments; the only channel of a side meets the other's, whatever its name."""
    assert table.start is not None
    assert table.end is not None
    channels = [""] * len(table) if len({*table.channels}) == 1 else table.channels
    return list(zip(channels, table.start.values, table.end.values, strict=True))


def item_start(item: Item) -> float | None:
    """The begin of a word, or of the first word of an alternation; None without times."""
    if isinstance(item, Alternation):
        starts = (item_start(each) for branch in item.branches for each in branch)
        return next((start for start in starts if start is not None), None)
    return item.start if item.end is not None else None


def _labels(table: Table) -> LabelLists | None:
    """The words of all segments as columns; None where some have a text, or more than words."""
    lists = table.label_lists() if table.column("text") is None else None
    return None if lists is None or lists.odd else lists


def _starts(labels: LabelColumns) -> list[float] | None:
    """The begins of all words, if all have times."""
    start, _, _ = labels.numbers
    return list(map(float, start or ())) if _have_times(labels) else None


def _have_times(labels: LabelColumns) -> bool:
    """Whether all words have times."""
    start, end, _ = labels.numbers
    return not len(labels) or (start is not None and end is not None and None not in start and None not in end)


def _is_timed(table: Table) -> bool:
    """Whether all words have times."""
    if table.written is not None and table.grammar == "plain":
        return not " ".join(table.written).strip(BLANKS)
    if (lists := _labels(table)) is not None:
        return _have_times(lists.labels)
    return all(item_start(item) is not None for segment in table for item in segment.items)


def _scored(corpus: Corpus) -> Table:
    """The segments that are not ignored."""
    table = corpus.table
    return table.picked(places_where(list(map(not_, table.ignored)))) if table.has("ignored") else table


def _place(ref: Corpus, hyp: Corpus) -> Segment:
    """The only recording and channel of both sides, as the reference calls it, from 0 to the end of the last word."""
    tables = _scored(ref), _scored(hyp)
    names = [list(dict.fromkeys(zip(table.sessions, table.channels, strict=True))) for table in tables]
    for corpus, other, places in ((ref, hyp, names[0]), (hyp, ref, names[1])):
        if len(places) > 1:
            shown = [place_name(*name) for name in places]
            problem = f"{other.path} is one recording, but {corpus.path} has {listed(shown, 'channel')}"
            if len({session for session, _ in places}) == 1:
                *others, last = sorted([channel for _, channel in places], key=bool)  # all get a name that is none
                raise MismatchError(
                    f"{problem}; {renaming_of_channels(dict.fromkeys(others, last))} joins them in order of time, "
                    f"channel={last!r} (--channel {last}) takes one; `scorelite meetings REF HYP --speaker-prefix` "
                    "compares each with a speaker, such as 'Agent: good day'"
                )
            raise MismatchError(
                f"{problem}; expected one recording on each side (two folders are paired by names of files)"
                f"{with_paths_as_ids(ref.format, hyp.format)}"
            )
    _check_turns((ref, tables[0]), (hyp, tables[1]))
    channels = [channel for places in names for _, channel in places if channel]
    begin, end = (max(_latest(table, place) for table in tables) for place in (0, 1))
    if end - begin < _SHORT:
        end += 1.0  # the middle of a word must be inside, in sclite's single precision, too
    session = next(filter(None, labels(ref, hyp)), "recording")
    return Segment(
        id=session,
        session=session,
        channel=channels[0] if channels else "",
        start=0.0,
        end=end,
    )


def _latest(table: Table, place: int) -> float:
    """The latest begin (0) or end (1) of a segment or word."""
    times = [time for time in (table.start, table.end)[place] or () if time is not None]
    if (lists := _labels(table)) is not None:
        times += map(float, filter(None, lists.labels.numbers[place] or ()))
    elif table.written is None:
        name = ("start", "end")[place]
        times += [getattr(item, name, None) or 0.0 for segment in table for item in segment.labels or ()]
    return max(times, default=0.0)


def _check_turns(*sides: tuple[Corpus, Table]) -> None:
    """Rejects speakers of both sides who talk at once: nothing says in which order their words are one text."""
    if any(len({*table.speakers} - {""}) < 2 for _, table in sides):
        return
    for corpus, table in sides:
        if not table.has_windows():
            continue
        assert table.start is not None
        assert table.end is not None
        turns = sorted(zip(table.start.values, table.end.values, table.speakers, strict=True))
        for (_, end, speaker), (start, _, other) in pairwise(turns):
            if start < end and speaker != other:
                raise MismatchError(
                    f"{sides[0][0].path} and {sides[1][0].path} have different segments, and in {corpus.path} "
                    f"{speaker} and {other} overlap at {start}; `scorelite meetings` scores overlapping speakers"
                )


def _window(place: Segment, text: str, grammar: Grammar, corpus: Corpus) -> Corpus:
    return replace(corpus, segments=(replace(place, text=text, grammar=grammar),))


def _words(corpus: Corpus) -> tuple[str, Grammar]:
    """All words in the order of time, and their grammar; of plain text, all lines."""
    if is_text(corpus):
        return SEGMENT_BREAK.join(filter(None, corpus.texts())), "plain"
    grammars = corpus.grammars()
    if len(grammars) > 1:
        raise UsageError(f"{corpus.path} mixes texts with and without marks; expected marks in all or none")
    grammar: Grammar = next(iter(grammars), "plain")
    table = _scored(corpus)
    if table.start is not None:
        table = table.picked(sorted(range(len(table)), key=begins(table).__getitem__))
    if grammar == "plain" and (text := _bare(table)) is not None:
        return text, grammar
    if table.written is not None:
        texts = [
            text if unmarked(text) else render(table[place].items, grammar) for place, text in enumerate(table.written)
        ]
        return " ".join(filter(None, texts)), grammar
    items = [item for segment in table for item in segment.items]
    return render(_sorted(items), grammar), grammar


def _bare(table: Table) -> str | None:
    """All words of texts without marks, in the order of time; None where some need a closer look."""
    if table.written is not None:
        return SEGMENT_BREAK.join([" ".join(words(text)) for text in table.written])
    if (lists := _labels(table)) is None:
        return None
    values, starts = lists.labels.values, _starts(lists.labels)
    if starts and any(map(gt, starts, starts[1:])):
        values = taken(values, sorted(range(len(values)), key=starts.__getitem__))
    text = " ".join(values)
    return text if words(text) == list(values) else None


def in_order_of_time(segment: Segment) -> Segment:
    """The segment with its words in the order of time, if all have times."""
    return replace(segment, labels=tuple(_sorted(segment.items)))


def _sorted(items: Sequence[Item]) -> Sequence[Item]:
    """Items in the order of time, if all have times."""
    timed = [(start, item) for item in items if (start := item_start(item)) is not None]
    return [item for _, item in sorted(timed, key=lambda pair: pair[0])] if len(timed) == len(items) else items
