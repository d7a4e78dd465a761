"""Lexicon of inferred word segmentation (-S)."""

from __future__ import annotations

from ...... import core
from .. import Failure
from ..rttm_rows import lines_of
from .errors import bad_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BLANKS = (b" ", b"\t", b"\n")


def load(path: bytes, charset: core.Charset) -> tuple[list[bytes], list[bytes]]:
    """First word of every line, and complaints about words out of order."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except IsADirectoryError:
        data = b""  # a folder can be opened and is empty
    except OSError:
        reason = b"\nError: load_TEXT_LIST open of '%b' failed\nError: Can't load lexicon file '%b'\n"
        # The reference exits with 0.
        raise Failure(reason % (path, path), 0) from None
    try:
        words = [_first_word(line, charset) for line in lines_of(data)]
    except core.TextError as error:
        raise bad_text(error) from None
    complaints = [
        b"Error: Adding lexical item %d out of order '%b' !> '%b'\n" % (number, word, words[number - 1])
        for number, word in enumerate(words)
        if number and word < words[number - 1]
    ]
    if complaints:
        # Of an unsorted list only the words that a binary search finds have an effect.
        words = sorted(word for word in set(words) if search(words, word) >= 0)
    return words, complaints


def _first_word(line: bytes, charset: core.Charset) -> bytes:
    characters = charset.split(line.partition(b"\0")[0])
    begin = 0
    while begin < len(characters) and characters[begin] in _BLANKS:
        begin += 1
    end = begin
    while end < len(characters) and characters[end] not in _BLANKS:
        end += 1
    return b"".join(characters[begin:end])


def in_bytes(first: bytes, second: bytes) -> int:
    """The order of two texts by their bytes: below 0, 0 or above 0."""
    return (first > second) - (first < second)


def search(words: Sequence[bytes], wanted: bytes, compare: Callable[[bytes, bytes], int] = in_bytes) -> int:
    """Place that the C library's binary search hits, or -1."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high) // 2
        order = compare(wanted, words[middle])
        if order == 0:
            return middle
        if order < 0:
            high = middle
        else:
            low = middle + 1
    return -1
