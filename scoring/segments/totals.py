"""Totals: the scores of recordings without their labels, and their sum when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from ...formats.errors import MismatchError, UsageError, quantity
from ..common.arrow import Column, column_of, metadata_of, part_columns, whole_column_of
from ..common.results import Missing, Scored, joined, listed
from ..common.version import __version__
from .measure import Measure, Score, Settings
from .measures import measure_of
from .tables import kept_of, score_metadata
from .written import score_of_text, score_text

Parts = TypeVar("Parts", bound="Totals")


@dataclass(frozen=True, slots=True)
class Tally:
    """One recording and its score, without its labels."""

    name: str
    score: Any
    """The score of the measure, such as `Confusions`, or `Diarised` with its mapping of speakers."""
    within: bool = False
    """Only regions of the recording were scored."""


@dataclass(frozen=True, slots=True, repr=False)
class Totals(Scored):
    """Scores of recordings, sorted by name: small, picklable; totals of other recordings with one signature add up.

    >>> from scorelite.scoring.segments.api import score_segments
    >>> parts = [score_segments({name: [("anna", 0.0, 4.0)]}, {name: [("anna", 0.0, 3.0)]}) for name in ("a", "b")]
    >>> total = sum(part.totals() for part in parts)
    >>> total.error_rate, total == sum(parts).totals()
    (0.25, True)
    """

    WING: ClassVar[str] = "segments"
    ROWS: ClassVar[tuple[str, ...]] = ("recordings", "scores", "labels", "slots")
    LACKS: ClassVar[str] = "labels"

    measure: str
    settings: Settings
    parts: tuple[Any, ...]
    """A `Tally` for each recording; in results, a `Part` with the labels."""
    missing: tuple[str, ...] = ()
    """Recordings of the reference without a hypothesis."""
    extra: tuple[str, ...] = ()
    """Recordings of the hypothesis without a reference, which are left out."""
    channels: tuple[str, ...] = ()
    """Recordings whose channels differ between the sides, each with both; their labels were compared all the same."""
    missing_rule: Missing = "delete"
    ref_name: str = ""
    hyp_name: str = ""
    version: str = __version__
    """The version of scorelite that scored."""

    @property
    def record(self) -> Measure:
        """The record of the measure."""
        return measure_of(self.measure)

    @property
    def total(self) -> Any:
        """The sum over all recordings."""
        return self.record.total([part.score for part in self.parts])

    @property
    def recordings(self) -> tuple[str, ...]:
        """The names of the recordings."""
        return tuple([part.name for part in self.parts])

    @property
    def error_rate(self) -> float | None:
        """The error rate of the sum; None if the reference is empty, or the measure has no error rate."""
        name = self.record.error_rate
        if name is None:
            return None
        rate: float | None = getattr(self.record.overall(self.total), name)
        return rate

    @property
    def signature(self) -> str:
        """The settings in one line: results with one signature are comparable."""
        return f"scorelite:{self.version}|{self.measure}|{self.settings.signature}|missing:{self.missing_rule}"

    @property
    def notices(self) -> tuple[str, ...]:
        """Remarks on the numbers: recordings that were left out, and names that never agree."""
        return tuple(self._notices())

    def _notices(self) -> Iterator[str]:
        if self.missing:
            treated = "all missed" if self.missing_rule == "delete" else "left out"
            yield f"{quantity(len(self.missing), 'recording')} without a hypothesis: {treated}"
        if self.extra:
            yield f"{quantity(len(self.extra), 'recording')} without a reference: left out"
        if self.channels:
            yield f"{listed(self.channels, 'recording')} with another channel in the hypothesis: compared by name alone"

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        total: Score = self.total
        return {
            "measure": self.measure,
            "signature": self.signature,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "notices": list(self.notices),
            "total": total.to_dict(),
            "recordings": [{"name": part.name, **part.score.to_dict()} for part in self.parts],
        }

    def _numbers(self) -> list[tuple[str, str, str]]:
        """The columns of the sum: head, number and unit."""
        row = self.record.overall(self.total)
        columns = [(column, column.cell(row)) for group in self.record.columns for column in group]
        return [(column.head, cell, column.unit * (cell != "-")) for column, cell in columns]

    @classmethod
    def from_arrow(cls, table: Any) -> Totals:
        """The totals of a table that `to_arrow("scores")` made."""
        metadata = metadata_of(table, cls.WING)
        measure = measure_of(metadata["measure"])
        names = whole_column_of(table, "recording", "text")
        columns = (names, column_of(table, "within"), column_of(table, "score"))
        parts = tuple(
            [
                Tally(name, score_of_text(measure.kind, text), bool(within))
                for name, within, text in zip(*columns, strict=True)
            ]
        )
        return Totals(measure.name, measure.settings(**metadata["settings"]), parts, **kept_of(metadata))

    def _metadata(self) -> dict[str, Any]:
        return score_metadata(self.measure, self.settings, {name: getattr(self, name) for name in KEPT})

    def _columns(self, rows: str) -> dict[str, Column]:
        if rows not in ("recordings", "scores"):
            raise UsageError(f"totals have no {rows}, only scores; ask the result for rows of {rows}")
        measure = self.record
        sums = [measure.total([part.score]).to_dict() for part in self.parts]
        found = {**part_columns("recording", self.recordings, sums, self.total.to_dict())}
        if rows == "scores":
            found["within"] = ("integer", [int(part.within) for part in self.parts])
            found["score"] = ("text", [score_text(part.score) for part in self.parts])
        return found

    def _sum(self: Parts, parts: Sequence[Parts]) -> Parts:
        fields = joined(parts, "recording")
        fields["channels"] = tuple(sorted(name for part in parts for name in part.channels))
        _check_regions(fields["parts"])
        return replace(self, **fields)

    def __str__(self) -> str:
        numbers = [f"{head:<9}{text:>10}{unit}" for head, text, unit in self._numbers()]
        return "\n".join([quantity(len(self.parts), "recording"), *self.notices, "", *numbers, "", self.signature])

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        numbers = self._numbers()
        return [head for head, _, _ in numbers], [[text + unit for _, text, unit in numbers]]


def _check_regions(parts: Sequence[Any]) -> None:
    """Refuses a mixture of recordings scored within regions and of recordings scored whole."""
    whole = [part.name for part in parts if not part.within]
    if 0 < len(whole) < len(parts):
        raise MismatchError(
            f"results within regions cannot be added to results without: {listed(whole, 'recording')} had none; "
            "score all recordings with regions, or all without"
        )


# Fields that tables keep in its metadata.
KEPT = ("missing", "extra", "channels", "missing_rule", "ref_name", "hyp_name", "version")
