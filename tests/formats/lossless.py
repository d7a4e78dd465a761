"""Checks for every JSON format beside `check_format`: lossless round trips, and messages for broken files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from scorelite import formats
from scorelite.formats.registry import FORMATS
from scorelite.formats.source import Source
from tests.formats.check import read_or_refuse, written


def values(text: str) -> list[Any]:
    """The JSON values that follow each other in a text, by Python's own reader."""
    decoder = json.JSONDecoder()
    found = []
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:].lstrip()
    return found


def same(one: list[Any], other: list[Any]) -> bool:
    """Whether values are equal; NaN equals itself."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def check_lossless(record: formats.Format, text: str) -> formats.Corpus:
    """Checks that reading and writing keep every member of every object, and that no other format claims the file."""
    read = values(text)
    corpus = record.read(Source(text.encode()))
    assert same(values(written(corpus, record).decode()), read)
    assert [other.name for other in FORMATS if other.sniff(Source(text.encode()).head())] == [record.name]
    more = "\n".join(json.dumps(_enriched(value)) for value in read)
    again = record.read(Source(more.encode()))
    assert same(values(written(again, record).decode()), values(more))
    return corpus


def check_robust(record: formats.Format, text: str, seed: int = 0) -> None:
    """Checks that truncated and damaged files are read or refused with a message."""
    data = text.encode()
    chance = random.Random(seed)
    for _ in range(25):
        read_or_refuse(data[: chance.randrange(len(data))], record.name)
        damaged = bytearray(data)
        for _ in range(3):
            damaged[chance.randrange(len(data))] = chance.randrange(256)
        read_or_refuse(bytes(damaged), record.name)
    for value in values(text):
        for other in (None, True, "x", -1, float("nan"), 1e999, [], {}, [[]], [{}], {"": {}}):
            for changed in _replaced(value, other):
                corpus = read_or_refuse(json.dumps(changed).encode(), record.name)
                if corpus is not None:
                    assert same(values(written(corpus, record).decode()), [json.loads(json.dumps(changed))])


def _enriched(value: Any) -> Any:
    """The value with a further member in every object."""
    if isinstance(value, dict):
        return {**{key: _enriched(member) for key, member in value.items()}, "/zusätzlich": {"a": [1.50, None, "\\"]}}
    return [_enriched(member) for member in value] if isinstance(value, list) else value


def _replaced(value: Any, other: Any, share: float = 0.1) -> Iterator[Any]:
    """Copies of the value, each with one part replaced."""
    paths = list(_paths(value))
    chance = random.Random(len(paths))
    for path in chance.sample(paths, max(1, int(len(paths) * share))):
        yield _with(value, path, other)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, (dict, list)):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _paths(member, (*path, key))


def _with(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(value[path[0]], path[1:], other)
    return copy
