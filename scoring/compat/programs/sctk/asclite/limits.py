"""Groups that asclite leaves out, and the reasons that its log gives."""

from __future__ import annotations

import math

from ..sclite.numbers import real
from .groups import Group
from .log import Log
from .model import GAP
from .settings import Settings

_CELL = 4
_GIGABYTE = 1 << 30
# The most that a lattice may take without compression.
_PLAIN_GIGABYTES = 2.0
_WRAP = 1 << 64


def cells_in(gigabytes: float) -> int:
    """Cells of a lattice that fit into so much memory.

    >>> cells_in(1), cells_in(1e-7)
    (268435456, 27)
    """
    value = _GIGABYTE * gigabytes / _CELL
    return math.ceil(value) if 0 <= value < _WRAP else 0


def counts_of(group: Group) -> tuple[list[int], list[int]]:
    """Words of each stream of references and hypotheses, as the limits count them."""
    both = [
        [sum(len(segment.words()) for segment in segments) for segments in streams]
        for streams in (group.references, group.hypotheses)
    ]
    return both[0], both[1]


def shown_size(cells: int) -> bytes:
    """Memory of so many cells.

    >>> shown_size(140)
    b'0.55 kB'
    """
    value = cells * _CELL / 1024
    names = (b"kB", b"MB", b"GB", b"TB")
    place = 0
    while place + 1 < len(names) and value / 1024 > 1.0:
        value, place = value / 1024, place + 1
    return b"%.2f %b" % (value, names[place])


def is_left_out(group: Group, cells: int, settings: Settings, log: Log) -> bool:
    """Whether a group is not aligned; the log says why."""
    reason = _reason(group, cells, settings)
    if reason:
        log.warn(b"Skip this group of segments (%d): " % group.number + reason)
        return True
    if _too_large(cells, settings):
        what = b"Using Levenshtein Matrix Compression Algorithm for group of segments (%d)"
        log.info(what % group.number)
    if settings.forced_compression:
        log.info(b"Forcing Levenshtein Matrix Compression Algorihm for group of segments (%d)" % group.number)
    return False


def is_compressed(cells: int, settings: Settings) -> bool:
    """Whether the original compresses the lattice of a group that it aligns."""
    return settings.forced_compression or _too_large(cells, settings)


def is_empty_gap(group: Group) -> bool:
    """Whether a group is a gap in which no hypothesis has a word."""
    return not group.hypotheses and len(group.references) == 1 and group.references[0][0].speaker == GAP


def _too_large(cells: int, settings: Settings) -> bool:
    return cells > cells_in(real(settings.memory)) or cells > cells_in(_PLAIN_GIGABYTES)


def _reason(group: Group, cells: int, settings: Settings) -> bytes:
    speakers = len(group.references)
    if any(segment.ignored for segments in group.references for segment in segments):
        return b"Ignore this time segments in scoring set into the references"
    if settings.only_group is not None and group.number != settings.only_group % _WRAP:
        return b"Only scoring %d" % (settings.only_group % _WRAP)
    for wrong, what, limit in (
        (speakers > settings.most_speakers, b"high", settings.most_speakers),
        (speakers < settings.least_speakers, b"small", settings.least_speakers),
    ):
        if wrong:
            return b"nb of reference speaker (%d) overlaping to %b (limit: %d)" % (speakers, what, limit)
    return _size_reason(cells, settings)


def _size_reason(cells: int, settings: Settings) -> bytes:
    for bound, what, name, sign in (
        (settings.hardest, b"large", b"difficulty", 1),
        (settings.easiest, b"small", b"min difficulty", -1),
    ):
        if bound is not None and sign * (cells - cells_in(real(bound))) > 0:
            shown = what, cells, shown_size(cells), name, cells_in(real(bound)), real(bound)
            return b"the graph size will be too %b (%d [%b]) regarding the %b limit (%d [%.2f GB])" % shown
    if _too_large(cells, settings) and not settings.compression:
        memory = real(settings.memory)
        limit = memory if cells > cells_in(memory) else _PLAIN_GIGABYTES
        what = b"the graph size will be too large (%d [%b]) regarding the memory limit (%d [%.2f GB]) "
        return what % (cells, shown_size(cells), cells_in(limit), limit) + b"and no compression have been set"
    return b""
