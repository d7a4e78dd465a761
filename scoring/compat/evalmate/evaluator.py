"""evalmate.evaluator: from label lists to confusions and text reports, for segments, events, keywords and words."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from scoring.compat.evalmate.alignment import (
    BipartiteMatchingAligner,
    ColumnAligner,
    EventAligner,
    InvariantSegmentAligner,
    LabelPair,
    LevenshteinAligner,
    Segment,
    SegmentAligner,
    pairs_at,
)
from scoring.compat.evalmate.annotations import Corpus, Label, LabelList
from scoring.compat.evalmate.columns import Found, Ledger, Side, both_sides, joined
from scoring.compat.evalmate.confusion import (
    AggregatedConfusion,
    Confusion,
    pair_confusion,
    pair_ledger,
    segment_confusion,
    segment_ledger,
)
from scoring.compat.evalmate.invariant import OverlapError
from scoring.report.engine.templates import render
from scoring.segments.lengths import Lengths, lengths_of

# The weight of false alarms: cost 0.1, value 1, a keyword in every ten thousandth second.
BETA = 0.1 / 1.0 * (1 / 1e-4 - 1)

Aligned = TypeVar("Aligned")
Keywords: TypeAlias = "str | list[str] | None"


class LabelSet:
    """Some labels, and the statistics of their lengths that `scoring.segments.lengths` knows.

    Without labels minimum and maximum raise ValueError, and the other statistics are nan.
    """

    def __init__(self, labels: Iterable[Label] | None = None) -> None:
        self.labels = list(labels or ())

    count = property(lambda self: len(self.labels))
    label_lengths = property(lambda self: [label.duration for label in self.labels])
    length_min = property(lambda self: min(self.label_lengths))
    length_max = property(lambda self: max(self.label_lengths))
    length_mean = property(lambda self: _or_nan(self._lengths.mean))
    length_median = property(lambda self: _or_nan(self._lengths.median))
    length_variance = property(lambda self: _or_nan(self._lengths.variance))

    @property
    def _lengths(self) -> Lengths:
        return lengths_of(self.label_lengths)


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


class Outcome:
    """One side of an evaluation: label lists, and durations as far as they are known, by the names of utterances."""

    def __init__(
        self,
        label_lists: Mapping[str, LabelList] | None = None,
        utterance_durations: Mapping[str, float] | None = None,
    ) -> None:
        self.label_lists = dict(label_lists or {})
        self.utterance_durations = dict(utterance_durations or {})

    def label_set(self) -> LabelSet:
        """The labels of all utterances."""
        return LabelSet(chain.from_iterable(self.label_lists.values()))

    def label_set_for_value(self, value: str) -> LabelSet:
        """Those that have this value."""
        return LabelSet(label for label in self.label_set().labels if label.value == value)

    @property
    def total_duration(self) -> float:
        """How long all utterances are together; ValueError if one has labels, but no duration."""
        if self.label_lists.keys() - self.utterance_durations.keys():
            raise ValueError("Missing durations for some utterances!")
        return sum(self.utterance_durations.values())

    @property
    def all_values(self) -> set[str]:
        """What values there are."""
        return {label.value for label in self.label_set().labels}


class Evaluation(ABC, Generic[Aligned]):
    """What came out: both sides, what was aligned to what in them, and text reports of it."""

    default_template: ClassVar[str]
    """The report that is made if none is named."""
    _list_name: ClassVar[str]

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome, found: Found[Aligned]) -> None:
        self.ref_outcome = ref_outcome
        self.hyp_outcome = hyp_outcome
        self._found = found
        self._lists: dict[str, list[Aligned]] | None = None
        self.confusion = self._confusion(found.ledger)

    @abstractmethod
    def _confusion(self, ledger: Ledger[Aligned]) -> AggregatedConfusion:
        """The confusion of everything that was aligned."""

    def _by_name(self) -> dict[str, list[Aligned]]:
        """What was aligned, by utterance; made when somebody looks at it."""
        if self._lists is None:
            self._lists = self._found.by_name()
        return self._lists

    @property
    def template_data(self) -> dict[str, Any]:
        """What a template can print."""
        names = ("ref_outcome", "hyp_outcome", "confusion", self._list_name)
        return {"evaluation": self, **{name: getattr(self, name) for name in names}}

    def get_report(self, template: str | None = None, template_param: Mapping[str, Any] | None = None) -> str:
        """The report of a template: asr, asr_detail, asr_confusion, event, event_confusion, kws, kws_detail ..."""
        values = {**self.template_data, "template_param": template_param}
        return render("evalmate", template or self.default_template, values)

    def write_report(
        self,
        path: str | os.PathLike[str],
        template: str | None = None,
        template_param: Mapping[str, Any] | None = None,
    ) -> None:
        """Puts that report into a file."""
        report = self.get_report(template, template_param)
        with open(path, "w", encoding="utf-8") as file:
            file.write(report)


class EventEvaluation(Evaluation[LabelPair]):
    """What came out of pairing labels."""

    default_template = "event"
    _list_name = "utt_to_label_pairs"

    def __init__(
        self,
        ref_outcome: Outcome,
        hyp_outcome: Outcome,
        utt_to_label_pairs: Mapping[str, list[LabelPair]] | Found[LabelPair],
    ) -> None:
        given = utt_to_label_pairs
        super().__init__(ref_outcome, hyp_outcome, given if isinstance(given, Found) else joined(given, pair_ledger))

    def _confusion(self, ledger: Ledger[LabelPair]) -> AggregatedConfusion:
        return pair_confusion(ledger)

    utt_to_label_pairs = property(lambda self: self._by_name(), doc="The pairs by utterance.")
    label_pairs = property(lambda self: list(self._found.ledger.items), doc="The pairs of all utterances.")

    @property
    def template_data(self) -> dict[str, Any]:
        """What a template can print."""
        return {**super().template_data, "label_pairs": self.label_pairs}

    @property
    def failing_utterances(self) -> list[str]:
        """Utterances in which not every pair is of equal values."""
        return self._utterances(wrong=True)

    @property
    def correct_utterances(self) -> list[str]:
        """Utterances in which every pair is of equal values."""
        return self._utterances(wrong=False)

    def _utterances(self, *, wrong: bool) -> list[str]:
        marks = zip(self._found.names, self._found.with_errors(), strict=True)
        return [name for name, mark in marks if mark == wrong]


class ASREvaluation(EventEvaluation):
    """What came out of pairing words."""

    default_template = "asr"


class KWSEvaluation(EventEvaluation):
    """What came out of pairing keywords, and the rates of keyword spotting."""

    default_template = "kws"

    def keywords(self) -> set[str]:
        """The keywords of the reference."""
        return self.ref_outcome.all_values

    def false_rejection_rate(self, keywords: Keywords = None) -> float:
        """The mean part of a keyword's occurrences that were missed; 0 for one without occurrences."""
        return self._mean(keywords, self._false_rejections)

    def false_alarm_rate(self, keywords: Keywords = None) -> float:
        """The mean number of false alarms by second without the keyword; a keyword is taken to last a second."""
        return self._mean(keywords, self._false_alarms)

    def term_weighted_value(self, keywords: Keywords = None) -> float:
        """1 minus missed part and weighted false alarms."""
        return 1 - (self.false_rejection_rate(keywords) + BETA * self.false_alarm_rate(keywords))

    def _mean(self, keywords: Keywords, rate: Callable[[Confusion], float]) -> float:
        """The mean over some keywords, or over all that either side has."""
        instances = self.confusion.instances
        chosen = keywords if isinstance(keywords, list) else [keywords] if keywords else []
        rates = [rate(instances[keyword]) for keyword in chosen or instances]
        return sum(rates) / len(rates) if rates else float("nan")

    @staticmethod
    def _false_rejections(instance: Confusion) -> float:
        amounts = instance.amounts
        return (amounts.substitutions + amounts.deletions) / amounts.total if amounts.total > 0 else 0.0

    def _false_alarms(self, instance: Confusion) -> float:
        amounts = instance.amounts
        return (amounts.insertions + amounts.substitutions_out) / (self.ref_outcome.total_duration - amounts.total)


