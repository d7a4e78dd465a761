"""What scoring gives back: frozen, with totals at once and the utterances when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any, ClassVar, overload

from formats.engine.labels import Definitions
from formats.schema import Segment
from scoring import _core as core
from scoring.counts import Counts, percent
from scoring.results import plot, report
from scoring.settings import Settings
from scoring.words.alignment import Alignment, Carried, Text, alignment_of


@dataclass(frozen=True, slots=True)
class Timeline:
    """What is known of utterances that are stretches of recordings."""

    segments: Sequence[Segment]
    """For every utterance its recording, channel, speaker, begin, end and labels."""
    windows: bool
    """Whether the begin and the end of a segment are the reference's own."""
    carried: Carried
    definitions: Definitions
    """What labels mean."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One reference and its hypothesis."""

    id: str
    ref: Text
    hyp: Text
    counts: Counts
    _index: int = field(repr=False, compare=False)
    _batch: core.Batch = field(repr=False, compare=False)
    _settings: Settings = field(repr=False, compare=False)
    _timeline: Timeline | None = field(default=None, repr=False, compare=False)

    @property
    def segment(self) -> Segment | None:
        """Recording, channel, speaker, begin, end and labels, where the files have times."""
        return self._timeline.segments[self._index] if self._timeline else None

    @property
    def alignment(self) -> Alignment:
        """Word by word; with times and confidences where words have them."""
        carried = self._timeline.carried if self._timeline else Carried()
        return alignment_of(self._batch, self._index, self.ref, self.hyp, self._settings, carried)

    @property
    def wer(self) -> float | None:
        """The error rate of this utterance alone; the mean of such rates is not the rate of the whole."""
        return self.counts.wer

    def to_dict(self) -> dict[str, Any]:
        """Id, place, counts and alignment, ready for JSON."""
        place: dict[str, Any] = {}
        if segment := self.segment:
            place = {"session": segment.session, "channel": segment.channel, "speaker": segment.speaker}
            place |= {"start": segment.start, "end": segment.end, "tags": list(segment.tags)}
        return {"id": self.id, **place, **self.counts.to_dict(), "alignment": self.alignment.to_list()}

    def __str__(self) -> str:
        return f"id: {self.id}\n{self.alignment}"


class Utterances(Sequence[Utterance]):
    """All utterances in order; one is made when it is looked at."""

    __slots__ = ("_batch", "_counts", "_hyps", "_ids", "_refs", "_settings", "timeline")

    def __init__(
        self,
        ids: Sequence[str] | None,
        refs: Sequence[Text],
        hyps: Sequence[Text],
        batch: core.Batch,
        settings: Settings,
        timeline: Timeline | None = None,
    ) -> None:
        self.timeline = timeline
        self._ids = ids
        self._refs = refs
        self._hyps = hyps
        self._batch = batch
        self._settings = settings
        self._counts: memoryview | None = None

    @property
    def batch(self) -> core.Batch:
        """The alignments as the core keeps them."""
        return self._batch

    @property
    def settings(self) -> Settings:
        """How they were compared."""
        return self._settings

    def ids(self) -> Sequence[str]:
        """The ids of all utterances; without ids they are numbered from 1."""
        return self._ids if self._ids is not None else [str(number + 1) for number in range(len(self))]

    def counts(self) -> memoryview:
        """Correct, substitutions, deletions and insertions of one utterance after the other, as 32-bit numbers."""
        if self._counts is None:
            self._counts = memoryview(self._batch.counts()).cast("i")
        return self._counts

    @overload
    def __getitem__(self, index: int) -> Utterance: ...

    @overload
    def __getitem__(self, index: slice) -> list[Utterance]: ...

    def __getitem__(self, index: int | slice) -> Utterance | list[Utterance]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return Utterance(
            str(place + 1) if self._ids is None else self._ids[place],
            self._refs[place],
            self._hyps[place],
            Counts(*self.counts()[4 * place : 4 * place + 4]),
            place,
            self._batch,
            self._settings,
            self.timeline,
        )

    def __len__(self) -> int:
        return len(self._batch)

    def __iter__(self) -> Iterator[Utterance]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} utterances>"


