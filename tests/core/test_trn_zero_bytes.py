"""Zero bytes in transcripts: the reference cuts such lines where its buffer, doubled from 1,000 bytes, ends."""

from __future__ import annotations

import pytest

from tests.core.ask import Ask


@pytest.mark.parametrize(
    ("data", "ids"),
    [
        (b"a (1)\0" + b"x" * 900 + b" (2)\n", [b"(1)"]),
        (b"a (1)\0" + b"x" * 2000 + b" (2)\n", [b"(1)", b"(2)"]),
        (b"x" * 1500 + b" (0)\na (1)\0" + b"x" * 1900 + b" (2)\n", [b"(0)", b"(1)"]),
        (b"a (1)\0" + b"x" * 2000, [b"(1)"]),
        (b"a (1)\0" + b"x" * 900, []),
        (b"y" * 994 + b" (1)\0" + b"x" * 900 + b" (2)\n", [b"(1)", b"(2)"]),
        (b"y" * 995 + b" (1)\0" + b"x" * 900 + b" (2)\n", [b"(1)"]),
    ],
)
def test_lines_are_cut_at_the_buffer(ask: Ask, data: bytes, ids: list[bytes]) -> None:
    assert ask.core.Trn(data, ask.charset(), sensitive=False).ids() == ids
