"""Fields of lines, separated by blanks and tabs as in the reference, and numbers in them."""

from __future__ import annotations

# White space that separates no fields; bytes.split serves for a line without it.
_INSIDE_FIELDS = (b"\r", b"\v", b"\f", b"\0")
_BLANKS = b" \t\n"
_MOST_KNOWN = 100_000


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


def has_simple_blanks(data: bytes) -> bool:
    """True if bytes.split separates these lines as the reference does."""
    return not any(byte in data for byte in _INSIDE_FIELDS)


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


def split_first(line: bytes, count: int) -> tuple[list[bytes], bytes]:
    """First fields of a line of plain characters, and the rest of it."""
    flat = line.replace(b"\t", b" ").replace(b"\n", b" ")
    found: list[bytes] = []
    place, size = 0, len(flat)
    while len(found) < count:
        while place < size and flat[place] == 0x20:
            place += 1
        if place >= size:
            return found, b""
        end = flat.find(b" ", place)
        if end < 0:
            end = size
        found.append(line[place:end])
        place = end + 1
    return found, line[place:]


def split_characters(line: bytes, count: int, encoding: str) -> tuple[list[bytes], bytes]:
    """First fields of a line of any characters; fails at a broken character in them."""
    from .broken_ids import size_of_character

    found: list[bytes] = []
    place, size = 0, len(line)
    while len(found) < count:
        while place < size and line[place] in _BLANKS:
            place += 1
        if place >= size:
            return found, b""
        begin = place
        while place < size and line[place] not in _BLANKS:
            place += 2 if encoding == "gb" and line[place] >= 0x80 else size_of_character(line, place)
        found.append(line[begin:place])
        place += 1
    return found, line[place:]


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
    from .numbers import real

    known = {text: real(text) for text in set(column)}
    return [known[text] for text in column]


class KnownNumbers(dict[bytes, float]):
    """Cache of numbers by their texts, for columns with many repeated values.

    >>> KnownNumbers().of([b"0.25", b"1e2", b"*", b"0.25"])
    [0.25, 100.0, 0.0, 0.25]
    """

    def of(self, column: list[bytes]) -> list[float]:
        """Number at the beginning of every text."""
        return list(map(self.__getitem__, column))

    def __missing__(self, text: bytes) -> float:
        try:
            value = float(text) if b"_" not in text else numbers([text])[0]
        except ValueError:
            value = numbers([text])[0]
        if len(self) < _MOST_KNOWN:
            self[text] = value
        return value


def single_precision(values: list[float]) -> list[float]:
    """Values rounded to C floats.

    >>> single_precision([0.1, 1e300])
    [0.10000000149011612, inf]
    """
    from struct import pack, unpack

    form = f"{len(values)}f"
    try:
        return list(unpack(form, pack(form, *values)))
    except OverflowError:
        largest = 3.4028235677973366e38  # doubles from here on are rounded to infinity
        return single_precision([x if abs(x) < largest else x * float("inf") for x in values])
