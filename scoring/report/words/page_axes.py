"""Columns of numbers and of dates on the error page, such as durations: the axes of its charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .page_systems import System

# Different numbers of a column that is an axis; a column with fewer is a group.
_FEWEST = 5
_NUMBER = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15})?").fullmatch
_DATE = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]").fullmatch
# Names of columns whose numbers are names: speaker, session_id, chapter id ...
_OF_NAMES = re.compile(r"(?i)speaker|session|recording|channel|chapter|index|(.*[^a-z])?ids?").fullmatch


@dataclass(frozen=True, slots=True)
class Axis:
    """A column of numbers, or of dates."""

    name: str
    dates: bool
    values: Sequence[str]
    """The different values; an empty one is not known."""
    of: Sequence[int]
    """The place of each utterance's value among them."""


def axes_of(system: System) -> list[Axis]:
    """The columns of the table of a system, in the order of the page, whose values are all numbers, or all dates."""
    found = []
    for name, column in system.result.table.columns.items():
        if _OF_NAMES(name):
            continue
        texts = ["" if value is None else value.strip() for value in column]
        shown = texts if system.whole else [texts[place] for place in system.order]
        places = {value: place for place, value in enumerate(dict.fromkeys(shown))}
        present = [value for value in places if value]
        dates = all(map(_DATE, present))
        if len(present) >= _FEWEST and (dates or all(map(_NUMBER, present))):
            found.append(Axis(name, dates, list(places), list(map(places.__getitem__, shown))))
    return found
