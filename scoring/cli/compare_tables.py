"""Two tables of models and data sets, as `scorelite score --json` wrote them, in `scorelite compare`: cell by cell."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...formats.engine.terminal import visible
from ...formats.errors import UsageError, quantity
from ...formats.source import Source
from ...formats.values import dataclass
from ..common.counts import RATES
from ..common.limits import ROUNDING, Verdict
from ..common.text_tables import markdown_code, markdown_table, text_table
from ..common.version import SCHEMA
from ..common.written import to_csv
from ..compare.scores import settings_of_two
from .compare_documents import check_two, document
from .delivery import deliver, deliver_document, deliver_lines
from .grammar import check_effects
from .messages import warn
from .shared_options import csv_effect

_MODELS = re.compile(r'"models": \[')
_START = 1 << 16
_TAKEN = frozenset(("sources", "json", "markdown", "csv", "output", "max_wer_increase", "run", "tables", "threads"))
_WRITTEN = "a table that scorelite score --json -o FILE wrote"


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one data set in both tables: fractions, None where a table has no such rate."""

    model: str
    dataset: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """The difference; None where one rate is missing."""
        return None if self.before is None or self.after is None else round(self.after - self.before, 4)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        rates = {"before": self.before, "after": self.after, "change": self.change}
        return {"model": self.model, "dataset": self.dataset, **rates}


def is_table(path: str) -> bool:
    """Whether a file is the JSON of a table of several scores."""
    if path == "-" or not os.path.isfile(path):
        return False
    start = Source(path, errors="surrogateescape").data[:_START]
    return bytes(start).lstrip().startswith(b"{") and bool(_MODELS.search(bytes(start).decode("utf-8", "replace")))


def compare_tables(options: argparse.Namespace) -> int:
    """Compares two tables, prints each cell, and returns the exit code."""
    paths: list[str] = options.sources
    kind = "a table of several scores", "table"
    check_two(options, is_table, kind, _TAKEN, "two scores: these are tables of several scores")
    check_effects(options, [csv_effect(options, "json", "markdown")])
    before, after = (document(path, _WRITTEN) for path in paths)
    cells = cells_of(before, after)
    units = [f"{table['settings']['unit']}s" for table in (before, after)]
    if units[0] != units[1]:
        raise UsageError(f"{paths[0]} counts {units[0]}, {paths[1]} {units[1]}; expected tables of one unit")
    _warn_of_settings(paths, before, after)
    verdict = None if options.max_wer_increase is None else _judged(cells, options.max_wer_increase)
    if verdict is not None and (differ := _other_settings(before, after)):
        verdict = Verdict(False, f"{verdict.reason}; scored with different settings: {differ}")
    if options.csv:
        deliver([_csv(cells).encode("utf-8", "surrogateescape")], options.output if options.csv == "-" else options.csv)
    if options.json:
        judged = {} if verdict is None else {"limit": verdict.to_dict()}
        deliver_document({"schema": SCHEMA, "cells": [cell.to_dict() for cell in cells], **judged}, options.output)
    elif options.csv != "-":
        head = [] if verdict is None else [f"### {verdict}" if options.markdown else str(verdict), ""]
        deliver_lines([*head, *(_markdown(cells) if options.markdown else _text(cells))], options.output)
    return 0 if verdict is None or verdict.passed else 1


def cells_of(before: Any, after: Any) -> list[Cell]:
    """The cells of two tables, in the order of the second one; what only the first one has comes last.

    >>> old, new = [], [{"model": "m", "datasets": [{"dataset": "ami", "wer": 0.5}]}]
    >>> cells_of(*({"settings": {"unit": "word"}, "models": models} for models in (old, new)))
    [Cell(model='m', dataset='ami', before=None, after=0.5)]
    """
    first, second = _rates(before), _rates(after)
    return [Cell(*key, first.get(key), second.get(key)) for key in dict.fromkeys((*second, *first))]


def _rates(table: Any) -> Mapping[tuple[str, str], float | None]:
    try:
        name = RATES[table["settings"]["unit"]]
        return {
            (str(model["model"]), str(entry["dataset"])): entry[name]
            for model in table["models"]
            for entry in model["datasets"]
        }
    except (KeyError, TypeError) as error:
        raise UsageError(f"a table without {error}; expected {_WRITTEN}") from None


def _warn_of_settings(paths: Sequence[str], before: Any, after: Any) -> None:
    """Says which settings differ, and which data sets: the difference of two rates may be theirs."""
    if differ := _other_settings(before, after):
        warn(f"{paths[0]} and {paths[1]} were scored with different settings: {differ}")
    sizes = [_sizes(table) for table in (before, after)]
    for key in sizes[0].keys() & sizes[1].keys():
        numbers = [size[key] for size in sizes]
        if numbers[0] != numbers[1]:
            words = quantity(numbers[0], "reference word")
            warn(f"{key[0]} on {key[1]}: {words} before, {numbers[1]:,} now: another test set")


def _other_settings(before: Any, after: Any) -> str:
    sides = [
        {part for part in str(table.get("signature", "")).split("|") if not part.startswith("scorelite:")}
        for table in (before, after)
    ]
    return settings_of_two(*sides)


def _sizes(table: Any) -> Mapping[tuple[str, str], int]:
    names = ("correct", "substitutions", "deletions")
    return {
        (str(model["model"]), str(entry["dataset"])): sum(entry["counts"][name] for name in names)
        for model in table["models"]
        for entry in model["datasets"]
    }


def _judged(cells: Sequence[Cell], most: float) -> Verdict:
    """The verdict on the highest rise; a cell that is gone, or has no rate, fails."""
    for cell in cells:
        if cell.before is not None and cell.after is None:
            return Verdict(False, f"WER of {cell.model} on {cell.dataset} is missing, allowed {most:.2f} points more")
    both = [cell for cell in cells if cell.change is not None]
    if not both:
        return Verdict(False, "the tables have no model and data set in common")
    worst = max(both, key=lambda cell: cell.change or 0.0)
    rise = 100 * (worst.change or 0.0)
    shown = f"highest rise of WER, of {worst.model} on {worst.dataset}, is {rise:+.2f} points, allowed {most:.2f}"
    return Verdict(rise <= most + ROUNDING, shown)


def _exact(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.4f}"


def _shown(cell: Cell, missing: str) -> list[str]:
    rates = [missing if rate is None else f"{100 * rate:.2f}" for rate in (cell.before, cell.after)]
    return [*rates, missing if cell.change is None else f"{100 * cell.change:+.2f}"]


def _text(cells: Sequence[Cell]) -> Iterator[str]:
    rows = [[visible(cell.model), visible(cell.dataset), *_shown(cell, "-")] for cell in cells]
    yield from text_table(["model", "dataset", "before", "after", "change"], rows, left=(0, 1), indent="")


def _markdown(cells: Sequence[Cell]) -> Iterator[str]:
    rows = [[markdown_code(cell.model), markdown_code(cell.dataset), *_shown(cell, "")] for cell in cells]
    yield from markdown_table(["model", "dataset", "before", "after", "change"], rows)


def _csv(cells: Sequence[Cell]) -> str:
    return str(
        to_csv(
            {
                "model": ("text", [cell.model for cell in cells]),
                "dataset": ("text", [cell.dataset for cell in cells]),
                "before": ("text", [_exact(cell.before) for cell in cells]),
                "after": ("text", [_exact(cell.after) for cell in cells]),
                "change": ("text", [_exact(cell.change) for cell in cells]),
            },
            None,
        )
    )
