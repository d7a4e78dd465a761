"""Changes that another format needs: names, ids, segments made of words, times of words."""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, chain, compress, islice, pairwise, repeat
from math import inf, isfinite, nan
from operator import add, gt, sub

from ..errors import FormatError, UsageError, Where, quantity, short
from ..record import Format
from ..schema import (
    NOTICE,
    Comment,
    Corpus,
    Grammar,
    Item,
    Label,
    LabelColumns,
    LabelLists,
    Numbers,
    Segment,
    Table,
    Written,
    written,
)
from ..schema.markup import BLANKS, are_bare, are_words, first_branches, parse, render, unmarked, words
from ..schema.numbers import later
from ..schema.words import INEXACT, Folded, Words, changed_in_texts
from ..values import replace
from .features import is_timed
from .gaps import GAPS_LEFT_OUT, kept, without_gaps
from .names import recording_name, several_channels
from .rows import row_of

# Signs of words that are not written as they are, or have another length.
_SIGNS = tuple("{}\\;*@(<")
# Segments whose times are written together.
_BATCH = 256
# Larger times have more digits than a sum of decimals keeps.
_LATEST = 1e15
INTERPOLATED = ("time", "interpolated")
PAUSE = 1.0
"""Seconds of silence that end a segment, for words without segments."""
CUT = "cut at pauses of"
"""Begin of the notes on segments that were cut."""
INTERPOLATION = "times of words are interpolated"
LONGEST_CUE = 6.0
# A character that is no mark, so that its text has a word.
_LETTER = re.compile(f"[^{{}}/@{BLANKS}]")
_NOWHERE = Where("", 1)
# Families of formats in which a name is a field and must not hold blanks.
_COLUMNS = ("NIST", "Kaldi")
_OF_SEGMENTS = frozenset({"segment times", "speakers"})
# Features of rows that a table of ids and texts has not.
_OF_ROWS = frozenset({"sessions", "channels", "times", "confidence"})
_DEFAULT_CHANNEL, _DEFAULT_SPEAKER = "1", "unknown"
_SHOWN = 5
"""Names of channels in a message."""


# --- names -----------------------------------------------------------------------------------------


def renamed(
    corpus: Corpus,
    *,
    session: str | Mapping[str, str] | None = None,
    channel: str | Mapping[str, str] | None = None,
    speakers: Mapping[str, str] | None = None,
) -> Corpus:
    """The corpus with new names: for all sessions or channels, or for those that a map names.

    Of a recording with several channels, one name for all takes the channel that is called so.

    >>> renamed(Corpus((Segment(speaker="S1"),)), session="talk", speakers={"S1": "anna"}).segments[0].speaker
    'anna'
    """
    if not session and channel is None and not speakers:
        return corpus
    if isinstance(channel, str):
        corpus = _of_channel(corpus, channel)
    speaker_map = speakers or {}
    table = corpus.table
    sessions = {old: _new_name(old, session or None) for old in {*table.sessions}}
    columns: dict[str, list[str]] = {"session": list(map(sessions.__getitem__, table.sessions))}
    if channel is not None:
        channels = {old: _new_name(old, channel) for old in {*table.channels}}
        columns["channel"] = list(map(channels.__getitem__, table.channels))
    if table.words is not None:
        rows = table.changed(**columns).words
        assert rows is not None
        rows.rest = {row: _with_speaker(rest, speaker_map) for row, rest in rows.rest.items()}
        return replace(corpus, segments=Table.rows(rows))
    if speaker_map:
        columns["speaker"] = [speaker_map.get(old, old) for old in table.speakers]
    regions = tuple(
        replace(region, session=_new_name(region.session, session or None), channel=_new_name(region.channel, channel))
        for region in corpus.regions
    )
    return replace(corpus, segments=table.changed(**columns), regions=regions)


