"""Arrays of records, turns of a diarisation, and objects of texts or records by id, in JSON, as lines of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import chain

from .detection import detect, detect_alone
from .engine.columns import HYPOTHESES, REFERENCES
from .errors import UsageError
from .record import Format
from .registry import by_name
from .roles import ROLES
from .source import Source

# An object of one text is the answer of a service.
_FEWEST = 2
_TEXT_FIRST = re.compile(r'\s*\{\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*["{]')
_TEXTS = frozenset({*REFERENCES, *HYPOTHESES, *ROLES["text"]})
_DIARISED = re.compile(rb'"diarization"\s*:\s*\[')
_OF_TURN = frozenset({"speaker", "start", "end"})
_INSIDE = re.compile(r"\s*\[\s*")


def as_lines(source: Source) -> Source:
    """The file itself, or its records as lines of JSON where it is an array of them, an object of texts or records by
    id, or the answer of a service that diarises.

    >>> as_lines(Source(b'[{"ref": "a b", "hyp": "a c"}]')).data
    b'{"ref": "a b", "hyp": "a c"}\\n'
    >>> as_lines(Source(b'{"u1": "a b", "u2": ""}', name="hyp.json")).data
    b'{"id": "u1", "text": "a b"}\\n{"id": "u2", "text": ""}\\n'
    >>> as_lines(Source(b'{"u1": {"wav": "1.wav", "text": "a b"}}', name="test.json")).data
    b'{"id": "u1", "wav": "1.wav", "text": "a b"}\\n'
    >>> as_lines(Source(b'{"diarization": [{"speaker": "A", "start": 0.0, "end": 1.5}]}', name="a.json")).data
    b'{"speaker": "A", "start": 0.0, "end": 1.5}\\n'
    """
    start = source.start()[:1] if source.folder is None else b""
    rows: list[dict[str, object]] | None = None
    if start == b"[" and _format_of(source) in ("", "jsonl", "txt"):
        rows = _array(source)
    elif start == b"{" and _DIARISED.search(source.data) and not _format_of(source):
        rows = _turns(source)
    # The first member tells, before anything else is looked at: most objects are documents of recognisers.
    elif start == b"{" and _TEXT_FIRST.match(source.text) and not _format_of(source):
        rows = _mapping(source)
    if rows is None:
        return source
    return Source(b"".join(map(_line, rows)), errors=source.errors, name=source.name)


def _line(row: dict[str, object]) -> bytes:
    try:
        return f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a character, which has to stay an escape
        return f"{json.dumps(row)}\n".encode()


def detected(source: Source) -> tuple[Source, Format]:
    """The file, or its records as lines of JSON, and the format to read it in.

    >>> detected(Source(b'[{"ref": "a b"}]'))[1].name
    'jsonl'
    """
    try:
        record = detect_alone(source)
    except UsageError:
        lines = as_lines(source)
        if lines is source:
            raise
        return lines, by_name("jsonl")
    lines = as_lines(source) if record.name in ("jsonl", "txt") else source
    return lines, record if lines is source else by_name("jsonl")


def _format_of(source: Source) -> str:
    """The name of the format that the file shows, such as faster-whisper; empty for none."""
    try:
        return detect(source).name
    except UsageError:
        return ""


def _turns(source: Source) -> list[dict[str, object]] | None:
    """The turns of an answer of pyannoteAI, without confidences; None for anything else."""
    try:
        answer: object = json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    output = answer.get("output", answer) if isinstance(answer, dict) else None
    turns = output.get("diarization") if isinstance(output, dict) else None
    if not isinstance(turns, list) or not all(isinstance(turn, dict) and turn.keys() >= _OF_TURN for turn in turns):
        return None
    return [{key: turn[key] for key in ("speaker", "start", "end")} for turn in turns]


def _mapping(source: Source) -> list[dict[str, object]] | None:
    """The records of a JSON object by id, of several texts or of records with a text; None for anything else."""
    try:
        pairs: object = json.loads(source.text, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return None
    kinds = {type(value) for _, value in pairs} if isinstance(pairs, tuple) else set()
    if isinstance(pairs, tuple) and kinds == {tuple}:
        return _by_id(pairs)
    if not isinstance(pairs, tuple) or len(pairs) < _FEWEST or kinds != {str}:
        return None
    record = dict(pairs)
    if not record.keys().isdisjoint(REFERENCES) and not record.keys().isdisjoint(HYPOTHESES):
        return [record]  # both texts of one utterance
    if any(key in names for key, _ in pairs for names in ROLES.values()):
        return None  # one record, whose members have names
    return [{"id": key, "text": text} for key, text in pairs]


def _by_id(pairs: Iterable[tuple[str, Iterable[tuple[str, object]]]]) -> list[dict[str, object]] | None:
    """The records of an object, such as a manifest of SpeechBrain, if each has a text; without lists and objects."""
    rows = [
        {"id": key} | {name: value for name, value in record if not isinstance(value, (list, tuple))}
        for key, record in pairs
    ]
    return None if any(_TEXTS.isdisjoint(row) for row in rows) else rows


def _array(source: Source) -> list[dict[str, object]] | None:
    """The records of a JSON array; None for anything else."""
    text = source.text
    try:
        first, _ = json.JSONDecoder().raw_decode(text, _INSIDE.match(text).end())  # type: ignore[union-attr]
        if not isinstance(first, dict):
            return None  # told by the first record, so that nothing is parsed twice
        rows: list[dict[str, object]] = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if {*map(type, rows)} != {dict}:
        return None
    kinds = {*map(type, chain.from_iterable(map(dict.values, rows)))}
    # A whole answer of a recogniser has its text beside its segments.
    are_texts = {type(row.get("text")) for row in rows} == {str}
    return rows if are_texts or kinds.isdisjoint((list, dict)) else None
