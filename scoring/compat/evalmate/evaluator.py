"""evalmate.evaluator: from label lists to confusions and text reports, for segments, events, keywords and words."""

from __future__ import annotations

import gc
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from scoring.compat.evalmate.alignment import (
    BipartiteMatchingAligner,
    EventAligner,
    InvariantSegmentAligner,
    LabelPair,
    LevenshteinAligner,
    Segment,
)
from scoring.compat.evalmate.annotations import Corpus, Label, LabelList
from scoring.compat.evalmate.confusion import (
    AggregatedConfusion,
    Confusion,
    create_from_label_pairs,
    create_from_segments,
)
from scoring.report.templates import render

# The weight of false alarms: cost 0.1, value 1, a keyword in every ten thousandth second.
BETA = 0.1 / 1.0 * (1 / 1e-4 - 1)

Keywords: TypeAlias = "str | list[str] | None"


class LabelSet:
    """Labels whose lengths are summed up."""

    def __init__(self, labels: Iterable[Label] | None = None) -> None:
        self.labels = list(labels or ())

    @property
    def count(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    @property
    def label_lengths(self) -> list[float]:
        """The length of every label."""
        return [label.duration for label in self.labels]

    @property
    def length_min(self) -> float:
        """The length of the shortest label; ValueError without labels."""
        return min(self.label_lengths)

    @property
    def length_max(self) -> float:
        """The length of the longest label; ValueError without labels."""
        return max(self.label_lengths)

    @property
    def length_mean(self) -> float:
        """The mean length; nan without labels."""
        return _mean(self.label_lengths)

    @property
    def length_median(self) -> float:
        """The median length; nan without labels."""
        lengths, middle = sorted(self.label_lengths), len(self.labels) // 2
        return _mean(lengths[(len(lengths) - 1) // 2 : middle + 1])

    @property
    def length_variance(self) -> float:
        """The variance of the lengths as a population; nan without labels."""
        mean = self.length_mean
        return _mean([(length - mean) ** 2 for length in self.label_lengths])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


class Outcome:
    """The label lists of one side by utterance, and the utterances' durations where they are known."""

    def __init__(
        self,
        label_lists: Mapping[str, LabelList] | None = None,
        utterance_durations: Mapping[str, float] | None = None,
    ) -> None:
        self.label_lists = dict(label_lists or {})
        self.utterance_durations = dict(utterance_durations or {})

    def label_set(self) -> LabelSet:
        """All labels."""
        return LabelSet(label for label_list in self.label_lists.values() for label in label_list)

    def label_set_for_value(self, value: str) -> LabelSet:
        """All labels of one value."""
        return LabelSet(label for label in self.label_set().labels if label.value == value)

    @property
    def total_duration(self) -> float:
        """The sum of all durations; ValueError if that of an utterance with a label list is unknown."""
        if not self.label_lists.keys() <= self.utterance_durations.keys():
            raise ValueError("Missing durations for some utterances!")
        return sum(self.utterance_durations.values())

    @property
    def all_values(self) -> set[str]:
        """All values that occur."""
        return {label.value for label in self.label_set().labels}


class Evaluation(ABC):
    """A result: both outcomes, and reports on them."""

    def __init__(self, ref_outcome: Outcome, hyp_outcome: Outcome) -> None:
        self.ref_outcome = ref_outcome
        self.hyp_outcome = hyp_outcome

    @property
    @abstractmethod
    def template_data(self) -> dict[str, Any]:
        """What a template may print."""

    @property
    @abstractmethod
    def default_template(self) -> str:
        """The template of `get_report` when none is named."""

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
        """Writes the report to a file."""
        report = self.get_report(template, template_param)
        with open(path, "w", encoding="utf-8") as file:
            file.write(report)


class EventEvaluation(Evaluation):
    """Pairs of labels by utterance, and their confusion."""

    def __init__(
        self, ref_outcome: Outcome, hyp_outcome: Outcome, utt_to_label_pairs: Mapping[str, list[LabelPair]]
    ) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self.utt_to_label_pairs = dict(utt_to_label_pairs)
        self.confusion = create_from_label_pairs(self.label_pairs)

    @property
    def default_template(self) -> str:
        """The template of `get_report` when none is named."""
        return "event"

    @property
    def template_data(self) -> dict[str, Any]:
        """What a template may print."""
        return {
            "evaluation": self,
            "ref_outcome": self.ref_outcome,
            "hyp_outcome": self.hyp_outcome,
            "utt_to_label_pairs": self.utt_to_label_pairs,
            "confusion": self.confusion,
            "label_pairs": self.label_pairs,
        }

    @property
    def label_pairs(self) -> list[LabelPair]:
        """The pairs of all utterances."""
        return [pair for pairs in self.utt_to_label_pairs.values() for pair in pairs]

    @property
    def failing_utterances(self) -> list[str]:
        """The utterances with an error."""
        return [utterance for utterance, pairs in self.utt_to_label_pairs.items() if not all(map(_right, pairs))]

    @property
    def correct_utterances(self) -> list[str]:
        """The utterances without an error."""
        return [utterance for utterance, pairs in self.utt_to_label_pairs.items() if all(map(_right, pairs))]


def _right(pair: LabelPair) -> bool:
    return pair.ref is not None and pair.hyp is not None and pair.ref.value == pair.hyp.value


class ASREvaluation(EventEvaluation):
    """Pairs of words by utterance."""

    @property
    def default_template(self) -> str:
        """The template of `get_report` when none is named."""
        return "asr"


class KWSEvaluation(EventEvaluation):
    """Pairs of keywords by utterance, and the rates of keyword spotting."""

    @property
    def default_template(self) -> str:
        """The template of `get_report` when none is named."""
        return "kws"

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
        if not keywords:
            return _mean([rate(instance) for instance in instances.values()])
        chosen = keywords if isinstance(keywords, list) else [keywords]
        return _mean([rate(instances[keyword]) for keyword in chosen])

    @staticmethod
    def _false_rejections(instance: Confusion) -> float:
        return instance.false_negatives / instance.total if instance.total > 0 else 0.0

    def _false_alarms(self, instance: Confusion) -> float:
        return instance.false_positives / (self.ref_outcome.total_duration - instance.total)


class SegmentEvaluation(Evaluation):
    """Segments by utterance, and their confusion in seconds."""

    def __init__(
        self, ref_outcome: Outcome, hyp_outcome: Outcome, utt_to_segments: Mapping[str, list[Segment]]
    ) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self.utt_to_segments = dict(utt_to_segments)
        self.confusion: AggregatedConfusion = create_from_segments(self.segments)

    @property
    def default_template(self) -> str:
        """The template of `get_report` when none is named."""
        return "segment"

    @property
    def template_data(self) -> dict[str, Any]:
        """What a template may print."""
        return {
            "evaluation": self,
            "ref_outcome": self.ref_outcome,
            "hyp_outcome": self.hyp_outcome,
            "utt_to_segments": self.utt_to_segments,
            "confusion": self.confusion,
        }

    @property
    def segments(self) -> list[Segment]:
        """The segments of all utterances."""
        return [segment for segments in self.utt_to_segments.values() for segment in segments]


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No search for garbage meanwhile: it would look at millions of new segments and pairs, none of which is any."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


class Evaluator(ABC):
    """Compares outcomes, label lists, or a corpus and a dictionary of label lists."""

    DEFAULT_UTT_IDX = "noname"

    @classmethod
    @abstractmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists that are taken from a corpus."""

    @abstractmethod
    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""

    def evaluate(self, ref: object, hyp: object, label_list_idx: str | None = None) -> Any:
        """Compares two outcomes, two label lists, or a corpus and a dictionary of label lists."""
        if isinstance(ref, Outcome) and isinstance(hyp, Outcome):
            with _collector_paused():
                return self.do_evaluate(ref, hyp)
        if isinstance(ref, LabelList) and isinstance(hyp, LabelList):
            return self.evaluate_label_lists(ref, hyp)
        if isinstance(ref, Corpus) and isinstance(hyp, dict):
            return self.evaluate_label_lists_against_corpus(ref, hyp, label_list_idx)
        raise ValueError("Invalid arguments!")

    def evaluate_label_lists(self, ll_ref: LabelList, ll_hyp: LabelList, duration: float | None = None) -> Any:
        """Compares two label lists of an utterance of this duration."""
        name = self.DEFAULT_UTT_IDX
        durations = None if duration is None else {name: duration}
        return self.evaluate(Outcome({name: ll_ref}, durations), Outcome({name: ll_hyp}, durations))

    def evaluate_label_lists_against_corpus(
        self, corpus: Corpus, label_lists: Mapping[str, LabelList], label_list_idx: str | None = None
    ) -> Any:
        """Compares the label lists of one name of all utterances with those of a dictionary."""
        wanted = label_list_idx or self.default_label_list_idx()
        refs = {name: utterance.label_lists[wanted] for name, utterance in corpus.utterances.items()}
        for name in refs:
            if name not in label_lists:
                raise ValueError(f"There is no hypothesis label-list with idx {name}")
        durations = {name: utterance.duration for name, utterance in corpus.utterances.items()}
        hyps = {name: label_lists[name] for name in refs}
        return self.evaluate(Outcome(refs, durations), Outcome(hyps, durations))


class EventEvaluator(Evaluator):
    """Pairs the labels of every utterance of the reference; utterances of the hypothesis only are left out."""

    def __init__(self, aligner: EventAligner) -> None:
        self.aligner = aligner

    @classmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists that are taken from a corpus."""
        return "word-transcript"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> EventEvaluation:
        """The evaluation of two outcomes."""
        return EventEvaluation(ref, hyp, self._pairs(ref, hyp))

    def _pairs(self, ref: Outcome, hyp: Outcome) -> dict[str, list[LabelPair]]:
        return {
            name: self.aligner.align(self._labels(labels), self._labels(hyp.label_lists[name]))
            for name, labels in ref.label_lists.items()
        }

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return label_list.labels


class KWSEvaluator(EventEvaluator):
    """Pairs keywords, one to one by time unless another aligner is given."""

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or BipartiteMatchingAligner())

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> KWSEvaluation:
        """The evaluation of two outcomes."""
        return KWSEvaluation(ref, hyp, self._pairs(ref, hyp))


class ASREvaluator(EventEvaluator):
    """Pairs words, by their order unless another aligner is given."""

    def __init__(self, aligner: EventAligner | None = None) -> None:
        super().__init__(aligner or LevenshteinAligner())

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> ASREvaluation:
        """The evaluation of two outcomes."""
        return ASREvaluation(ref, hyp, self._pairs(ref, hyp))

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
    """Cuts the time of every utterance into segments with one label a side."""

    def __init__(self, aligner: InvariantSegmentAligner | None = None) -> None:
        self.aligner = aligner or InvariantSegmentAligner()

    @classmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists that are taken from a corpus."""
        return "domain"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> SegmentEvaluation:
        """The evaluation of two outcomes."""
        # In place only what nobody else can hold.
        flat = self._flat if type(self.aligner) is InvariantSegmentAligner else self.flatten_overlapping_labels
        segments = {
            name: flat(self.aligner.align(label_list.labels, hyp.label_lists[name].labels))
            for name, label_list in ref.label_lists.items()
        }
        return SegmentEvaluation(ref, hyp, segments)

    @staticmethod
    def _flat(segments: list[Segment]) -> list[Segment]:
        """The same as flatten_overlapping_labels, in place."""
        for segment in segments:
            segment.ref = _single(segment.ref, "reference")
            segment.hyp = _single(segment.hyp, "hypothesis")
        return segments

    @staticmethod
    def flatten_overlapping_labels(segments: Iterable[Segment]) -> list[Segment]:
        """The same segments with one label, or none, a side; ValueError where labels overlap."""
        return [
            Segment(
                segment.start,
                segment.end,
                _single(segment.ref, "reference"),
                _single(segment.hyp, "hypothesis"),
            )
            for segment in segments
        ]


def _single(held: Label | list[Label] | None, side: str) -> Label | None:
    if not isinstance(held, list):
        return held
    if len(held) > 1:
        raise ValueError(f"Overlapping labels in {side}.")
    return held[0] if held else None