def _of_channel(corpus: Corpus, channel: str) -> Corpus:
    """The corpus with this channel alone of each recording that has several, and a notice about the others.

    Segments without a channel stay, as do recordings of one channel, whatever it is called.

    >>> both = Corpus((Segment(channel="0", text="hello"), Segment(channel="1", text="hi")))
    >>> [segment.text for segment in _of_channel(both, "1")]
    ['hi']
    """
    several = several_channels(corpus)
    if not several:
        return corpus
    for session, names in several.items():
        if channel not in names:
            raise _no_channel(corpus.path, session, names, channel)

    def is_of_it(session: str, name: str) -> bool:
        return session not in several or name in ("", channel)

    rows = zip(corpus.table.sessions, corpus.table.channels, strict=True)
    chosen = kept(corpus, [place for place, row in enumerate(rows) if is_of_it(*row)])
    others = {name: None for names in several.values() for name in names if name != channel}
    shown = ", ".join(map(short, [*others][:_SHOWN])) + ", ..." * (len(others) > _SHOWN)
    notice = f"only channel {short(channel)} is read, not {'channel' if len(others) == 1 else 'channels'} {shown}"
    return replace(
        chosen,
        regions=tuple([region for region in corpus.regions if is_of_it(region.session, region.channel)]),
        meta=(*corpus.meta, (f"{corpus.format}{NOTICE}", notice)),
    )


def _no_channel(path: str, session: str, names: Sequence[str], channel: str) -> UsageError:
    """The error for a name that none of the channels of a recording has."""
    recording = f"recording {short(session)!r}" if session else "the recording"
    pairs = ", ".join(f"{name!r}: {channel!r}" for name in names[:_SHOWN])
    options = " --channel ".join(f"'{name}={channel}'" for name in names[:_SHOWN])
    return UsageError(
        f"{path}: no channel {short(channel)!r}: {recording} has {quantity(len(names), 'channel')} "
        f"({', '.join(map(short, names[:_SHOWN]))}{', ...' * (len(names) > _SHOWN)}); expected one of these in "
        f"channel= (--channel), or new names: channel={{{pairs}}} (--channel {options}) joins channels"
    )


def _new_name(old: str, names: str | Mapping[str, str] | None) -> str:
    """The name that replaces an old one: one for all, or that of a map."""
    if names is None:
        return old
    return names if isinstance(names, str) else names.get(old, old)


def _with_speaker(rest: str, speakers: Mapping[str, str]) -> str:
    """The fields after the confidence of a row, type and speaker, with a new name for the speaker."""
    kind, blank, speaker = rest.partition(" ")
    return f"{kind} {'_'.join(speakers[speaker].split())}" if blank and speaker in speakers else rest


def placed(corpus: Corpus, windows: Corpus) -> Corpus:
    """Words by recording, from words whose times count from the start of their utterance, as in Kaldi's lattices.

    `windows` are the utterances with ids, sessions and times; the sessions of the words are those ids.

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
        segments.append(
            replace(
                segment,
                session=window.session,
                channel=window.channel or segment.channel,
                speaker=segment.speaker or window.speaker,
                start=_later(segment.start, window.start),
                end=_later(segment.end, window.start),
                labels=tuple(_moved(item, window.start) for item in segment.items),
                text=None,
            )
        )
    return replace(corpus, segments=tuple(segments))


def shifted(corpus: Corpus, seconds: float) -> Corpus:
    """The corpus with all times moved by so many seconds, exact in decimal digits.

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
                columns[name] = Numbers.some(later(column.texts_or_none(), amount))
        lists: LabelLists | None = table.column("labels") if table.has_labels() else None
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
    times = [None if column is None else later(column, amount) for column in (begins, ends)]
    columns = LabelColumns(labels.values, (times[0], times[1], confidences), labels.attributes, labels.places)
    return LabelLists(columns, lists.first, {row: _moved(item, float(amount)) for row, item in lists.odd.items()})


def _begins_of(table: Table) -> Iterator[float]:
    """The begins of all words that have one."""
    lists: LabelLists | None = table.column("labels") if table.has_labels() else None
    if lists is None:
        return
    yield from [float(text) for text in lists.labels.numbers[0] or () if text is not None]
    for times in map(span, lists.odd.values()):
        yield from times[:1] if times is not None else ()


def _moved(item: Item, seconds: float) -> Item:
    if isinstance(item, Label):
        return replace(item, start=_later(item.start, seconds), end=_later(item.end, seconds))
    return replace(item, branches=tuple(tuple(_moved(inner, seconds) for inner in branch) for branch in item.branches))


def _later(time: float | None, seconds: float) -> float | None:
    return None if time is None else round(time + seconds, 6)


# --- what a target needs -----------------------------------------------------------------------------


