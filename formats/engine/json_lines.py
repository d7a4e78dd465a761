"""JSON lines: a value a line, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import Where, fail
from .json import each_once, refuse_repeated

_DECODER = json.JSONDecoder(object_pairs_hook=each_once)  # json.loads would make one for each line


def json_lines(path: str, lines: Iterable[str], expected: str) -> Iterator[tuple[Where, str, Any]]:
    """The place, the text and the value of each line that is not empty; a line that is not JSON is rejected.

    >>> [(where.line, value) for where, _, value in json_lines("a.jsonl", ["[1]", "", "2"], "numbers")]
    [(1, [1]), (3, 2)]
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = Where(path, number)
            yield where, line, json_value(where, line, expected)


def json_value(where: Where, text: str, expected: str) -> Any:
    """The value of a text of JSON that begins at a line of a file; anything but JSON, and a repeated key, are rejected.

    >>> json_value(Where("a.json", 1), '{"a": [1]}', "an object")
    {'a': [1]}
    """
    try:
        return _DECODER.decode(text)
    except KeyError:
        refuse_repeated(text, where.path, where.line)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        place = Where(where.path, where.line + line - 1, getattr(error, "colno", 1))
        if text.strip() in ("{", "["):  # a value that others have written over several lines
            expected = f"JSON lines, a whole value on each: {expected}"
        fail(place, f"not JSON: {error}", expected, text.split("\n")[line - 1])
