"""evalmate.utils.label: how much two labels share."""

from __future__ import annotations

from ..annotations import Label


def overlap_percentage(ref: Label, hyp: Label) -> float:
    """The part of the reference label that both labels share; 0 for a reference without length."""
    return overlap_time(ref, hyp) / ref.duration if ref.duration > 0 else 0


def overlap_time(ref: Label, hyp: Label) -> float:
    """The seconds that both labels share; an end of -1 is open, and two open ends share nothing.

    >>> overlap_time(Label("a", 0, 2), Label("b", 1, 5)), overlap_time(Label("a", 0, -1), Label("b", 1, 3))
    (1, 2)
    """
    ref_end = hyp.end if ref.end == -1 else ref.end
    hyp_end = ref_end if hyp.end == -1 else hyp.end
    return max(0, min(ref_end, hyp_end) - max(ref.start, hyp.start))