def fitted(
    corpus: Corpus,
    target: Format,
    *,
    interpolate: bool | None = False,
    pause: float | None = None,
    before: int = 0,
    is_cut_later: bool = False,
    joins_channels: bool = False,
) -> tuple[Corpus, tuple[str, ...]]:
    """The corpus with the features that every segment of the target needs, and notes on what was added.

    Times of words are interpolated only if `interpolate` is true; words without segments are cut at pauses, and those
    of cues where they get long, unless these are cut later, by the times of words. `before` is the number of segments
    in earlier pieces of the file. With `joins_channels`, what several channels said stands in order of time.
    """
    if not len(corpus):
        return corpus, ()
    notes: list[str] = []
    if corpus.format == target.name and corpus.path:  # what was read has what its format needs; what was made may not
        return _one_word_names(corpus, target, notes), tuple(notes)
    if "ignored segments" not in target.carries:
        corpus = _without_ignored(corpus)
    size = len(corpus)
    corpus = without_gaps(corpus)
    if len(corpus) < size:
        notes.append(GAPS_LEFT_OUT)
    has_turns_of_words = target.name == "rttm" and corpus.table.words is None and corpus.table.has("speaker")
    joins_channels = joins_channels and has_timed_channels(corpus.table)
    if "segment times" in target.needs or has_turns_of_words or joins_channels:
        longest = LONGEST_CUE if target.cues and not is_cut_later else inf
        limits = PAUSE if pause is None else pause, longest
        keeps_words = "times" in target.carries or is_cut_later
        corpus = _with_segment_times(corpus, target, limits, notes, keeps_words=keeps_words)
    if joins_channels:
        corpus = _in_order_of_channels(corpus, notes)
    if "times" in target.needs:
        corpus = with_word_times(corpus, interpolate, notes, rows=not target.carries & _OF_SEGMENTS)
    elif interpolate and "times" in target.carries and corpus.format and corpus.table.words is None:
        corpus = with_word_times(corpus, True, notes, demanded=False)
    return _named(corpus, target, notes, before), tuple(notes)


def has_timed_channels(table: Table) -> bool:
    """Whether a recording has several channels, and all that they said has times."""
    places = {*zip(table.sessions, table.channels, strict=True)}
    if table.words is not None or len(places) == len({*table.sessions}):
        return False
    if table.has_windows():
        return True
    lists: LabelLists | None = table.column("labels")
    return lists is not None and not any(table.column("text") or ()) and None not in _times_and_speakers(lists)[0]


def _in_order_of_channels(corpus: Corpus, notes: list[str]) -> Corpus:
    """The corpus with the segments of all channels of a recording in order of time."""
    table = corpus.table
    assert table.start is not None
    recordings = {name: place for place, name in enumerate(dict.fromkeys(table.sessions))}
    begins = list(zip(map(recordings.__getitem__, table.sessions), table.start.values, strict=True))
    notes.append(f"channels are joined in order of time: {', '.join(dict.fromkeys(table.channels))}")
    return replace(corpus, segments=table.picked(sorted(range(len(begins)), key=begins.__getitem__)))


def in_order_of_time(corpus: Corpus, latest: dict[tuple[str, str], float]) -> tuple[Corpus, list[str]]:
    """The corpus with its rows of words sorted by time in each channel, and a note on this where they were not.

    `latest` is the last time of each channel in earlier pieces of the file, and then in this one.
    """
    rows = corpus.table.words
    if rows is None:
        return corpus, []
    begins, earlier, is_sorted = rows.begins(), dict(latest), True
    for name, (first, last) in zip(rows.names, pairwise(rows.first), strict=True):
        run = begins[first:last]
        if run and min(run) < earlier.get(name, 0.0):
            raise UsageError(
                f"{corpus.path}: words of {' '.join(name)} are not in order of time, and too many to be sorted here; "
                "expected a sorted file, as sort -k1,1 -k2,2 -k3,3n makes it"
            )
        if any(map(gt, run, run[1:])) or (run and run[0] < latest.get(name, 0.0)):
            is_sorted = False
        latest[name] = max([latest.get(name, 0.0), *run])
    if is_sorted:
        return corpus, []
    words, counts = rows.in_order()
    comments = _moved_comments(corpus.comments, counts)
    note = "words were not in order of time: they are sorted by their begin"
    return replace(corpus, segments=Table.rows(words), comments=comments), [note]


