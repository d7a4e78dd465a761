"""The error rates of MeetEval: frozen records that add up and check their own sums."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar

from scoring.compat.meeteval.assignments import moved, moved_by_speaker, paired


@dataclass(frozen=True)
class SelfOverlap:
    """Time in which speakers overlap with themselves, of the time up to their last words.

    >>> SelfOverlap(1, 4) + SelfOverlap(0, 4)
    SelfOverlap(overlap_rate=0.125, overlap_time=1, total_time=8)
    """

    overlap_rate: Any = field(init=False)
    overlap_time: Any
    total_time: Any

    def __post_init__(self) -> None:
        if self.overlap_time < 0 or self.total_time < 0:
            raise ValueError("a time below 0; expected 0 or more")
        object.__setattr__(self, "overlap_rate", self.overlap_time / self.total_time if self.total_time > 0 else 0)

    @classmethod
    def zero(cls) -> SelfOverlap:
        """No time at all."""
        return cls(0, 0)

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> SelfOverlap:
        """The record of a mapping."""
        return cls(d["overlap_time"], d["total_time"])

    def __add__(self, other: SelfOverlap) -> SelfOverlap:
        if not isinstance(other, SelfOverlap):
            return NotImplemented
        return SelfOverlap(self.overlap_time + other.overlap_time, self.total_time + other.total_time)

    def __radd__(self, other: int) -> SelfOverlap:
        return self if isinstance(other, int) and other == 0 else NotImplemented


def _both(one: SelfOverlap | None, other: SelfOverlap | None) -> SelfOverlap | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True, repr=False)
class ErrorRate:
    """Errors of each kind, and the number of words of the reference.

    >>> ErrorRate(1, 4, 0, 0, 1, None, None) + ErrorRate(0, 4, 0, 0, 0, None, None)
    ErrorRate(error_rate=0.125, errors=1, length=8, insertions=0, deletions=0, substitutions=1)
    """

    identifier: ClassVar[str] = "error-rate"

    error_rate: float | None = field(init=False)
    errors: int
    length: int
    insertions: int
    deletions: int
    substitutions: int
    reference_self_overlap: SelfOverlap | None
    hypothesis_self_overlap: SelfOverlap | None

    def __post_init__(self) -> None:
        if self.errors < 0 or self.length < 0:
            raise ValueError("a number below 0; expected 0 or more")
        object.__setattr__(self, "error_rate", self.errors / self.length if self.length else None)
        if self.insertions + self.deletions + self.substitutions != self.errors:
            kinds = f"ins {self.insertions} + del {self.deletions} + sub {self.substitutions}"
            raise RuntimeError(f"{kinds} != errors {self.errors}")

    @classmethod
    def zero(cls) -> ErrorRate:
        """No errors and no words."""
        return ErrorRate(0, 0, 0, 0, 0, None, None)

    def __add__(self, other: ErrorRate) -> ErrorRate:
        if not isinstance(other, ErrorRate):
            return NotImplemented
        if not isinstance(other, type(self)) and type(other) is not ErrorRate:
            return NotImplemented
        return ErrorRate(**self._sums(other))

    def _sums(self, other: ErrorRate) -> dict[str, Any]:
        names = ("errors", "length", "insertions", "deletions", "substitutions")
        overlaps = ("reference_self_overlap", "hypothesis_self_overlap")
        return {
            **{name: getattr(self, name) + getattr(other, name) for name in names},
            **{name: _both(getattr(self, name), getattr(other, name)) for name in overlaps},
        }

    def __radd__(self, other: int) -> ErrorRate:
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __repr__(self) -> str:
        found = ((each.name, getattr(self, each.name)) for each in fields(self))
        return (
            f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in found if value is not None)})"
        )

    def asdict(self) -> dict[str, Any]:
        """The record as a mapping, with its type."""
        return {**asdict(self), "type": self.identifier}

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> ErrorRate:
        """The record of a mapping: of the type that it names, or that its members show.

        >>> ErrorRate.from_dict(CPErrorRate(1, 1, 0, 0, 1, None, None, 1, 0, 1).asdict()).missed_speaker
        1
        """
        kind = _type_of(d) if cls is ErrorRate else cls
        overlaps = ("reference_self_overlap", "hypothesis_self_overlap")
        given = {name: value for name, value in d.items() if name not in ("error_rate", "type")}
        for name in overlaps:
            found = given.get(name)
            given[name] = None if found is None else SelfOverlap.from_dict(found)
        return kind(**given)


@dataclass(frozen=True, repr=False)
class CPErrorRate(ErrorRate):
    """The error rate with an assignment of speakers: pairs of reference and hypothesis."""

    identifier: ClassVar[str] = "cp-error-rate"

    missed_speaker: int
    falarm_speaker: int
    scored_speaker: int
    assignment: tuple[Any, ...] | None = None

    @classmethod
    def zero(cls) -> CPErrorRate:
        """No errors, no words and no speakers."""
        return cls(0, 0, 0, 0, 0, None, None, 0, 0, 0)

    def __add__(self, other: ErrorRate) -> CPErrorRate:
        if not isinstance(other, CPErrorRate):
            raise ValueError(f"{type(other).__name__} cannot be added to {type(self).__name__}")
        names = ("missed_speaker", "falarm_speaker", "scored_speaker")
        speakers = {name: getattr(self, name) + getattr(other, name) for name in names}
        return CPErrorRate(**self._sums(other), **speakers)

    def apply_assignment(
        self,
        reference: Any,
        hypothesis: Any,
        style: str = "ref",
        fallback_keys: Iterable[Any] = string.ascii_letters,
        missing: Any = "",
    ) -> tuple[Any, Any]:
        """Both sides, with equal names for speakers that belong together."""
        if not self.assignment:
            raise AssertionError("the error rate has no assignment; expected that of a single session")
        return paired(self.assignment, (reference, hypothesis), style, fallback_keys, missing)


@dataclass(frozen=True, repr=False)
class OrcErrorRate(ErrorRate):
    """The error rate with a stream of the hypothesis for each segment of the reference."""

    identifier: ClassVar[str] = "orc-error-rate"

    assignment: tuple[Any, ...]

    @classmethod
    def zero(cls) -> OrcErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the reference in the streams of the hypothesis."""
        return moved(self.assignment, reference, hypothesis), hypothesis


