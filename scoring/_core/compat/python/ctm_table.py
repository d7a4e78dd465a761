"""Rows of ctm files read as a table of columns."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    Run = tuple[int, bytes]
    # Runs of files and of channels; begins, durations, words, confidences in single precision (float64); the first row
    # that has one, or -1.
    Table = tuple[list[Run], list[Run], bytes, bytes, list[bytes], bytes, int]

_LONGEST_NUMBER = 15
_NUMBER_SIGNS = b"0123456789.+-"


def ctm_table(text: bytes, longest: int, /) -> Table | None:
    """The columns of a ctm file whose rows all have equally many fields, at least five, and plain numbers; else None.

    A line may have `longest` bytes, and a number 15. Of a file or channel are given the rows with which another begins.
    """
    lines = text.split(b"\n")
    if not lines[-1]:
        lines.pop()
    rows = [line.split() for line in lines]
    width = len(rows[0]) if rows else 0
    if width < 5 or any(len(row) != width for row in rows) or max(map(len, lines)) > longest:
        return None
    files, channels, begins, durations, words = ([row[place] for row in rows] for place in range(5))
    begin = plain_numbers([text[2:] if text[:2] == b"&&" else text for text in begins])
    duration = plain_numbers(durations)
    confidences = [row[5] if width > 5 and row[5].upper() != b"NA" else b"" for row in rows]
    first = next((place for place, text in enumerate(confidences) if text), -1)
    sure = plain_numbers([text or b"0" for text in confidences])
    if begin is None or duration is None or sure is None:
        return None
    return _runs(files), _runs(channels), begin, duration, words, single_precision(sure), first


def _runs(column: list[bytes]) -> list[Run]:
    return [(row, text) for row, text in enumerate(column) if row == 0 or text != column[row - 1]]


def single_precision(numbers: bytes) -> bytes:
    """A column of numbers (float64) rounded to single precision."""
    return array("d", array("f", memoryview(numbers).cast("d"))).tobytes()


def plain_numbers(column: list[bytes]) -> bytes | None:
    """A column of numbers (float64) if all are short and made of signs, digits and points; else None."""
    if b"".join(column).translate(None, _NUMBER_SIGNS) or max(map(len, column)) > _LONGEST_NUMBER:
        return None
    try:
        return array("d", map(float, column)).tobytes()
    except ValueError:
        return None
