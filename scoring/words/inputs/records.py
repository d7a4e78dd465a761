"""Files of records that no format of ours has, as lines of JSON: arrays of records, and icefall's recogs files.

Both hold a record for each utterance, such as `{"id": "1", "ref": "good day", "hyp": "good way"}`.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from itertools import chain

from ....formats.errors import UsageError, Where, fail
from ....formats.registry import detect
from ....formats.source import Source

_INSIDE = re.compile(r"\s*\[\s*")
_RECOGS = re.compile(rb"\S+:\tref=\[")
_WORD = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_LINE = re.compile(rf"(\S+):\t(ref|hyp)=(\[(?:{_WORD}(?:, {_WORD})*)?\])")
_ERRORS = re.compile(rb"%WER = [0-9.]+\r?\n")


def as_lines(source: Source) -> Source:
    """The file itself, or its records as lines of JSON where it has them in another form.

    >>> as_lines(Source(b'[{"ref": "a b", "hyp": "a c"}]')).data
    b'{"ref": "a b", "hyp": "a c"}\\n'
    >>> as_lines(Source(b"u1:\\tref=['A', 'B']\\nu1:\\thyp=['A']\\n")).data
    b'{"id": "u1", "ref": "A B", "hyp": "A"}\\n'
    """
    if source.folder is not None:
        return source
    start = source.start()
    if start[:1] == b"[":
        rows = None if _has_format(source) else _array(source)
    elif _RECOGS.match(start):
        rows = [{"id": name, "ref": " ".join(ref), "hyp": " ".join(hyp)} for name, ref, hyp in recogs(source)]
    elif _ERRORS.match(start):
        raise UsageError(f"{source.name} is a list of errors of icefall; expected its texts, recogs-*.txt beside it")
    else:
        rows = None
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


def recogs(source: Source) -> list[tuple[str, list[str], list[str]]]:
    """The utterances of icefall: two lines each, with the words of the reference and of the hypothesis.

    >>> recogs(Source(b"u1:\\tref=['A', 'B']\\nu1:\\thyp=['A']\\n"))
    [('u1', ['A', 'B'], ['A'])]
    """
    sides: dict[str, dict[str, list[str]]] = {}
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.rstrip())
        of_id = sides.setdefault(match[1], {}) if match else {}
        if match is None or match[2] in of_id:
            fail(
                Where(source.name, number, 1), "no utterance of icefall", "id:, a tab, and ref=['A'] or hyp=['A'] once"
            )
        of_id[match[2]] = literal_eval(match[3])
    lacking = next((name for name, of_id in sides.items() if len(of_id) < 2), None)
    if lacking is not None:
        raise UsageError(f"{source.name}: {lacking} has one line; expected ref=[...] and hyp=[...]")
    return [(name, of_id["ref"], of_id["hyp"]) for name, of_id in sides.items()]
