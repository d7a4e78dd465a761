"""Two results of `scorelite latency --json` in `scorelite compare`: the delays of both, side by side."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from typing import Any

from ...formats.errors import UsageError
from ...formats.source import Source
from ..common.text_tables import markdown_table, text_table
from ..common.version import SCHEMA
from .compare_documents import check_two, document
from .delivery import deliver_document, deliver_lines
from .messages import warn

_MARK = b'"analysis": "latency"'
_START = 1 << 12
_TAKEN = frozenset(("sources", "json", "markdown", "output", "run", "threads"))
_WRITTEN = "the file that scorelite latency --json -o FILE wrote"
_NUMBERS = ("mean", "p50", "p90", "p99")


def is_latency(path: str) -> bool:
    """Whether a file is the JSON of a latency."""
    if path == "-" or not os.path.isfile(path):
        return False
    return _MARK in Source(path, errors="surrogateescape").data[:_START]


def compare_latencies(options: argparse.Namespace) -> int:
    """Prints the delays of two latencies in a table, and returns the exit code."""
    needed = "two scores: these are latencies, whose limit is scorelite latency --max-delay KIND:QUANTILE=MS"
    check_two(options, is_latency, ("a latency", "latency"), _TAKEN, needed)
    paths: list[str] = options.sources
    documents = [document(path, _WRITTEN) for path in paths]
    rows = list(_rows(*(_numbers(path, each) for path, each in zip(paths, documents, strict=True))))
    signatures = [str(each.get("signature", "")) for each in documents]
    if signatures[0] != signatures[1]:
        warn(f"{paths[0]} and {paths[1]} were measured differently: {signatures[0]} against {signatures[1]}")
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


def _numbers(path: str, latency: Any) -> dict[str, dict[str, float | None]]:
    """The numbers of each delay of a latency by name."""
    try:
        return {
            str(row["name"]): {number: None if row.get(number) is None else float(row[number]) for number in _NUMBERS}
            for row in latency["rows"]
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{path}: a latency with odd rows ({error}); expected {_WRITTEN}") from None


def _rows(
    old: Mapping[str, Mapping[str, float | None]], new: Mapping[str, Mapping[str, float | None]]
) -> Iterator[tuple[str, str, float | None, float | None]]:
    """Name, number and both values of each number of each delay."""
    for name in dict.fromkeys((*new, *old)):
        for number in _NUMBERS:
            yield name, number, old.get(name, {}).get(number), new.get(name, {}).get(number)


def _change(old: float | None, new: float | None) -> float | None:
    return None if old is None or new is None else new - old


def _ms(seconds: float | None, sign: str = "") -> str:
    return "-" if seconds is None else f"{1000 * seconds:{sign}.0f}"
