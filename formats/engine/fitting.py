"""Features that a target needs: segments and words with times, names, an order of channels, texts of turns."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from operator import gt

from ..errors import UsageError, quantity
from ..record import Format
from ..schema import Corpus, Numbers, Table
from ..values import replace
from .gaps import GAPS_LEFT_OUT, kept, without_gaps
from .needed_names import named, one_word_names
from .plain_texts import bare_texts
from .praat_reader import CLOSE, without_points
from .segmenting import LONGEST_CUE, PAUSE, moved_comments, times_and_speakers, with_segment_times
from .silence import without_silence
from .word_times import with_word_times

OF_TURNS = ("rttm", "mdtm")
"""Formats whose rows are turns: who speaks when."""
_OF_SPEECH = (*OF_TURNS, "stm", "seglst")
_OF_PRAAT = ("textgrid", "textgrid-short")
_OF_SEGMENTS = frozenset({"segment times", "speakers"})


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
        return one_word_names(corpus, target, notes), tuple(notes)
    if "ignored segments" not in target.carries:
        corpus = _without_ignored(corpus)
    size = len(corpus)
    corpus = without_gaps(corpus)
    if len(corpus) < size:
        notes.append(GAPS_LEFT_OUT)
    if target.name in OF_TURNS:
        corpus = without_silence(corpus)
    spoken = without_points(corpus) if target.name in _OF_SPEECH else corpus
    if 0 < len(spoken) < len(corpus):
        corpus = spoken
        notes.append("tiers of points are left out: points last no time, and nobody speaks there")
    has_turns_of_words = target.name == "rttm" and corpus.table.words is None and corpus.table.has("speaker")
    joins_channels = joins_channels and has_timed_channels(corpus.table)
    if "segment times" in target.needs or has_turns_of_words or joins_channels:
        longest = LONGEST_CUE if target.cues and not is_cut_later else inf
        limits = PAUSE if pause is None else pause, longest
        keeps_words = "times" in target.carries or is_cut_later
        corpus = with_segment_times(corpus, target, limits, notes, keeps_words=keeps_words)
    if joins_channels:
        corpus = _in_order_of_channels(corpus, notes)
    if "times" in target.needs:
        corpus = with_word_times(corpus, interpolate, notes, rows=not target.carries & _OF_SEGMENTS)
    elif interpolate and "times" in target.carries and corpus.format and corpus.table.words is None:
        corpus = with_word_times(corpus, True, notes, demanded=False)
    return named(corpus, target, notes, before), tuple(notes)


def has_timed_channels(table: Table) -> bool:
    """Whether a recording has several channels, and all that they said has times."""
    places = {*zip(table.sessions, table.channels, strict=True)}
    if table.words is not None or len(places) == len({*table.sessions}):
        return False
    if table.has_windows():
        return True
    lists = table.label_lists()
    return lists is not None and not any(table.column("text") or ()) and None not in times_and_speakers(lists)[0]


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
    comments = moved_comments(corpus.comments, counts)
    note = "words were not in order of time: they are sorted by their begin"
    return replace(corpus, segments=Table.rows(words), comments=comments), [note]


def labelled(corpus: Corpus, target: Format) -> tuple[Corpus, tuple[str, ...]]:
    """Turns of speakers without words for a target that shows texts: the text is the speaker; and notes on this.

    Praat shows an interval without a text as silence, and reads it so; intervals of one tier do not overlap. Texts of
    its tiers that are all the names of these are no words of turns.

    >>> from ..registry import by_name
    >>> from ..schema import Segment
    >>> turns = Corpus((Segment(speaker="ann", start=0.0, end=2.0),))
    >>> labelled(turns, by_name("audacity"))[0].segments[0].text
    'ann'
    """
    table = corpus.table
    if corpus.format in _OF_PRAAT and target.name in OF_TURNS and len(table) and [*table.texts()] == [*table.speakers]:
        turns = replace(corpus, segments=table.changed(grammar="plain", text=None, labels=None))
        return turns, ("texts are the names of their tiers: no words are written",)
    shows_texts = target.family == "Praat" or (target.needs == {"segment times"} and "speakers" not in target.carries)
    is_read_from_it = any(key.startswith("textgrid:") for key, _ in corpus.meta)
    if not shows_texts or is_read_from_it or table.words is not None or not table.has("speaker"):
        return corpus, ()
    if table.start is None or any(bare_texts(table)):
        return corpus, ()
    shown = ["" if start is None else name for name, start in zip(table.speakers, table.start, strict=True)]
    columns = {"text": shown, "labels": None} | ({} if "speakers" in target.carries else {"speaker": None})
    changed = table.changed(grammar="plain", **columns)
    notes = ["segments have no texts: the speaker is written as the text"]
    corpus = replace(corpus, segments=changed)
    if target.family == "Praat":
        corpus = _without_own_overlaps(corpus, notes)
    return corpus, tuple(notes)


def _without_own_overlaps(corpus: Corpus, notes: list[str]) -> Corpus:
    """The corpus with turns of one speaker that overlap joined into one, and a note on these."""
    table = corpus.table
    if table.start is None or table.end is None:
        return corpus
    begins, ends, end_texts = [*table.start], [*table.end], [*table.end.texts_or_none()]
    speakers = table.speakers
    timed = [place for place, times in enumerate(zip(begins, ends, strict=True)) if None not in times]
    joined: set[int] = set()
    open_turns: dict[str, int] = {}
    for place in sorted(timed, key=lambda place: begins[place] or 0.0):
        first = open_turns.setdefault(speakers[place], place)
        begin, end, latest = begins[place], ends[place], ends[first]
        assert begin is not None
        assert end is not None
        assert latest is not None
        if first == place or begin >= latest - CLOSE:
            open_turns[speakers[place]] = place
            continue
        joined.add(place)
        if end > latest:
            ends[first], end_texts[first] = end, end_texts[place]
    if not joined:
        return corpus
    notes.append(f"{quantity(len(joined), 'turn')} that overlap another one of the same speaker: joined with it")
    changed = replace(corpus, segments=table.changed(end=Numbers.some(end_texts)))
    return kept(changed, [place for place in range(len(table)) if place not in joined])


def _without_ignored(corpus: Corpus) -> Corpus:
    """The corpus without segments that are not scored: what cannot say so would score them."""
    table = corpus.table
    if not table.has("ignored"):
        return corpus
    return kept(corpus, [place for place, ignored in enumerate(table.ignored) if not ignored])
