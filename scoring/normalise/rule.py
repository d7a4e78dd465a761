"""One rule of a table: a text, its replacement, and the edges that it needs on both sides."""

from __future__ import annotations

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
