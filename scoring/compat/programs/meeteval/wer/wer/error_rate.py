"""The error rates of MeetEval: frozen records that add up and check their own sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar

__all__ = ["ErrorRate", "SelfOverlap", "combine_error_rates"]


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


def _both(first: SelfOverlap | None, other: SelfOverlap | None) -> SelfOverlap | None:
    return None if first is None or other is None else first + other


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
        shown = ((each.name, getattr(self, each.name)) for each in fields(self))
        return (
            f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in shown if value is not None)})"
        )

    def asdict(self) -> dict[str, Any]:
        """The record as a mapping, with its type."""
        return {**asdict(self), "type": self.identifier}

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> ErrorRate:
        """The record of a mapping: of the type that it names, or that its members show.

        >>> ErrorRate.from_dict(ErrorRate(1, 1, 0, 0, 1, None, None).asdict()).errors
        1
        """
        kind = _type_of(d) if cls is ErrorRate else cls
        overlaps = ("reference_self_overlap", "hypothesis_self_overlap")
        values = {name: value for name, value in d.items() if name not in ("error_rate", "type")}
        for name in overlaps:
            overlap = values.get(name)
            values[name] = None if overlap is None else SelfOverlap.from_dict(overlap)
        return kind(**values)


def _type_of(d: Mapping[str, Any]) -> type[ErrorRate]:
    every: list[type[ErrorRate]] = [ErrorRate, *ErrorRate.__subclasses__()]
    kinds = {kind.identifier: kind for kind in every}
    name = d["type"] if "type" in d else _type_shown(d)
    if name in kinds:
        return kinds[name]
    raise ValueError(f"the type of an error rate is unknown; its members are {', '.join(d)}")


def _type_shown(d: Mapping[str, Any]) -> str:
    """The type that members show, as of results without one."""
    if "scored_speaker" in d:
        return "cp-error-rate"
    if "assignment" not in d:
        return "error-rate"
    if not d["assignment"]:
        return ""
    return "mimo-error-rate" if isinstance(d["assignment"][0], (tuple, list)) else "orc-error-rate"


def combine_error_rates(*error_rates: Any) -> ErrorRate:
    """The sum of error rates, given one by one or as a list or mapping.

    >>> combine_error_rates(ErrorRate(1, 1, 0, 0, 1, None, None), ErrorRate(0, 1, 0, 0, 0, None, None)).error_rate
    0.5
    """
    rates: Any = error_rates
    if len(error_rates) == 1:
        if isinstance(error_rates[0], ErrorRate):
            return error_rates[0]
        rates = error_rates[0]
    values = list(rates.values() if isinstance(rates, Mapping) else rates)
    if not values:
        return ErrorRate.zero()
    total: ErrorRate = sum(values)
    return total
