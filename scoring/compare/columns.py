"""Columns of rates of systems: that of all texts, without normalisation, and of each file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...formats.errors import arguments_in
from ..common.counts import percent
from .scores import Scores, counted_in

if TYPE_CHECKING:
    from ..common.arrow import Columns


def further_to_dict(scores: Scores) -> dict[str, Any]:
    """Counts without normalisation and of each file, ready for JSON; nothing where there are none."""
    unit = counted_in([scores])
    raw = {} if scores.raw is None else {"without_normalisation": scores.raw.to_dict(unit)}
    return raw | ({"files": [each.to_dict(unit) for each in scores.files]} if scores.files else {})


def rate_shown(rate: float | None) -> str:
    """A rate as people read it; a hyphen where it is not defined."""
    return "-" if rate is None else percent(rate)


def raw_title() -> str:
    """The title of rates without normalisation."""
    return arguments_in("without normalise= (--normalise)")


GROUP = ("name", "system", "rate", "errors", "reference", "difference", "low", "high", "p", "adjusted", "units")
"""The numbers of a group in one system, and their names."""


def with_groups(columns: Columns, rate: str, rows: Sequence[Sequence[Any]]) -> Columns:
    """The columns of systems with a row for each group in each system, of which `rows` are the values of `GROUP`."""
    if not rows:
        return columns
    size = len(columns["system"][1])
    groups, systems, rates, errors, reference, *others = zip(*rows, strict=True)
    below = {"system": systems, rate: rates, "errors": errors, "reference": reference}
    made = {name: (kind, [*values, *below.get(name, [None] * len(rows))]) for name, (kind, values) in columns.items()}
    numbers = zip(GROUP[5:], others, strict=True)
    return {
        "system": made.pop("system"),
        "group": ("text", [*[None] * size, *groups]),
        **made,
        **{name: ("integer" if name == "units" else "number", [*[None] * size, *values]) for name, values in numbers},
    }


_MOST_FILES = 8


def further_heads(systems: Sequence[Scores]) -> list[str]:
    """The heads of further columns of rates: without normalisation, if a system has that, and of each file."""
    return [raw_title()] * _have_raw(systems) + files_in_common(systems)


def further_cells(scores: Scores, systems: Sequence[Scores]) -> list[str]:
    """The cells of these columns; that of a system which was not normalised now is empty."""
    raw = ["" if scores.raw is None else rate_shown(scores.raw.wer)] * _have_raw(systems)
    return raw + rates_of_files(scores) * bool(files_in_common(systems))


def rates_of_files(scores: Scores) -> list[str]:
    """The rates of all files of a folder."""
    return [rate_shown(each.counts.wer) for each in scores.files]


def _have_raw(systems: Sequence[Scores]) -> bool:
    return any(scores.raw is not None for scores in systems)


def files_in_common(systems: Sequence[Scores]) -> list[str]:
    """The names of the files of a folder, such as test sets, where all systems have the same few of them."""
    names = {tuple([each.name for each in scores.files]) for scores in systems}
    (first, *others) = names
    return [*first] if not others and 1 < len(first) <= _MOST_FILES else []
