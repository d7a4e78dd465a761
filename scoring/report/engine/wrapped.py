"""Columns of texts below heads, in blocks that fit the page: what the listings `pra` of all wings but words share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...common.display import display_width, padded


def wrapped(heads: Sequence[str], columns: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """The columns, each with a text for every head, in blocks that are no wider than this with their heads.

    >>> print("".join(wrapped(("REF:", "HYP:"), [("a", "a"), ("good", "**"), ("c", "d")], 12)), end="")
    REF: a good
    HYP: a **
    <BLANKLINE>
    REF: c
    HYP: d
    <BLANKLINE>
    """
    for block in _cut(columns, width - max(map(len, heads))):
        rows = zip(heads, zip(*block, strict=True), strict=True)
        yield "".join(f"{head} {' '.join(texts)}".rstrip() + "\n" for head, texts in rows) + "\n"


def _cut(columns: Iterable[Sequence[str]], width: int) -> Iterator[list[list[str]]]:
    """Columns padded to their width, in blocks that fit the page; a column wider than the page stands alone."""
    block: list[list[str]] = []
    used = 0
    for column in columns:
        size = max(map(display_width, column))
        if block and used + size + 1 > width:
            yield block
            block, used = [], 0
        block.append([padded(text, size) for text in column])
        used += size + 1
    if block:
        yield block
