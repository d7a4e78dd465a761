"""Text with alternatives, `{ a / b c / @ }`, as a graph of words.

asclite puts blanks around each of the characters `{ } / @`, also within words. A slash outside of braces divides the
whole text; braces without a partner lose words.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .log import Log, crash
from .model import Segment, Word

# Makes a word of its text, its place in the sequence, and the length of the sequence.
Maker = Callable[[bytes, int, int], Word]

_BLANKS = re.compile(rb"[ \t\r\n]+")
_SPECIAL = re.compile(rb"([{}/@])")
_MOST_DEPTH = 200


class Piece:
    """A part of a text: words that begin and end it, and whether it may be passed without a word."""

    __slots__ = ("firsts", "lasts", "passable")

    def __init__(self) -> None:
        self.firsts: list[Word] = []
        self.lasts: list[Word] = []
        self.passable = False


def divided(text: bytes) -> list[bytes]:
    """Words of a text, with braces, slashes and at signs as words of their own.

    >>> divided(b"{a/b} c")
    [b'{', b'a', b'/', b'b', b'}', b'c']
    """
    return [word for word in _BLANKS.split(_SPECIAL.sub(rb" \1 ", text.partition(b"\0")[0])) if word]


def add_text(segment: Segment, text: bytes, log: Log) -> None:
    """Puts the words of a text without times into a segment."""
    join(segment, parsed(divided(text), lambda word, place, size: Word(word, -1, -1, segment)), log)


def join(segment: Segment, piece: Piece, log: Log) -> None:
    """Makes a piece the content of a segment."""
    for word in piece.firsts:
        segment.add_first(word, log)
    for word in piece.lasts:
        segment.add_last(word, log)


def parsed(words: list[bytes], make: Maker, depth: int = 0) -> Piece:
    """The graph of a text."""
    if depth > _MOST_DEPTH:
        crash(b"braces", b"nested too deep, or `}` before `{`")
    branches = _branches(words)
    if len(branches) == 1:
        return _sequence(_items(words), make, depth)
    piece = Piece()
    for branch in branches:
        part = parsed(branch, make, depth + 1)
        piece.passable |= part.passable
        piece.firsts += part.firsts
        piece.lasts += part.lasts
    return piece


def _branches(words: list[bytes]) -> list[list[bytes]]:
    """The parts between slashes outside of braces."""
    branches: list[list[bytes]] = [[]]
    level = 0
    for word in words:
        level += (word == b"{") - (word == b"}")
        if word == b"/" and level == 0:
            branches.append([])
        else:
            branches[-1].append(word)
    return branches


def _items(words: list[bytes]) -> list[list[bytes]]:
    """Words, and the content of braces, one after the other; what no brace closes is lost."""
    if not words:
        return [[]]
    items: list[list[bytes]] = []
    level = 0
    collected: list[bytes] = []
    for word in words:
        level += (word == b"{") - (word == b"}")
        opens, closes = word == b"{" and level == 1, word == b"}" and level == 0
        if not opens and not closes:
            collected.append(word)
        if level == 0 and not opens:
            items.append(collected)
            collected = []
    return items


def _sequence(items: list[list[bytes]], make: Maker, depth: int) -> Piece:
    piece, before = Piece(), None
    begins = True
    for place, item in enumerate(items):
        part = _item(item, place, len(items), make, depth)
        if len(items) == 1 and (part is None or (len(item) > 1 and part.passable)):
            piece.passable = True
        if part is None:
            continue
        if before is not None:
            for last in before.lasts:
                for first in part.firsts:
                    last.link(first)
        if begins:
            piece.firsts += part.firsts
        if part.passable:
            piece.lasts += part.lasts
            if before is not None:
                before.lasts += part.lasts
                continue
        else:
            begins = False
            piece.lasts = list(part.lasts)
        before = part
    return piece


def _item(item: list[bytes], place: int, size: int, make: Maker, depth: int) -> Piece | None:
    """A word or the content of braces; None for the word `@` and for nothing."""
    if len(item) > 1:
        return parsed(item, make, depth + 1)
    if not item or item[0] == b"@":
        return None
    part = Piece()
    part.firsts = [make(item[0], place, size)]
    part.lasts = list(part.firsts)
    return part