class SegmentEvaluation(Evaluation[Segment]):
    """What came out of cutting time into segments."""

    default_template = "segment"
    _list_name = "utt_to_segments"

    def __init__(
        self,
        ref_outcome: Outcome,
        hyp_outcome: Outcome,
        utt_to_segments: Mapping[str, list[Segment]] | Found[Segment],
    ) -> None:
        given = utt_to_segments
        super().__init__(ref_outcome, hyp_outcome, given if isinstance(given, Found) else joined(given, segment_ledger))

    def _confusion(self, ledger: Ledger[Segment]) -> AggregatedConfusion:
        return segment_confusion(ledger)

    utt_to_segments = property(lambda self: self._by_name(), doc="The segments by utterance.")
    segments = property(lambda self: list(self._found.ledger.items), doc="The segments of all utterances.")


class Evaluator(ABC):
    """Makes an evaluation of two outcomes, of two label lists, or of a corpus and label lists by utterance."""

    DEFAULT_UTT_IDX = "noname"
    _list_idx: ClassVar[str]

    @classmethod
    def default_label_list_idx(cls) -> str:
        """Which label lists of a corpus are taken unless another name is given."""
        return cls._list_idx

    @abstractmethod
    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""

    def evaluate(self, ref: object, hyp: object, label_list_idx: str | None = None) -> Any:
        """The evaluation of two outcomes, two label lists, or a corpus and a dictionary of label lists."""
        match ref, hyp:
            case Outcome(), Outcome():
                return self.do_evaluate(ref, hyp)
            case LabelList(), LabelList():
                return self.evaluate_label_lists(ref, hyp)
            case Corpus(), dict():
                return self.evaluate_label_lists_against_corpus(ref, hyp, label_list_idx)
        raise ValueError("Invalid arguments!")

    def evaluate_label_lists(self, ll_ref: LabelList, ll_hyp: LabelList, duration: float | None = None) -> Any:
        """The evaluation of one utterance, which is that long."""
        durations = {} if duration is None else {self.DEFAULT_UTT_IDX: duration}
        ref, hyp = (Outcome({self.DEFAULT_UTT_IDX: labels}, durations) for labels in (ll_ref, ll_hyp))
        return self.evaluate(ref, hyp)

    def evaluate_label_lists_against_corpus(
        self, corpus: Corpus, label_lists: Mapping[str, LabelList], label_list_idx: str | None = None
    ) -> Any:
        """The evaluation of all utterances of a corpus, each of which must have a label list."""
        absent = [name for name in corpus.utterances if name not in label_lists]
        if absent:
            raise ValueError(f"There is no hypothesis label-list with idx {absent[0]}")
        idx = label_list_idx or self.default_label_list_idx()
        durations = {name: utterance.duration for name, utterance in corpus.utterances.items()}
        refs = {name: utterance.label_lists[idx] for name, utterance in corpus.utterances.items()}
        return self.evaluate(Outcome(refs, durations), Outcome({name: label_lists[name] for name in refs}, durations))


