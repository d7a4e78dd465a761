"""Operations that save time in the native core alone: without it their callers read everything themselves."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_BLANKS = " \t\n\v\f\r"


def _nothing(*arguments: object) -> None:
    """Takes no row, no word and no text."""


alternations = plain_words = read_json = rephrased = stm_rows = take_words = _nothing


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
