"""Normalisers by their names in MeetEval, applied to anything that has segments."""

from __future__ import annotations

from typing import Any

from .....normalise import normalise
from ..io.seglst import SegLST, asseglst

__all__ = ["normalize"]

NAMES = ("lower,rm(.?!,)", "lower,rm([^a-z0-9 ])", "chime6", "chime7", "chime8")


def normalize(input: Any, *, normalizer: str | None) -> Any:
    """The input with normalised words; None changes nothing.

    >>> normalize(SegLST([{"words": "Hello, World!"}]), normalizer="lower,rm(.?!,)").segments
    [{'words': 'hello world'}]
    """
    if normalizer is None:
        return input
    if normalizer not in NAMES:
        raise ValueError(f"Unknown normalizer: {normalizer}. Available normalizers: {[*NAMES]}")
    rows = asseglst(input).segments
    texts, _ = normalise([row["words"] for row in rows], normalizer, log=False)
    changed = SegLST([{**row, "words": text} for row, text in zip(rows, texts, strict=True)])
    return input.new(changed) if hasattr(input, "new") else changed
