"""evalmate.utils.label: how much two labels share."""

from __future__ import annotations

from scoring.compat.evalmate.annotations import Label


def overlap_time(ref: Label, hyp: Label) -> float:
    """The seconds that both labels share; a negative end is an open one, and two open ends share nothing.

    >>> overlap_time(Label("a", 0, 2), Label("b", 1, 5)), overlap_time(Label("a", 0, -1), Label("b", 1, 3))
    (1, 2)
    """
    ends = [end for end in (ref.end, hyp.end) if end >= 0]
    return max(0, min(ends) - max(ref.start, hyp.start)) if ends else 0


def overlap_percentage(ref: Label, hyp: Label) -> float:
    """The part of the reference label that both share; 0 for a reference without length."""
    length = duration(ref)
    return overlap_time(ref, hyp) / length if length > 0 else 0


def duration(label: Label) -> float:
    """Seconds from start to end."""
    return label.end - label.start