def outside_words(rule: str) -> str:
    """What became of words in no segment, in words."""
    return "left out" if rule == "skip" else "scored with the next segment"


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a set of utterances.

    >>> import scoring
    >>> result = scoring.score(["a b c", "d"], ["a x c", "d"], ids=["one", "two"])
    >>> result.wer, result.counts.substitutions, result.ser
    (0.25, 1, 0.5)
    >>> print(result.utterances[0])
    id: one
    REF:  a B c
    HYP:  a X c
    Eval:   S
    """

    WING: ClassVar[str] = "words"
    counts: Counts
    sentences: int
    sentence_errors: int
    settings: Settings
    utterances: Utterances = field(compare=False)
    missing: tuple[str, ...] = ()
    """Ids of references that had no hypothesis; of files with times, recordings and channels."""
    extra: tuple[str, ...] = ()
    """Those of hypotheses that had no reference, and were left out."""
    missing_rule: str = "error"
    """What was to happen with those: error, skip or delete."""
    outside: int = 0
    """Hypothesis words in no segment of the reference."""
    outside_rule: str = ""
    """What was to happen with those: attach, skip or error."""
    overlap_rule: str = ""
    """What was to happen with reference segments that overlap: error or earlier."""
    ignored_segments: int = 0
    """Reference segments that say that they are not to be scored."""
    ignored_words: int = 0
    """Hypothesis words in those, which were left out, too."""
    ref_name: str = ""
    hyp_name: str = ""
    ref_format: str = ""
    hyp_format: str = ""
    speaker_map: tuple[tuple[str, str], ...] = ()
    """Other names in reports for speakers that only ids name."""

    @property
    def wer(self) -> float | None:
        """Word error rate as a fraction; None if there is no reference word."""
        return self.counts.wer

    @property
    def mer(self) -> float | None:
        """Match error rate: errors per aligned pair, never above 1."""
        return self.counts.mer

    @property
    def ser(self) -> float | None:
        """Sentence error rate: utterances with an error; None if there is no utterance."""
        return self.sentence_errors / self.sentences if self.sentences else None

    @property
    def signature(self) -> str:
        """What to print beside the number, so that others can get the same."""
        parts = {
            "missing": self.missing_rule,
            "outside": self.outside_rule,
            "overlap": self.overlap_rule,
            "ref": self.ref_format,
            "hyp": self.hyp_format,
        }
        return "|".join([self.settings.signature, *(f"{name}:{value}" for name, value in parts.items() if value)])

    @property
    def nce(self) -> float | None:
        """Normalized cross entropy: how much confidences tell beyond the share of right words; below 0 they mislead.

        None if a hypothesis word has no confidence, or if all words are right or all are wrong.
        """
        timeline = self.utterances.timeline
        if not timeline or not timeline.carried.hyp_confidence:
            return None
        from scoring.report.words.render import word_scores
        from scoring.words.entropy import cross_entropy

        value = cross_entropy(word_scores(self, None)).overall
        return None if isnan(value) else value

    def report(self, name: str, *, speakers: str | None = None, width: int = 1000) -> bytes:
        """A report as sclite writes it: sum, rsum, pra, prf, dtl, spk, snt, sgml ...

        `speakers` says where an id names its speaker, if the files do not say who speaks; see `scoring.words.speakers`.
        """
        return report(self, name, speakers=speakers, width=width)

    def plot(self, name: str) -> bytes:
        """A picture of what confidences are worth; its name, such as det.svg or hist.png, says which."""
        return plot(self, name)

    def to_dict(self, *, utterances: bool = False) -> dict[str, Any]:
        """Everything by name, ready for JSON; `utterances=True` adds every utterance with its alignment."""
        found: dict[str, Any] = {
            **self.counts.to_dict(),
            "sentences": self.sentences,
            "sentence_errors": self.sentence_errors,
            "ser": self.ser,
            "nce": self.nce,
            "ref": self.ref_name,
            "hyp": self.hyp_name,
            "missing": list(self.missing),
            "extra": list(self.extra),
            "outside": self.outside,
            "ignored_segments": self.ignored_segments,
            "ignored_words": self.ignored_words,
            "settings": self.settings.to_dict(),
            "signature": self.signature,
        }
        if utterances:
            found["utterances"] = [utterance.to_dict() for utterance in self.utterances]
        return found

    def __str__(self) -> str:
        ser = f"SER {percent(self.ser)} [ {self.sentence_errors} / {self.sentences} utterances ]"
        notes = []
        if self.missing:
            treated = "scored as deletions" if self.missing_rule == "delete" else "left out"
            things = "channels" if self.utterances.timeline else "references"
            notes.append(f"{len(self.missing)} {things} without a hypothesis were {treated}")
        if self.extra:
            things = "channels" if self.utterances.timeline else "hypotheses"
            notes.append(f"{len(self.extra)} {things} without a reference were left out")
        if self.outside:
            notes.append(f"{self.outside} words in no segment were {outside_words(self.outside_rule)}")
        return "\n".join([str(self.counts), ser, *notes])
