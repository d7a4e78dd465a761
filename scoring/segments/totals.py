"""Totals: the scores of recordings without their labels, and their sum when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, TypeVar

from ...formats.errors import UsageError, quantity
from ..common.arrow import Columns, column_of, whole_column_of
from ..common.counts import percent
from ..common.key_figure import KeyFigure, Share, between, ends_of, too_few
from ..common.palette import KINDS, OF_LABELS
from ..common.parts import Parted
from ..common.results import Missing, listed
from ..common.totals import Rule, added, united
from ..maths.intervals import interval_of_ratio
from ..notices.took_part import NOT_IN_REGIONS, NOTHING, TookPart, notices_of
from .conventions import DiarisationSettings
from .measure import Measure
from .measures import measure_of
from .notices import of_outside
from .tables import score_of_text, score_text

Parts = TypeVar("Parts", bound="Totals")

# The heads of error rates: the main number of a measure that has one.
_MAIN = ("DER", "Err")
# The number that a page begins with: the first of these heads that the measure has.
_KEY_FIGURES = ("DER", "Err", "F1", "Purity")
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Tally:
    """One recording and its score, without its labels."""

    name: str
    score: Any
    """The score of the measure, such as `Confusions`, or `Diarised` with its mapping of speakers."""
    within: bool = False
    """Only regions of the recording were scored."""


@dataclass(frozen=True, slots=True, repr=False)
class Totals(Parted):
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
    UNIT: ClassVar[str] = "recording"
    LOST: ClassVar[str] = "all missed"
    ADDS: ClassVar[Mapping[str, Rule]] = {**Parted.ADDS, "channels": united, "paired": united, "took_part": added}
    WRITTEN: ClassVar[tuple[str, ...]] = (
        "missing",
        "extra",
        "channels",
        "paired",
        "missing_rule",
        "ref_name",
        "hyp_name",
        "uem_name",
        "version",
    )

    missing_rule: Missing = "delete"
    channels: tuple[str, ...] = ()
    """Recordings whose channels differ between the sides, each with both; their labels were compared all the same."""

    paired: tuple[str, ...] = ()
    """Remarks on files: one recording each, where their names differ; tiers that are scored together; what readers left
    out."""

    took_part: TookPart = field(default=NOTHING, compare=False)
    """How much of both sides was scored."""

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
        return self.record.rate(self.total)

    @property
    def der(self) -> float | None:
        """The diarisation error rate; other measures have none."""
        if self.record.name != "diarisation":
            raise UsageError(f"measure {self.record.name!r} has no der; expected measure='diarisation' (--measure der)")
        return self.error_rate

    def by(self, group: str, table: Any = None) -> dict[str | None, Totals]:
        """The scores of the recordings of each group: a column of a table with a row for each recording.

        `speakers` needs no table: how many speakers the reference of a recording has. Of many different numbers, four
        ranges are groups, `snr:0-10-20` chooses ranges, and `snr:each` each number; recordings without a value have
        None.

        >>> from scorelite.scoring.segments.api import score_segments
        >>> talks = {"a": [("anna", 0.0, 4.0)], "b": [("ben", 0.0, 4.0), ("anna", 4.0, 5.0)]}
        >>> result = score_segments(talks, {"a": [("1", 0.0, 3.0)], "b": talks["b"]}, measure="diarisation")
        >>> {name: of_group.der for name, of_group in result.by("speakers").items()}
        {'1': 0.25, '2': 0.0}
        """
        groups: dict[str | None, Totals] = self._analyses().by_group(self, group, table)
        return groups

    @property
    def notices(self) -> tuple[str, ...]:
        """Warnings about the numbers: recordings that were left out, and names that never agree."""
        return tuple(self._notices())

    def _notices(self, *, are_times_explained: bool = False) -> Iterator[str]:
        yield from self._unscored()
        yield from self._unmet(lambda names: listed(names, "recording"))
        yield from self.paired
        if self.channels:
            yield f"{listed(self.channels, 'recording')} with another channel in the hypothesis: compared by name only"
        left_out = NOT_IN_REGIONS
        missed = notices_of(self.took_part, items="label", within="scored regions", left_out=left_out)
        outside = list(self._outside())
        for notice in missed:
            # Wrong times, too, leave labels beyond the end of the other side.
            is_explained = are_times_explained or (outside and notice.name == "beyond hypothesis")
            if not (is_explained and notice.name.startswith("beyond")):
                yield notice.text
        if not are_times_explained:
            yield from outside

    def _unscored(self) -> Iterator[str]:
        """A remark on a result without recordings."""
        if not self.parts:
            yield "nothing was scored: neither side has a recording with labels; expected labels with times"

    def _outside(self) -> Iterator[str]:
        """A remark on speech of the hypothesis that is not scored, although no regions leave it out."""
        if isinstance(self.settings, DiarisationSettings) and not any(part.within for part in self.parts):
            yield from of_outside(self.total.outside, self.total.total)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        recordings = [{"name": part.name, **part.score.to_dict()} for part in self.parts]
        return {**Parted.to_dict(self), "took_part": self.took_part.to_dict(), "recordings": recordings}

    def _numbers(self) -> list[tuple[str, str, str]]:
        """The columns of the sum, the error rate first: name, number and unit."""
        row = self.record.overall(self.total)
        columns = [(column, column.cell(row)) for group in self.record.columns for column in group]
        columns.sort(key=lambda pair: pair[0].head not in _MAIN)
        columns += [(column, column.cell(self.total)) for column in self.record.of_summaries]
        return [(column.name, cell, column.unit * (cell != "-")) for column, cell in columns]

    @classmethod
    def _of_table(cls, table: Any, metadata: dict[str, Any]) -> Totals:
        measure = measure_of(metadata["measure"])
        names = whole_column_of(table, "recording", "text")
        columns = (names, column_of(table, "within"), column_of(table, "score"))
        parts = tuple(
            [
                Tally(name, score_of_text(measure.kind, text), bool(within))
                for name, within, text in zip(*columns, strict=True)
            ]
        )
        took_part = TookPart.of_numbers(metadata.get("took_part"))
        settings = measure.settings(**metadata["settings"])
        return Totals(measure.name, settings, parts, took_part=took_part, **cls._read_fields(metadata))

    def _metadata(self) -> dict[str, Any]:
        fields = {"measure": self.measure, "settings": asdict(self.settings), **self._written_fields()}
        return {**fields, "took_part": self.took_part.numbers()}

    def _columns(self, rows: str) -> Columns:
        if rows not in ("recordings", "scores"):
            raise UsageError(f"totals store scores without {rows}; rows of {rows} need the result")
        columns = dict(Parted._columns(self, rows))
        if rows == "scores":
            columns["within"] = ("integer", [int(part.within) for part in self.parts])
            columns["score"] = ("text", [score_text(part.score) for part in self.parts])
        return columns

    def _scores(self) -> list[dict[str, Any]]:
        return [self.record.total([part.score]).to_dict() for part in self.parts]

    def _headline(self) -> str:
        name = "DER" if self.record.name == "diarisation" else "error rate"
        rate = "" if self.record.error_rate is None else f", {name} {percent(self.error_rate)}"
        return f"{self.measure}, {quantity(len(self.parts), 'recording')}{rate}"

    def __str__(self) -> str:
        numbers = [f"{name:<17}{text:>10}{unit}" for name, text, unit in self._numbers()]
        return "\n".join([quantity(len(self.parts), "recording"), *self.notices, "", *numbers, "", self.signature])

    @property
    def error_names(self) -> Mapping[str, str]:
        """The name of each kind of error, by its letter; diarisation uses different words."""
        return OF_LABELS if self.record.error_rate == "der" else {letter: kind.name for letter, kind in KINDS.items()}

    @property
    def count_names(self) -> Mapping[str, str]:
        """The names of the kinds of errors that are counted, as in JSON."""
        return OF_LABELS if self.record.error_rate == "der" else {key: f"{kind.noun}s" for key, kind in KINDS.items()}

    def key_figure(self) -> KeyFigure:
        """The main number with its interval and the parts of it, as a page begins."""
        record = self.record
        overall = record.overall(self.total)
        by_head = {column.head: column for group in record.columns for column in group}
        head = next((head for head in _KEY_FIGURES if head in by_head), "")
        number = by_head[head].cell(overall) if head else "-"
        counted = record.counted(overall)
        whole = sum(value for value in counted[:3] if value is not None)
        parts = []
        for (letter, name), value in zip(self.count_names.items(), counted[1:], strict=True):
            if value is not None and whole:
                parts.append(Share(letter, f"{percent(value / whole)} {name}", value / whole))
        unit = " s" if record.digits else ""
        scored = f"{whole:,.{record.digits}f}{unit} of the reference, {quantity(len(self.parts), 'recording')}"
        why, ends = "", None
        if record.error_rate is not None:
            why = too_few(len(self.parts), "recording")
            ends = None if why else self._ends()
        shown = number if number == "-" else f"{number} %"
        between_ends = between(ends) if ends else why
        name = by_head[head].name if head else ""
        return KeyFigure(shown, name, between_ends, ends, scored, tuple(parts), self.error_rate)

    def _ends(self) -> tuple[float, float] | None:
        """The ends of the interval of the error rate, from samples of recordings."""
        record = self.record
        errors, wholes = [], []
        for part in self.parts:
            row = record.overall(record.total([part.score]))
            correct, *wrong = (value or 0.0 for value in record.counted(row))
            errors.append(sum(wrong))
            wholes.append(correct + wrong[0] + wrong[1])
        rate = self.error_rate
        if rate is None or not sum(wholes):
            return None
        interval = interval_of_ratio(errors, wholes)
        # A measure whose rate is no such ratio has no interval.
        return ends_of(interval) if abs(interval.mean - rate) < _SAME else None

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        numbers = self._numbers()
        return [name for name, _, _ in numbers], [[text + unit for _, text, unit in numbers]]
