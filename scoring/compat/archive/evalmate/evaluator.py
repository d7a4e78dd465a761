"""evalmate.evaluator: from label lists to confusions and text reports, for segments, events, keywords and words."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from ....kws.settings import KwsSettings
from ....report.engine.templates import render
from ....segments.lengths import lengths_of
from .alignment import (
    BipartiteMatchingAligner,
    EventAligner,
    InvariantSegmentAligner,
    LabelPair,
    LevenshteinAligner,
    Segment,
    SegmentAligner,
)
from .annotations import Corpus, Label, LabelList
from .confusion import Confusion, create_from_label_pairs, create_from_segments, mean_or_nan

Lists: TypeAlias = "dict[str, LabelList]"
Durations: TypeAlias = "dict[str, float]"
Pairs: TypeAlias = "dict[str, list[LabelPair]]"
Keywords: TypeAlias = "str | list[str] | None"
Parameters: TypeAlias = "Mapping[str, Any] | None"


class LabelSet:
    """Some labels, and statistics of their lengths in seconds; the variance is that of a population.

    Without labels minimum and maximum raise ValueError, and the other statistics are NaN.
    """

    def __init__(self, labels: list[Label] | None = None) -> None:
        self.labels = labels or []

    count = property(lambda self: len(self.labels))
    label_lengths = property(lambda self: [label.duration for label in self.labels])
    length_min = property(lambda self: min(self.label_lengths))
    length_max = property(lambda self: max(self.label_lengths))
    length_mean = property(lambda self: self._statistic("mean"))
    length_median = property(lambda self: self._statistic("median"))
    length_variance = property(lambda self: self._statistic("variance"))

    def _statistic(self, name: str) -> float:
        value = getattr(lengths_of(self.label_lengths), name)
        return float("nan") if value is None else float(value)


class Outcome:
    """One side of an evaluation: label lists by the names of utterances, and the durations that are known."""

    def __init__(self, label_lists: Lists | None = None, utterance_durations: Durations | None = None) -> None:
        self.label_lists: Lists = label_lists or {}
        self.utterance_durations: Durations = utterance_durations or {}

    def label_set(self) -> LabelSet:
        """The labels of all utterances."""
        return LabelSet([label for labels in self.label_lists.values() for label in labels.labels])

    def label_set_for_value(self, value: str) -> LabelSet:
        """The labels with this value."""
        return LabelSet([label for label in self.label_set().labels if label.value == value])

    @property
    def total_duration(self) -> float:
        """The sum of all durations; ValueError if an utterance with labels has no duration."""
        if self.label_lists.keys() - self.utterance_durations.keys():
            raise ValueError("Missing durations for some utterances!")
        return sum(self.utterance_durations.values())

    @property
    def all_values(self) -> set[str]:
        """All values of labels."""
        return {label.value for label in self.label_set().labels}


class Evaluation(ABC):
    """The result of an evaluation: both sides, and text reports of templates."""

    default_template = property(lambda self: "default")
    """The template of a report without another name."""

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome) -> None:
        self.ref_outcome = ref_outcome
        self.hyp_outcome = hyp_outcome

    @property
    @abstractmethod
    def template_data(self) -> dict[str, Any]:
        """The names that templates can use, with their values."""

    def _template_data(self, *names: str) -> dict[str, Any]:
        return {"evaluation": self, **{name: getattr(self, name) for name in ("ref_outcome", "hyp_outcome", *names)}}

    def write_report(
        self, path: str | os.PathLike[str], template: str | None = None, template_param: Parameters = None
    ) -> None:
        """Writes a report to a file."""
        Path(path).write_text(self.get_report(template, template_param), encoding="utf-8")

    def get_report(self, template: str | None = None, template_param: Parameters = None) -> str:
        """The report of a template: asr, asr_detail, asr_confusion, event, event_confusion, kws, kws_detail ..."""
        values = {**self.template_data, "template_param": {} if template_param is None else template_param}
        return render("evalmate", template or self.default_template, values)


class Evaluator(ABC):
    """Makes evaluations of outcomes, of label lists, or of a corpus and label lists by utterance."""

    DEFAULT_UTT_IDX = "noname"

    @classmethod
    @abstractmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists of a corpus that are taken if no other is given."""
        return "default"

    @abstractmethod
    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""

    def evaluate(self, ref: Any, hyp: Any, label_list_idx: str | None = None) -> Any:
        """The evaluation of two outcomes, two label lists, or a corpus and a dictionary of label lists.

        Label lists and corpora may be those of `annotations` or of audiomate.
        """
        if isinstance(ref, Outcome) and isinstance(hyp, Outcome):
            return self.do_evaluate(ref, hyp)
        if all(hasattr(side, "labels") and hasattr(side, "label_values") for side in (ref, hyp)):
            return self.evaluate_label_lists(ref, hyp)
        if hasattr(ref, "utterances") and isinstance(hyp, dict):
            return self.evaluate_label_lists_against_corpus(ref, hyp, label_list_idx=label_list_idx)
        raise ValueError("Invalid arguments!")

    def evaluate_label_lists(self, ll_ref: LabelList, ll_hyp: LabelList, duration: float | None = None) -> Any:
        """The evaluation of one utterance; some rates need its duration."""
        durations = None if duration is None else {self.DEFAULT_UTT_IDX: duration}
        ref, hyp = (Outcome({self.DEFAULT_UTT_IDX: labels}, durations) for labels in (ll_ref, ll_hyp))
        return self.do_evaluate(ref, hyp)

    def evaluate_label_lists_against_corpus(
        self, corpus: Corpus, label_lists: Mapping[str, LabelList], label_list_idx: str | None = None
    ) -> Any:
        """The evaluation of all utterances of a corpus, each of which must have a label list."""
        idx = label_list_idx or self.default_label_list_idx()
        refs, hyps, durations = {}, {}, {}
        for utterance in corpus.utterances.values():
            if utterance.idx not in label_lists:
                raise ValueError(f"There is no hypothesis label-list with idx {utterance.idx}")
            refs[utterance.idx] = utterance.label_lists[idx]
            hyps[utterance.idx] = label_lists[utterance.idx]
            durations[utterance.idx] = utterance.duration
        return self.do_evaluate(Outcome(refs, durations), Outcome(hyps, dict(durations)))


