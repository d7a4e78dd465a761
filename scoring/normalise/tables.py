"""Tables of rules and number words under `resources/normalise`."""

from __future__ import annotations

from ... import resources
from . import english_numbers as kinds
from .english_numbers import NumberWord
from .operation import Table
from .rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FOLDER = f"{resources.__path__[0]}/normalise"
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
        Rule(search, replacement, before, after)
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


def _rows(language: str, name: str) -> Any:
    """Rows of four columns, without comments and the names of the columns."""
    with open(f"{_FOLDER}/{language}/{name}.tsv", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file.read().split("\n") if line and not line.startswith("#")]
    return rows[1:]
