"""The column of texts that is taken from a table for a side, and other columns of the table that hold texts, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote

from ....formats.errors import UsageError, argument
from ....formats.roles import HYPOTHESES, ROLES, plain
from ....formats.values import dataclass
from ...common.counts import Counts
from ...notices.notice import SIDES, Notice
from ...notices.oddities import is_unbroken

_ARGUMENTS = ("ref", "hyp")
# Columns that are named in a message, of a table that may have hundreds.
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Taken:
    """The column of one side. `others` hold texts that differ from it."""

    path: str
    place: int
    column: str
    others: tuple[str, ...] = ()
    named: bool = False
    """Whether the caller named the column."""
    are_numbers: bool = False
    """Whether the first rows hold numbers alone, as those of classes do."""

    @property
    def is_choice(self) -> bool:
        """Whether scorelite chose one of several columns."""
        return bool(self.others) and not self.named

    @property
    def left(self) -> str:
        """The other columns, and the verb of a sentence about what they hold."""
        names = ", ".join(map(repr, self.others[:_SHOWN])) + (" ..." if len(self.others) > _SHOWN else "")
        return f"column {names} holds texts" if len(self.others) == 1 else f"columns {names} hold texts"

    def notices(self) -> Iterator[Notice]:
        """A notice that names the column, where there was a choice."""
        if self.is_choice:
            name = "columns" if self.place else "columns of the reference"
            argument = _ARGUMENTS[self.place]
            text = (
                f"the {SIDES[self.place]} is column {self.column!r} of {self.path}; {self.left} also; "
                f"{argument}_column= (--{argument}-column) chooses another"
            )
            yield Notice(name, text)


def of_numbers(taken: Sequence[Taken], counts: Counts) -> Iterator[Notice]:
    """A notice that names a column of numbers of which none is right, where nobody named the column."""
    if counts.correct or not counts.reference or not counts.hypothesis:
        return
    for side in taken:
        if side.are_numbers and not side.named and not side.is_choice:
            argument = _ARGUMENTS[side.place]
            text = (
                f"the {SIDES[side.place]} is column {side.column!r} of {side.path}, whose cells are numbers, and no "
                f"word is correct; {argument}_column= (--{argument}-column) chooses another"
            )
            yield Notice(f"numbers of the {SIDES[side.place]}", text)


def are_numbers(rows: Sequence[Mapping[str, object]], column: str) -> bool:
    """Whether the cells of a column are numbers.

    >>> are_numbers([{"target": "3"}, {"target": "12"}], "target"), are_numbers([{"target": "one 2"}], "target")
    (True, False)
    """
    cells = [row.get(column) for row in rows]
    return bool(cells) and all(isinstance(cell, str) and cell.strip().isdecimal() for cell in cells)


def check_not_copied(taken: Sequence[Taken], counts: Counts) -> None:
    """Rejects a score in which every hypothesis equals its reference, while another column of texts was left."""
    if counts.errors or not counts.reference:
        return
    for side in reversed(taken):
        if side.is_choice:
            name = _ARGUMENTS[side.place]
            other, kept = (
                argument(f"{name}_column={column!r}", f"--{name}-column {quote(column)}")
                for column in (side.others[0], side.column)
            )
            if not side.place and side.others[0] in HYPOTHESES:
                other = f"{side.path} as the hypothesis"
            raise UsageError(
                f"{side.path}: every hypothesis equals its reference, with column {side.column!r} as the "
                f"{SIDES[side.place]}, but {side.left} that differ; expected {other}, or {kept} if that is "
                "the right column"
            )


def differing(rows: Sequence[Mapping[str, object]], column: str, without: Sequence[str] = ()) -> tuple[str, ...]:
    """The other columns that hold texts, in rows of which `column` has the texts.

    These have several words in most rows, seldom the same ones, or are made of the words of the column.

    >>> rows = [{"text": "good day", "whisper": "good tea", "accent": "US", "at": "2024-01-01 10:00"}] * 2
    >>> differing(rows, "text")
    ('whisper',)
    """
    known = {name for role, names in ROLES.items() if role != "text" for name in names}
    cells = [_words(row.get(column)) for row in rows]
    vocabulary = {word for words in cells for word in words}
    found = []
    for name in dict.fromkeys(name for row in rows for name in row):
        if not name or name == column or plain(name) in known or name in without:
            continue
        others = [_words(row.get(name)) for row in rows]
        if others != cells and _are_texts(
            [words for words in others if words], vocabulary, len(rows), sum(map(len, cells))
        ):
            found.append(name)
    return tuple(found)


def _are_texts(cells: Sequence[Sequence[str]], vocabulary: set[str], rows: int, size: int) -> bool:
    """Whether cells are texts of so many rows, where others have this vocabulary and number of words."""
    if 2 * len(cells) < rows:
        return False
    lettered = [words for words in cells if any(letter.isalpha() for word in words for letter in word)]
    several = sum(len(words) > 1 for words in lettered)
    different = len({*map(tuple, cells)})
    if 2 * several > len(cells) and 2 * different > len(cells):
        return True
    known = sum(not vocabulary.isdisjoint(words) for words in lettered)
    return 2 * known > len(cells) and 2 * sum(map(len, cells)) > size  # names of classes are shorter than texts


def _words(cell: object) -> list[str]:
    """The words of a cell in lower case, or the characters of a script without blanks; of no text, none."""
    if not isinstance(cell, str):
        return []
    return cell.casefold().split() if not any(map(is_unbroken, cell)) else [*"".join(cell.split())]
