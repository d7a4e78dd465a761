"""Counts of sequences of ids: whole numbers, a row of them for each utterance."""

from __future__ import annotations

from operator import index

from .columns import integers
from .symbols import symbol_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .symbols import Triple

    # Rows of ids, and how many of each row count (int64), or all.
    Source = tuple[Any, bytes | None]

_LIMIT = 1 << 63
_NUMBERS = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))


def id_counts(refs: Source, hyps: Source, ignored: bytes, costs: Triple, ties: str, threads: int, /) -> bytes:
    """Four int32 per pair of rows of ids: correct, substitutions, deletions, insertions.

    Rows are those of an array of two dimensions, of an Arrow array of lists, or of a sequence. Ignored ids (int64) are
    no part of a row.

    >>> integers("i", id_counts(([[1, 2, -100]], None), ([[1]], None), b"", (1, 1, 1), "IDS", 1))
    [1, 0, 2, 0]
    """
    left_out = set(integers("q", ignored))
    ref_rows, hyp_rows = (
        [[each for each in row if each not in left_out] for row in _rows(*side)] for side in (refs, hyps)
    )
    return symbol_counts(ref_rows, hyp_rows, costs, ties, False)


def _rows(values: Any, lengths: bytes | None) -> list[list[int]]:
    rows = _all_rows(values)
    if lengths is None:
        return rows
    sizes = integers("q", lengths)
    if len(sizes) != len(rows):
        raise ValueError(f"{len(sizes)} lengths for {len(rows)} rows of ids; expected one for each")
    for place, (row, size) in enumerate(zip(rows, sizes, strict=True)):
        if not 0 <= size <= len(row):
            raise ValueError(f"length {size} of row {place}; expected 0 to {len(row)}")
    return [row[:size] for row, size in zip(rows, sizes, strict=True)]


def _all_rows(values: Any) -> list[list[int]]:
    if hasattr(values, "__arrow_c_array__"):
        return _lists_of(values)
    if hasattr(values, "__arrow_c_stream__"):
        chunks = values.chunks if hasattr(values, "chunks") else values.get_chunks()
        return [row for chunk in chunks for row in _lists_of(chunk)]
    if _is_array(values):
        if values.ndim != 2:
            raise ValueError(f"an array of {values.ndim} dimensions; expected 2: a row of ids for each utterance")
        return [_checked(row) for row in values.tolist()]
    _check_no_text(values)
    return [_row(row) for row in tuple(values)]


def _lists_of(array: Any) -> list[list[int]]:
    """The lists of an Arrow array, or of a series of polars."""
    lists = array.to_pylist() if hasattr(array, "to_pylist") else array.to_list()
    for place, row in enumerate(lists):
        if row is not None and not isinstance(row, list):
            raise ValueError("an Arrow array of other values; expected lists of whole numbers")
        if any(not isinstance(each, (int, type(None))) or isinstance(each, bool) for each in row or ()):
            raise ValueError("an array of other values; expected whole numbers of this machine")
        if row is None:
            raise ValueError(f"row {place} is null; expected ids")
        if None in row:
            raise ValueError(f"row {place} has a null; expected ids")
    return [_checked(row) for row in lists]


def _row(values: Any) -> list[int]:
    if _is_array(values):
        if values.ndim != 1:
            raise ValueError(f"ids of an utterance in {values.ndim} dimensions; expected 1")
        return _checked(values.tolist())
    _check_no_text(values)
    return _checked(tuple(values))


def _is_array(values: Any) -> bool:
    """Whether values are an array of numbers, which must be whole ones."""
    if not hasattr(values, "__array_struct__") and not hasattr(values, "__dlpack__"):
        return False
    if str(values.dtype).removeprefix("torch.") not in _NUMBERS:
        raise ValueError("an array of other values; expected whole numbers of this machine")
    if getattr(getattr(values, "device", None), "type", "cpu") != "cpu":
        raise ValueError("a tensor on another device; expected one on the CPU: tensor.cpu()")
    return True


def _check_no_text(values: object) -> None:
    if isinstance(values, (str, bytes)):
        raise TypeError("a text among ids")


def _checked(row: Iterable[Any]) -> list[int]:
    ids = list(map(index, row))
    for each in ids:
        if not -_LIMIT <= each < _LIMIT:
            shown = f"the id {each}" if each < 2 * _LIMIT and each > 0 else "an id of more than 64 bits"
            raise ValueError(f"{shown}; expected less than 2**63")
    return ids
