"""One rule of a table: a text, its replacement, and the edges that it needs on both sides; and the names of rules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...formats.errors import UsageError
from ...formats.values import dataclass

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from ...formats.errors import Where

Edge: TypeAlias = "Literal['any', 'word', 'blank']"
"""Which neighbour a match needs: `any`; `word`: the edge of a word, as \\b in a regular expression; `blank`: white
space, or the begin or end of the text."""

EDGES: tuple[Edge, ...] = ("any", "word", "blank")


def rule_name(kind: str, search: str, replacement: str, place: Where | None) -> str:
    """The name of a rule in reports; that of a rule of a file which redacts has its line in place of its text, because
    pages and JSON are published.

    >>> from ...formats.errors import Where
    >>> rule_name("csv", "maria", "anna", Where("a/names.csv", 2)), rule_name("csv", "maria", "NAME", Where("n.csv", 2))
    ("csv: 'maria'", "csv: n.csv:2 -> 'NAME'")
    """
    if place is None or not _redacts(search, replacement):
        return f"{kind}: {search!r}"
    return f"{kind}: {_line(place)} -> {replacement!r}"


def hides_text(name: str, place: Where) -> bool:
    """Whether the name of a rule has its line in place of its text.

    >>> from ...formats.errors import Where
    >>> place = Where("names.csv", 2)
    >>> [hides_text(rule_name("csv", "maria", text, place), place) for text in ("anna", "[NAME]")]
    [False, True]
    """
    return f": {_line(place)} -> " in name


def _line(place: Where) -> str:
    return f"{os.path.basename(place.path)}:{place.line}"


def _redacts(search: str, replacement: str) -> bool:
    """Whether the replacement is a mark such as [NAME] or ****, or capitals for a text in small letters."""
    # Imported only now: most scores have no rules of files.
    from ..common.redactions import redaction

    if redaction(replacement) or redaction(f"[{replacement}]"):
        return True
    return replacement.isupper() and not search.isupper() and replacement.casefold() != search.casefold()


@dataclass(frozen=True, slots=True)
class Rule:
    """A text to search for and its replacement.

    >>> Rule("colour", "color").line
    "'colour' -> 'color' blank blank"
    """

    search: str
    """A single blank matches white space of any length, as much of it as the edge behind leaves to it."""
    replacement: str
    before: Edge = "blank"
    after: Edge = "blank"
    place: Where | None = None
    """The line of the file that the rule comes from."""

    def __post_init__(self) -> None:
        if not self.search:
            raise UsageError(
                f"a rule that makes {self.replacement!r} of no text; expected a search of one letter or more"
            )

    @property
    def line(self) -> str:
        """The rule in one line, as part of a signature."""
        return f"{self.search!r} -> {self.replacement!r} {self.before} {self.after}"