def labelled(corpus: Corpus, target: Format) -> tuple[Corpus, tuple[str, ...]]:
    """Turns of speakers without words for a target that shows texts: the text is the speaker; and a note on this.

    Praat shows an interval without a text as silence, and reads it so.

    >>> from ..registry import by_name
    >>> turns = Corpus((Segment(speaker="ann", start=0.0, end=2.0),))
    >>> labelled(turns, by_name("audacity"))[0].segments[0].text
    'ann'
    """
    table = corpus.table
    shows_texts = target.family == "Praat" or (target.needs == {"segment times"} and "speakers" not in target.carries)
    is_read_from_it = any(key.startswith("textgrid:") for key, _ in corpus.meta)
    if not shows_texts or is_read_from_it or table.words is not None or not table.has("speaker"):
        return corpus, ()
    if table.start is None or any(bare_texts(table)):
        return corpus, ()
    shown = ["" if start is None else name for name, start in zip(table.speakers, table.start, strict=True)]
    columns = {"text": shown, "labels": None} | ({} if "speakers" in target.carries else {"speaker": None})
    changed = table.changed(grammar="plain", **columns)
    return replace(corpus, segments=changed), ("segments have no texts: the speaker is written as the text",)


def _without_ignored(corpus: Corpus) -> Corpus:
    """The corpus without segments that are not scored: what cannot say so would score them."""
    table = corpus.table
    if not table.has("ignored"):
        return corpus
    return kept(corpus, [place for place, ignored in enumerate(table.ignored) if not ignored])


def _named(corpus: Corpus, target: Format, notes: list[str], before: int) -> Corpus:
    """The corpus with default names where the target needs names, and without blanks in names."""
    corpus = _one_word_names(corpus, target, notes)
    table = corpus.table
    if table.words is not None and "ids" in target.needs:
        if target.needs == {"ids"} and target.carries.isdisjoint(_OF_ROWS) and not changed_in_texts(table.words.words):
            return replace(corpus, segments=_texts_of_rows(corpus, notes, before))
        table = Table.of(tuple(table))
    session = recording_name(corpus.path, corpus.format)
    needs = target.needs
    if target.name == "kaldi-data" and table.start is not None and table.start.is_complete():
        needs |= {"sessions"}  # times in its file `segments` belong to a recording
    nameless = []
    for feature, name, default in (
        ("sessions", "session", session),
        ("channels", "channel", _DEFAULT_CHANNEL),
        ("speakers", "speaker", _DEFAULT_SPEAKER),
    ):
        if name == "speaker" and table.words is not None:
            continue  # rows name no speakers
        if feature in needs and "" in _values(table, name):
            nameless.append(f"{name} {default!r}")
            table = _with_names(table, name, {"": default})
    if nameless:
        notes.append(f"missing names are written as: {', '.join(nameless)}")
    if "ids" in needs:
        table = _with_ids(table, session, notes, before)
    return corpus if table is corpus.table else replace(corpus, segments=table)


def _texts_of_rows(corpus: Corpus, notes: list[str], before: int) -> Table:
    """Ids and texts of rows without marks, one for each run."""
    table, path = corpus.table, corpus.path
    size = len(table)
    bare = Table(size, session=table.sessions, channel=table.channels)
    ids = _with_ids(bare, recording_name(path, corpus.format), notes, before).ids()
    return Table(size, grammar=table.grammar, path=path, id=ids, text=table.texts(), lines=[1] * size)


def _one_word_names(corpus: Corpus, target: Format, notes: list[str]) -> Corpus:
    """The corpus without blanks in names, where names are fields."""
    if target.family not in _COLUMNS:
        return corpus
    table = corpus.table
    blank = []
    for feature, name in (("sessions", "session"), ("channels", "channel"), ("speakers", "speaker")):
        values = _values(table, name) if feature in target.carries else set()
        joined = {value: "_".join(value.split()) for value in values if _has_blank(value)}
        if joined:
            blank.append(feature)
            table = _with_names(table, name, joined)
    if not blank:
        return corpus
    notes.append(f"blanks in the names of {', '.join(blank)} become '_'")
    return replace(corpus, segments=table)


def _values(table: Table, name: str) -> set[str]:
    return {*getattr(table, f"{name}s")}


