"""JSON of WhisperX: segments with aligned words and speakers; a word that could not be aligned has no times.

A segment is cut where the speaker of its words changes. A file may also be the list of segments alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from . import vendors
from .engine.json import Document, Json, detail, details, members
from .engine.json_objects import listed_in, root_of
from .engine.json_places import outline
from .engine.json_text import inline
from .engine.plain_words import PlainWord, same_words, without_runs
from .engine.spoken import Spoken
from .record import Format
from .schema import Attributes, Corpus, LabelColumns, LabelLists, Numbers, Segment, Table
from .source import Source
from .values import replace
from .whisper import Dialect

NAME = "whisperx"
_OF_SEGMENT = 3
"""Slashes in the path of a member of a segment."""
_SPEAKER = f"{NAME}:speaker"
"""The attribute that keeps the speaker of a word."""


class _Diarised(Dialect):
    @property
    def plain(self) -> PlainWord:
        """A usual word, perhaps with a speaker."""
        return replace(super().plain, kept=("speaker",))

    def words(self, spoken: Spoken) -> list[Json]:
        """The objects to write for words: with a speaker, as WhisperX writes them after diarisation."""
        words: list[Any] = super().words(spoken)
        for word, speaker in zip(words, spoken.of_words(spoken.speakers), strict=True):
            if speaker:
                word.setdefault("speaker", speaker)
        return words


class _Piece(NamedTuple):
    """A part of a segment by one speaker: the segment's row, the first word, and the speaker."""

    row: int
    first: int
    speaker: str


