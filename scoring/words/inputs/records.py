"""Arrays of records in JSON, which no format of ours has, as lines of JSON."""

from __future__ import annotations

import json
import re
from itertools import chain

from ....formats.errors import UsageError
from ....formats.registry import detect
from ....formats.source import Source

_INSIDE = re.compile(r"\s*\[\s*")


def as_lines(source: Source) -> Source:
    """The file itself, or its records as lines of JSON where it is an array of them.

    >>> as_lines(Source(b'[{"ref": "a b", "hyp": "a c"}]')).data
    b'{"ref": "a b", "hyp": "a c"}\\n'
    """
    if source.folder is not None:
        return source
    rows = None if source.start()[:1] != b"[" or _has_format(source) else _array(source)
    if rows is None:
        return source
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    return Source(lines.encode("utf-8", "surrogateescape"), errors=source.errors, name=source.name)


def _has_format(source: Source) -> bool:
    """Whether a list in JSON is one of a format, such as segments of faster-whisper."""
    try:
        return detect(source).name not in ("jsonl", "txt")
    except UsageError:
        return False


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
    return rows if kinds.isdisjoint((list, dict)) else None
