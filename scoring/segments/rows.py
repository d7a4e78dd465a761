"""Rows of value, start and end from files of any format."""

from __future__ import annotations

import os
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, groupby
from math import isnan
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np

from ... import core, formats
from ...formats import nemo, rttm, uem
from ...formats.engine.further_columns import check_recordings
from ...formats.engine.gaps import without_gaps
from ...formats.engine.praat_reader import without_points
from ...formats.engine.row_reader import text_of as text_of_field
from ...formats.engine.separated import tiered
from ...formats.engine.silence import without_silence
from ...formats.engine.tiers import WITH_TIERS, choice_of, refuse_levels
from ...formats.errors import MismatchError, UsageError, Where
from ...formats.record import Format
from ...formats.registry import by_suffix, stem
from ...formats.schema import Corpus, Label, Segment, Table, text_of
from ...formats.source import Source
from ..common.folders import files_in, is_folder_of_files
from ..common.strip_id import StripId
from ..notices.tiers import with_tiers_noted
from .collar_and_overlap import Mark, MarkKind
from .turns import Row, Turns

By: TypeAlias = Literal["auto", "speaker", "text"]
Key: TypeAlias = "tuple[str, str]"
"""Session and channel."""

Value = TypeVar("Value")

SideRows: TypeAlias = "Turns | list[Row]"


_LABELS = ("audacity", "lab")
"""Formats that have no speakers: their label is the speaker, where speakers are scored."""

# What rows of an RTTM file are to md-eval: all but these, and comments on speakers, tell how far the reference reaches.
_KINDS: Mapping[str, MarkKind] = {
    "SPEAKER": "turn",
    "LEXEME": "word",
    "NON-LEX": "noise",
    "NOSCORE": "noscore",
    **dict.fromkeys(("SEGMENT", "SU", "EDIT", "FILLER", "IP", "CB", "A/P"), "other"),
}


@dataclass(slots=True)
class Side:
    """The rows of a file by session and channel; for the marks of a reference see `collar_and_overlap.py`."""

    name: str
    rows: Mapping[Key, SideRows]
    marks: dict[Key, list[Mark]] = field(default_factory=dict)
    ignored: dict[Key, list[tuple[float, float]]] = field(default_factory=dict)
    """Stretches that are not scored, of formats without rows such as NOSCORE."""
    file: str = ""
    """The name of the file as that of a recording."""
    notices: tuple[str, ...] = ()
    """What the reader of the file left out, or made up."""
    words: bool = False
    """Whether the rows are the words of segments, not the segments."""

    def __post_init__(self) -> None:
        self.file = self.file or "_".join(stem(Path(self.name).name).split())

    def without(self, stripped: StripId) -> Side:
        """The side without what an expression matches in the names of recordings."""
        is_nameless = {session for session, _ in self.rows} == {""}
        return Side(
            self.name,
            under(self.rows, stripped, self.name),
            under(self.marks, stripped, self.name),
            under(self.ignored, stripped, self.name),
            stripped.names([self.file], self.name)[self.file] if is_nameless else self.file,
            self.notices,
            self.words,
        )


def under(by_key: Mapping[Key, Value], stripped: StripId, path: str) -> dict[Key, Value]:
    """Values by session and channel, without what an expression matches in the sessions."""
    names = stripped.names([session for session, _ in by_key], path)
    return {(names[session], channel): value for (session, channel), value in by_key.items()}


def format_of(source: Source, name: str | None) -> Format:
    """The format of a file, or of the first one of a folder: the named one, or that of its suffix or content.

    >>> format_of(Source(b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>"), None).name
    'rttm'
    """
    if is_folder_of_files(source.folder, name):
        return format_of(Source(next(iter(_files_of(source, name).values()))), name)
    record = formats.by_name(name) if name else by_suffix(source.name)
    if record is not None and (name or record.name != "txt"):
        return record
    # A file called .txt may hold labels of Audacity.
    # A SPEAKER row could also be a segment of an stm file, in a recording named SPEAKER.
    detected = formats.detect(source)
    is_text = source.folder is None and not detected.magic
    return rttm.FORMAT if is_text and rttm.sniff(source.head()) else detected


