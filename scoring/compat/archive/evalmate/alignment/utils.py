"""Results of aligners: pairs of labels, and segments of time."""

from __future__ import annotations

from functools import total_ordering
from typing import Any, TypeAlias

from ..annotations import Label

Held: TypeAlias = "Label | list[Label] | None"


@total_ordering
class LabelPair:
    """A reference label and its hypothesis label; one of them may be None.

    As in evalmate, a pair without a reference is equal to any other without a reference, and one without a hypothesis
    to any other without a hypothesis. Compare `ref` and `hyp` to tell them apart.
    """

    __slots__ = ("hyp", "ref")

    def __init__(self, ref: Label | None, hyp: Label | None) -> None:
        self.ref = ref
        self.hyp = hyp

    def max_length(self) -> int:
        """The length of the longer value; None counts four."""
        return max(4 if label is None else len(label.value) for label in (self.ref, self.hyp))

    def padded_ref_value(self) -> str:
        """The reference value, padded to the length of the longer value; `-` for None."""
        return self._padded(self.ref)

    def padded_hyp_value(self) -> str:
        """The hypothesis value, padded to the length of the longer value; `-` for None."""
        return self._padded(self.hyp)

    def _padded(self, label: Label | None) -> str:
        return ("-" if label is None else label.value).rjust(self.max_length())

    def _leading(self) -> Label | None:
        """The label by which pairs are ordered."""
        return self.hyp if self.ref is None else self.ref

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LabelPair):
            return NotImplemented
        if self.ref is None:
            return other.ref is None
        if self.hyp is None:
            return other.hyp is None
        return _same(self.ref, other.ref) and _same(self.hyp, other.hyp)

    def __lt__(self, other: LabelPair) -> bool:
        if not isinstance(other, LabelPair):
            return NotImplemented
        return _before(self._leading(), other._leading())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LabelPair({self.ref}, {self.hyp})"


class Segment:
    """A stretch of time with the label, or the list of labels, of each side."""

    __slots__ = ("end", "hyp", "ref", "start")

    def __init__(self, start: float, end: float, ref: Held = None, hyp: Held = None) -> None:
        self.start = start
        self.end = end
        self.ref = ref
        self.hyp = hyp

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Segment):
            return NotImplemented
        times = self.start == other.start and self.end == other.end
        return times and _same(self.ref, other.ref) and _same(self.hyp, other.hyp)

    def __lt__(self, other: Segment) -> bool:
        """Order by start, end, reference and hypothesis; None goes before any label."""
        if not isinstance(other, Segment):
            return NotImplemented
        if (self.start, self.end) != (other.start, other.end):
            return (self.start, self.end) < (other.start, other.end)
        for mine, theirs in ((self.ref, other.ref), (self.hyp, other.hyp)):
            if not _same(mine, theirs):
                return _before(mine, theirs)
        return False

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.start} - {self.end} REF: {self.ref} HYP: {self.hyp}"


def _same(first: Held, other: Held) -> bool:
    """Equality of labels; those of audiomate cannot be compared with None."""
    return first is other if first is None or other is None else first == other


def _before(first: Any, other: Any) -> bool:
    """Order of labels, or of lists of labels; None is less than anything, also than None."""
    return first is None or (other is not None and bool(first < other))
