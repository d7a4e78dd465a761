"""Rows of value, start and end from files of any format, and which recording of one side is which of the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Literal, TypeAlias

import formats
from formats.errors import MismatchError, UsageError, Where
from formats.record import Format
from formats.registry import by_suffix
from formats.schema import Corpus, Label, Segment, text_of
from formats.source import Source
from scoring.segments.turns import Row, Spans
from scoring.segments.zones import Mark, MarkKind

By: TypeAlias = Literal["auto", "speaker", "text"]
Key: TypeAlias = "tuple[str, str]"
"""Session and channel."""

_Named: TypeAlias = "dict[str, list[Row]]"

INFINITY = float("inf")
# What rows of an RTTM file are to md-eval: all but these, and comments on speakers, tell how far the reference reaches.
_KINDS: Mapping[str, MarkKind] = {
    "SPEAKER": "turn",
    "LEXEME": "word",
    "NON-LEX": "noise",
    "NOSCORE": "noscore",
    **dict.fromkeys(("SEGMENT", "SU", "EDIT", "FILLER", "IP", "CB", "A/P"), "other"),
}
# Rows that say nothing of what is scored.
_SILENT = ("SPKR-INFO", "NON-SPEECH", "NO_RT_METADATA")


@dataclass(slots=True)
class Side:
    """The rows of a file by session and channel; for the marks of a reference see `scoring.segments.zones`."""

    name: str
    rows: dict[Key, list[Row]] = field(default_factory=lambda: defaultdict(list))
    marks: dict[Key, list[Mark]] = field(default_factory=dict)


def read_side(
    source: Source, *, format: str | None = None, value: By = "auto", tiers: Sequence[str] = ()
) -> Side:
    """Reads a file of any format.

    >>> read_side(Source(b"SPEAKER talk 1 0.0 4.0 <NA> <NA> anna <NA> <NA>")).rows
    defaultdict(<class 'list'>, {('talk', '1'): [('anna', 0.0, 4.0)]})
    """
    record = formats.by_name(format) if format else by_suffix(source.name)
    if record is None:
        # A row of speakers could be a segment of an stm file too, of a recording that is called SPEAKER.
        record = formats.by_name("rttm") if _looks_like_rttm(source) else formats.detect(source)
    if record.name == "rttm" and not tiers and (side := _plain_rows(source, value)) is not None:
        return side
    return _of_corpus(source.name, _read(record, source, tiers), value)


def _read(record: Format, source: Source, tiers: Sequence[str]) -> Corpus:
    if not tiers:
        return record.read(source)
    if "tiers" not in signature(record.read).parameters:
        raise UsageError(f"{source.name}: the format {record.name} has no tiers to choose from")
    return record.read(source, tiers=tuple(tiers))


def _looks_like_rttm(source: Source) -> bool:
    if source.folder is not None:
        return False
    rows = [line.split() for line in source.head() if line.strip() and not line.startswith(";")]
    return bool(rows) and all(fields[0] in _KINDS and 9 <= len(fields) <= 10 for fields in rows)


def _plain_rows(source: Source, value: By) -> Side | None:
    """The rows of an RTTM file that has nothing out of the ordinary; None sends it to the reader of the format.

    A corpus of segments would cost ten times as much, and such files have a million rows.
    """
    # Most files have rows of speakers alone.
    return _of_speakers(source) or _of_all_kinds(source, value)


def _of_speakers(source: Source) -> Side | None:
    side = Side(source.name)
    rows = side.rows
    for line in source.text.split("\n"):
        fields = line.split()
        if not fields:
            continue
        if fields[0] != "SPEAKER" or not 9 <= len(fields) <= 10 or fields[7] == "<NA>":
            return None
        try:
            start, length = float(fields[3]), float(fields[4])
        except ValueError:
            return None
        if not (0 <= start < INFINITY and 0 <= length < INFINITY) or "_" in fields[3] + fields[4]:
            return None
        rows[fields[1], fields[2]].append((fields[7], start, start + length))
    return side


def _of_all_kinds(source: Source, value: By) -> Side | None:
    side = Side(source.name)
    for line in source.text.split("\n"):
        fields = line.split()
        if not fields or fields[0].startswith(";;") or fields[0] in _SILENT:
            continue
        row = _plain_row(fields)
        if row is None or (row[0] == "word" and value != "speaker"):
            return None
        kind, start, end = row
        key = fields[1], fields[2]
        side.marks.setdefault(key, []).append(row)
        if kind == "turn":
            side.rows[key].append((fields[7], start, end))
    return side


def _plain_row(fields: Sequence[str]) -> Mark | None:
    """What a row is, and its times; None where it is anything but sound."""
    kind = _KINDS.get(fields[0])
    if kind is None or not 9 <= len(fields) <= 10 or (kind == "turn" and fields[7] == "<NA>"):
        return None
    try:
        start, length = float(fields[3]), 0.0 if kind == "other" and fields[4] == "<NA>" else float(fields[4])
    except ValueError:
        return None
    if not (0 <= start < INFINITY and 0 <= length < INFINITY) or "_" in fields[3] + fields[4] or ";;" in fields:
        return None
    return kind, start, start + length


def _of_corpus(name: str, corpus: Corpus, value: By) -> Side:
    side = Side(name)
    segments = [segment for segment in corpus.segments if not segment.ignored]
    if corpus.format == "rttm":
        side.marks = _marks(segments)
        segments = [segment for segment in segments if _type(segment) == "SPEAKER"]
    if value == "auto":
        wordless = not any(segment.text or segment.labels for segment in segments)
        value = "speaker" if wordless else "text"
    for segment in segments:
        side.rows[segment.session, segment.channel] += _rows(segment, value, corpus.path)
    return side


def _type(segment: Segment) -> str:
    return next((value for name, value in segment.attributes if name == "rttm:type"), "")


def _marks(segments: Iterable[Segment]) -> dict[Key, list[Mark]]:
    """All rows of an RTTM file in the order of the file, words in segments included."""
    found: dict[Key, list[tuple[int, Mark]]] = defaultdict(list)
    for segment in segments:
        kind, key = _KINDS.get(_type(segment)), (segment.session, segment.channel)
        if kind is not None and segment.start is not None:
            end = segment.start if segment.end is None else segment.end
            found[key].append((_line(segment.where), (kind, float(segment.start), float(end))))
        for item in segment.items if kind in ("turn", "word") else ():
            if isinstance(item, Label) and item.start is not None and item.end is not None:
                found[key].append((_line(item.where), ("word", float(item.start), float(item.end))))
    # The line alone decides: rows of one line stay as they are.
    return {key: [mark for _, mark in sorted(rows, key=lambda row: row[0])] for key, rows in found.items()}


def _line(where: Where | None) -> int:
    return 0 if where is None else where.line


def _rows(segment: Segment, value: By, path: str) -> Iterable[Row]:
    where = segment.where or path
    if value == "speaker":
        if segment.start is None:
            raise UsageError(f"{where}: a segment without a start cannot be scored by time")
        return [(segment.speaker, segment.start, segment.end)]
    labels = [item for item in segment.items if isinstance(item, Label) and item.start is not None]
    if labels and len(labels) == len(segment.items):
        return [(label.value, label.start, label.end) for label in labels]
    if segment.start is None:
        raise UsageError(f"{where}: a segment without a start cannot be scored by time")
    return [(text_of(segment), segment.start, segment.end)]


def regions_of(source: Source) -> dict[Key, list[tuple[float, float]]]:
    """The regions of a UEM file."""
    spans: dict[Key, list[tuple[float, float]]] = defaultdict(list)
    for region in formats.by_name("uem").read(source).regions:
        spans[region.session, region.channel].append((float(region.start), float(region.end)))
    return spans


def meet(
    ref: Side, hyp: Side, spans: Mapping[Key, Sequence[tuple[float, float]]] | None
) -> tuple[_Named, _Named, dict[str, Spans] | None, dict[str, list[Mark]]]:
    """Rows of both sides, regions and marks by one name each: the session, with the channel where it has several."""
    channels: dict[str, set[str]] = defaultdict(set)
    for session, channel in ref.rows:
        channels[session].add(channel)
    single = all(len(found) == 1 for found in channels.values())

    def name(key: Key) -> str:
        return key[0] if single or not key[1] else f"{key[0]}/{key[1]}"

    refs: _Named = defaultdict(list)
    hyps: _Named = defaultdict(list)
    for side, found in ((ref, refs), (hyp, hyps)):
        for key, rows in side.rows.items():
            found[name(key)] += rows
    regions: dict[str, Spans] | None = None
    if spans is not None:
        regions = {}
        for key, own in spans.items():
            regions[name(key)] = [*regions.get(name(key), ()), *own]
    marks = {name(key): rows for key, rows in ref.marks.items()}
    return *_matched(refs, hyps), regions, marks


def _matched(refs: _Named, hyps: _Named) -> tuple[_Named, _Named]:
    """The same, where a format without names of recordings holds the one that the other side names."""
    if set(hyps) == {""} and len(refs) == 1:
        return dict(refs), {next(iter(refs)): hyps[""]}
    if set(refs) == {""} and len(hyps) == 1:
        return {next(iter(hyps)): refs[""]}, dict(hyps)
    if refs and hyps and not set(refs) & set(hyps):
        raise MismatchError(
            f"no recording of the reference ({', '.join(list(refs)[:5])}) is in the hypothesis "
            f"({', '.join(list(hyps)[:5])}); expected the same names of recordings on both sides"
        )
    return dict(refs), dict(hyps)
