"""JSON lines: a value a line, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import Where, fail


def json_lines(path: str, lines: Iterable[str], expected: str) -> Iterator[tuple[Where, str, Any]]:
    """The place, the text and the value of each line that is not empty; a line that is no JSON is refused.

    >>> [(where.line, value) for where, _, value in json_lines("a.jsonl", ["[1]", "", "2"], "numbers")]
    [(1, [1]), (3, 2)]
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            fail(Where(path, number, getattr(error, "colno", 1)), f"not JSON: {error}", expected, line)
        yield Where(path, number), line, value