class EventEvaluation(Evaluation):
    """The pairs of labels of every utterance, and their confusion."""

    default_template = property(lambda self: "event")
    template_data = property(lambda self: self._template_data("utt_to_label_pairs", "label_pairs", "confusion"))

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome, utt_to_label_pairs: Pairs) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self.utt_to_label_pairs = utt_to_label_pairs
        self.confusion = create_from_label_pairs(self.label_pairs)

    @property
    def label_pairs(self) -> list[LabelPair]:
        """The pairs of all utterances."""
        return [pair for pairs in self.utt_to_label_pairs.values() for pair in pairs]

    @property
    def failing_utterances(self) -> list[str]:
        """The utterances in which a pair lacks a label, or has two values."""
        return [name for name, pairs in self.utt_to_label_pairs.items() if not all(map(_is_correct, pairs))]

    @property
    def correct_utterances(self) -> list[str]:
        """The utterances in which both labels of all pairs have one value."""
        return [name for name, pairs in self.utt_to_label_pairs.items() if all(map(_is_correct, pairs))]


def _is_correct(pair: LabelPair) -> bool:
    return pair.ref is not None and pair.hyp is not None and pair.ref.value == pair.hyp.value


class EventEvaluator(Evaluator):
    """Pairs the labels of each utterance with an aligner."""

    _result: ClassVar[type[EventEvaluation]] = EventEvaluation

    def __init__(self, aligner: EventAligner) -> None:
        self.aligner = aligner

    @classmethod
    def default_label_list_idx(cls) -> str:
        return "word-transcript"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        return self._result(ref, hyp, self.create_alignment(ref, hyp))

    def create_alignment(self, ref: Outcome, hyp: Outcome) -> Pairs:
        """The pairs of the utterances of the reference; subclasses can replace it."""
        hyps = {name: self._labels(hyp.label_lists[name]) for name in ref.label_lists}
        return {name: self.aligner.align(self._labels(refs), hyps[name]) for name, refs in ref.label_lists.items()}

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return label_list.labels


