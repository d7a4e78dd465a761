"""Manifests with references and hypotheses in one file, as NeMo and the Open ASR Leaderboard write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ....formats.engine.json import Lines, shown, with_numbers
from ....formats.engine.json_objects import JsonObject, lines_in
from ....formats.errors import UsageError
from ....formats.source import Source
from ...common.results import listed
from .columns import PREDICTION

TEXT = "text"
PARENT, CHUNK = "parent_id", "chunk_index"
_FORMAT = "nemo"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The texts of both sides, row by row, and the seconds that the speech and its recognition took."""

    ids: tuple[str, ...]
    refs: tuple[str, ...]
    hyps: tuple[str, ...]
    speech: float | None
    """Seconds of all recordings; None unless every row has a duration and a time above 0."""
    work: float | None
    """Seconds of recognition."""
    broken: tuple[str, ...] = ()
    """Recordings whose chunks are not numbered 0, 1, 2 ...: some may be missing."""

    @property
    def complaint(self) -> str:
        """A sentence about recordings that may lack chunks."""
        shown = listed(self.broken, "recording")
        return f"the chunks of {shown} are not numbered 0, 1, 2 ...: words of missing chunks count as deletions"


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    ref: str
    hyp: str
    speech: float
    work: float
    parent: str
    chunk: float


def is_chunked(names: Sequence[str]) -> bool:
    """Whether rows of these members are chunks of recordings, each with the reference of the whole recording."""
    return {PARENT, CHUNK, TEXT, PREDICTION} <= {*names}


def read_manifest(source: Source, ref: str = TEXT, hyp: str = PREDICTION) -> Manifest:
    """Reads a manifest; chunks of one `parent_id` become one row: the first reference and all hypotheses by number."""
    if source.folder is not None or source.start()[:1] not in (b"{", b""):
        raise UsageError(
            f"{source.name} is not a manifest; a table of models and data sets expects one JSON object per line with "
            f"{ref!r} and {hyp!r} (a reference and a hypothesis are two files)"
        )
    document = Lines.of_file(source, _FORMAT)
    objects = list(filter(None, lines_in(document)))
    chunked = len(objects) > 0 and is_chunked([*objects[0].members])
    rows = [
        _Row(
            id=str(with_numbers(row.members.get("audio_filepath")) or ""),
            ref=_text(row, ref),
            hyp=_text(row, hyp, optional=chunked),
            speech=_number(row, "duration", 0.0),
            work=_number(row, "time", 0.0),
            parent=str(with_numbers(row.members.get(PARENT))),
            chunk=_number(row, CHUNK, -1.0),
        )
        for row in objects
    ]
    document.check()
    if not rows:
        raise UsageError(f"{source.name}: no rows; expected one JSON object per line with {ref!r} and {hyp!r}")
    broken: tuple[str, ...] = ()
    if chunked:
        rows, broken = _joined(rows)
    timed = all(row.speech and row.work for row in rows)
    return Manifest(
        tuple([row.id for row in rows]),
        tuple([row.ref for row in rows]),
        tuple([row.hyp for row in rows]),
        sum(row.speech for row in rows) if timed else None,
        sum(row.work for row in rows) if timed else None,
        broken,
    )


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


def _joined(rows: Sequence[_Row]) -> tuple[list[_Row], tuple[str, ...]]:
    """A row for each session, sorted by its name, and the sessions whose chunks are not numbered from 0."""
    joined, broken = [], []
    for parent, members in groupby(sorted(rows, key=lambda row: (row.parent, row.chunk)), lambda row: row.parent):
        chunks = list(members)
        if [row.chunk for row in chunks] != list(range(len(chunks))):
            broken.append(parent)
        hyp = " ".join(filter(None, (row.hyp.strip() for row in chunks)))
        timed = all(row.speech and row.work for row in chunks)
        speech, work = (
            sum(values) if timed else 0.0 for values in ([row.speech for row in chunks], [row.work for row in chunks])
        )
        joined.append(_Row(parent, chunks[0].ref, hyp, speech, work, parent, 0.0))
    return joined, tuple(broken)
