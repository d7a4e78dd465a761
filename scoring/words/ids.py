"""Ids in place of words: arrays of numpy, torch and Arrow, and lists of whole numbers, which are not decoded."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING

from ... import core
from ...formats.errors import MismatchError, UsageError
from ...formats.values import dataclass
from ..common.results import check_order
from ..common.settings import Settings
from ..common.tie_policy import policy_of

if TYPE_CHECKING:
    from typing import Any

_WHOLE = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))
# What trainers of PyTorch leave out of losses.
_PADDING = -100
_DEFAULT = Settings()
_OF_LETTERS = ("unit", "normalise", "markup", "optional_words", "fragments", "keep_ascii", "drop_hyphens")
_OTHER_NUMBERS = ("float", "bfloat", "complex", "bool", ">i", ">u", "<i", "<u")


@dataclass(frozen=True, slots=True)
class Lengths:
    """The numbers of ids of each utterance, where rows are longer; None for all."""

    ref: Iterable[int] | None = None
    hyp: Iterable[int] | None = None

    def __bool__(self) -> bool:
        return self.ref is not None or self.hyp is not None


def ids_to_leave_out(ignore: int | Iterable[int]) -> tuple[int, ...]:
    """The ids that are no part of an utterance, sorted.

    >>> ids_to_leave_out(-100), ids_to_leave_out([0, -100, 0])
    ((-100,), (-100, 0))
    """
    try:
        values = list(ignore) if isinstance(ignore, Iterable) and not isinstance(ignore, str) else [ignore]
        return tuple(array("q", sorted({index(value) for value in values})))
    except (TypeError, OverflowError):
        raise UsageError(f"ignore is {ignore!r}; expected an id, such as -100, or several") from None


def are_ids(name: str, side: Any) -> bool:
    """Whether one side holds ids: whole numbers, or rows of these. Arrays of other numbers are rejected.

    >>> are_ids("refs", [[1, 2], []]), are_ids("refs", ["a b"]), are_ids("refs", [["a", "b"]])
    (True, False, False)
    """
    if isinstance(side, (str, bytes, Mapping)):
        return False
    if _is_arrow(side):
        return True
    kind = _kind(side)
    if kind.startswith(_OTHER_NUMBERS):
        raise UsageError(
            f"{name} is an array of {kind}; expected ids: whole numbers of this machine (of logits, logits.argmax(-1))"
        )
    if hasattr(side, "filled"):
        raise UsageError(f"{name} is a masked array; expected {name}.filled(-100), and ignore=-100")
    if kind in _WHOLE or not hasattr(side, "__len__") or not hasattr(side, "__iter__"):
        return kind in _WHOLE
    first = next((item for item in side if not hasattr(item, "__len__") or len(item)), None)
    if isinstance(first, (list, tuple)):
        return _is_id(first[0])
    return _is_id(first) or (_kind(first) != "" and are_ids(f"{name}[0]", first))


def _kind(side: object) -> str:
    """The kind of numbers of an array; empty of what is none."""
    return str(getattr(side, "dtype", "")).removeprefix("torch.")


def _is_arrow(side: object) -> bool:
    """Whether a side is an Arrow array of lists, as pyarrow and polars have them."""
    if not hasattr(side, "__arrow_c_array__") and not hasattr(side, "__arrow_c_stream__"):
        return False
    return "list" in str(getattr(side, "type", getattr(side, "dtype", ""))).lower()


def _is_id(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool) and not getattr(value, "ndim", 0)


def id_counts(
    refs: Any, hyps: Any, lengths: Lengths, ignored: Sequence[int], settings: Settings, threads: int
) -> bytes:
    """Correct, substitutions, deletions and insertions of each pair of rows of ids, as 32-bit integers."""
    _check_settings(settings)
    policy = policy_of(settings.policy)
    left_out = array("q", ignored).tobytes()
    ref = _rows("refs", refs), _column("ref_lengths", lengths.ref)
    hyp = _rows("hyps", hyps), _column("hyp_lengths", lengths.hyp)
    for name, (rows, sizes) in (("refs", ref), ("hyps", hyp)):
        if _PADDING not in ignored and sizes is None and _has_padding(rows):
            raise UsageError(
                f"{name} has the id {_PADDING}, which is no token but padding; expected ignore={_PADDING}, or with the "
                f"padding of the other side ignore=({_PADDING}, 0)"
            )
    try:
        return core.id_counts(ref, hyp, left_out, policy.whole_costs, policy.ties, threads)
    except TypeError as error:
        raise UsageError(
            f"not all are ids ({error}); expected whole numbers on both sides, or texts on both sides, without ignore= "
            "and lengths"
        ) from None
    except ValueError as error:
        if "references, but" in str(error):
            raise MismatchError(f"{error}; expected one row of ids for each reference") from None
        raise UsageError(f"ids cannot be read: {error}") from None


def _has_padding(rows: Any) -> bool:
    """Whether rows of ids have the one that trainers of PyTorch leave out."""
    if _is_arrow(rows):
        return False  # of rows of any lengths, which need no padding
    if _kind(rows):
        return _PADDING in rows
    return any(_PADDING in row for row in rows if isinstance(row, (list, tuple, array)) or _kind(row))


def _rows(name: str, side: Any) -> Any:
    """The rows of a side: ids of one utterance are a row."""
    if _is_arrow(side):
        return side
    if _kind(side) in _WHOLE:
        return [side] if side.ndim == 1 else side
    check_order(name, side, "a list of rows of ids")
    if isinstance(side, Mapping):
        raise UsageError(f"{name} is a mapping; expected rows of ids, paired by position")
    rows = [side] if isinstance(side, str) else list(side)
    return [rows] if rows and _is_id(rows[0]) else rows


def _column(name: str, lengths: Any) -> bytes | None:
    """Lengths as a column of 64-bit integers."""
    if lengths is None:
        return None
    values = lengths.tolist() if hasattr(lengths, "tolist") else lengths
    try:
        return array("q", [index(value) for value in ([values] if isinstance(values, int) else values)]).tobytes()
    except (TypeError, OverflowError):
        raise UsageError(f"{name} is {type(lengths).__name__}; expected a whole number for each row of ids") from None


def _check_settings(settings: Settings) -> None:
    """Rejects settings that are about letters."""
    for name in _OF_LETTERS:
        if getattr(settings, name) != getattr(_DEFAULT, name):
            raise UsageError(f"{name}= has no effect on ids, which are compared as they are; decode them to texts")


def format_of_ids(ignored: Sequence[int]) -> str:
    """The name of ids in signatures, with those that are left out.

    >>> format_of_ids([]), format_of_ids([-100, 0])
    ('ids', 'ids without -100, 0')
    """
    return "ids" + (f" without {', '.join(map(str, ignored))}" if ignored else "")