class KWSEvaluation(EventEvaluation):
    """The pairs of keywords of every utterance, their confusion, and rates of some or all keywords of either side."""

    default_template = property(lambda self: "kws")

    def keywords(self) -> set[str]:
        """The keywords of the reference."""
        return self.ref_outcome.all_values

    def false_rejection_rate(self, keywords: Keywords = None) -> float:
        """The mean of the missed part of each keyword; 0 for a keyword without references."""
        rates = [each.false_negatives / each.total if each.total > 0 else 0.0 for each in self._confusions(keywords)]
        return mean_or_nan(rates)

    def false_alarm_rate(self, keywords: Keywords = None) -> float:
        """The mean number of false alarms per second without the keyword, which is taken to last one second."""
        outcome, chosen = self.ref_outcome, self._confusions(keywords)
        return mean_or_nan([each.false_positives / (outcome.total_duration - each.total) for each in chosen])

    def term_weighted_value(self, keywords: Keywords = None) -> float:
        """1 minus the missed part and the weighted false alarms."""
        return 1 - (self.false_rejection_rate(keywords) + KwsSettings().beta * self.false_alarm_rate(keywords))

    def _confusions(self, keywords: Keywords) -> Iterator[Confusion]:
        instances = self.confusion.instances
        chosen = keywords if isinstance(keywords, list) else [] if keywords is None else [keywords]
        return (instances[keyword] for keyword in chosen or instances)


class KWSEvaluator(EventEvaluator):
    """Pairs keywords: one to one by time, unless another aligner is given."""

    _result = KWSEvaluation

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or BipartiteMatchingAligner())


class ASREvaluation(EventEvaluation):
    """The pairs of words of every utterance, and their confusion."""

    default_template = property(lambda self: "asr")


class ASREvaluator(EventEvaluator):
    """Pairs words: by their order, unless another aligner is given."""

    _result = ASREvaluation

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or LevenshteinAligner())

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return ASREvaluator.tokenize(label_list)

    @staticmethod
    def tokenize(ll: LabelList, overlap_threshold: float = 0.1) -> list[Label]:
        """A label without times for each word of all labels, in order.

        Labels that share this many seconds or more have no order: ValueError.

        >>> ASREvaluator.tokenize(LabelList(labels=[Label("c d", 2, 3), Label("a", 0, 2)]))
        [Label(a, 0, inf), Label(c, 0, inf), Label(d, 0, inf)]
        """
        tokens: list[Label] = []
        latest: float | None = None
        for label in sorted(ll.labels):
            if latest is not None and not (latest - label.start < overlap_threshold and latest > 0):
                raise ValueError("Labels overlap, not able to define the correct order")
            latest = label.end
            # Only the space separates words; other white space is removed at their ends.
            words = (piece.strip() for piece in label.value.split(" "))
            # A label of audiomate gives labels of audiomate.
            tokens += [type(label)(word) for word in words if word]
        return tokens


class SegmentEvaluation(Evaluation):
    """The segments of every utterance, and their confusion in seconds."""

    default_template = property(lambda self: "segment")
    template_data = property(lambda self: self._template_data("utt_to_segments", "confusion"))

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome, utt_to_segments: dict[str, list[Segment]]) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self.utt_to_segments = utt_to_segments
        self.confusion = create_from_segments(self.segments)

    @property
    def segments(self) -> list[Segment]:
        """The segments of all utterances."""
        return [segment for segments in self.utt_to_segments.values() for segment in segments]


class SegmentEvaluator(Evaluator):
    """Cuts the time of each utterance wherever a label begins or ends; labels of one side must not overlap."""

    def __init__(self, aligner: SegmentAligner | None = None) -> None:
        self.aligner = aligner or InvariantSegmentAligner()

    @classmethod
    def default_label_list_idx(cls) -> str:
        return "domain"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> SegmentEvaluation:
        return SegmentEvaluation(ref, hyp, self.create_alignment(ref, hyp))

    def create_alignment(self, ref: Outcome, hyp: Outcome) -> dict[str, list[Segment]]:
        """The segments of the utterances of the reference, each with one label or none a side."""
        align, flat = self.aligner.align, self.flatten_overlapping_labels
        return {name: flat(align(labels, hyp.label_lists[name])) for name, labels in ref.label_lists.items()}

    @staticmethod
    def flatten_overlapping_labels(aligned_segments: list[Segment]) -> list[Segment]:
        """The segments, after each list of labels was replaced by its label or None; ValueError if it has several."""
        for segment in aligned_segments:
            for name, side in (("ref", "reference"), ("hyp", "hypothesis")):
                labels = getattr(segment, name)
                if len(labels) > 1:
                    raise ValueError(f"Overlapping labels in {side}.")
                setattr(segment, name, labels[0] if labels else None)
        return aligned_segments
