"""Words in lists of objects of JSON: without the native core, the readers of the formats read all of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class PlainWords:
    """The shape of plain words."""

    __slots__ = ()


def plain_words(
    roles: Sequence[str],
    turns: Sequence[str],
    fixed: Sequence[tuple[str, str]],
    ignored: Sequence[str],
    inner: str,
    inside: Sequence[str],
    form: tuple[str, str, str, bool, int, bool],
    /,
) -> PlainWords:
    """The shape of plain words; no word is plain here."""
    return PlainWords()


def take_words(words: PlainWords, items: list[Any], place: int, turn: object, columns: Sequence[list[Any]], /) -> int:
    """Takes no item."""
    return 0
