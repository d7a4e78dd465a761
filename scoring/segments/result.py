"""The result of scoring labels with times: totals, and the labels of every recording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ...formats.errors import short
from ..common.arrow import Columns
from ..common.results import long_collar
from ..notices.notice import ONE_PAIR
from ..notices.tiers import is_of_tiers
from ..notices.took_part import TookPart
from .causes import cause_of
from .conventions import collar_notice, counts_turns
from .lengths import Lengths, lengths_by_value
from .measure import Recording, Settings
from .measures import measure_of
from .notices import (
    have_nothing_in_common,
    notices_of,
    of_lost_speakers,
    of_nameless,
    of_names,
    of_no_speech,
    of_own_overlaps,
    of_sentences,
    of_silence,
    of_silent_names,
)
from .tables import label_columns, recordings_of_table, slot_columns
from .totals import Tally, Totals
from .turns import Turns


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

    def __repr__(self) -> str:
        return f"<Part {short(self.name, 40)}>"

    @property
    def within(self) -> bool:
        """Only regions of the recording were scored."""
        return self.recording.regions is not None


@dataclass(frozen=True, slots=True, repr=False)
class SegmentResult(Totals):
    """The scores of recordings with their labels; results with equal signatures can be added.

    >>> from scorelite.scoring.segments.api import score_segments
    >>> result = score_segments({"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.0)]}, measure="diarisation")
    >>> result.error_rate, result.parts[0].name
    (0.25, 'talk')
    >>> (result + score_segments({"walk": [("ben", 0.0, 4.0)]}, {}, measure="diarisation")).error_rate
    0.625
    """

    LACKS: ClassVar[str] = ""

    parts: tuple[Part, ...]

    def totals(self) -> Totals:
        """The scores without the labels."""
        tallies = tuple(Tally(part.name, part.score, part.within) for part in self.parts)
        fields = {name: getattr(self, name) for name in (*self.WRITTEN, "took_part")}
        return Totals(self.measure, self.settings, tallies, **fields)

    @property
    def lengths(self) -> tuple[Mapping[str, Lengths], Mapping[str, Lengths]]:
        """Statistics of the lengths of labels by value, for reference and hypothesis; open ends are closed.

        >>> from scorelite.scoring.segments.api import score_segments
        >>> result = score_segments({"talk": [("a", 0.0, 4.0), ("a", 5.0, 7.0)]}, {})
        >>> result.lengths[0]["a"].mean, result.lengths[1]
        (3.0, {})
        """
        sides = [part.recording.resolved() for part in self.parts]
        return lengths_by_value([ref for ref, _ in sides]), lengths_by_value([hyp for _, hyp in sides])

    def explain(self, number: str | float) -> Any:
        """The public conventions that give these turns a published DER, in percent.

        Whose rules, collar, overlap, regions, and pooled or mean of recordings are tried; all that round to the number
        are listed, with the steps from this score to each.

        >>> from scorelite.scoring.segments.api import score_segments
        >>> sides = {"talk": [("anna", 0.0, 4.0)]}, {"talk": [("x", 0.0, 3.8)]}
        >>> [row.convention.collar for row in score_segments(*sides, measure="diarisation").explain("2.00").rows][:1]
        ['0.125']
        """
        return self._analyses().explain_diarisation(self, number)

    def _gravest(self) -> Iterator[str]:
        """The notices that one number alone needs: recordings that are paired by their number alone, tiers that nobody
        chose, speech that is not scored, and what a collar means."""
        yield from self._unscored()
        yield from (text for text in self.paired if is_of_tiers(text) or text.startswith(ONE_PAIR))
        yield from self._nameless()
        yield from self._outside()
        yield from self._collar()

    def _nameless(self) -> Iterator[str]:
        if self.record.names == "free":
            yield from of_nameless(*self._names())
            yield from of_lost_speakers([part.recording for part in self.parts])

    def _names(self) -> tuple[set[str], set[str]]:
        """The names of both sides."""
        refs = {name for part in self.parts for name in part.ref.names}
        hyps = {name for part in self.parts for name in part.hyp.names}
        return refs, hyps

    def _collar(self) -> Iterator[str]:
        yield from filter(None, (collar_notice(self.settings), long_collar(getattr(self.settings, "collar", 0.0))))

    def _notices(self, *, are_times_explained: bool = False) -> Iterator[str]:
        recordings = [part.recording for part in self.parts]
        cause = cause_of(recordings, self.record, self.settings, self.error_rate)
        is_explained = cause is not None or have_nothing_in_common(recordings)
        yield from Totals._notices(self, are_times_explained=is_explained)
        if cause is not None:
            yield cause.text
        yield from notices_of(recordings)
        if counts_turns(self.settings):
            yield from of_own_overlaps(recordings)
        yield from self._collar()
        refs, hyps = self._names()
        if self.record.name == "diarisation":
            yield from of_silent_names(recordings)
        if self.record.name == "detection":
            yield from of_no_speech(recordings)
        if self.record.name == "boundaries":
            yield from of_silence(recordings, "its end is a boundary there alone")
        if self.record.names == "shared":
            yield from of_silence(recordings, "it counts as a class")
        if refs | hyps == {""}:
            yield "labels have no values: only times were compared"
        yield from self._nameless()
        if self.record.names == "shared":
            yield from of_names(refs, hyps)
        if self.record.names == "shared" and refs and hyps and not refs & hyps:
            yield "the sides have no value in common: to map the names of speakers, use the measure diarisation"
        elif self.record.names == "shared":
            yield from of_sentences(refs, hyps)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        lengths = {
            side: {value: lengths.to_dict() for value, lengths in of_side.items()}
            for side, of_side in zip(("ref", "hyp"), self.lengths, strict=True)
        }
        document = Totals.to_dict(self)
        recordings = document.pop("recordings")
        return {**document, "lengths": lengths, "recordings": recordings}

    @classmethod
    def _of_table(cls, table: Any, metadata: dict[str, Any]) -> SegmentResult:
        """The result of a table of labels, which are scored anew."""
        recordings = recordings_of_table(table, metadata)
        settings = measure_of(metadata["measure"]).settings(**metadata["settings"])
        took_part = TookPart.of_numbers(metadata.get("took_part"))
        return scored(metadata["measure"], settings, recordings, took_part=took_part, **cls._read_fields(metadata))

    def _metadata(self) -> dict[str, Any]:
        recordings = [part.recording for part in self.parts]
        return {**Totals._metadata(self), "recordings": [[each.name, each.regions, each.marks] for each in recordings]}

    def _columns(self, rows: str) -> Columns:
        if rows == "labels":
            return label_columns([part.recording for part in self.parts])
        if rows == "slots":
            slots = self.record.slots
            return slot_columns({part.name: slots(part.recording, part.score, self.settings) for part in self.parts})
        return Totals._columns(self, rows)


def scored(measure: str, settings: Settings, recordings: Sequence[Recording], **fields: Any) -> SegmentResult:
    """The result of scoring recordings; `fields` are the other fields of the result."""
    scores = measure_of(measure).score(recordings, settings)
    parts = tuple(Part(recording, score) for recording, score in zip(recordings, scores, strict=True))
    return SegmentResult(measure, settings, parts, **fields)
