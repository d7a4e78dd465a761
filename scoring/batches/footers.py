"""Sums in the footer of a file of totals: what adding files needs of their rows, if these are as they were written."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ..common.counts import Counts
from ..words.totals import Totals
from .merged import SPEAKER, Merged, merged_of
from .sums import WIDTH, Sum, Sums

SUMS = b"scorelite.sums"
_PIECE = 1 << 20
# A file with more speakers is summed from its rows, for its footer would be as large as these.
_MOST_SPEAKERS = 1 << 12
# A Parquet file ends with the size of its footer and four letters.
_END = 8


def footer_of(found: Merged, rows: memoryview) -> dict[bytes, bytes]:
    """The metadata for the footer behind these bytes of a file, whose rows have these sums.

    There is none for many speakers, nor with confidences, whose sums are made of the rows.
    """
    speakers = found.sums[SPEAKER]
    if len(speakers) > _MOST_SPEAKERS or found.information:
        return {}
    about = {
        "bytes": rows.nbytes,
        "digest": sha256(rows).hexdigest(),
        SPEAKER: [[name, one.first, *one.row] for name, one in speakers.items()],
        "histogram": [[*pair, number] for pair, number in found.histogram.items()],
    }
    return {SUMS: json.dumps(about, separators=(",", ":")).encode()}


def sums_in(file: Any, metadata: Mapping[bytes, bytes], empty: Totals) -> Merged | None:
    """The sums in the footer of an open file; None where there are none, or rows were written by somebody else.

    `metadata` is that of the file, and `empty` everything about its totals but the rows.
    """
    try:
        about = json.loads(metadata.get(SUMS, b"{}"))
        if not about or not _as_written(file, about):
            return None
        sums: Sums = {name: Sum(first, tuple(map(int, row))) for name, first, *row in about[SPEAKER]}
        histogram = {(int(errors), int(words)): int(number) for errors, words, number in about["histogram"]}
        whole = [sum(column) for column in zip(*(one.row for one in sums.values()), strict=True)] or [0] * WIDTH
        numbers = {"counts": Counts(*whole[1:5]), "sentences": whole[0], "sentence_errors": whole[5]}
    except (LookupError, TypeError, ValueError):
        return None  # not a footer of ours: the rows say everything
    return merged_of(empty.ordered(), **numbers, sums={SPEAKER: sums}, histogram=histogram, keys=None)


def _as_written(file: Any, about: Mapping[str, Any]) -> bool:
    """Whether the footer stands behind the bytes that it was written for."""
    end = file.seek(-_END, os.SEEK_END)
    left = end - int.from_bytes(file.read(4), "little")
    if left != about["bytes"]:
        return False
    digest = sha256()
    file.seek(0)
    while left and (piece := file.read(min(left, _PIECE))):
        digest.update(piece)
        left -= len(piece)
    return bool(digest.hexdigest() == about["digest"])
