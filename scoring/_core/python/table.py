"""Rows of ctm and stm files read as tables of columns."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    Run = tuple[int, bytes]
    # Runs of files and of channels; begins, durations, words, confidences in single precision (float64); the first row
    # that has one, or -1.
    Table = tuple[list[Run], list[Run], bytes, bytes, list[bytes], bytes, int]
    # Files, channels, speakers; begins and ends in single precision (float64); labels and texts.
    StmTable = tuple[list[bytes], list[bytes], list[bytes], bytes, bytes, list[bytes], list[bytes]]

_LONGEST_NUMBER = 15
_NUMBER_SIGNS = b"0123456789.+-"
_STM_FIELDS = 7


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
    begin = _plain_numbers([text[2:] if text[:2] == b"&&" else text for text in begins])
    duration = _plain_numbers(durations)
    confidences = [row[5] if width > 5 and row[5].upper() != b"NA" else b"" for row in rows]
    first = next((place for place, text in enumerate(confidences) if text), -1)
    sure = _plain_numbers([text or b"0" for text in confidences])
    if begin is None or duration is None or sure is None:
        return None
    return _runs(files), _runs(channels), begin, duration, words, _single_precision(sure), first


def stm_table(text: bytes, /) -> StmTable | None:
    """The columns of an stm file whose rows all have a label, a text and plain numbers, without comments; else None.

    >>> stm_table(b"f 1 s 0 1.5 <o> one two\\n")[5:]
    ([b'<o>'], [b'one two'])
    """
    rows = [line.split(None, _STM_FIELDS - 1) for line in text.split(b"\n") if line[:2] != b";;"]
    if text[-1:] != b"\n" or rows.pop() or {*map(len, rows)} != {_STM_FIELDS}:
        return None
    files, channels, speakers, begins, ends, labels, texts = (list(column) for column in zip(*rows, strict=True))
    begin, end = _plain_numbers(begins), _plain_numbers(ends)
    if begin is None or end is None:
        return None
    if any(label[:1] != b"<" for label in labels) or any(name[:1] in (b";", b"*") for name in set(files)):
        return None
    return files, channels, speakers, _single_precision(begin), _single_precision(end), labels, texts


def _single_precision(numbers: bytes) -> bytes:
    return array("d", array("f", memoryview(numbers).cast("d"))).tobytes()


def _runs(column: list[bytes]) -> list[Run]:
    return [(row, text) for row, text in enumerate(column) if row == 0 or text != column[row - 1]]


def _plain_numbers(column: list[bytes]) -> bytes | None:
    """A column of numbers (float64) if all are short and made of signs, digits and points; else None."""
    if b"".join(column).translate(None, _NUMBER_SIGNS) or max(map(len, column)) > _LONGEST_NUMBER:
        return None
    try:
        return array("d", map(float, column)).tobytes()
    except ValueError:
        return None
