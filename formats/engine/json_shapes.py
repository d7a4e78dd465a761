"""JSON documents of no format: the command that makes lines of JSON of them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..roles import HYPOTHESES, REFERENCES, plain
from ..source import Source

_NAMES = frozenset((*REFERENCES, *HYPOTHESES))
_OF_ERRORS = (
    *("error", "errors", "err_msg", "error_message", "message", "msg", "detail", "details", "failurereason", "reason"),
    *("fault", "err_code", "error_code"),
)
"""Names of what answers say about what went wrong, in plain form: what says most comes first."""


def are_lines(lines: Sequence[str]) -> bool:
    """Whether a file begins with two objects, one a line.

    >>> are_lines(['{"said": "a"}', '{"said": "b"}']), are_lines(["{", '"said": "b"}'])
    (True, False)
    """
    rows = [line.strip() for line in lines if line.strip()][:2]
    return len(rows) > 1 and all(row[0] == "{" and row[-1] == "}" for row in rows)


def is_json(source: Source) -> bool:
    """Whether a file of text is JSON: its first line, or all of it, is an object or a list of objects.

    >>> is_json(Source(b'{"said": "a"}')), is_json(Source(b"{ good / nice } day"))
    (True, False)
    """
    first = next(filter(str.strip, source.head()), "")
    for text in (first, source.text):
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            continue
        return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
    return False


def error_in(value: object) -> str:
    """The text on what went wrong in an answer without a transcript; empty where there is none.

    >>> error_in({"error": {"code": 400, "message": "bad key"}}), error_in({"err_code": "X", "request_id": "1"})
    ('bad key', 'X')
    >>> error_in({"u1": "good day"}), error_in([])
    ('', '')
    """
    if isinstance(value, list):
        return error_in(value[0]) if value else ""
    if not isinstance(value, dict):
        return ""
    names = {plain(name): name for name in value}
    for name in _OF_ERRORS:
        said = value.get(names.get(name, ""))
        if text := said if isinstance(said, str) else error_in(said):
            return text
    return ""


def error_of(source: Source) -> str:
    """The text on what went wrong in a file that is such an answer and has no other lists; empty for any other."""
    try:
        value: object = json.loads(source.text)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, dict) or any(isinstance(cell, list) and not error_in(cell) for cell in value.values()):
        return ""
    return error_in(value)


def advice(source: Source) -> str:
    """How to make lines of JSON, each with the text of an utterance, of a document; empty where nothing shows it.

    >>> advice(Source(b'{"a": "good day"}'))
    ", as jq -c 'to_entries[] | {id: .key, text: .value}' makes them"
    >>> advice(Source(b'{"data": [{"id": "a", "text": "good day"}]}'))
    ", as jq -c '.data[]' makes them"
    >>> advice(Source(b'{"a": {"ref": "good day", "hyp": "good way"}}'))
    ", as jq -c 'to_entries[] | {id: .key} + .value' makes them"
    >>> advice(Source(b'{"text": ["good day"], "hyp": ["good way"]}'))
    ", as pandas.read_json(path).to_json(out, orient='records', lines=True) makes them"
    """
    text = source.text.strip()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return ""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ", as pandas writes them with to_json(path, orient='records', lines=True), or jq -c '.[]'"
    if not isinstance(value, dict):
        return ""
    columns = [cell for name, cell in value.items() if name in _NAMES and isinstance(cell, (list, dict))]
    if columns and all(isinstance(cell, (list, dict)) for cell in value.values()):
        return ", as pandas.read_json(path).to_json(out, orient='records', lines=True) makes them"
    is_row = not {"text", "sentence", "transcription", "pred_text"}.isdisjoint(value)
    if "\n" in text[:end] and (is_row or text[end:].strip()):
        return ", as jq -c . makes them"
    if value and all(isinstance(cell, dict) for cell in value.values()):
        return ", as jq -c 'to_entries[] | {id: .key} + .value' makes them"
    if value and all(isinstance(cell, str) for cell in value.values()):
        return ", as jq -c 'to_entries[] | {id: .key, text: .value}' makes them"
    for name, rows in value.items():
        if name.isidentifier() and isinstance(rows, list) and rows and isinstance(rows[0], dict):
            return f", as jq -c '.{name}[]' makes them"
    return ""
