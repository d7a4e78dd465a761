"""Stacked bars: the parts of the errors of each row, in shares of what the reference has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ....formats.values import dataclass
from ...common.counts import Counts, percent
from ...common.palette import KINDS
from .pictures import Drawing, Series, Sheet, bars, label_rows, legend, name_rows, rows_drawing

# Narrower parts have no room for their number.
_LEAST = 0.075
_DARK = 0.18


@dataclass(frozen=True, slots=True)
class Stack:
    """Rows with the parts of their errors: substituted (or confused), deleted and inserted, by the names of people."""

    names: Sequence[str]
    parts: Mapping[str, Sequence[float | None]]
    title: str


def counted_parts(counts: Sequence[Counts]) -> Mapping[str, Sequence[float | None]]:
    """The parts of rows of words, in shares of the words of the reference."""
    rates = [(each.substitution_rate, each.deletion_rate, each.insertion_rate) for each in counts]
    columns = list(zip(*rates, strict=True)) or [()] * 3
    return {f"{KINDS[letter].noun}s": column for letter, column in zip("SDI", columns, strict=True)}


def stacked(stack: Stack) -> Drawing:
    """A bar for each row, divided into its errors, with their sum after it."""
    return rows_drawing(stack.names, 2, partial(_draw, stack))


def _draw(stack: Stack, sheet: Sheet) -> None:
    name_rows(sheet, stack.names)
    theme = sheet.theme
    ends = [0.0] * len(stack.names)
    known = [False] * len(stack.names)
    drawn = []
    for (name, rates), colour in zip(stack.parts.items(), theme.kinds, strict=True):
        bars(sheet, Series(name, [rate or 0.0 for rate in rates], places=tuple(ends)), colour)
        drawn += [(row, ends[row], rate or 0.0, colour) for row, rate in enumerate(rates)]
        ends = [end + (rate or 0.0) for end, rate in zip(ends, rates, strict=True)]
        known = [has or rate is not None for has, rate in zip(known, rates, strict=True)]
    label_rows(sheet, ends, [percent(end) if has else "-" for end, has in zip(ends, known, strict=True)])
    width = sheet.axes.get_xlim()[1]
    for row, begin, rate, colour in drawn:
        if rate > _LEAST * width:
            where = {"ha": "center", "va": "center", "fontsize": "x-small", "color": _on(colour)}
            sheet.axes.text(begin + rate / 2, row, percent(rate).removesuffix(" %"), **where)
    sheet.axes.set_xlabel(stack.title)
    legend(sheet)


def _on(colour: str) -> str:
    """Black or white: what is easier to read on a colour, by its luminance as WCAG 2 defines it.

    >>> _on("#7b52ab"), _on("#f5b861")
    ('#ffffff', '#000000')
    """
    linear = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
    return "#ffffff" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < _DARK else "#000000"