_DIALECT = _Diarised(NAME, "score", "")


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'{"segments": [{"start": 0, "end": 1, "text": " Hi", "words": [{"word": "Hi", "score": 0.9}]}]}'
    >>> read(Source(text)).segments[0].items[0].confidence
    0.9
    """
    document = Document.of(
        source, NAME, dict.fromkeys(("*/words", "segments/*/words", "word_segments"), (_DIALECT.plain,))
    )
    if isinstance(document.value, list):
        segments, _ = _DIALECT.segments(listed_in(document), source.name)
        document.check()
        layout: Attributes = (detail(NAME, "/layout", "list"),)
        return vendors.sealed(_corpus(segments, source, layout), source)
    root = root_of(document)
    rows = root.children("segments", required=True)
    segments, _ = _DIALECT.segments(rows, source.name)
    document.check()
    meta = root.rest(frozenset({"segments", "word_segments"}))
    listed: Any = root.members.get("word_segments")
    corpus = _corpus(segments, source)
    inside = [word for row in rows for word in row.values("words")]
    is_same = isinstance(listed, list) and _are_columns(corpus) and same_words(listed, inside)
    if listed is not None and not is_same:
        meta += vendors.remembered(NAME, "/words", without_runs(listed), _words(corpus))
    return vendors.sealed(replace(corpus, meta=meta), source)


def _corpus(segments: Sequence[Segment], source: Source, meta: Attributes = ()) -> Corpus:
    whole = Corpus(segments, meta=meta, format=NAME, path=source.name)
    return replace(whole, segments=_by_speaker(whole.table))


def _by_speaker(table: Table) -> Table:
    """The segments, each cut where the speaker of its words changes; the speaker of a segment without such words stays.

    A word without a speaker has that of the word before, at the beginning of a segment that of the next. Words do not
    keep a speaker that is their segment's. A piece has the times of its words, except where the segment begins or ends.
    """
    lists = table.label_lists()
    if lists is None or lists.labels.attributes is None:
        return table
    attributes = lists.labels.attributes
    named = [_speaker_of(pairs) for pairs in attributes]
    pieces = list[_Piece]()
    for row, (begin, end) in enumerate(pairwise(lists.first)):
        speaker = next(filter(None, named[begin:end]), table.speakers[row])
        pieces.append(_Piece(row, begin, speaker))
        for place in range(begin, end):
            if named[place] not in ("", pieces[-1].speaker):
                pieces.append(_Piece(row, place, named[place]))
    first = [*[piece.first for piece in pieces], len(named)]
    kept = list[Attributes]()
    for piece, end in zip(pieces, first[1:], strict=True):
        own = (_SPEAKER, inline(piece.speaker))
        kept += [tuple([pair for pair in pairs if pair != own]) for pairs in attributes[piece.first : end]]
    labels = LabelColumns(lists.labels.values, lists.labels.numbers, kept if any(kept) else None)
    cut = table.picked([piece.row for piece in pieces])
    if len(pieces) > len(table):
        cut = _timed(cut, pieces, first, labels)
    return cut.changed(labels=LabelLists(labels, first), speaker=[piece.speaker for piece in pieces])


def _speaker_of(attributes: Attributes) -> str:
    """The speaker that a word has, or nothing."""
    return next((_name_in(text) for name, text in attributes if name == _SPEAKER), "")


@lru_cache(1000)
def _name_in(text: str) -> str:
    """The name that a JSON text is, or nothing."""
    value = json.loads(text)
    return str(value) if type(value) in (str, int) else ""


def _timed(table: Table, pieces: Sequence[_Piece], first: Sequence[int], labels: LabelColumns) -> Table:
    """The table of pieces with their times; what a segment keeps of the file stays with its first piece."""
    starts, ends = [column or [None] * len(labels.values) for column in labels.numbers[:2]]
    given = [column and column.texts_or_none() for column in (table.start, table.end)]
    begins, closes = [list(column or [None] * len(pieces)) for column in given]
    details = list(table.column("attributes") or [()] * len(pieces))
    for place in range(1, len(pieces)):
        if pieces[place].row == pieces[place - 1].row:
            before, cut, after = first[place - 1 : place + 2]
            closes[place - 1] = next(filter(None, reversed(ends[before:cut])), begins[place - 1])
            begins[place] = next(filter(None, starts[cut:after]), closes[place - 1])
            details[place] = ()
    for place, (begin, end) in enumerate(zip(begins, closes, strict=True)):
        if begin is not None and end is not None and float(end) < float(begin):
            closes[place] = begin  # words out of order
    return table.changed(
        start=Numbers.some(begins), end=Numbers.some(closes), attributes=details if any(details) else None
    )


def _are_columns(corpus: Corpus) -> bool:
    """Whether all words are labels without details, so that they would be written as they were read."""
    labels = corpus.table.only_labels
    return labels is not None and labels.labels.attributes is None


def build(corpus: Corpus) -> Json:
    """The value of a corpus: an object, or a list if the file was one."""
    extras = details(corpus.meta, NAME)
    if extras.get("/layout") == "list":
        return _DIALECT.objects(_DIALECT.spoken(corpus))
    words = vendors.restored(extras, "/words", _words(corpus))
    segments = _DIALECT.objects(_DIALECT.spoken(corpus))
    return members({"segments": segments, "word_segments": words or None}, extras)


def _words(corpus: Corpus) -> list[Json]:
    """The words of all segments that have labels."""
    spoken = Spoken(corpus, NAME, earliest=None)
    spoken.details = {}
    lists = zip(spoken.lists(_DIALECT.words(spoken)), spoken.is_labelled, strict=True)
    return list(chain.from_iterable([words for words, is_labelled in lists if is_labelled]))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are segments whose words have scores, or, without alignment, segments and a language alone."""
    shape = outline(lines)
    if {path for path in shape if path.count("/") == 1} == {"/segments", "/language"}:
        members = {path for path in shape if path.count("/") == _OF_SEGMENT}
        if members - {"/segments/*/speaker"} == {f"/segments/*/{name}" for name in ("start", "end", "text")}:
            return True
    if {"/*/start", "/*/text", "/*/words/*/score"} <= shape:
        return True
    return "/segments/*/words/*/score" in shape or {"/word_segments", "/segments"} <= shape


CARRIES = frozenset({"speakers", "segment times", "times", "confidence"})
FORMAT = Format(
    NAME, (".whisperx.json",), "WhisperX: aligned words and speakers", CARRIES, read, write, sniff, vendors.FAMILY
)
