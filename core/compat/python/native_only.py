"""Operations for other reference programs than sclite, which only the native core has.

Their readable definitions are in `tests/core/compat/oracles`, where tests ask the native core and these alike.
"""

from __future__ import annotations

from ...work import NeedsNativeCore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    # Kinds, begins, ends, costs of moving alone (int32 each), whether times are the word's own (bytes), places (int32)
    # that each word may follow or None for a chain, places at which a path may end.
    Columns: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, Iterable[bytes] | None, bytes]
    Limits: TypeAlias = tuple[int, int, int, int]
    Places: TypeAlias = tuple[int, ...]
    # The number of speakers, and columns of turns: the number (int32) of the speaker, begins and ends (float64).
    Turns: TypeAlias = tuple[int, bytes, bytes, bytes]
    Stretches: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, float]


def beam_distances(hyps: Sequence[str], refs: Sequence[str], substitution: float, width: float, /) -> bytes:
    """The edit distance (float64) of each pair of texts, searched in a beam."""
    raise NeedsNativeCore


def glibc_sums(columns: Sequence[bytes], replications: int, window: bytes, /) -> tuple[list[bytes], bytes]:
    """Sums as of `twister_sums`, drawn with rand() of Linux's C library, and the 31 numbers (uint32) of its state."""
    raise NeedsNativeCore


def joint_columns(streams: Iterable[Columns], alike: bytes, width: int, differing: int, /) -> tuple[int, list[Places]]:
    """Cost and steps of the cheapest alignment of several streams of equal rank."""
    raise NeedsNativeCore


def joint_reached(streams: Iterable[Columns], hypotheses: int, costs: bytes, width: int, limits: Limits, /) -> int:
    """How many cells of the lattice of `joint_steps` a path to an end may visit."""
    raise NeedsNativeCore


def joint_steps(
    streams: Iterable[Columns], hypotheses: int, costs: bytes, width: int, limits: Limits, /
) -> tuple[int, list[Places]]:
    """Cost and steps of the cheapest alignment of several streams of words at once."""
    raise NeedsNativeCore


def rows_in_order(data: bytes, field: int, /) -> bool:
    """Whether all lines are rows in the order of file, channel and the time in a field, separated by single blanks."""
    raise NeedsNativeCore


def shared_silences(
    begins: Sequence[bytes], ends: Sequence[bytes], counts: bytes, seconds: float, latest: float, /
) -> bytes:
    """Pieces between silences that all systems share: the range (int32) of each system's words, piece by piece."""
    raise NeedsNativeCore


def slot_tags(
    where: bytes,
    names: list[bytes],
    values: list[list[bytes]],
    times: tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes]],
    slots: bytes,
    nothing: tuple[bytes, float],
    /,
) -> bytes:
    """Tags with what each system says in each slot; first what the first system that says something has in it."""
    raise NeedsNativeCore


def speaker_stretches(regions: Sequence[bytes], ref: Turns, hyp: Turns, moment: float, /) -> list[Stretches]:
    """Stretches within each column of regions, in which nobody begins or ends."""
    raise NeedsNativeCore


def stretch_sums(begins: bytes, ends: bytes, ref: bytes, hyp: bytes, partners: bytes, /) -> tuple[float, ...]:
    """Seconds of stretches by what is said in them."""
    raise NeedsNativeCore


def unusual_ctm_rows(data: bytes, /) -> bytes:
    """Number, begin and end (int64) of the lines of a ctm file that are neither usual ones nor comments."""
    raise NeedsNativeCore


def voted_rows(
    where: bytes, values: list[list[bytes]], words: tuple[bytes, ...], nothing: bytes, sizes: bytes | None, /
) -> tuple[bytes, bytes]:
    """Rows of ctm for words of slots, with mean times and confidence, and where the rows of each slot end (int64)."""
    raise NeedsNativeCore


def without_collars(regions: bytes, begins: bytes, ends: bytes, collar: float, /) -> bytes:
    """Begins and ends (float64) of the regions without so many seconds on both sides of both ends of every turn."""
    raise NeedsNativeCore