def _lists(ref: Outcome, hyp: Outcome) -> tuple[list[str], list[LabelList], list[LabelList]]:
    """The utterances of the reference, and both label lists of each; those of the hypothesis alone are left out."""
    names = list(ref.label_lists)
    return names, list(ref.label_lists.values()), [hyp.label_lists[name] for name in names]


class EventEvaluator(Evaluator):
    """Pairs the labels of each utterance."""

    _list_idx = "word-transcript"
    _result: ClassVar[type[EventEvaluation]] = EventEvaluation

    def __init__(self, aligner: EventAligner) -> None:
        self.aligner = aligner

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""
        names, *lists = _lists(ref, hyp)
        refs, hyps = ([self._labels(labels) for labels in side] for side in lists)
        # One that somebody has derived from ours is asked utterance by utterance.
        if isinstance(self.aligner, ColumnAligner) and type(self.aligner).align is ColumnAligner.align:
            return self._result(ref, hyp, _pairs(self.aligner, names, *both_sides(refs, hyps)))
        align = self.aligner.align
        return self._result(ref, hyp, {name: align(*pair) for name, *pair in zip(names, refs, hyps, strict=True)})

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return label_list.labels


def _pairs(aligner: ColumnAligner, names: Sequence[str], ref: Side, hyp: Side) -> Found[LabelPair]:
    """The pairs of all utterances at once, by utterance."""
    refs, hyps = aligner.places(ref, hyp)
    owners = np.append(ref.utterances, -1)[refs]
    owners = np.where(refs < 0, np.append(hyp.utterances, -1)[hyps], owners)
    order = np.argsort(owners, kind="stable")
    refs, hyps = refs[order], hyps[order]
    codes = ref.codes_at(refs), hyp.codes_at(hyps)
    first = [0, *np.cumsum(np.bincount(owners, minlength=len(names))).tolist()]
    return Found(names, first, Ledger(tuple(ref.names), *codes, lambda: pairs_at(ref, hyp, refs, hyps)))


