"""Fields of lines, separated by blanks and tabs as in the reference, and numbers in them."""

from __future__ import annotations

from struct import pack, unpack

from ......core import TimedRows
from .broken_ids import size_of_character
from .numbers import real

_BLANKS = b" \t\n"


def is_plain(data: bytes, encoding: str) -> bool:
    """True if all characters are whole and none contains a byte that looks like a blank."""
    if data.isascii() or encoding in ("ascii", "ext_ascii"):
        return True
    if encoding == "gb":
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def without_nul(line: bytes) -> bytes:
    """Line as a C string, which ends at the first NUL."""
    end = line.find(b"\0")
    return line if end < 0 else line[:end]


def split(line: bytes) -> list[bytes]:
    """Fields of a line of plain characters.

    >>> split(b"a \\tb\\r \\n")
    [b'a', b'b\\r']
    """
    return [field for field in line.replace(b"\t", b" ").replace(b"\n", b" ").split(b" ") if field]


def split_characters(line: bytes, count: int, encoding: str) -> tuple[list[bytes], bytes]:
    """First fields of a line of any characters; fails at a broken character in them."""
    characters: list[bytes] = []
    place, size = 0, len(line)
    while len(characters) < count:
        while place < size and line[place] in _BLANKS:
            place += 1
        if place >= size:
            return characters, b""
        begin = place
        while place < size and line[place] not in _BLANKS:
            if encoding == "gb":
                place += 2 if line[place] >= 0x80 else 1
            else:
                place += size_of_character(line, place) if encoding == "utf-8" else 1
        characters.append(line[begin:place])
        place += 1
    return characters, line[place:]


def numbers(column: list[bytes]) -> list[float]:
    """Number at the beginning of every text; 0 where there is none.

    >>> numbers([b"1.5", b"*", b"2x"])
    [1.5, 0.0, 2.0]
    """
    try:
        # Python accepts underscores between digits, C does not.
        if b"_" not in b"".join(column):
            return list(map(float, column))
    except ValueError:
        pass

    numbers = {text: real(text) for text in set(column)}
    return [numbers[text] for text in column]


def numbers_of(rows: TimedRows, field: int, *, prefix: bytes = b"", single: bool = False) -> bytes:
    """A column of numbers (float64), perhaps in single precision; those behind a prefix are read without it."""
    column = rows.rounded(field) if single else rows.numbers(field)
    odd = rows.odd(field)
    if not odd:
        return column
    values = numbers([text.removeprefix(prefix) for text in rows.column(field, odd)])
    repaired = memoryview(bytearray(column)).cast("d")
    for row, value in zip(memoryview(odd).cast("q"), single_precision(values) if single else values, strict=True):
        repaired[row] = value
    return repaired.tobytes()


def single_precision(values: list[float]) -> list[float]:
    """Values rounded to C floats.

    >>> single_precision([0.1, 1e300])
    [0.10000000149011612, inf]
    """
    form = f"{len(values)}f"
    try:
        return list(unpack(form, pack(form, *values)))
    except OverflowError:
        largest = 3.4028235677973366e38  # doubles from here on are rounded to infinity
        return single_precision([x if abs(x) < largest else x * float("inf") for x in values])
