"""Sources of errors: what recognition, segmentation and the confusion of speakers add to the cpWER."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...formats.errors import UsageError, quantity
from ..common.counts import Counts, percent
from ..common.results import Reported
from ..common.version import SCHEMA
from .api import score
from .measures import name_of
from .prepared import joined, prepare
from .result import MeetingPart, MeetingResult
from .scores import steps_of
from .sides import Row

# Measures whose errors are subtracted from each other: of speakers, of segments given to any speaker, and of segments
# of the reference put into any stream.
MEASURES = {"cp": ("cp", "di-cp", "orc"), "tcp": ("tcp", "di-tcp", "tcorc")}


_NEGATIVE = "a rate below 0: its measure forgives errors of the part above, such as a segment that is in two streams"


@dataclass(frozen=True, slots=True)
class SourceCounts:
    """Errors by source; their sum is the number of errors of the cpWER.

    A difference is negative where a measure forgives what the next one counts: a segment of the reference that the
    hypothesis has in two streams is one error of ORC-WER, and none of the DI-cpWER.
    """

    recognition: int
    segmentation: int
    speakers: int
    words: int
    """Words of the reference."""

    @property
    def errors(self) -> int:
        """All errors."""
        return self.recognition + self.segmentation + self.speakers

    def rates(self) -> tuple[float | None, ...]:
        """The shares of the reference's words: all errors, and those of each source; None without words."""
        numbers = (self.errors, self.recognition, self.segmentation, self.speakers)
        return tuple(number / self.words if self.words else None for number in numbers)

    def to_dict(self) -> dict[str, int]:
        """Everything by name, ready for JSON."""
        return {
            "errors": self.errors,
            "recognition": self.recognition,
            "segmentation": self.segmentation,
            "speakers": self.speakers,
            "reference_words": self.words,
        }


@dataclass(frozen=True, slots=True)
class ErrorSources(Reported):
    """Three results of the same sessions, with different tolerance for errors of speakers.

    >>> ref = {"talk": [("anna", "good day"), ("ben", "hi there")]}
    >>> hyp = {"talk": [("1", "good day"), ("1", "hi there")]}
    >>> print(error_sources(ref, hyp).total)
    SourceCounts(recognition=0, segmentation=0, speakers=4, words=4)
    """

    WING: ClassVar[str] = "meetings"

    whole: MeetingResult
    """By cp or tcp: speakers count."""
    relabelled: MeetingResult
    """By di-cp or di-tcp: a segment of the hypothesis may be anybody's."""
    recognised: MeetingResult
    """By orc or tcorc: a segment of the reference may stand in any stream."""

    @property
    def sessions(self) -> dict[str, SourceCounts]:
        """The errors of each session by source."""
        parts = zip(self.whole.parts, self.relabelled.parts, self.recognised.parts, strict=True)
        return {part[0].name: _counts(*(each.score.counts for each in part)) for part in parts}

    @property
    def total(self) -> SourceCounts:
        """The errors of all sessions by source."""
        results = (self.whole, self.relabelled, self.recognised)
        return _counts(*(result.total.counts for result in results))

    @property
    def counts(self) -> Counts:
        """The counts of the whole."""
        return self.whole.counts

    @property
    def ref_name(self) -> str:
        """The name of the reference."""
        return self.whole.ref_name

    @property
    def hyp_name(self) -> str:
        """The name of the hypothesis."""
        return self.whole.hyp_name

    @property
    def uem_name(self) -> str:
        """The file of the scored regions; empty where all is scored."""
        return self.whole.uem_name

    @property
    def signature(self) -> str:
        """The signature of the whole; those of the parts differ only in the measure."""
        return self.whole.signature

    @property
    def notices(self) -> tuple[str, ...]:
        """Remarks on the numbers."""
        others = (self.relabelled, self.recognised)
        bounds = [f"{result.title}: {text}" for result in others for text in result.unproven()]
        if min(self.total.segmentation, self.total.speakers) < 0:
            bounds.append(_NEGATIVE)
        if moved := sum(map(self._moved, self.recognised.parts)):
            of_all = f"{moved:,} of {quantity(self.total.recognition, 'error')} of recognition"
            bounds.append(f"{of_all} vanish if speakers do not matter: right words in a segment of another speaker")
        return (*self.whole.notices, *bounds)

    def _moved(self, part: MeetingPart) -> int:
        """By how many errors ORC exceeds an alignment of all words in order of time; overlapping speech hides some."""
        if self.whole.record.timed:
            return 0
        prepared = prepare(part.session, self.whole.settings, timed=False)
        ref, hyp = (joined(list(side.segments)) for side in (prepared.ref, prepared.hyp))
        steps = steps_of(ref, hyp, self.whole.settings)
        return max(0, part.score.counts.errors - (len(steps) - steps.count(b"C")))

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "measures": [result.measure for result in (self.whole, self.relabelled, self.recognised)],
            "schema": SCHEMA,
            "signature": self.signature,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "uem": self.uem_name or None,
            "notices": [*self.notices],
            "total": self.total.to_dict(),
            "sessions": [{"name": name, **counts.to_dict()} for name, counts in self.sessions.items()],
        }

    def __str__(self) -> str:
        sessions = quantity(len(self.sessions), "session")
        return "\n".join([sessions, *self.notices, "", *self._lines(), "", self.signature])

    def _lines(self) -> Iterator[str]:
        total = self.total
        names = (self.whole.title, "recognition", "segmentation", "speakers")
        numbers = (total.errors, total.recognition, total.segmentation, total.speakers)
        for name, number, rate in zip(names, numbers, total.rates(), strict=True):
            yield f"{name:<13}{percent(rate):>8}  [ {number:,} / {total.words:,} ]"


def _counts(whole: Any, relabelled: Any, recognised: Any) -> SourceCounts:
    return SourceCounts(
        recognised.errors,
        relabelled.errors - recognised.errors,
        whole.errors - relabelled.errors,
        whole.reference,
    )


def measures_behind(measure: str) -> tuple[str, str, str]:
    """The three measures whose errors are subtracted."""
    ours = name_of(measure)
    if ours not in MEASURES:
        raise UsageError(f"sources of errors are those of the measure cp or tcp, not of {measure}")
    return MEASURES[ours]


def error_sources(
    refs: Mapping[str, Iterable[Row]], hyps: Mapping[str, Iterable[Row]], *, measure: str = "cp", **keywords: Any
) -> ErrorSources:
    """Splits the errors of cp or tcp by source; sessions and keywords are those of `score`."""
    sides = tuple({name: list(rows) for name, rows in side.items()} for side in (refs, hyps))
    results = [score(*sides, measure=name, **keywords) for name in measures_behind(measure)]
    return ErrorSources(*results)