def _with_names(table: Table, name: str, renamed: Mapping[str, str]) -> Table:
    """The table with new names for the `known` ones."""
    return table.changed(**{name: [renamed.get(old, old) for old in getattr(table, f"{name}s")]})


def _with_ids(table: Table, session: str, notes: list[str], before: int) -> Table:
    """The table with unique ids: missing ones are made of names and times, or of the number of the segment."""
    ids = table.ids()
    if all(ids) and len(set(ids)) == len(ids) and not any(map(_has_blank, ids)):
        return table
    if not all(ids):
        is_timed = table.start is not None and table.start[0] is not None
        notes.append("ids are made of speaker, session and times" if is_timed else "ids are made")
    taken = set(ids)
    made: list[str] = []
    for new, key in zip(_ids_of(table, session, before), ids, strict=True):
        new = "_".join(key.split()) or new
        if new != key or key in made[-1:]:
            number = 1
            base = new
            while new in taken:
                number += 1
                new = f"{base}-{number}"
            taken.add(new)
        made.append(new)
    return table.changed(id=made)


def _ids_of(table: Table, session: str, before: int) -> Iterator[str]:
    """Ids made of names and times, or of names and numbers."""
    names = table.speakers, [name or session for name in table.sessions], table.channels
    joined = {row: _joined_names(*row) for row in {*zip(*names, strict=True)}}
    nothing: Sequence[float | None] = [None] * len(table)
    times = zip(table.start or nothing, table.end or nothing, strict=True)
    for place, (row, (start, end)) in enumerate(zip(zip(*names, strict=True), times, strict=True), before + 1):
        rest = f"{place:07d}"
        if start is not None and end is not None and isfinite(start * 100) and isfinite(end * 100):
            rest = f"{round(start * 100):07d}-{round(end * 100):07d}"
        yield "-".join(filter(None, (joined[row], rest)))


def _joined_names(speaker: str, session: str, channel: str) -> str:
    names = speaker, session, "" if channel == _DEFAULT_CHANNEL else channel
    return "-".join("_".join(name.translate(_NO_PARENTHESES).split()) for name in names if name)


_NO_PARENTHESES = str.maketrans("()", "__")


def _has_blank(name: str) -> bool:
    return name.split() != [name] if name else False


# --- segments of words -------------------------------------------------------------------------------


def _check_bare(bare: Sequence[Segment], corpus: Corpus, target: Format, notes: list[str], *, some: bool) -> None:
    """Notes segments without times that have no words either, such as descriptions of speakers in rttm, which are left
    out where `some` other segments have times; an error for all others."""
    spoken = [segment for segment in bare if segment.items] if some else bare
    if spoken:
        verb = "has" if len(spoken) == 1 else "have"
        lack = f"{spoken[0].where or 'the first'} is one of them" if some else f"{corpus.format} has none"
        lack = "; ".join([lack, *corpus.notices()])
        raise UsageError(
            f"{corpus.path}: {quantity(len(spoken), 'segment')} {verb} no times, which {target.name} needs; {lack}; "
            "expected a target without times, such as trn, txt or kaldi"
        )
    if bare:
        notes.append(f"segments without words and times are left out: {len(bare)}")


def _with_segment_times(
    corpus: Corpus, target: Format, limits: tuple[float, float], notes: list[str], *, keeps_words: bool
) -> Corpus:
    """The corpus with segments that end at pauses and before they get too long, both in `limits`; with `keeps_words`,
    rows become words with times, not texts."""
    table, rows = corpus.table, corpus.table.words
    pause, longest = limits
    if rows is not None:
        notes.append(f"{corpus.format} has no segments: {CUT} {pause:g} s")
        speaker = _DEFAULT_SPEAKER if "speakers" in target.needs and not rows.rest else ""
        made = _segments_of_rows(rows, limits, speaker, with_labels=keeps_words)
        if made is None:
            segments, counts = _cut(table, pause, longest)
        else:
            segments, counts = made
            if speaker:
                notes.append(f"missing names are written as: speaker {speaker!r}")
        return replace(corpus, segments=segments, comments=_moved_comments(corpus.comments, counts))
    if table.has_windows():
        return corpus
    segments, counts = _cut(table, pause, longest)
    bare = [place for place, count in enumerate(counts) if not count]
    _check_bare(table.picked(bare), corpus, target, notes, some=len(segments) > 0)
    if len(table) - len(bare) > sum(_have_times(table)):
        notes.append(f"{corpus.format} has no times of segments: {CUT} {pause:g} s")
    return replace(corpus, segments=segments, comments=_moved_comments(corpus.comments, counts))


