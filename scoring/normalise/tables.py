"""Tables of rules under `resources/normalise`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ... import resources
from .operation import Table
from .rule import Rule

if TYPE_CHECKING:
    from typing import Any

_FOLDER = f"{resources.__path__[0]}/normalise"


@cache  # every job of a process asks for them, and some have thousands of rows
def built_in(language: str, *names: str, name: str = "", exact_blanks: bool = False) -> Table:
    """One table of the rules of one or more files; its name in the log is that of the first file."""
    rules = tuple(
        Rule(search, replacement, before, after)
        for file in names
        for search, replacement, before, after in rows_of(language, file)
    )
    return Table(name or names[0], rules, exact_blanks)


def rows_of(language: str, name: str) -> Any:
    """Rows of four columns, without comments and the names of the columns."""
    with open(f"{_FOLDER}/{language}/{name}.tsv", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file.read().split("\n") if line and not line.startswith("#")]
    return rows[1:]
