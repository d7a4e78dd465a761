"""The option --changes, and what a summary says of normalisation."""

from __future__ import annotations

import argparse

from ...formats.errors import quantity
from ..common.counts import percent
from .delivery import dumped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..common.counts import Counts
    from ..normalise.effect import Effect, Moved

_SHOWN = 10
WITHOUT = "without --normalise"
"""The head of a column of rates without normalisation."""


def add_changes(group: argparse._ArgumentGroup) -> None:
    """Adds --changes, the log of what normalisation changed."""
    group.add_argument(
        "--changes", metavar="FILE", help="with --normalise: every change of every rule, one JSON object per line"
    )


def change_lines(changes: Iterable[dict[str, Any]], **head: str) -> Iterator[bytes]:
    """Lines of JSON, one for each change; the fields of the head, such as the system of several, stand first."""
    return (dumped({**head, **change}) for change in changes)


def normalisation(effect: Effect, counts: Counts, name: str) -> Iterator[str]:
    """Lines on normalisation: the rate without it, and the rules that moved most errors."""
    if effect.raw is None:
        yield "The rate without --normalise is not known: the equivalents do not fit the texts before it."
        return
    yield f"{name} {percent(effect.raw.wer):>10}   {quantity(effect.raw.errors, 'error')} without --normalise"
    moved = counts.errors - effect.raw.errors
    yield f"{name} {percent(counts.wer):>10}   {quantity(counts.errors, 'error')} with it: {moved:+,}"
    yield from rules(effect.moved)


def rules(effects: Sequence[Moved]) -> Iterator[str]:
    """Lines on the rules that moved most errors."""
    moved = [row for row in effects if row.errors]
    for row in moved[:_SHOWN]:
        yield f"    {float(row.errors):>+10.1f}   {row.rule}, {quantity(row.changes, 'change')}"
    if len(moved) > _SHOWN:
        rest = sum(row.errors for row in moved[_SHOWN:])
        yield f"    {float(rest):>+10.1f}   {quantity(len(moved) - _SHOWN, 'other rule')}"
