"""The result of scoring labels with times: the score of every recording, and their sum when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from formats.errors import MismatchError, UsageError
from scoring.arrow import Column, to_arrow, to_pandas
from scoring.counts import Addable
from scoring.results import (
    Immutable,
    Missing,
    check_signatures,
    check_units,
    common,
    html_table,
    listed,
    report,
)
from scoring.segments.lengths import Lengths, lengths_by_value
from scoring.segments.measure import Measure, Recording, Score, Settings
from scoring.segments.measures import measure_of
from scoring.segments.tables import (
    Rows,
    check_rows,
    label_columns,
    recording_columns,
    recordings_of_table,
    slot_columns,
    table_metadata,
)
from scoring.segments.turns import Turns
from scoring.version import __version__


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
class SegmentResult(Addable, Immutable):
    """The scores of recordings, sorted by name; results of other recordings with one signature can be added.

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
        """Remarks on the numbers: recordings that were left out, and names that never agree."""
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

    def to_arrow(self, rows: Rows = "recordings") -> Any:
        """An Arrow table with a row for each of the recordings, labels or slots; docs/segments.md lists the columns.

        `from_arrow` reads the table of labels back, which may be written to Parquet or filtered in between.
        """
        kept = {name: getattr(self, name) for name in _KEPT}
        recordings = [part.recording for part in self.parts]
        return to_arrow(self._columns(rows), table_metadata(self.measure, self.settings, recordings, **kept))

    def to_pandas(self, rows: Rows = "recordings") -> Any:
        """A data frame with the columns of `to_arrow`."""
        return to_pandas(self._columns(rows))

    @classmethod
    def from_arrow(cls, table: Any) -> SegmentResult:
        """The result of a table that `to_arrow("labels")` made; its labels are scored anew."""
        recordings, metadata = recordings_of_table(table)
        settings = measure_of(metadata["measure"]).settings(**metadata["settings"])
        kept = {name: tuple(value) if isinstance(value, list) else value for name, value in metadata["kept"].items()}
        return scored(metadata["measure"], settings, recordings, **kept)

    def _columns(self, rows: Rows) -> dict[str, Column]:
        """The columns of one of the tables."""
        check_rows(rows)
        if rows == "labels":
            return label_columns([part.recording for part in self.parts])
        if rows == "slots":
            slots = self.record.slots
            return slot_columns({part.name: slots(part.recording, part.score, self.settings) for part in self.parts})
        measure = self.record
        sums = [measure.total([part.score]) for part in self.parts]
        return recording_columns([part.name for part in self.parts], sums, self.total)

    def __add__(self, other: SegmentResult) -> SegmentResult:
        return self.merged((self, other)) if isinstance(other, SegmentResult) else NotImplemented

    @classmethod
    def merged(cls, parts: Iterable[SegmentResult]) -> SegmentResult:
        """The sum of many results, in one step."""
        results = list(parts)
        if not results:
            raise UsageError("no results to add; expected one or more")
        first, *others = results
        names = first._names()
        for other in others:
            check_signatures(first.signature, other.signature)
            check_units("recording", common(names, other._names()))
            names |= other._names()
        every = sorted((part for result in results for part in result.parts), key=lambda part: part.name)
        _check_regions(every)
        return replace(
            first,
            parts=tuple(every),
            missing=tuple(sorted(name for result in results for name in result.missing)),
            extra=tuple(sorted({name for result in results for name in result.extra} - names)),
            ref_name=_only({result.ref_name for result in results}),
            hyp_name=_only({result.hyp_name for result in results}),
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


def _only(names: set[str]) -> str:
    """The name that all results share; empty if they differ."""
    return names.pop() if len(names) == 1 else ""


# Fields that a table of labels keeps in its metadata.
_KEPT = ("missing", "extra", "missing_rule", "ref_name", "hyp_name", "version")


def scored(measure: str, settings: Settings, recordings: Sequence[Recording], **fields: Any) -> SegmentResult:
    """The result of scoring recordings; `fields` are the other fields of the result."""
    scores = measure_of(measure).score(recordings, settings)
    parts = tuple(Part(recording, score) for recording, score in zip(recordings, scores, strict=True))
    return SegmentResult(measure, settings, parts, **fields)
