"""Operations that save time in the native core alone: without it their callers read everything themselves."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .native_only import JsonRows


_BLANKS = " \t\n\v\f\r"


class PlainWords:
    """The shape of plain words in recognisers' JSON."""

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


def read_json(
    data: bytes, columns: Sequence[tuple[str, int]], reserved: Sequence[str], listed: bool, /
) -> JsonRows | None:
    """Takes no row of JSON."""
    return None


def separated_cells(text: str, size: int, sign: str, /) -> list[list[str]] | None:
    """The columns of lines of so many cells with a sign between them, without blanks around cells.

    None where a line has more or fewer.
    """
    rows = [line.split(sign) for line in text.removesuffix("\n").split("\n")] if text else []
    if any(len(row) != size for row in rows):
        return None
    return [[row[place].strip(_BLANKS) for row in rows] for place in range(size)]


def lengths(begins: Sequence[object], ends: Sequence[object], /) -> tuple[bytes, bytes]:
    """Begins and lengths (float64) of words from texts of their begins and ends: NaN for all, as for odd texts."""
    nothing = array("d", [float("nan")]) * len(begins)
    return nothing.tobytes(), nothing.tobytes()


def rephrased(
    texts: Sequence[str], phrases: Sequence[bytes], rests: Sequence[bytes], signs: bytes, sensitive: bool, /
) -> tuple[list[str], bytes] | None:
    """Takes no text."""
    return None


def alternations(
    refs: Sequence[str],
    hyps: Sequence[str],
    sides: tuple[bool, bool],
    phrases: tuple[Sequence[bytes], Sequence[bytes]],
    kinds: tuple[bool, bool],
    tags: Sequence[bytes],
    signs: bytes,
    sensitive: bool,
    /,
) -> tuple[Sequence[str], Sequence[str], bytes] | None:
    """Takes no pair of texts."""
    return None
