"""Blocks of a page: columns of bytes, deflated, with a checksum each."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress, count
from operator import sub
from typing import TypeAlias
from zlib import DEF_MEM_LEVEL, DEFLATED, MAX_WBITS, Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, compressobj

from .page import Markup

Time: TypeAlias = "tuple[float | None, float | None]"

# Of words; higher levels take twice the time for 2 % fewer bytes. Counts and gaps are hardly smaller at any level.
_LEVEL, QUICK = 3, 1
_PIECE = 1 << 20
# Bytes by which a column is judged, in its middle; a column of fewer than four times as many is not worth it.
_SAMPLE = 1 << 14
# Some 12 days: a distance between two such times and its sign fit 32 bits.
_LATEST = 1 << 30


def varints(values: Sequence[int]) -> bytes:
    """Numbers of seven bits a byte, the lowest first.

    >>> varints([1, 300]).hex()
    '01ac02'
    """
    if not values or max(values) < 128:
        return bytes(values)
    coded = {value: _varint(value) for value in {*values}}
    return b"".join(map(coded.__getitem__, values))


def _varint(value: int) -> bytes:
    parts = [value & 127]
    while value := value >> 7:
        parts[-1] |= 128
        parts += (value & 127,)
    return bytes(parts)


def packed(times: Sequence[Time]) -> bytes:
    """Two numbers for each start and end in seconds: the distance from the start before plus 1, and the length.

    Distances alternate between 0, -1, 1, -2, 2, so that none is below 0. Two zeros: the time is not known, or is not
    one that a recording has.

    >>> list(packed([(0.0, 0.01), (None, None), (0.005, 0.006), (0.004, 0.004)]))
    [1, 10, 0, 0, 11, 1, 2, 0]
    """
    latest = _LATEST / 1000
    are_known = [begin is not None and end is not None and 0 <= begin <= end < latest for begin, end in times]
    with_times = [time for time, is_known in zip(times, are_known, strict=True) if is_known]
    begins = list(map(round, [1000 * (begin or 0.0) for begin, _ in with_times]))
    ends = list(map(round, [1000 * (end or 0.0) for _, end in with_times]))
    distances = map(sub, begins, [0, *begins])
    signed = [1 + (2 * distance if distance >= 0 else -2 * distance - 1) for distance in distances]
    rows = [(0, 0)] * len(times)
    for place, row in zip(compress(count(), are_known), zip(signed, map(sub, ends, begins), strict=True), strict=True):
        rows[place] = row
    return varints(list(chain.from_iterable(rows)))


def lines(texts: Iterable[str]) -> bytes:
    """Texts as lines; a newline in one becomes a sign for it, and a lone surrogate a question mark."""
    all_texts = tuple(texts)
    joined = "\n".join(all_texts)
    if joined.count("\n") >= len(all_texts):
        joined = "\n".join(text.replace("\n", "␊") for text in all_texts)
    return joined.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Block:
    """A column of bytes as a page holds it: deflated, with the Adler-32 of its bytes, in base64."""

    name: str
    size: int
    text: bytes

    @classmethod
    def of(cls, name: str, data: bytes, level: int = _LEVEL) -> Block:
        """The block of some bytes.

        >>> Block.of("ids", b"a")
        Block(name='ids', size=1, text=b'eF5LBAAAYgBi')
        """
        return cls(name, len(data), b64encode(_deflated(data, level, _strategy(data, level))))

    def element(self) -> Markup:
        """The element that holds the block; a browser runs nothing of this type."""
        text = self.text.decode("ascii")
        return Markup(f'<script type="application/octet-stream" id="block-{self.name}">{text}</script>\n')


def _strategy(data: bytes, level: int) -> int:
    """How deflate packs some bytes: where nothing recurs, it takes a third of the time without looking for it."""
    if len(data) < 4 * _SAMPLE:
        return Z_DEFAULT_STRATEGY
    middle = (len(data) - _SAMPLE) // 2
    sample = data[middle : middle + _SAMPLE]
    strategies = (Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY)
    return min(strategies, key=lambda strategy: len(_deflated(sample, level, strategy)))


def _deflated(data: bytes, level: int, strategy: int) -> bytes:
    # In pieces, because a signal is only seen between two of them.
    packer = compressobj(level, DEFLATED, MAX_WBITS, DEF_MEM_LEVEL, strategy)
    pieces = (packer.compress(data[place : place + _PIECE]) for place in range(0, len(data), _PIECE))
    return b"".join((*pieces, packer.flush()))


def facts(values: Mapping[str, object], blocks: Iterable[Block]) -> Iterator[Markup]:
    """The data of a page: facts as JSON with the sizes of all blocks, then the blocks."""
    all_blocks = tuple(blocks)
    sizes = {block.name: {"size": block.size, "coded": len(block.text)} for block in all_blocks}
    text = json.dumps({**values, "blocks": sizes}, separators=(",", ":"))
    # No text of a user may end the element: every "<" is written as an escape of JSON.
    harmless = text.replace("<", "\\u003c")
    yield Markup(f'<script type="application/json" id="facts">{harmless}</script>\n')
    for block in all_blocks:
        yield block.element()
