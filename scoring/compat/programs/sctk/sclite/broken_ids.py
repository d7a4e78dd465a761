"""Utterance ids that are not UTF-8: the reference fails when it compares them, not when it reads them."""

from __future__ import annotations

from .....report.engine.numbers import merge_sorted
from .. import Failure
from .lexicon import search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def are_broken(ids: Sequence[bytes]) -> bool:
    """True if a character of an id begins with a byte that cannot begin a character."""
    return not b"".join(ids).isascii() and any(map(_is_broken, set(ids)))


def sort(ids: Sequence[bytes]) -> list[bytes]:
    """Sort ids; compares the same pairs as the C library's merge sort and fails at a broken id."""
    return merge_sorted(ids, lambda first, second: compare(first, second) > 0)


def first_broken(ordered: Sequence[bytes], ref_ids: Sequence[bytes]) -> tuple[int, Failure] | None:
    """Look up all reference ids by binary search, as the C library does; returns the first id that fails."""
    for number, identifier in enumerate(ref_ids):
        try:
            search(ordered, identifier, compare)
        except Failure as failure:
            return number, failure
    return None


def compare(a: bytes, b: bytes) -> int:
    """Order of two ids: -1, 0 or 1; fails at the first broken character of either.

    >>> compare(b"(a-1)", b"(a-2)"), compare(b"(a-1)", b"(\\xff)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    scorelite...sctk.Failure: b'Error: UTF-8 parsing of character size failed. first char ff \\xff)\\n'
    """
    place = 0
    while place < len(a) and place < len(b):
        size, other = size_of_character(a, place), size_of_character(b, place)
        if size != other:
            return -1 if size < other else 1
        if a[place : place + size] != b[place : place + size]:
            return -1 if a[place : place + size] < b[place : place + size] else 1
        place += size
    return (len(a) > len(b)) - (len(a) < len(b))


def size_of_character(text: bytes, place: int) -> int:
    """Size in bytes of the character at this place; fails if no character can begin there."""
    size = _size_by_lead(text[place])
    if not size:
        rest = text[place:]
        raise Failure(b"Error: UTF-8 parsing of character size failed. first char %x %b\n" % (rest[0], rest))
    return size


def _size_by_lead(lead: int) -> int:
    if 0x80 <= lead < 0xC0 or lead >= 0xFE:
        return 0
    return 1 + (lead >= 0xC0) + (lead >= 0xE0) + (lead >= 0xF0) + (lead >= 0xF8) + (lead >= 0xFC)


def _is_broken(text: bytes) -> bool:
    place = 0
    while place < len(text):
        size = _size_by_lead(text[place])
        if not size:
            return True
        place += size
    return False
