"""Arrays of records and objects of texts by id in JSON, which no format of ours has, as lines of JSON."""

from __future__ import annotations

import json
import re
from itertools import chain

from .engine.columns import HYPOTHESES, REFERENCES
from .errors import UsageError
from .record import Format
from .registry import detect, detect_alone
from .roles import ROLES
from .source import Source

# An object of one text is the answer of a service.
_FEWEST = 2
_TEXT_FIRST = re.compile(r'\s*\{\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*"')
_INSIDE = re.compile(r"\s*\[\s*")


def as_lines(source: Source) -> Source:
    """The file itself, or its records as lines of JSON where it is an array of them, or an object of texts by id.

    >>> as_lines(Source(b'[{"ref": "a b", "hyp": "a c"}]')).data
    b'{"ref": "a b", "hyp": "a c"}\\n'
    >>> as_lines(Source(b'{"u1": "a b", "u2": ""}', name="hyp.json")).data
    b'{"id": "u1", "text": "a b"}\\n{"id": "u2", "text": ""}\\n'
    """
    start = source.start()[:1] if source.folder is None else b""
    rows: list[dict[str, object]] | None = None
    if start == b"[" and _format_of(source) in ("", "jsonl", "txt"):
        rows = _array(source)
    # The first member tells, before anything else is looked at: most objects are documents of recognisers.
    elif start == b"{" and _TEXT_FIRST.match(source.text) and not _format_of(source):
        rows = _mapping(source)
    if rows is None:
        return source
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    return Source(lines.encode("utf-8", "surrogateescape"), errors=source.errors, name=source.name)


def detected(source: Source) -> tuple[Source, Format]:
    """The file, or its records as lines of JSON where these are of a format; and its format."""
    lines = as_lines(source)
    if lines is not source and _format_of(lines):
        source = lines
    return source, detect_alone(source)


def _format_of(source: Source) -> str:
    """The name of the format that the file shows, such as faster-whisper; empty for none."""
    try:
        return detect(source).name
    except UsageError:
        return ""


def _mapping(source: Source) -> list[dict[str, object]] | None:
    """The records of a JSON object of several texts by id; None for anything else."""
    try:
        pairs: object = json.loads(source.text, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return None
    if not isinstance(pairs, list) or len(pairs) < _FEWEST or {type(text) for _, text in pairs} != {str}:
        return None
    record = dict(pairs)
    if not record.keys().isdisjoint(REFERENCES) and not record.keys().isdisjoint(HYPOTHESES):
        return [record]  # both texts of one utterance
    if any(key in names for key, _ in pairs for names in ROLES.values()):
        return None  # one record, whose members have names
    return [{"id": key, "text": text} for key, text in pairs]


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
