"""Manifests with references and hypotheses in one file, as NeMo and the Open ASR Leaderboard write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ....formats.engine.json import Document, Json, lines_of
from ....formats.errors import Problems, UsageError
from ....formats.source import Source
from ...common.results import listed

TEXT, PREDICTION = "text", "pred_text"
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
    if source.folder is not None or source.data.lstrip()[:1] not in (b"{", b""):
        raise UsageError(
            f"{source.name} is no manifest; a table of models and data sets expects one JSON object a line with "
            f"{ref!r} and {hyp!r} (a reference and a hypothesis are two files)"
        )
    problems = Problems()
    rows: list[_Row] = []
    chunked = False
    for _, document in lines_of(source, _FORMAT, problems):
        value = document.value
        if document.root.are_there() and isinstance(value, dict):
            chunked = chunked or (not rows and is_chunked([*value]))
            rows.append(_row(document, value, (ref, hyp), chunked))
    problems.check()
    if not rows:
        raise UsageError(f"{source.name}: no rows; expected one JSON object a line with {ref!r} and {hyp!r}")
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


def _row(document: Document, value: Mapping[str, Json], columns: tuple[str, str], chunked: bool) -> _Row:
    texts = []
    for place, column in enumerate(columns):
        text = value.get(column)
        if chunked and place and text is None:
            text = ""
        if not isinstance(text, str):
            problem = "is missing" if column not in value else f"is {text!r}" if text is not None else "is null"
            document.note((column,) if column in value else (), f"{column!r} {problem}", 'text, "" for no words')
            text = ""
        texts.append(text)
    parent, chunk = "", 0.0
    if chunked:
        parent, chunk = str(value.get(PARENT)), _number(value.get(CHUNK), -1.0)
    speech, work = (_number(value.get(name), 0.0) for name in ("duration", "time"))
    return _Row(str(value.get("audio_filepath") or ""), texts[0], texts[1], speech, work, parent, chunk)


def _number(value: Json, other: float) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else other


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
