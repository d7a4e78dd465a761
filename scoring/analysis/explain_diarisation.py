"""The rates of speaker turns under the public conventions of diarisation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from ...formats.errors import UsageError
from ...formats.values import dataclass, replace
from ..common.results import Immutable
from ..segments.conventions import CONVENTIONS, DiarisationSettings
from ..segments.result import scored
from .explain import Explained, Rates, explain_each

if TYPE_CHECKING:
    from ..segments.result import SegmentResult

COLLARS = ("0", "0.1", "0.125", "0.25", "0.5")
"""Seconds on each side of a boundary: pyannote's collars of 0.2, 0.25, 0.5 and 1 are half of that."""
OVERLAPS = ("include", "exclude")
AVERAGES = ("pooled", "mean")
"""Of all seconds, or of the rates of recordings."""


@dataclass(frozen=True, slots=True)
class TurnConvention(Immutable):
    """Everything that decides a DER of given turns, in the order of the steps of a ladder."""

    regions: str
    """given, or whole where those of a UEM file are ignored."""
    convention: str
    """Whose rules for extent and mapping."""
    collar: str
    """Seconds on each side."""
    overlap: str
    average: str
    """One of `AVERAGES`."""


def explain_diarisation(result: SegmentResult, number: str | float) -> Explained:
    """The conventions under which the turns of a result have a diarisation error rate."""
    return explain_each([TurnRates(result)], [number])[0]


class TurnRates(Rates):
    """The rates of the turns of a result under conventions."""

    FREE: ClassVar[str] = "convention"
    CHOICES: ClassVar[tuple[str, ...]] = tuple(CONVENTIONS)
    SUMMED: ClassVar[tuple[str, ...]] = ("average",)

    def __init__(self, result: SegmentResult) -> None:
        super().__init__()
        if result.measure != "diarisation":
            raise UsageError(
                f"the conventions of diarisation explain no rate of {result.measure}; expected measure='diarisation' "
                "(--measure diarisation)"
            )
        self.result = result
        settings = result.settings
        has_regions = any(part.within for part in result.parts)
        self._regions = ("given", "whole") if has_regions else ("whole",)
        collar = f"{settings.collar:.15g}"
        self.own: TurnConvention = TurnConvention(
            self._regions[0], settings.convention.name, collar, settings.overlap, "pooled"
        )

    def conventions(self) -> Iterator[TurnConvention]:
        """All that are tried."""
        for regions in self._regions:
            for convention in CONVENTIONS:
                for collar in COLLARS:
                    for overlap in OVERLAPS:
                        for average in AVERAGES:
                            yield TurnConvention(regions, convention, collar, overlap, average)

    def scored(self, convention: TurnConvention) -> Mapping[tuple[str, ...], float | None]:
        """The rates under a convention, by the average."""
        made = self._made(convention)
        rates = [part.score.time.der for part in made.parts if part.score.time.total]
        return {("pooled",): made.error_rate, ("mean",): sum(rates) / len(rates) if rates else None}

    def _made(self, convention: TurnConvention) -> SegmentResult:
        settings = DiarisationSettings(float(convention.collar), convention.overlap, convention.convention)  # type: ignore[arg-type]
        recordings = [part.recording for part in self.result.parts]
        if convention.regions == "whole":
            recordings = [replace(recording, regions=None) for recording in recordings]
        return scored("diarisation", settings, recordings, missing_rule=self.result.missing_rule)

    def signature(self, convention: TurnConvention) -> str:
        """The signature of a score by a convention."""
        average = f"|average:{convention.average}" * (convention.average != "pooled")
        return self._made(convention).signature + average