class KWSEvaluator(EventEvaluator):
    """Pairs keywords, one to one by time unless another aligner is given."""

    _result = KWSEvaluation

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or BipartiteMatchingAligner())


class ASREvaluator(EventEvaluator):
    """Pairs words, by their order unless another aligner is given."""

    _result = ASREvaluation

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or LevenshteinAligner())

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return [Label(token) for token in ASREvaluator.tokenize(label_list)]

    @staticmethod
    def tokenize(ll: LabelList, overlap_threshold: float = 0.1) -> list[str]:
        """The words of all labels in their order; labels that share this many seconds or more have none.

        >>> ASREvaluator.tokenize(LabelList(labels=[Label("c d", 2, 3), Label("a b", 0, 2)]))
        ['a', 'b', 'c', 'd']
        """
        tokens: list[str] = []
        latest: float = 0
        for label in ll.labels:
            if latest > 0 and not latest - label.start < overlap_threshold:
                raise ValueError("Labels overlap, not able to define the correct order")
            latest = label.end
            # Only the blank separates words; other white space is cut off at their ends.
            tokens += [token for token in (piece.strip() for piece in label.value.split(" ")) if token]
        return tokens


class SegmentEvaluator(Evaluator):
    """Cuts the time of each utterance wherever something changes; labels of one side must not overlap."""

    _list_idx = "domain"

    def __init__(self, aligner: SegmentAligner | None = None) -> None:
        self.aligner = aligner or InvariantSegmentAligner()

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> SegmentEvaluation:
        """The evaluation of two outcomes."""
        names, *lists = _lists(ref, hyp)
        refs, hyps = ([labels.labels for labels in side] for side in lists)
        # One that somebody has derived from ours is asked utterance by utterance.
        aligner = self.aligner
        if isinstance(aligner, InvariantSegmentAligner) and type(aligner).align is InvariantSegmentAligner.align:
            return SegmentEvaluation(ref, hyp, _segments(aligner, names, *both_sides(refs, hyps)))
        align, flat = aligner.align, self.flatten_overlapping_labels
        found = {name: flat(align(*pair)) for name, *pair in zip(names, refs, hyps, strict=True)}
        return SegmentEvaluation(ref, hyp, found)

    @staticmethod
    def flatten_overlapping_labels(segments: Iterable[Segment]) -> list[Segment]:
        """The same segments with a label, or none, for every list of labels; ValueError if one has several."""
        return [
            Segment(segment.start, segment.end, _single(segment.ref, 0), _single(segment.hyp, 1))
            for segment in segments
        ]


def _single(held: Label | list[Label] | None, side: int) -> Label | None:
    if not isinstance(held, list):
        return held
    if len(held) > 1:
        raise _overlap(side)
    return held[0] if held else None


def _overlap(side: int) -> ValueError:
    return ValueError(f"Overlapping labels in {('reference', 'hypothesis')[side]}.")


def _segments(aligner: InvariantSegmentAligner, names: Sequence[str], ref: Side, hyp: Side) -> Found[Segment]:
    """The segments of all utterances at once."""
    try:
        cut = aligner.columns(ref, hyp)
    except OverlapError as error:
        raise _overlap(error.side) from None
    codes = ref.codes_at(cut.ref), hyp.codes_at(cut.hyp)

    def made() -> list[Segment]:
        return list(map(Segment, cut.starts.tolist(), cut.ends.tolist(), ref.at(cut.ref), hyp.at(cut.hyp)))

    first = [0, *np.cumsum(np.bincount(cut.recordings, minlength=len(names))).tolist()]
    return Found(names, first, Ledger(tuple(ref.names), *codes, made, cut.ends - cut.starts))
