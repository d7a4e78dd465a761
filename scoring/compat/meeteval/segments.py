"""Segments as MeetEval takes them: texts, lists, mappings, named segments, objects with `to_seglst`, files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from formats.engine.tables import SegmentTable
from formats.errors import UsageError
from formats.schema import text_of
from formats.source import Source
from scoring.compat.meeteval.error_rates import SelfOverlap

Segment: TypeAlias = "dict[str, Any]"


def segments_of(data: Any, levels: tuple[str, ...] = ("speaker", "segment_id")) -> list[Segment]:
    """The segments of any structure; `levels` are what nested lists and mappings stand for.

    >>> segments_of(["a b", "c"])
    [{'words': 'a b', 'speaker': 0}, {'words': 'c', 'speaker': 1}]
    """
    if hasattr(data, "to_seglst"):
        data = data.to_seglst()
    data = getattr(data, "segments", data)
    if isinstance(data, (list, tuple)) and data and all(isinstance(row, Mapping) and "words" in row for row in data):
        return [{**row, "words": _text(row["words"])} for row in data]
    return list(_nested(data, levels, {}))


def _nested(data: Any, levels: tuple[str, ...], names: Segment) -> Iterator[Segment]:
    if isinstance(data, str):
        yield {"words": data, **names}
    elif isinstance(data, Mapping) and "words" in data:
        yield {**data, **names, "words": _text(data["words"])}
    elif not levels:
        yield {"words": _text(data), **names}
    elif isinstance(data, (Mapping, list, tuple)):
        if not isinstance(data, Mapping) and levels[0] == "segment_id" and not any(map(_is_part, data)):
            yield {"words": _text(data), **names}  # a list of words
            return
        for key, part in data.items() if isinstance(data, Mapping) else enumerate(data):
            yield from _nested(part, levels[1:], {**names, levels[0]: key})
    else:
        raise TypeError(f"{type(data).__name__} is not known as segments; expected texts, lists, mappings or segments")


def _is_part(value: Any) -> bool:
    """Whether a value is a segment of several words, or a structure."""
    return not isinstance(value, str) or " " in value


def _text(words: Any) -> str:
    if isinstance(words, str):
        return words
    if isinstance(words, Iterable):
        return " ".join(map(str, words))
    raise TypeError(f"words are {type(words).__name__}; expected a text or a list of words")


def loaded(paths: Any, uem: Any = None) -> list[Segment]:
    """The segments of files, or of a structure as `segments_of` takes it, at the level of sessions."""
    if isinstance(paths, (str, Path)):
        paths = [paths]
    if isinstance(paths, (list, tuple)) and paths and isinstance(paths[0], (str, Path)):
        return [row for path in paths for row in _read(Path(path))]
    return segments_of(paths, ("session_id", "speaker", "segment_id"))


def _read(path: Path) -> Iterator[Segment]:
    import formats
    from formats.registry import by_suffix

    source = Source(str(path))
    record = by_suffix(source.name) or formats.detect(source)
    table = record.read(source).segments
    if isinstance(table, SegmentTable):
        for session, _, speaker, start, end, _, text in table.rows():
            times = {"start_time": Decimal(start), "end_time": Decimal(end)}
            yield {"session_id": session, "speaker": speaker, "words": text, **times}
        return
    for segment in table:
        row: Segment = {"session_id": segment.session, "speaker": segment.speaker or segment.channel}
        if segment.start is not None and segment.end is not None:
            row |= {"start_time": Decimal(str(segment.start)), "end_time": Decimal(str(segment.end))}
        yield {**row, "words": text_of(segment)}


def by_session(rows: Iterable[Segment]) -> dict[Hashable, list[Segment]]:
    """The segments of each session."""
    found: dict[Hashable, list[Segment]] = {}
    for row in rows:
        if "session_id" not in row:
            raise UsageError("a segment has no session_id; expected one for each")
        found.setdefault(row["session_id"], []).append(row)
    return found


def self_overlap(rows: list[Segment]) -> SelfOverlap | None:
    """How much speakers overlap with themselves; silence before and between their words counts as theirs."""
    if not rows or not all("start_time" in row and "end_time" in row for row in rows):
        return None
    total = SelfOverlap.zero()
    for own in _grouped(rows, lambda row: row.get("speaker")):
        latest: Any = 0
        overlap: Any = 0
        time: Any = 0
        for row in sorted(own, key=lambda row: row["start_time"]):
            start, end = row["start_time"], row["end_time"]
            if latest > start:
                overlap += min(latest, end) - start
            time += max(0, end - latest)
            latest = max(latest, end)
        total += SelfOverlap(overlap, time)
    return total


def _grouped(rows: Iterable[Segment], key: Callable[[Segment], Any]) -> Iterable[list[Segment]]:
    found: dict[Any, list[Segment]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found.values()
