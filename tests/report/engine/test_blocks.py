"""Blocks of a page: columns of bytes, deflated with or without looking for what recurs."""

from __future__ import annotations

import random
import zlib
from base64 import b64decode

import pytest

from scorelite.scoring.report.engine.blocks import Block

CHANCE = random.Random(1)
# Nothing recurs in words drawn at random; in a column of lines everything does.
DRAWN = bytes(int(CHANCE.expovariate(0.02)) & 255 for _ in range(100_000))
LINES = b"".join(b"speaker%02d-%06d\n" % (k % 50, k) for k in range(6_000))


@pytest.mark.parametrize("data", [DRAWN, LINES, DRAWN + LINES, DRAWN[:100], b""])
def test_a_block_holds_its_bytes(data: bytes) -> None:
    block = Block.of("b", data)
    assert (block.size, zlib.decompress(b64decode(block.text))) == (len(data), data)


@pytest.mark.parametrize("data", [DRAWN, LINES])
def test_a_block_is_no_larger_than_either_way_of_packing_it(data: bytes) -> None:
    sizes = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY):
        packer = zlib.compressobj(3, strategy=strategy)
        sizes.append(len(packer.compress(data) + packer.flush()))
    assert len(b64decode(Block.of("b", data).text)) == min(sizes)
