"""Option `--entities`: the file that is read, and the lines of the summary."""

from __future__ import annotations

from ...formats.errors import quantity
from ..common.counts import numbers_of, percent
from .grammar import check_effects

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..words.entities import Entities

_SHOWN = 20


def entities_wanted(options: argparse.Namespace) -> dict[str, float]:
    """The entities of the file that is named, with their weights; none without a file."""
    if not options.entities:
        return {}
    from ..words.entities import read_entities

    shown = not options.report and options.unit != "character"
    check_effects(options, [("entities", shown, "a summary or --json of words (not --report, not -c)")])
    return read_entities(options.entities)


def entity_lines(entities: Entities) -> Iterator[str]:
    """Lines on entities: both rates, and the counts of those with the most errors."""
    counts = entities.counts
    shown = f"{quantity(counts.errors, 'error')} in {quantity(counts.reference, 'occurrence')}"
    yield f"ENT {percent(entities.rate):>10}   {shown} of entities"
    yield f"    {percent(entities.weighted_rate):>10}   weighted"
    rows = sorted(entities.rows, key=lambda row: -row.counts.errors)
    yield "        C      S      D      I   entity"
    for row in rows[:_SHOWN]:
        yield "  " + "".join(f"{number:7d}" for number in numbers_of(row.counts)) + f"   {row.entity}"
    if len(rows) > _SHOWN:
        rest = sum(row.counts.errors for row in rows[_SHOWN:])
        yield f"  {len(rows) - _SHOWN:,} more with {quantity(rest, 'error')}: --json has all"
