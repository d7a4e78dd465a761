"""Types of the operations for other reference programs than sclite, which the native core alone has.

Readable definitions are in `tests/core/compat/oracles`.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

# Kinds, begins, ends, costs of moving alone (int32 each), whether times are the word's own (bytes), places (int32)
# that each word may follow or None for a chain, places at which a path may end.
_Columns: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, Iterable[bytes] | None, bytes]
_Limits: TypeAlias = tuple[int, int, int, int]
_Places: TypeAlias = tuple[int, ...]
# The number of speakers, and columns of turns: the number (int32) of the speaker, begins and ends (float64).
_Turns: TypeAlias = tuple[int, bytes, bytes, bytes]
_Stretches: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes, float]

def beam_distances(hyps: Sequence[str], refs: Sequence[str], substitution: float, width: float, /) -> bytes: ...
def glibc_sums(columns: Sequence[bytes], replications: int, window: bytes, /) -> tuple[list[bytes], bytes]: ...
def joint_columns(
    streams: Iterable[_Columns], alike: bytes, width: int, differing: int, /
) -> tuple[int, list[_Places]]: ...
def joint_reached(
    streams: Iterable[_Columns], hypotheses: int, costs: bytes, width: int, limits: _Limits, /
) -> int: ...
def joint_steps(
    streams: Iterable[_Columns], hypotheses: int, costs: bytes, width: int, limits: _Limits, /
) -> tuple[int, list[_Places]]: ...
def rows_in_order(data: bytes, field: int, /) -> bool: ...
def shared_silences(
    begins: Sequence[bytes], ends: Sequence[bytes], counts: bytes, seconds: float, latest: float, /
) -> bytes: ...
def slot_tags(
    where: bytes,
    names: list[bytes],
    values: list[list[bytes]],
    times: tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes]],
    slots: bytes,
    nothing: tuple[bytes, float],
    /,
) -> bytes: ...
def speaker_stretches(regions: Sequence[bytes], ref: _Turns, hyp: _Turns, moment: float, /) -> list[_Stretches]: ...
def stretch_sums(begins: bytes, ends: bytes, ref: bytes, hyp: bytes, partners: bytes, /) -> tuple[float, ...]: ...
def unusual_ctm_rows(data: bytes, /) -> bytes: ...
def voted_rows(
    where: bytes, values: list[list[bytes]], words: tuple[bytes, ...], nothing: bytes, sizes: bytes | None, /
) -> tuple[bytes, bytes]: ...
def without_collars(regions: bytes, begins: bytes, ends: bytes, collar: float, /) -> bytes: ...
