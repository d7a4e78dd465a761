"""Places of values in a text of JSON: their paths, JSON pointers and offsets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

Step: TypeAlias = "str | int"

_SNIFFED_VALUES = 5000
_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|([\[\]{},:])|([^\s\[\]{},:"]+)', re.DOTALL)


def places(text: str) -> Iterator[tuple[tuple[Step, ...], int]]:
    """The path and the offset of every value of a text, which may be incomplete.

    >>> list(places('{"a": [1, {"b"'))
    [((), 0), (('a',), 6), (('a', 0), 7), (('a', 1), 10)]
    """
    path: list[Step] = []
    is_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "{[":
            yield tuple(path), match.start()
            is_key = token == "{"
            path.append("" if is_key else 0)
        elif token in "}]":
            is_key = False
            if path:
                path.pop()
        elif token == ",":
            if path:
                last = path[-1]
                is_key = isinstance(last, str)
                path[-1] = last if isinstance(last, str) else last + 1
        elif token == ":":
            is_key = False
        elif is_key and token[0] == '"':
            path[-1] = _key(token)
        else:
            yield tuple(path), match.start()


def _key(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token[1:-1]


def pointer(path: Sequence[Step]) -> str:
    """The JSON pointer of a path.

    >>> pointer(("results", 3, "a/b"))
    '/results/3/a~1b'
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def outline(lines: Sequence[str]) -> frozenset[str]:
    """The JSON pointers in the first lines of a file, with `*` for list indices; empty unless these are JSON.

    >>> sorted(outline(['{"a": [1, 2],', '"b": {"c": 1']))
    ['', '/a', '/a/*', '/b', '/b/c']
    """
    text = "\n".join(lines)
    return _pointers(text) if text.lstrip().startswith(("{", "[")) else frozenset()


@lru_cache(maxsize=2)
def _pointers(text: str) -> frozenset[str]:
    """The pointers of the first values; every format asks for those of the same lines."""
    paths = [path for path, _ in islice(places(text), _SNIFFED_VALUES)]
    return frozenset(pointer(["*" if isinstance(step, int) else step for step in path[:8]]) for path in paths)
