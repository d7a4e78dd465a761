"""Analyses as the error page shows them: a table of each, and the utterances of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...analysis.catalogue import analyse, analyses_of, read_arguments
from ...analysis.changes import changes
from ...analysis.slices import SLICES, tallies_of_crossed
from ...analysis.steps import Steps
from .page_analyses import Marked, Panel

if TYPE_CHECKING:
    from ...analysis.analysis import Analysis
    from ...analysis.breakdown import Breakdown
    from ...words.result import Result


def panels(
    results: Sequence[Result], wanted: Mapping[str, Any], made: Mapping[str, Breakdown] | None = None
) -> tuple[Panel, ...]:
    """The panels of a result, or of two on the same utterances; `made` are their tables, if there are some already."""
    wanted = read_arguments(wanted)
    if made is None:
        first, *others = results
        made = {**changes(first, others[0], wanted)} if others else {**analyse(first, wanted)}
    steps = [Steps(result) for result in results]
    filtering = [
        Panel(analysis.name, analysis.title, made[analysis.name], tuple(_rows(analysis, argument, steps)))
        for analysis, argument in analyses_of(wanted)
    ]
    return *filtering, *(Panel(name, each.TITLE, each) for name, each in made.items() if name not in wanted)


def _rows(analysis: Analysis, argument: Any, systems: Sequence[Steps]) -> Iterator[Marked]:
    """The rows that some utterances have, and others have not."""
    # Columns are groups on the page, but for those that are crossed.
    by_utterance = tallies_of_crossed if analysis is SLICES else analysis.by_utterance
    if by_utterance is None:
        return
    for rows in zip(*(by_utterance(steps, argument) for steps in systems), strict=True):
        if rows[0].is_rate:
            places = tuple(row.places.tolist() for row in rows)
            yield Marked(rows[0].name, places, tuple(row.at_places[0].tolist() for row in rows))
