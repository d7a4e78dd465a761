"""Manifests whose rows are chunks of recordings, as programs of the Open ASR Leaderboard write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ....formats.engine.json import Lines, shown, with_numbers
from ....formats.engine.json_objects import JsonObject, lines_in
from ....formats.source import Source
from ...common.results import listed
from .columns import PREDICTION

TEXT = "text"
PARENT, CHUNK = "parent_id", "chunk_index"
_FORMAT = "nemo"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The texts of both sides, recording by recording, and the seconds that its speech and its recognition took."""

    ids: tuple[str, ...]
    refs: tuple[str, ...]
    hyps: tuple[str, ...]
    seconds: Mapping[str, Sequence[str | None]]
    """Durations and times, None unless every chunk has one."""
    broken: tuple[str, ...] = ()
    """Recordings whose chunks are not numbered 0, 1, 2 ...: some may be missing."""

    @property
    def complaint(self) -> str:
        """A sentence about recordings that may lack chunks."""
        shown = listed(self.broken, "recording")
        return f"the chunks of {shown} are not numbered 0, 1, 2 ...: words of missing chunks count as deletions"


@dataclass(frozen=True, slots=True)
class _Row:
    ref: str
    hyp: str
    duration: float
    time: float
    parent: str
    chunk: float


def is_chunked(names: Sequence[str]) -> bool:
    """Whether rows of these members are chunks of recordings, each with the reference of the whole recording."""
    return {PARENT, CHUNK, TEXT, PREDICTION} <= {*names}


def read_chunks(source: Source) -> Manifest:
    """Reads chunks; those of one `parent_id` become one row: the first reference and all hypotheses by number."""
    document = Lines.of_file(source, _FORMAT)
    rows = [
        _Row(
            ref=_text(row, TEXT),
            hyp=_text(row, PREDICTION, optional=True),
            duration=_number(row, "duration", 0.0),
            time=_number(row, "time", 0.0),
            parent=str(with_numbers(row.members.get(PARENT))),
            chunk=_number(row, CHUNK, -1.0),
        )
        for row in filter(None, lines_in(document))
    ]
    document.check()
    ids, refs, hyps, broken = list[str](), list[str](), list[str](), list[str]()
    seconds: dict[str, list[str | None]] = {"duration": [], "time": []}
    for parent, members in groupby(sorted(rows, key=lambda row: (row.parent, row.chunk)), lambda row: row.parent):
        chunks = list(members)
        if [row.chunk for row in chunks] != list(range(len(chunks))):
            broken.append(parent)
        ids.append(parent)
        refs.append(chunks[0].ref)
        hyps.append(" ".join(filter(None, (row.hyp.strip() for row in chunks))))
        timed = all(row.duration and row.time for row in chunks)
        seconds["duration"].append(str(sum(row.duration for row in chunks)) if timed else None)
        seconds["time"].append(str(sum(row.time for row in chunks)) if timed else None)
    return Manifest(tuple(ids), tuple(refs), tuple(hyps), seconds, tuple(broken))


def _text(row: JsonObject, column: str, *, optional: bool = False) -> str:
    """The text of a column; an empty one where it is missing."""
    value = row.members.get(column)
    if isinstance(value, str):
        return value
    if value is not None or not optional:
        is_there = column in row.members
        problem = f"is {shown(value)}" if value is not None else "is null" if is_there else "is missing"
        row.report(f"{column!r} {problem}", 'text, "" for no words', *([column] if is_there else []))
    return ""


def _number(row: JsonObject, column: str, other: float) -> float:
    """The number of a column; another one where a row has none."""
    value = row.members.get(column)
    return float(value) if isinstance(value, bytes) else other
