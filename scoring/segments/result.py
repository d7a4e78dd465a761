"""The result of scoring labels with times: the score of every recording, and their sum when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from formats.errors import MismatchError
from scoring.counts import Addable
from scoring.results import Missing, check_signatures, check_units, common, html_table, listed, report
from scoring.segments.lengths import Lengths, lengths_by_value
from scoring.segments.measure import Measure, Recording, Score, Settings
from scoring.segments.measures import measure_of
from scoring.segments.turns import Turns


@dataclass(frozen=True, slots=True)
class Part:
    """One recording and its score."""

    recording: Recording
    score: Any
    """The score of the measure, such as `Confusions`, or `Diarised` with its mapping of speakers."""

    @property
    def name(self) -> str:
        """The name of the recording."""
        return self.recording.name

    @property
    def ref(self) -> Turns:
        """The labels of the reference."""
        return self.recording.ref

    @property
    def hyp(self) -> Turns:
        """The labels of the hypothesis."""
        return self.recording.hyp


@dataclass(frozen=True, slots=True)
class SegmentResult(Addable):
    """The scores of recordings, sorted by name; results of other recordings can be added.

    >>> from scoring.segments.api import score_segments
    >>> result = score_segments({"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.0)]}, measure="diarisation")
    >>> result.error_rate, result.parts[0].name
    (0.25, 'talk')
    >>> (result + score_segments({"walk": [("ben", 0.0, 4.0)]}, {}, measure="diarisation")).error_rate
    0.625
    """

    WING: ClassVar[str] = "segments"

    measure: str
    settings: Settings
    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()
    """Recordings of the reference without a hypothesis."""
    extra: tuple[str, ...] = ()
    """Recordings of the hypothesis without a reference, which are left out."""
    missing_rule: Missing = "delete"
    ref_name: str = ""
    hyp_name: str = ""

    @property
    def record(self) -> Measure:
        """The record of the measure."""
        return measure_of(self.measure)

    @property
    def total(self) -> Any:
        """The sum over all recordings."""
        return self.record.total([part.score for part in self.parts])

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
        return f"{self.measure}|{self.settings.signature}|missing:{self.missing_rule}"

    @property
    def lengths(self) -> tuple[Mapping[str, Lengths], Mapping[str, Lengths]]:
        """Statistics of the lengths of labels by value, for reference and hypothesis; open ends are closed.

        >>> from scoring.segments.api import score_segments
        >>> result = score_segments({"talk": [("a", 0.0, 4.0), ("a", 5.0, 7.0)]}, {})
        >>> result.lengths[0]["a"].mean, result.lengths[1]
        (3.0, {})
        """
        sides = [part.recording.resolved() for part in self.parts]
        return lengths_by_value([ref for ref, _ in sides]), lengths_by_value([hyp for _, hyp in sides])

    @property
    def notices(self) -> tuple[str, ...]:
        """What a reader of the numbers has to know: recordings left out, and names that never agree."""
        return tuple(self._notices())

    def _notices(self) -> Iterator[str]:
        if self.missing:
            treated = "all missed" if self.missing_rule == "delete" else "left out"
            yield f"{counted(len(self.missing))} without a hypothesis: {treated}"
        if self.extra:
            yield f"{counted(len(self.extra))} without a reference: left out"
        refs = {name for part in self.parts for name in part.ref.names}
        hyps = {name for part in self.parts for name in part.hyp.names}
        if self.record.names == "shared" and refs and hyps and not refs & hyps:
            yield "no value is on both sides: for speakers whose names are free, use the measure diarisation"

    def report(self, name: str = "sys", *, rows: str = "auto", width: int = 100) -> bytes:
        """A report: sys, raw, pra, dtl, sgml, html or lengths.

        `rows` of a table are `class` (or speaker) or `file`; `width` is that of the listing `pra`, in columns.
        """
        return report(self, name, rows=rows, width=width)

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
            "total": total.to_dict(),
            "lengths": {
                side: {value: lengths.to_dict() for value, lengths in found.items()}
                for side, found in zip(("ref", "hyp"), self.lengths, strict=True)
            },
            "recordings": [{"name": part.name, **part.score.to_dict()} for part in self.parts],
        }

    def _numbers(self) -> list[tuple[str, str, str]]:
        """The columns of the sum: head, number and unit."""
        row = self.record.overall(self.total)
        columns = [(column, column.cell(row)) for group in self.record.columns for column in group]
        return [(column.head, cell, column.unit * (cell != "-")) for column, cell in columns]

    def __add__(self, other: SegmentResult) -> SegmentResult:
        if not isinstance(other, SegmentResult):
            return NotImplemented
        check_signatures(self.signature, other.signature)
        names = self._names(), other._names()
        check_units("recording", common(*names))
        parts = sorted((*self.parts, *other.parts), key=lambda part: part.name)
        _check_regions(parts)
        extra = {*self.extra, *other.extra} - names[0] - names[1]
        return SegmentResult(
            self.measure,
            self.settings,
            tuple(parts),
            tuple(sorted((*self.missing, *other.missing))),
            tuple(sorted(extra)),
            self.missing_rule,
            _joined(self.ref_name, other.ref_name),
            _joined(self.hyp_name, other.hyp_name),
        )

    def _names(self) -> set[str]:
        return {part.name for part in self.parts} | {*self.missing}

    def __str__(self) -> str:
        numbers = [f"{head:<9}{text:>10}{unit}" for head, text, unit in self._numbers()]
        return "\n".join([counted(len(self.parts)), *self.notices, "", *numbers, "", self.signature])

    def _repr_html_(self) -> str:
        numbers = self._numbers()
        cells = [text + unit for _, text, unit in numbers]
        return html_table([head for head, _, _ in numbers], [cells], self.signature)


def counted(number: int) -> str:
    """A number of recordings, in words."""
    return f"{number} recording" + "s" * (number != 1)


def _check_regions(parts: list[Part]) -> None:
    """Refuses a mixture of recordings scored within regions and of recordings scored whole."""
    whole = [part.name for part in parts if part.recording.regions is None]
    if 0 < len(whole) < len(parts):
        raise MismatchError(
            f"results within regions cannot be added to results without: {listed(whole, 'recording')} had none; "
            "score all recordings with regions, or all without"
        )


def _joined(first: str, second: str) -> str:
    """The names of both files, sorted and separated by `, `; a name on both sides stands once."""
    return ", ".join(sorted({*first.split(", "), *second.split(", ")} - {""}))
