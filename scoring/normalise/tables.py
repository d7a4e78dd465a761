"""Tables of rules and number words under `resources/normalise`."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from ... import resources
from . import english_numbers as kinds
from .english_numbers import NumberWord
from .operation import Table
from .rule import Edge, Rule

_FOLDER = Path(resources.__path__[0], "normalise")
_KINDS = {
    "zero": (kinds.ZERO,),
    "one": (kinds.ONE, kinds.ONE_SUFFIXED),
    "ten": (kinds.TEN, kinds.TEN_SUFFIXED),
    "multiplier": (kinds.MULTIPLIER, kinds.MULTIPLIER_SUFFIXED),
    "sign": (kinds.SIGN,) * 2,
    "currency": (kinds.CURRENCY,) * 2,
    "per": (kinds.PER,) * 2,
    "percent": (kinds.PERCENT,) * 2,
    "and": (kinds.AND,),
    "repeat": (kinds.REPEAT,),
    "point": (kinds.POINT,),
}


def built_in(language: str, *names: str, name: str = "", exact_blanks: bool = False) -> Table:
    """One table of the rules of one or more files; its name in the log is that of the first file."""
    rules = tuple(
        Rule(search, replacement, cast("Edge", before), cast("Edge", after))
        for file in names
        for search, replacement, before, after in _rows(language, file)
    )
    return Table(name or names[0], rules, exact_blanks)


def number_words(language: str) -> tuple[NumberWord, ...]:
    """Words of the numbers of a language."""
    return tuple(
        (word, _KINDS[kind][bool(suffix)], int(value), suffix)
        for word, kind, value, suffix in _rows(language, "numbers")
    )


def _rows(language: str, name: str) -> list[tuple[str, str, str, str]]:
    """Rows of four columns, without comments and the names of the columns."""
    lines = (_FOLDER / language / f"{name}.tsv").read_text("utf-8").split("\n")
    rows = [tuple(line.split("\t")) for line in lines if line and not line.startswith("#")]
    return cast("list[tuple[str, str, str, str]]", rows[1:])