def kind_of_tiers(source: Source, name: str | None) -> str:
    """The format of a file, or of the first one of a folder, as `Tiers` takes it."""
    if is_folder_of_files(source.folder, name):
        source = Source(next(iter(_files_of(source, name).values())))
    return tiered(source, format_of(source, name).name)


def read_side(
    source: Source, *, format: str | None = None, value: By = "auto", tiers: Sequence[str] = (), place: int = 0
) -> Side:
    """Reads a file of any format, or a folder with one for each recording: the reference, or as `place` 1 the other.

    >>> read_side(Source(b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>")).rows["talk", "1"].rows()
    [('anna', 0.0, 4.0)]
    """
    if is_folder_of_files(source.folder, format):
        return _of_folder(source, format, value, tiers, place)
    record = format_of(source, format)
    if record.name == "rttm" and not tiers:
        return _of_rttm(source, value)
    if record.name == nemo.NAME:
        _refuse_manifest(source)
    if value == "speaker" and record.name in _LABELS:
        value = "text"
    if record.name not in WITH_TIERS:
        if tiers and kind_of_tiers(source, format) not in WITH_TIERS:
            raise UsageError(f"{source.name}: the format {record.name} has no tiers")
        corpus = record.read(source, tiers=tuple(tiers)) if tiers else record.read(source)
        check_recordings(corpus)
        side = _of_corpus(source.name, corpus, value)
        side.notices = tuple(corpus.notices())
        return side
    corpus = record.read(source, tiers=tuple(tiers))
    if value == "speaker":
        corpus = without_points(corpus)
    if not tiers:
        if value == "speaker":
            refuse_levels(corpus, choice_of(place))
        are_speakers = value == "speaker" or not any(corpus.texts())
        corpus = with_tiers_noted(corpus, choice_of(place), as_speakers=are_speakers)
    if value == "speaker":
        corpus = without_silence(corpus)
    side = _of_corpus(source.name, corpus, value)
    side.notices = tuple(corpus.notices())
    return side


def _refuse_manifest(source: Source) -> None:
    """Rejects the manifest of a diarisation, whose turns are in the files that it names."""
    files = nemo.files_of_turns(source)
    if files:
        folders = {os.path.dirname(file) or os.curdir for file in files}
        fix = f"their folder {folders.pop()}" if len(folders) == 1 else "one file of them all (cat joins RTTM files)"
        raise UsageError(
            f"{source.name}: the turns are in the files of {nemo.TURNS}, such as {files[0]}; expected {fix}"
        )


def _files_of(source: Source, format: str | None) -> dict[str, Path]:
    """The files of a folder by name."""
    files = files_in(Path(source.name), format)
    if not files:
        raise MismatchError(f"{source.name}: a folder without files; expected a file for each recording")
    return files


def _of_folder(source: Source, format: str | None, value: By, tiers: Sequence[str], place: int) -> Side:
    """The side of all files of a folder; a file that names no recording is one of its own name."""
    joined = Side(source.name, {})
    rows: dict[Key, SideRows] = {}
    file_of: dict[Key, Path] = {}
    for name, path in _files_of(source, format).items():
        one = Source(path, encoding=source.encoding)
        side = read_side(one, format=format, value=value, tiers=tiers, place=place)
        for session, channel in side.rows or [("", "")]:
            key = (session or name, channel)
            if key in rows:
                raise MismatchError(
                    f"{file_of[key]} and {path} both have the recording {key[0]!r}; expected each in one file"
                )
            file_of[key], rows[key] = path, side.rows.get((session, channel), [])
            joined.marks[key] = side.marks.get((session, channel), [])
            if stretches := side.ignored.get((session, channel)):
                joined.ignored[key] = stretches
        joined.notices = tuple(dict.fromkeys((*joined.notices, *side.notices)))
        joined.words = joined.words or side.words
    joined.rows = rows
    return joined


