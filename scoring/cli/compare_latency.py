"""Two results of `scorelite latency --json` in `scorelite compare`: the delays of both, side by side."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ...formats.errors import UsageError
from ...formats.source import Source
from ..common.text_tables import markdown_table, text_table
from ..common.version import SCHEMA
from .delivery import deliver_document, deliver_lines
from .grammar import check_effects
from .messages import warn

_MARK = b'"analysis": "latency"'
_START = 1 << 12
_TAKEN = frozenset(("sources", "json", "markdown", "output", "run", "threads"))
_NOT_GIVEN: tuple[object, ...] = (None, False, (), [])
_NUMBERS = ("mean", "p50", "p90", "p99")


def is_latency(path: str) -> bool:
    """Whether a file is the JSON of a latency."""
    if path == "-" or not os.path.isfile(path):
        return False
    return _MARK in Source(path, errors="surrogateescape").data[:_START]


def compare_latencies(options: argparse.Namespace) -> int:
    """Prints the delays of two latencies in a table, and returns the exit code."""
    paths: list[str] = options.sources
    others = [path for path in paths if not is_latency(path)]
    if others or len(paths) != 2:
        latency = next(path for path in paths if is_latency(path))
        given = f"{others[0]} is none" if others else f"there are {len(paths)}"
        raise UsageError(f"{latency} is a latency, which is compared with one other latency; {given}")
    idle = (name for name, value in vars(options).items() if name not in _TAKEN and value not in _NOT_GIVEN)
    needed = "two scores: these are latencies, whose limit is scorelite latency --max-delay KIND:QUANTILE=MS"
    check_effects(options, [(name, False, needed) for name in idle])
    documents = [_document(path) for path in paths]
    signatures = [str(document.get("signature", "")) for document in documents]
    if signatures[0] != signatures[1]:
        warn(f"{paths[0]} and {paths[1]} were measured differently: {signatures[0]} against {signatures[1]}")
    rows = list(_rows(documents))
    if options.json:
        listed = [
            {"name": name, "number": number, "before": old, "after": new, "change": _change(old, new)}
            for name, number, old, new in rows
        ]
        deliver_document({"schema": SCHEMA, "comparison": "latency", "rows": listed}, options.output)
        return 0
    heads = ["delay, in ms", "", "before", "after", "change"]
    cells = [
        [name, number, _ms(old), _ms(new), _ms(_change(old, new), "+")]
        for name, number, old, new in rows
        if (old, new) != (None, None)
    ]
    table = markdown_table(heads, cells) if options.markdown else text_table(heads, cells, left=(0, 1), indent="")
    deliver_lines(table, options.output)
    return 0


def _document(path: str) -> Any:
    """The JSON of a latency."""
    expected = "the file that scorelite latency --json -o FILE wrote"
    try:
        document = json.loads(Source(path, errors="surrogateescape").text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}; expected {expected}") from None
    if not isinstance(document.get("rows"), list):
        raise UsageError(f"{path}: a latency without rows; expected {expected}")
    return document


def _rows(documents: Sequence[Any]) -> Iterator[tuple[str, str, float | None, float | None]]:
    """Name, number and both values of each number of each delay."""
    old, new = ({row["name"]: row for row in document["rows"]} for document in documents)
    for name in dict.fromkeys((*new, *old)):
        for number in _NUMBERS:
            yield name, number, old.get(name, {}).get(number), new.get(name, {}).get(number)


def _change(old: float | None, new: float | None) -> float | None:
    return None if old is None or new is None else new - old


def _ms(seconds: float | None, sign: str = "") -> str:
    return "-" if seconds is None else f"{1000 * seconds:{sign}.0f}"