def _have_times(table: Table) -> list[bool]:
    """Whether each segment has a begin and an end."""
    nothing = [None] * len(table)
    times = zip(table.start or nothing, table.end or nothing, strict=True)
    return [start is not None and end is not None for start, end in times]


def _moved_comments(comments: Sequence[Comment], counts: Iterable[int]) -> tuple[Comment, ...]:
    """The comments before the pieces of the segments that they stood before; `counts` are the pieces of each."""
    if not comments:
        return ()
    first = [*accumulate(counts, initial=0)]
    return tuple([replace(comment, before=first[comment.before]) for comment in comments])


def _cut(table: Table, pause: float, longest: float) -> tuple[Table, Sequence[int]]:
    """Segments with times as they are, others as pieces of their words, and the number of pieces of each segment: none
    where no word has times. A word starts another piece after a pause, where the piece would get longer than `longest`,
    or before the start of the piece, because words need not be in order.

    >>> words = Label("a", 0.0, 0.5), Label("b", 0.5, 1.0), Label("c", 9.0, 9.5)
    >>> [(piece.start, piece.end) for piece in _cut(Table.of([Segment(labels=words)]), 1.0, 6.0)[0]]
    [(0.0, 1.0), (9.0, 9.5)]
    """
    lists: LabelLists | None = table.column("labels") if table.has_labels() else None
    is_timed = _have_times(table)
    if lists is None:
        return table.picked(list(compress(range(len(table)), is_timed))), list(map(int, is_timed))
    begins, ends, names = _times_and_speakers(lists)
    # A sum of begin and duration is inexact: a pause of exactly the limit ends a segment in every case.
    pause, longest = pause - INEXACT, longest + INEXACT
    pieces: list[tuple[int, int, int, str, float | None, float | None]] = []
    nothing = [None] * len(table)
    columns = pairwise(lists.first), table.speakers, table.start or nothing, table.end or nothing, is_timed
    for place, ((first, last), speaker, start, end, is_whole) in enumerate(zip(*columns, strict=True)):
        number, rows = 0, zip(range(first, last), begins[first:last], ends[first:last], names[first:last], strict=True)
        if not is_whole:
            start = end = None
            for row, begin, stop, name in rows:
                if begin is None or stop is None:
                    continue
                name = speaker if name is None else name
                if start is None or end is None:
                    start, end = begin, stop
                elif name != speaker or begin - end > pause or stop - start > longest or begin < start:
                    number += 1
                    pieces += [(place, first, number, speaker, start, end)]
                    first, start, end = row, begin, stop
                elif stop > end:
                    end = stop
                speaker = name
        pieces += [(place, first, number and number + 1, speaker, start, end)]
    return _of_pieces(table, lists, pieces)


def _of_pieces(
    table: Table, lists: LabelLists, pieces: Sequence[tuple[int, int, int, str, float | None, float | None]]
) -> tuple[Table, list[int]]:
    """The segments of pieces: each the place of its segment, its first label, its number, speaker and times."""
    owners, first, numbers, speakers, starts, ends = zip(*pieces, strict=True)
    segments = table.changed(speaker=None, start=None, end=None, labels=None).picked(owners)
    ids = zip(segments.ids(), numbers, strict=True)
    segments = segments.changed(
        id=[f"{key}-{number}" if key and number else key for key, number in ids],
        speaker=speakers,
        start=Numbers.of(starts),
        end=Numbers.of(ends),
        labels=LabelLists(lists.labels, [*first, lists.first[-1]], lists.odd),
    )
    places = [place for place, start in enumerate(starts) if start is not None]
    counts = [0] * len(table)
    for place in places:
        counts[owners[place]] += 1
    return (segments if len(places) == len(owners) else segments.picked(places)), counts