def _of_rttm(source: Source, value: By) -> Side:
    """The side of an RTTM file, from columns: segments as objects would take ten times as long."""
    rows = rttm.rows_of(source)
    kinds = {kind for kind, *_ in rows.names}
    if b"LEXEME" in kinds and b"SPEAKER" not in kinds:
        raise UsageError(
            f"{source.name}: words (LEXEME) without SPEAKER rows, which say who speaks when; expected these, or a "
            "format with segments of speakers, such as stm"
        )
    if value != "speaker" and b"LEXEME" in kinds:
        return _of_corpus(source.name, rttm.corpus_of(rows, source), value)
    if value == "text":
        raise UsageError(f"{source.name}: rows of speakers without texts; expected by='speaker' (--by speaker)")
    return Side(source.name, _by_key(core.turns_of(rows)), _marks_of(rows) if kinds - {b"SPEAKER"} else {})


def _marks_of(rows: core.TimedRows) -> dict[Key, list[Mark]]:
    """Marks of all rows of a file, in their order: what the rows say is there."""
    marks: dict[Key, list[Mark]] = {}
    names = zip(*map(rows.texts, (rttm.TYPE, rttm.FILE, rttm.CHANNEL)), strict=True)
    times = zip(*(array("d", rows.numbers(field)) for field in (rttm.BEGIN, rttm.DURATION)), strict=True)
    for (name, session, channel), (begin, duration) in zip(names, times, strict=True):
        kind = _KINDS.get(name)
        if kind is not None and not isnan(begin):
            end = begin if isnan(duration) else begin + duration
            marks.setdefault((session, channel), []).append((kind, begin, end))
    return marks


def _by_key(recordings: Iterable[Any]) -> dict[Key, Turns]:
    """Turns by session and channel, from the columns of each."""
    by_key: dict[Key, Turns] = {}
    for session, channel, names, codes, begins, _, ends, *_ in recordings:
        speakers = tuple([text_of_field(name) for name in names])
        numbers = np.frombuffer(codes, dtype=np.int32).astype(np.intp)
        turns = Turns(speakers, numbers, np.frombuffer(begins), np.frombuffer(ends))
        by_key[text_of_field(session), text_of_field(channel)] = turns
    return by_key


def _of_corpus(name: str, corpus: Corpus, value: By) -> Side:
    rows: dict[Key, list[Row]] = defaultdict(list)
    marks: dict[Key, list[Mark]] = {}
    corpus = without_gaps(corpus)
    table, ignored = corpus.table, _ignored_of(corpus.table)
    if table.written is not None and table.start is not None and table.start.is_complete():
        return Side(name, _of_columns(table, value, corpus), marks, ignored)
    segments = [segment for segment in corpus.segments if not segment.ignored]
    if corpus.format == "rttm":
        marks = _marks(segments)
        segments = [segment for segment in segments if _type(segment) == "SPEAKER"]
    if value != "speaker":
        wordless = not any(segment.text or segment.labels for segment in segments)
        if wordless and segments and value == "text":
            raise UsageError(f"{name}: segments without texts; expected by='speaker' (--by speaker)")
        value = "speaker" if wordless else "text"
    for segment in segments:
        of_recording = rows[segment.session, segment.channel]
        # DESED names a recording without events in a row without times and label.
        if segment.start is not None or segment.speaker or segment.items:
            of_recording += _rows(segment, value, corpus.path)
    return Side(name, rows, marks, ignored, words=value != "speaker" and any(map(_timed_words, segments)))


