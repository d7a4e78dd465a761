"""Encodings and letter case, as sclite knows them: text is bytes, an encoding says how long a character is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from .not_pickled import NotPickled
from .text import TextError

# White space: C's isspace, and what bytes.split splits at.
WHITE = b" \t\n\v\f\r"


def _latin_table(first: int, last: int, shift: int, letters: bytes) -> bytes:
    """The byte table of ext_ascii: 00-7F by ASCII letters, first..last by a fixed distance."""
    return bytes(
        byte + shift if first <= byte <= last else letters[byte] if byte < 0x80 else byte for byte in range(256)
    )


_LATIN_LOWER = _latin_table(0xC0, 0xDF, 0x20, bytes(range(128)).lower())
_LATIN_UPPER = _latin_table(0xE0, 0xFF, -0x20, bytes(range(128)).upper())


class Charset(NotPickled):
    """An encoding and the case tables of a profile: how bytes become characters and how characters change case.

    >>> Charset("utf-8", {0xC9: 0xE9}, {0xE9: 0xC9}).fold("ÉTÉ".encode()).decode()
    'été'
    """

    def __init__(self, encoding: str, lower: Mapping[int, int], upper: Mapping[int, int]) -> None:
        if encoding not in ("ascii", "ext_ascii", "gb", "utf-8"):
            raise ValueError(f"unknown encoding {encoding!r}")
        self.encoding = encoding
        self._lower = dict(lower) if encoding == "utf-8" else {}
        self._upper = dict(upper) if encoding == "utf-8" else {}

    def fold(self, data: bytes, /) -> bytes:
        """A text in lower case; without -s all texts are read so."""
        return self._convert(data, self._lower, bytes.lower, _LATIN_LOWER)

    def upper(self, data: bytes, /) -> bytes:
        """A text in upper case; reports show wrong words so."""
        return self._convert(data, self._upper, bytes.upper, _LATIN_UPPER)

    def split(self, data: bytes, /) -> list[bytes]:
        """The characters of a text.

        >>> Charset("gb", {}, {}).split(b"a\\xb0\\xa1")
        [b'a', b'\\xb0\\xa1']
        """
        return list(self.characters(data))

    def characters(self, data: bytes) -> Iterator[bytes]:
        """The characters of a text one by one; the last one may be cut short by the end of the text."""
        position, length = 0, len(data)
        while position < length:
            size = self.size(data, position)
            yield data[position : position + size]
            position += size

    def size(self, data: bytes, position: int) -> int:
        """The number of bytes of the character that begins at a position, by its first byte."""
        byte = data[position]
        if byte < 0x80 or self.encoding in ("ascii", "ext_ascii"):
            return 1
        if self.encoding == "gb":
            return 2
        for size, limit in ((0, 0xC0), (2, 0xE0), (3, 0xF0), (4, 0xF8), (5, 0xFC), (6, 0xFE)):
            if byte < limit and size:
                return size
            if byte < limit:
                break
        rest = data[position:].decode("utf-8", "surrogateescape")
        raise TextError(f"Error: UTF-8 parsing of character size failed. first char {byte:x} {rest}")

    def _convert(self, data: bytes, table: Mapping[int, int], change: Callable[[bytes], bytes], latin: bytes) -> bytes:
        if self.encoding == "ascii":
            return change(data)
        if self.encoding == "ext_ascii":
            return data.translate(latin)
        if data.isascii() and not (table and min(table) < 0x80):
            return change(data)
        return b"".join(self._convert_character(character, table, change) for character in self.characters(data))

    def _convert_character(self, character: bytes, table: Mapping[int, int], change: Callable[[bytes], bytes]) -> bytes:
        if self.encoding == "utf-8":
            code = _code_point(character)
            if code in table:
                return chr(table[code]).encode()
        return change(character) if len(character) == 1 else character


def _code_point(character: bytes) -> int:
    """The code point of a character, whatever its later bytes are; -1 if it is cut short."""
    size = len(character)
    if size == 1:
        return character[0] if character[0] < 0x80 else -1
    if character[0] >= 0xFC:
        # The reference gives up on 6-byte characters, even where nothing has to be folded.
        raise TextError("Error: Attempt to codepoint for 6-byte UTF8 codepoint is not supported")
    if character[0] >> (7 - size) != (1 << (size + 1)) - 2:
        return -1
    code = character[0] & (0x7F >> size)
    for byte in character[1:]:
        code = code << 6 | byte & 0x3F
    return code
