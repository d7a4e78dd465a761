"""Analyses on the error page: a folded table of each, and the utterances of its rows, by which the page filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import sub
from typing import Any

from ..engine.blocks import Block, varints
from ..engine.page import visible
from .page_systems import System


@dataclass(frozen=True, slots=True)
class Marked:
    """A row of an analysis by system: the places of utterances that have it, upwards, and how many of its errors."""

    name: str
    places: tuple[Sequence[int], ...]
    errors: tuple[Sequence[int], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """An analysis: its table, and its rows as far as utterances have them."""

    name: str
    title: str
    breakdown: Any
    """Text and numbers of the table, as `analysis.Breakdown` has them."""
    rows: tuple[Marked, ...] = ()


def facts_of(panels: Sequence[Panel]) -> dict[str, object]:
    """The names of analyses whose rows filter, for the scripts; nothing without any."""
    filtering = [panel for panel in panels if panel.rows]
    rows = [
        {"name": panel.name, "title": panel.title, "rows": [visible(row.name) for row in panel.rows]}
        for panel in filtering
    ]
    return {"analyses": rows} if rows else {}


def blocks_of(panels: Sequence[Panel], systems: Sequence[System]) -> Iterator[Block]:
    """A block for each analysis and system: of each row how many utterances, their distances, and their errors."""
    on_page = [_on_page(system) for system in systems]
    for number, panel in enumerate(panel for panel in panels if panel.rows):
        for place in range(len(systems)):
            numbers = chain.from_iterable(_numbers(row, place, on_page[place]) for row in panel.rows)
            yield Block.of(f"marks.{number}.{place}", varints(list(numbers)))


def _on_page(system: System) -> dict[int, int] | None:
    """The places on the page of the utterances of a result; None where these are the same."""
    order = list(system.order)
    return None if order == [*range(len(system.result.utterances))] else {at: place for place, at in enumerate(order)}


def _numbers(row: Marked, place: int, on_page: dict[int, int] | None) -> Iterator[int]:
    """The utterances of a row that the page shows; errors alternate between 0, -1, 1, -2, so that none is below 0."""
    pairs: Sequence[tuple[int, int]] = list(zip(row.places[place], row.errors[place], strict=True))
    if on_page is not None:
        pairs = sorted((on_page[at], errors) for at, errors in pairs if at in on_page)
    places = [at for at, _ in pairs]
    yield len(pairs)
    yield from map(sub, places, [0, *places])
    yield from (2 * errors if errors >= 0 else -2 * errors - 1 for _, errors in pairs)