def _times_and_speakers(
    lists: LabelLists,
) -> tuple[list[float | None], list[float | None], list[str | None]]:
    """Begins, ends and speakers of words and alternations; None for those that have none."""
    size, labels = len(lists.labels), lists.labels
    columns = [[None] * size if column is None else column for column in labels.numbers[:2]]
    begins, ends = (list[float | None](written(column)) for column in columns)
    of_pairs = {pairs: name for pairs in {*(labels.attributes or ())} for key, name in pairs[::-1] if key == "speaker"}
    names = list(map(of_pairs.get, labels.attributes or repeat((), size)))
    for row, item in lists.odd.items():
        begins[row], ends[row] = span(item) or (None, None)
        names[row] = speaker_of(item, "") or None
    return begins, ends, names


def speaker_of(item: Item, default: str) -> str:
    """The speaker of a word, from its own attribute (as in some ctm files), else the default."""
    if isinstance(item, Label):
        return next((value for key, value in item.attributes if key == "speaker"), default)
    return next((speaker_of(inner, default) for branch in item.branches for inner in branch), default)


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


def _segments_of_rows(
    rows: Words, limits: tuple[float, float], speaker: str, *, with_labels: bool
) -> tuple[Table, Sequence[int]] | None:
    """Segments of rows as columns, with labels or texts, and the number of segments of each run; None where an
    alternation has no words. They are cut by these `limits`, pauses and lengths, and where the speaker changes;
    segments without a speaker get `speaker`."""
    folded = rows.folded()
    if not folded.is_timed:
        return None
    table, speakers, runs = folded.table.by_speaker()
    firsts, finals, _, parts = table.cut(*limits)
    bounds = [*firsts, len(table.words)]
    for place, final in enumerate(finals):
        if final < 0:
            finals[place] = _last_end(rows, folded, range(bounds[place], bounds[place + 1]))
    starts, _ = table.times(firsts)
    ends = rows.times(list(map(folded.closing.__getitem__, finals)))
    sums = map(add, *(map(Decimal, texts) for texts in ends))
    names = list(chain.from_iterable(map(repeat, zip(table.names, speakers, strict=True), parts)))
    pieces = rows.renamed(
        [name for name, _ in names], array("q", [*map(folded.rows.__getitem__, firsts), len(rows.words)])
    )
    texts = None if with_labels else _texts_of(pieces)
    lists = rows.label_lists() if texts is None else None
    labels = LabelLists(lists.labels, bounds, lists.odd) if lists is not None else None
    segments = Table(
        len(names),
        grammar=table.grammar,
        path=table.path,
        session=[session for (session, _), _ in names],
        channel=[channel for (_, channel), _ in names],
        speaker=[name or speaker for _, name in names],
        start=Numbers.read(starts, array("d", map(table.begin.__getitem__, firsts))),
        end=Numbers.read([format(end, "f") for end in sums]),
        text=texts,
        labels=labels,
        lines=array("q", map(table.lines.__getitem__, firsts)),
    )
    counts = [0] * len(rows)
    for run, count in zip(runs, parts, strict=True):
        counts[run] += count
    return segments, counts


def _texts_of(rows: Words) -> list[str] | None:
    """The texts of runs; None where a word has no place in one, which a target without the grammar does not need."""
    try:
        return rows.rendered() if rows.rest else rows.texts()
    except UsageError:
        return None


def _last_end(rows: Words, folded: Folded, places: range) -> int:
    """The first of these places that end last; inexact sums may differ where the ends are equal."""
    table = folded.table
    span = slice(places.start, places.stop)
    stops = [*map(add, table.begin[span], table.duration[span])]
    end = max(stops)
    near = [place for place, stop in zip(places, stops, strict=True) if stop >= end - INEXACT]
    times = rows.times(list(map(folded.closing.__getitem__, near)))
    sums = list(map(add, *(map(Decimal, texts) for texts in times)))
    return near[sums.index(max(sums))]


# --- times of words ----------------------------------------------------------------------------------


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
    labels = corpus.table.labels
    if labels is not None and all(column is not None and None not in column for column in labels.labels.numbers[:2]):
        return corpus
    if corpus.table.written is not None and not interpolate:
        is_bare = _have_words(corpus.table)
        if demanded and any(is_bare):
            timed = sum(compress(_have_times(corpus.table), is_bare))
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


# --- texts ------------------------------------------------------------------------------------------


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
    lists: LabelLists | None = table.column("labels") if table.written is None else None
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
