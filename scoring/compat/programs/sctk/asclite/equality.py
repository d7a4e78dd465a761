"""Which words asclite takes for equal, and by how many letters two words differ."""

from __future__ import annotations

from array import array

from ...... import core
from .model import BEGINNING, ENDING, WHOLE, Marks, Word

# A word as it is compared: its text without marks, and which kind of fragment it is.
Form = tuple[bytes, int]


def form_of(word: Word) -> Form:
    """A word as it is compared."""
    text, _, fragment = word.read()
    return text if word.segment.stream.side.marks.case else text.lower(), fragment


def are_equal(left: Form, right: Form, marks: Marks) -> bool:
    """Whether two words are equal; a fragment is equal to a word that begins or ends with it.

    >>> from scorelite.scoring.compat.programs.sctk.asclite.model import Marks
    >>> are_equal((b"th", BEGINNING), (b"there", WHOLE), Marks(False, True, False))
    True
    """
    (text, kind), (other, other_kind) = left, right
    if not marks.fragments or (kind == WHOLE and other_kind == WHOLE):
        return text == other
    if kind == WHOLE:
        return text.startswith(other) if other_kind == BEGINNING else text.endswith(other)
    if other_kind == WHOLE:
        return other.startswith(text) if kind == BEGINNING else other.endswith(text)
    if kind != other_kind:
        return False
    if kind == ENDING:
        return text.endswith(other) or other.endswith(text)
    return text in other or other in text


def letters_apart(left: bytes, right: bytes) -> int:
    """Letters to insert, delete or replace; 0 if a word has none.

    >>> letters_apart(b"kitten", b"sitting"), letters_apart(b"", b"a")
    (3, 0)
    """
    if not left or not right:
        return 0
    sides = [left.decode("latin-1")], [right.decode("latin-1")]
    _, *errors = array("i", core.symbol_counts(*sides, (1, 1, 1), "SID", False))
    return sum(errors)
