"""Words of recognisers' JSON: without the native core, the readers of the formats read all of them."""

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
    blank: Sequence[tuple[str, str]],
    form: tuple[str, str, str, bool, int, bool, bool],
    /,
) -> PlainWords:
    """The shape of plain words; no word is plain here."""
    return PlainWords()


def take_words(text: str, paths: Sequence[tuple[Sequence[str], PlainWords]], /) -> Any:
    """Takes no word."""
    return None
