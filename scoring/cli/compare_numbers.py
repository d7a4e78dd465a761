"""Two results of `scorelite latency --json` or `scorelite kws --json` in `scorelite compare`: number by number."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ...formats.engine.terminal import visible
from ...formats.errors import UsageError
from ...formats.source import Source
from ...formats.values import dataclass
from ..common.text_tables import markdown_code, markdown_table, text_table
from ..common.version import SCHEMA
from .compare_documents import check_two, document
from .delivery import deliver_document, deliver_lines
from .messages import warn

_START = 1 << 12
_TAKEN = frozenset(("sources", "json", "markdown", "output", "run", "threads"))
_DELAYS = ("mean", "p50", "p90", "p99")
_OF_ALL = (
    *("atwv", "mtwv", "otwv", "stwv", "map"),
    *("targets", "hits", "misses", "false_alarms", "miss_rate"),
)
_OF_KEYWORD = ("twv", "misses", "false_alarms")
_OF_WAKE_WORD = ("miss_rate", "false_alarms_per_hour", "threshold", "equal_error_rate")
Numbers: TypeAlias = "Mapping[str, Mapping[str, float | None]]"
"""The numbers of each row by name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of results that is compared number by number."""

    name: str
    one: str
    """What a message calls one of them."""
    mark: bytes
    """What stands at the beginning of its JSON."""
    head: str
    needed: str
    """What the options need that are not for it."""
    numbers: Callable[[Any], Numbers]
    shown: Callable[[float, str], str]
    """A number, or with a sign a change, as a table has it."""

    @property
    def written(self) -> str:
        """The command that writes a file of this kind."""
        return f"the file that scorelite {self.name} --json -o FILE wrote"


def _delays(latency: Any) -> Numbers:
    return {str(row["name"]): {name: row.get(name) for name in _DELAYS} for row in latency["rows"]}


def _keywords(scores: Any) -> Numbers:
    if "wake_words" in scores:
        return {row["keyword"]: {name: row.get(name) for name in _OF_WAKE_WORD} for row in scores["wake_words"]}
    keywords = {row["text"]: {name: row.get(name) for name in _OF_KEYWORD} for row in scores.get("keywords", ())}
    return {"all": {name: scores[name] for name in _OF_ALL}, **keywords}


KINDS = (
    Kind(
        "latency",
        "a latency",
        b'"analysis": "latency"',
        "delay, in ms",
        "two scores: these are latencies, whose limit is scorelite latency --max-delay KIND:QUANTILE=MS",
        _delays,
        lambda seconds, sign: f"{1000 * seconds:{sign}.0f}",
    ),
    Kind(
        "kws",
        "a result of keywords",
        b"|kws:",
        "keyword",
        "two scores of words: these are of keywords, without a test or a limit",
        _keywords,
        lambda number, sign: f"{number:{sign},}" if isinstance(number, int) else f"{number:{sign}.4f}",
    ),
)


def kind_of_numbers(path: str) -> Kind | None:
    """The kind of results that a file holds; None for other files."""
    if path == "-" or not os.path.isfile(path):
        return None
    start = bytes(Source(path, errors="surrogateescape").data[:_START])
    return next((kind for kind in KINDS if kind.mark in start), None)


def compare_numbers(options: argparse.Namespace, kind: Kind) -> int:
    """Prints the numbers of two results in a table, and returns the exit code."""
    check_two(
        options,
        lambda path: kind_of_numbers(path) is kind,
        (kind.one, kind.one.removeprefix("a ")),
        _TAKEN,
        kind.needed,
    )
    paths: list[str] = options.sources
    documents = [document(path, kind.written) for path in paths]
    rows = list(_rows(*(_numbers(path, each, kind) for path, each in zip(paths, documents, strict=True))))
    signatures = [str(each.get("signature", "")) for each in documents]
    if signatures[0] != signatures[1]:
        warn(f"{paths[0]} and {paths[1]} were measured differently: {signatures[0]} against {signatures[1]}")
    if options.json:
        listed = [
            {"name": name, "number": number, "before": old, "after": new, "change": _change(old, new)}
            for name, number, old, new in rows
        ]
        deliver_document({"schema": SCHEMA, "comparison": kind.name, "rows": listed}, options.output)
        return 0

    def cell(number: float | None, sign: str = "") -> str:
        return "-" if number is None else kind.shown(number, sign)

    cells = [
        [
            markdown_code(name) if options.markdown else visible(name),
            number,
            cell(old),
            cell(new),
            cell(_change(old, new), "+"),
        ]
        for name, number, old, new in rows
        if (old, new) != (None, None)
    ]
    heads = [kind.head, "", "before", "after", "change"]
    table = markdown_table(heads, cells) if options.markdown else text_table(heads, cells, left=(0, 1), indent="")
    deliver_lines(table, options.output)
    return 0


def _numbers(path: str, result: Any, kind: Kind) -> Numbers:
    """The numbers of a result by name."""
    try:
        numbers = kind.numbers(result)
        for number in (number for row in numbers.values() for number in row.values() if number is not None):
            float(number)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{path}: {kind.one} with odd rows ({error}); expected {kind.written}") from None
    return numbers


def _rows(old: Numbers, new: Numbers) -> Iterator[tuple[str, str, float | None, float | None]]:
    """Name, number and both values of each number."""
    for name in dict.fromkeys((*new, *old)):
        for number in {**new.get(name, {}), **old.get(name, {})}:
            yield name, number, old.get(name, {}).get(number), new.get(name, {}).get(number)


def _change(old: float | None, new: float | None) -> float | None:
    return None if old is None or new is None else new - old