def _ignored_of(table: Table) -> dict[Key, list[tuple[float, float]]]:
    """The stretches of segments that are not scored, by session and channel."""
    stretches: dict[Key, list[tuple[float, float]]] = defaultdict(list)
    if table.has("ignored") and table.start is not None and table.end is not None:
        columns = zip(table.sessions, table.channels, table.start, table.end, table.ignored, strict=True)
        for session, channel, start, end, is_ignored in columns:
            if is_ignored and start is not None and end is not None:
                stretches[session, channel].append((float(start), float(end)))
    return stretches


def _of_columns(table: Table, value: By, corpus: Corpus) -> dict[Key, list[Row]]:
    """The rows of segments with times and texts, by session and channel."""
    assert table.start is not None
    texts = [] if value == "speaker" else table.texts()
    ends = table.end or [None] * len(table)
    scored = [not ignored for ignored in table.ignored]
    wordless = not any(compress(texts, scored))
    if wordless and value == "text" and any(scored):
        raise UsageError(f"{corpus.path}: segments without texts; expected by='speaker' (--by speaker)")
    values = table.speakers if wordless else texts
    listed = list(compress(zip(values, table.start, ends, strict=True), scored))
    rows: dict[Key, list[Row]] = defaultdict(list)
    begin = 0
    for key, run in groupby(compress(zip(table.sessions, table.channels, strict=True), scored)):
        end = begin + len([*run])
        rows[key] += listed[begin:end]
        begin = end
    return rows


def _type(segment: Segment) -> str:
    return next((value for name, value in segment.attributes if name == "rttm:type"), "")


def _marks(segments: Iterable[Segment]) -> dict[Key, list[Mark]]:
    """All rows of an RTTM file in the order of the file, words in segments included."""
    marks: dict[Key, list[tuple[int, Mark]]] = defaultdict(list)
    for segment in segments:
        kind, key = _KINDS.get(_type(segment)), (segment.session, segment.channel)
        if kind is not None and segment.start is not None:
            end = segment.start if segment.end is None else segment.end
            marks[key].append((_line(segment.where), (kind, float(segment.start), float(end))))
        for item in segment.items if kind in ("turn", "word") else ():
            if isinstance(item, Label) and item.start is not None and item.end is not None:
                marks[key].append((_line(item.where), ("word", float(item.start), float(item.end))))
    # The line alone decides: rows of one line stay as they are.
    return {key: [mark for _, mark in sorted(rows, key=lambda row: row[0])] for key, rows in marks.items()}


def _line(where: Where | None) -> int:
    return 0 if where is None else where.line


def _rows(segment: Segment, value: By, path: str) -> Iterable[Row]:
    if value != "speaker" and (labels := _timed_words(segment)):
        return [(label.value, label.start, label.end) for label in labels]
    start, end = segment.start, segment.end
    if start is None:
        start, end = _extent(segment)
    if start is None:
        where = segment.where or path
        raise UsageError(
            f"{where}: a segment without a start cannot be scored by time; expected times, as in rttm, stm or ctm"
        )
    return [(segment.speaker if value == "speaker" else text_of(segment), start, end)]


def _timed_words(segment: Segment) -> list[Label]:
    """The words of a segment; none where one has no begin."""
    labels = [item for item in segment.items if isinstance(item, Label) and item.start is not None]
    return labels if len(labels) == len(segment.items) else []


def _extent(segment: Segment) -> tuple[float | None, float | None]:
    """From the start of the first word to the end of the last one; None if a word has no times."""
    times = [(item.start, item.end) for item in segment.items if isinstance(item, Label)]
    starts = [start for start, _ in times if start is not None]
    ends = [end for _, end in times if end is not None]
    if not times or not len(starts) == len(ends) == len(segment.items):
        return None, None
    return min(starts), max(ends)


def regions_of(source: Source) -> dict[Key, list[tuple[float, float]]]:
    """The regions of a UEM file."""
    spans: dict[Key, list[tuple[float, float]]] = defaultdict(list)
    for region in uem.read_regions(source):
        spans[region.session, region.channel].append((float(region.start), float(region.end)))
    return spans
