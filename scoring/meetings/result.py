"""The result of scoring meetings: the score of every session, and their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

from ...formats.errors import UsageError, half_character, quantity, short
from ..common.counts import Counts, percent
from ..common.key_figure import KeyFigure, between, ends_of, shares, too_few
from ..common.other_names import known_keywords
from ..common.parts import Parted
from ..common.results import listed, long_collar, other_unit
from ..common.settings import Settings
from ..common.tie_policy import policy_of
from ..common.totals import Rule, added, in_turn
from ..maths.draws import MersenneTwister
from ..maths.intervals import Interval, at_level, check_level, interval
from ..normalise.catalogue import built_in
from ..normalise.effect import Effect
from ..notices.cause import explained
from ..notices.causes import CAUSES
from ..notices.notice import HIGH, Explanation, Notice, merged, of_counts
from ..notices.oddities import of_printed, of_silence, of_tags, of_texts
from ..notices.sample import Sample
from ..notices.took_part import NOT_IN_REGIONS, NOTHING, TookPart, notices_of
from .file_order import of_file_order
from .heads import of_heads
from .marked import check_marks, score_marked
from .measures import measure_of
from .normalised import Before, Rows
from .part import of_dead_times, of_empty_sides, of_lost_speakers, of_nameless
from .prepared import PlacedWord, placed_words, prepare
from .scores import Assigned, Match, Measure, MeetingScore
from .settings import MeetingSettings
from .sides import Overlap, Session
from .times import of_collar, of_times


@dataclass(frozen=True, slots=True)
class MeetingPart:
    """One session, and its score."""

    session: Session
    assigned: Assigned

    @property
    def name(self) -> str:
        """The name of the session."""
        return self.session.name

    @property
    def score(self) -> MeetingScore:
        """The counts of the session."""
        return self.assigned.score

    def __repr__(self) -> str:
        return f"<MeetingPart {short(self.name, 40)}: {self.score.counts}>"

    @property
    def overlaps(self) -> tuple[Overlap | None, Overlap | None]:
        """How much the speakers of both sides overlap, each with themselves."""
        return self.session.ref.overlap(), self.session.hyp.overlap()

    def words(self, match: Match, measure: Measure, settings: MeetingSettings) -> tuple[list[str], list[str]]:
        """The words of both sides of a match, in the order of its steps."""
        refs, hyps = ([word.word for word in side] for side in self.placed_words(match, measure, settings))
        return refs, hyps

    def placed_words(
        self, match: Match, measure: Measure, settings: MeetingSettings
    ) -> tuple[list[PlacedWord], list[PlacedWord]]:
        """The words of `words` with their segments and times."""
        if match.words is not None:
            marked_refs, marked_hyps = ([PlacedWord(-1, *word) for word in side] for side in match.words)
            return marked_refs, marked_hyps
        ref_sort, hyp_sort = (measure.timed and sort == "word" for sort in (settings.ref_sort, settings.hyp_sort))
        refs = placed_words(self.session.ref, match.refs, settings.ref_timing, settings.unit, sort=ref_sort)
        hyps = placed_words(self.session.hyp, match.hyps, settings.hyp_timing, settings.unit, sort=hyp_sort)
        return refs, hyps

    def to_dict(self, unit: str = "word") -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        overlaps = zip(("ref", "hyp"), self.overlaps, strict=True)
        assignment = [list(pair) if isinstance(pair, tuple) else pair for pair in self.assigned.assignment]
        return {
            "name": self.name,
            **self.score.to_dict(unit),
            "assignment": assignment,
            "self_overlap": {
                side: None if overlap is None else {"time": overlap.time, "total": overlap.total, "rate": overlap.rate}
                for side, overlap in overlaps
            },
        }


@dataclass(frozen=True, slots=True, repr=False)
class MeetingResult(Parted):
    """The scores of sessions, sorted by name; results with equal signatures can be added.

    >>> from scorelite import meetings
    >>> result = meetings.score({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi"), ("2", "good")]})
    >>> result.error_rate, result.parts[0].assigned.assignment
    (0.3333333333333333, (('anna', '2'), ('ben', '1')))
    """

    WING: ClassVar[str] = "meetings"
    ROWS: ClassVar[tuple[str, ...]] = ("sessions",)
    UNIT: ClassVar[str] = "session"
    LOST: ClassVar[str] = "all deleted"
    ADDS: ClassVar[Mapping[str, Rule]] = {
        **Parted.ADDS,
        "remarks": in_turn,
        "before": lambda values: None,
        "took_part": added,
    }

    settings: MeetingSettings
    parts: tuple[MeetingPart, ...]
    remarks: tuple[str, ...] = ()
    """Remarks on the files as they were read, such as segments that occur twice."""
    before: Before | None = field(default=None, compare=False, repr=False)
    """What was scored, before normalisation; None without a normaliser and for sums of results."""
    took_part: TookPart = field(default=NOTHING, compare=False)
    """How much of both sides was scored."""

    @property
    def record(self) -> Measure:
        """The record of the measure."""
        return measure_of(self.measure)

    @property
    def title(self) -> str:
        """The error rate's usual name, such as cpWER, or cpCER of characters."""
        title = self.record.title
        return title if self.settings.unit == "word" else title.replace("WER", "CER")

    @property
    def total(self) -> MeetingScore:
        """The sum over all sessions."""
        return sum((part.assigned.score for part in self.parts), MeetingScore())

    @property
    def counts(self) -> Counts:
        """The counts of the sum."""
        return self.total.counts

    @property
    def speaker_count_accuracy(self) -> float | None:
        """The share of sessions in which the hypothesis has the right number of speakers."""
        errors = self._count_errors()
        return errors.count(0) / len(errors) if errors else None

    @property
    def speaker_count_error(self) -> float | None:
        """The error in the number of speakers, averaged over sessions."""
        errors = self._count_errors()
        return sum(errors) / len(errors) if errors else None

    def _count_errors(self) -> list[int]:
        sessions = [part.session for part in self.parts]
        return [abs(len({*each.ref.speakers}) - len({*each.hyp.speakers})) for each in sessions]

    @property
    def error_rate(self) -> float | None:
        """The error rate of the sum; None without reference words."""
        return self.total.counts.wer

    def _settings(self) -> str:
        return self.settings.signature(self.record.timed)

    @property
    def notices(self) -> tuple[str, ...]:
        """Warnings about the numbers: odd texts and times, parts left out, and unproven optima."""
        found = map(str, merged(self._found()))
        notices = [*self.remarks, *found, *self._unmet(lambda names: listed(names, self.UNIT))]
        sides = [part.session.ref for part in self.parts], [part.session.hyp for part in self.parts]
        last = [max((max(session_side.ends or (0.0,)) for session_side in side), default=0.0) for side in sides]
        if self.record.timed and (unit := other_unit(*last)):
            notices.append(unit)
        if self.record.timed and (collar := long_collar(self.settings.collar or 0.0)):
            notices.append(collar)
        return (*notices, *self.unproven())

    def unproven(self) -> tuple[str, ...]:
        """A remark on sessions whose best assignment the search did not prove."""
        open_ends = [part.name for part in self.parts if not part.score.is_optimal]
        total = self.total
        between = f"the number of errors lies between {total.low} and {total.counts.errors}"
        return (f"{listed(open_ends, 'session')} without a proven optimum: {between}",) if open_ends else ()

    def _found(self) -> Iterator[Notice]:
        """Notices about the words and times of both sides, and about what took no part."""
        sides = ([part.session.ref for part in self.parts], [part.session.hyp for part in self.parts])
        refs, hyps = ([text for session_side in side for text in session_side.texts] for side in sides)
        yield from of_texts(refs, hyps)
        if self.counts.errors:
            yield from of_tags(refs, hyps)
            yield from of_silence(refs, hyps)
            yield from of_printed(refs, hyps, has_case=self.settings.case_sensitive)
        yield from self.causes()
        yield from self._gravest()
        yield from self._missed()
        counts = [part.score.counts for part in self.parts if part.name not in self.missing]
        # Measures that assign segments name streams, not speakers.
        matches = [match for part in self.parts for match in part.assigned.matches if self.record.assigns == "speakers"]
        yield from of_empty_sides(counts, matches)

    def _gravest(self) -> Iterator[Notice]:
        """The notices that one number alone needs."""
        # Whole recordings are not silent; files of segments alone, such as rttm, have no words.
        yield from of_counts(self.counts, silent=1)
        sessions = [part.session for part in self.parts]
        if sessions and self.record.assigns == "speakers" and not self.record.joins:
            yield from of_nameless(sessions)
            yield from of_lost_speakers(sessions)
        if self.record.timed:
            yield from of_dead_times(sessions)

    def _missed(self) -> Iterator[Notice]:
        """Notices about what took no part."""
        is_named = bool(self.extra) or (self.missing_rule == "skip" and bool(self.missing))
        left_out = "left out" if is_named else NOT_IN_REGIONS
        unit = self.settings.unit
        for notice in notices_of(self.took_part, items=unit, within="scored regions", left_out=left_out, whole=True):
            # Regions leave out the same recordings of both sides.
            if notice.name != "left out hypothesis" or self.extra:
                yield notice

    def causes(self) -> tuple[Explanation, ...]:
        """Causes of most errors that are not recognition, with the rate without them; times are tried at any rate.

        >>> from scorelite import meetings
        >>> refs = {"talk": [("anna", "a good day to you")]}
        >>> hyps = {"talk": [("1", "<eps> a <eps> good <eps> day <eps> to you <eps>")]}
        >>> print(*meetings.score(refs, hyps).causes())
        without '<eps>' in the hypothesis the rate would be 0.0 % instead of 100.0 %: normalise='drop:<eps>'
        """
        sessions = [part.session for part in self.parts]
        found = self._of_places(sessions)
        # A search takes long, rules for several words find none in rows of single words, and marks are no texts.
        texts = (text for session in sessions for text in session.hyp.texts)
        by_segment = not self.record.searches and not self.settings.marks and any(" " in text for text in texts)
        rate_after = partial(self._rate_after, sessions) if by_segment else None
        if not found and rate_after is not None:
            found = of_heads(sessions, self.error_rate, rate_after)
        by_characters = self.settings.unit == "character"
        if found or (self.error_rate or 0.0) < HIGH or (by_characters and self.record.searches):
            return found
        # Normalisers change words, so that those of a score by characters are aligned for this.
        words = self._scored(sessions, unit="word") if by_characters else self
        refs, hyps, whole = _stretches(words.parts, words.record, words.settings)
        settings = Settings(
            policy=self.settings.policy, case_sensitive=self.settings.case_sensitive, unit=self.settings.unit
        )
        rate = self.error_rate or 0.0
        sample = Sample(refs, hyps, settings, rate, whole=whole, exact=by_segment, rate_after=rate_after)
        return explained(sample, CAUSES)

    def _of_places(self, sessions: Sequence[Session]) -> tuple[Explanation, ...]:
        """The cause that lies in times, or where there are none in the order of segments."""
        exact = not self.record.searches
        if not self.record.timed:
            return of_file_order(sessions, self.error_rate, self._rate_of, title=self.title) if exact else ()
        timings = self.settings.ref_timing, self.settings.hyp_timing
        return of_times(sessions, timings, self.error_rate, self._rate_of, title=self.title, exact=exact) or of_collar(
            self.settings.collar,
            self.error_rate,
            lambda collar: self._rate_of(sessions, collar=collar),
            title=self.title,
            exact=exact,
        )

    def _scored(self, sessions: Sequence[Session], **changed: Any) -> MeetingResult:
        """The score of other sessions, or with other settings.

        A search takes long; the bound without one is near enough.
        """
        measure = "greedy-tcorc" if self.record.searches else self.measure
        return scored(measure, replace(self.settings, **changed), sessions)

    def _rate_of(self, sessions: Sequence[Session], **changed: Any) -> float | None:
        return self._scored(sessions, **changed).error_rate

    def _rate_after(self, sessions: Sequence[Session], names: Sequence[str]) -> float | None:
        """The rate after normalisers of the catalogue."""
        chain = sum(map(built_in, names[1:]), built_in(names[0]))
        return self._rate_of(Rows(tuple(sessions), ((), ())).normalised(chain).sessions)

    def normalisation(self) -> Effect:
        """Counts without normalisation, and the errors that each rule moved; sessions are scored after each step."""

        def count(sessions: Sequence[Session]) -> dict[str, Counts]:
            result = scored(self.measure, self.settings, sessions)
            return {part.name: part.score.counts for part in result.parts}

        effect: Effect = self._normalised().effect(count)
        return effect

    def changes(self) -> Iterator[dict[str, Any]]:
        """Every change that normalisation made, ready for JSON: side, session, segment, place, pieces and rule.

        >>> from scorelite import meetings
        >>> rows = {"talk": [("anna", "Good day")]}
        >>> next(meetings.score(rows, rows, normalise="basic").changes())["after"]
        'good'
        """
        changes: Iterator[dict[str, Any]] = self._normalised().changes()
        return changes

    def words(self) -> Any:
        """The words as they were aligned, as a result of words: each segment of the reference is an utterance.

        >>> from scorelite import meetings
        >>> result = meetings.score({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "good way")]})
        >>> [(utterance.id, utterance.alignment.operations) for utterance in result.words().utterances]
        [('talk anna-0000', 'CS'), ('talk ben-0000', 'D')]
        """
        return self._analyses().words_of_meetings(self)

    def analyse(self, wanted: Mapping[str, Any], columns: Any = None) -> Any:
        """Several analyses of the words as they were aligned, by name, as `meetings --with` names them.

        `columns` is a table with more columns for slices, joined by speaker or session.

        >>> from scorelite import meetings
        >>> result = meetings.score({"talk": [("anna", "good ann"), ("ben", "hi")]}, {"talk": [("1", "good an")]})
        >>> result.analyse({"classes": {"name": ["ann"]}})["classes"]["name"].rate
        1.0
        """
        return self._analyses().of_meetings(self, wanted, columns)

    @known_keywords
    def interval(self, replications: int = 1000, *, level: float = 0.95, seed: int = 0) -> Interval:
        """The confidence interval of the error rate: mean and reach, by bootstrap samples of sessions."""
        check_level(level)
        counts = [part.score.counts for part in self.parts]
        silent = sum(not each.reference for each in counts)
        if len(counts) < 2 or silent:
            wrong = f"{silent} without words" if silent else f"{len(counts)} session"
            raise UsageError(f"an interval draws sessions with reference words; there is {wrong}: expected two or more")
        if replications < 2:
            raise UsageError(f"replications is {replications}; expected 2 or more")
        drawn = MersenneTwister(seed)
        errors, words = [each.errors for each in counts], [each.reference for each in counts]
        return at_level(interval(errors, words, replications, drawn), level)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON; what rules moved is left out where each score is a long search."""
        effect = {} if self.before is None or self.record.searches else self.normalisation().to_dict(self.settings.unit)
        facts = Parted.to_dict(self)
        head = {name: facts.pop(name) for name in ("schema", "measure", "signature")}
        unit = {"policy": policy_of(self.settings.policy).label, "unit": self.settings.unit}
        part = {
            "speaker_count_accuracy": self.speaker_count_accuracy,
            "speaker_count_error": self.speaker_count_error,
            "took_part": self.took_part.to_dict(),
        }
        return {**head, **unit, **facts, **part, **effect, "sessions": self._scores()}

    def _total(self) -> dict[str, Any]:
        return self.total.to_dict(self.settings.unit)

    def _scores(self) -> list[dict[str, Any]]:
        return [part.to_dict(self.settings.unit) for part in self.parts]

    def _metadata(self) -> dict[str, Any]:
        return {"measure": self.measure, "signature": self.signature}

    def _headline(self) -> str:
        counts = self.total.counts
        if self.record.joins:
            wrong = f"{counts.errors:,} / {counts.reference:,}: paired {self.settings.unit}s with the wrong speaker"
            return f"{self.title} {percent(counts.wer)} [ {wrong} ]"
        return str(counts).replace("WER", self.title, 1)

    def __str__(self) -> str:
        speakers = self.total.speakers
        sessions = quantity(len(self.parts), "session")
        summary = (
            f"{sessions}, {quantity(speakers.scored, 'speaker')}: {speakers.missed} missed, {speakers.false} false"
        )
        return "\n".join([summary, *self.notices, "", self._headline(), "", self.signature])

    def key_figure(self) -> KeyFigure:
        """The main number with its interval and the parts of it, as a page begins."""
        counts = self.total.counts
        unit = self.settings.unit
        silent = any(not part.score.counts.reference for part in self.parts)
        few = too_few(len(self.parts), "session")
        ends = None if few or silent else ends_of(self.interval())
        words = quantity(counts.reference, f"paired {unit}" if self.record.joins else unit)
        return KeyFigure(
            percent(counts.wer),
            self.title,
            between(ends) if ends else few,
            ends,
            f"{quantity(counts.errors, 'error')} in {words}, {quantity(len(self.parts), 'session')}",
            () if self.record.joins else shares(counts),
            counts.wer,
        )

    def _cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        counts = self.total.counts
        numbers = (counts.reference, counts.substitutions, counts.deletions, counts.insertions, counts.errors)
        heads = [self.title, "Ref", "Sub", "Del", "Ins", "Errors"]
        return heads, [[percent(counts.wer), *map(str, numbers)]]


def _stretches(
    parts: Sequence[MeetingPart], record: Measure, settings: MeetingSettings
) -> tuple[list[str], list[str], bool]:
    """Stretches of the aligned words of both sides, each ending with a correct word, and whether they are all.

    Of more words than a sample has, stretches with errors are taken from all parts of the sessions.
    """
    stretches = [
        stretch
        for part in parts
        for match in part.assigned.matches
        for stretch in _cut(match.steps, *part.words(match, record, settings))
    ]
    if len(stretches) <= _STRETCHES:
        return [ref for ref, _ in stretches], [hyp for _, hyp in stretches], True
    wrong = [pair for pair in stretches if pair[0] != pair[1]]
    wrong = wrong[:: -(-len(wrong) // _STRETCHES)]
    return [ref for ref, _ in wrong], [hyp for _, hyp in wrong], False


_STRETCHES = 100
_STRETCH = 40


def _cut(steps: bytes, refs: Sequence[str], hyps: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Both sides of an alignment in stretches of some words."""
    ref = hyp = 0
    begin = 0, 0
    for step in steps:
        ref, hyp = ref + (step != _INSERTION), hyp + (step != _DELETION)
        if ref - begin[0] >= _STRETCH and step == _CORRECT:
            yield " ".join(refs[begin[0] : ref]), " ".join(hyps[begin[1] : hyp])
            begin = ref, hyp
    yield " ".join(refs[begin[0] :]), " ".join(hyps[begin[1] :])


_CORRECT, _DELETION, _INSERTION = b"CDI"


def scored(measure: str, settings: MeetingSettings, sessions: Sequence[Session], **fields: Any) -> MeetingResult:
    """The result of scoring sessions; `fields` are the other fields of the result."""
    record = measure_of(measure)
    if record.timed and settings.collar is None:
        raise UsageError(f"collar is missing; measure {measure!r} needs a number of seconds >= 0, usually 5")
    if settings.marks:
        check_marks(record.name, settings)
    try:
        parts = tuple(MeetingPart(session, _assigned(session, record, settings)) for session in sessions)
    except UnicodeEncodeError as error:
        raise half_character(error) from None
    return MeetingResult(record.name, settings, parts, **fields)


def _assigned(session: Session, record: Measure, settings: MeetingSettings) -> Assigned:
    """The score of one session."""
    if settings.marks:
        return score_marked(session, settings, timed=record.timed)
    by_speaker = record.assigns == "speakers" and not record.joins
    return record.score(prepare(session, settings, record.timed, widen_ref=record.widens_ref, by_speaker=by_speaker))