@dataclass(frozen=True, repr=False)
class MimoErrorRate(ErrorRate):
    """The error rate with pairs of a speaker of the reference and a stream, one for each segment."""

    identifier: ClassVar[str] = "mimo-error-rate"

    assignment: Any

    @classmethod
    def zero(cls) -> MimoErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the reference in the streams of the hypothesis, in the order found."""
        return moved_by_speaker(self.assignment, reference, hypothesis), hypothesis


@dataclass(frozen=True)
class DICPErrorRate(ErrorRate):
    """The error rate with a speaker of the reference for each segment of the hypothesis."""

    identifier: ClassVar[str] = "di-cp-error-rate"

    assignment: tuple[Any, ...]

    @classmethod
    def zero(cls) -> DICPErrorRate:
        """No errors and no words."""
        return cls(0, 0, 0, 0, 0, None, None, ())

    def apply_assignment(self, reference: Any, hypothesis: Any) -> tuple[Any, Any]:
        """Both sides, with segments of the hypothesis in the streams of the reference."""
        return reference, moved(self.assignment, hypothesis, reference)


_TYPES = (ErrorRate, CPErrorRate, OrcErrorRate, MimoErrorRate, DICPErrorRate)


def _type_of(d: Mapping[str, Any]) -> type[ErrorRate]:
    if "type" in d:
        found = [kind for kind in _TYPES if kind.identifier == d["type"]]
        if found:
            return found[0]
    elif "scored_speaker" in d:
        return CPErrorRate
    elif "assignment" not in d:
        return ErrorRate
    elif d["assignment"]:
        return MimoErrorRate if isinstance(d["assignment"][0], (tuple, list)) else OrcErrorRate
    raise ValueError(f"the type of an error rate is unknown; its members are {', '.join(d)}")


def combine_error_rates(*error_rates: Any) -> ErrorRate:
    """The sum of error rates, given one by one or as a list or mapping.

    >>> combine_error_rates(ErrorRate(1, 1, 0, 0, 1, None, None), ErrorRate(0, 1, 0, 0, 0, None, None)).error_rate
    0.5
    """
    found: Any = error_rates
    if len(error_rates) == 1:
        if isinstance(error_rates[0], ErrorRate):
            return error_rates[0]
        found = error_rates[0]
    values = list(found.values() if isinstance(found, Mapping) else found)
    if not values:
        return ErrorRate.zero()
    total: ErrorRate = sum(values)
    return total
