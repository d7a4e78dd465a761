"""Evaluation of events: whole labels, paired by any aligner."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..alignment.aligner import EventAligner
from ..alignment.time import ColumnAligner, pairs_at
from ..alignment.utils import LabelPair
from ..annotations import Label, LabelList
from ..columns import Aligned, Side, both_sides
from ..confusion.aggregation import create_from_label_pairs, pair_confusion
from .evaluator import Evaluation, Evaluator, default_template
from .outcome import Outcome


class EventEvaluation(Evaluation):
    """The pairs of labels of every utterance, and their confusion."""

    def __init__(
        self,
        ref_outcome: Outcome,
        hyp_outcome: Outcome,
        utt_to_label_pairs: dict[str, list[LabelPair]] | Aligned[LabelPair],
    ) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self._pairs = utt_to_label_pairs
        self.confusion = (
            pair_confusion(self._pairs)
            if isinstance(self._pairs, Aligned)
            else create_from_label_pairs(self.label_pairs)
        )

    @cached_property
    def utt_to_label_pairs(self) -> dict[str, list[LabelPair]]:
        """The pairs by utterance, made when somebody looks at them."""
        pairs = self._pairs
        return pairs.by_name(self.ref_outcome.label_lists) if isinstance(pairs, Aligned) else pairs

    default_template = default_template("event")

    @property
    def template_data(self) -> dict[str, Any]:
        """The names that templates can use, with their values."""
        return self._template_data("utt_to_label_pairs", "label_pairs", "confusion")

    @property
    def label_pairs(self) -> list[LabelPair]:
        """The pairs of all utterances."""
        return [pair for pairs in self.utt_to_label_pairs.values() for pair in pairs]

    @property
    def failing_utterances(self) -> list[str]:
        """The utterances in which a pair lacks a label, or has two values."""
        return [
            name
            for name, pairs in self.utt_to_label_pairs.items()
            if any(pair.ref is None or pair.hyp is None or pair.ref.value != pair.hyp.value for pair in pairs)
        ]

    @property
    def correct_utterances(self) -> list[str]:
        """The other utterances."""
        failing = {*self.failing_utterances}
        return [name for name in self.utt_to_label_pairs if name not in failing]


class EventEvaluator(Evaluator):
    """Pairs the labels of each utterance with an aligner."""

    _result: ClassVar[type[EventEvaluation]] = EventEvaluation

    def __init__(self, aligner: EventAligner) -> None:
        self.aligner = aligner

    @classmethod
    def default_label_list_idx(cls) -> str:
        """The name of the label lists of a corpus that are taken if no other is given."""
        return "word-transcript"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> Any:
        """The evaluation of two outcomes."""
        if type(self).create_alignment is EventEvaluator.create_alignment:
            return self._result(ref, hyp, self._aligned(ref, hyp))
        return self._result(ref, hyp, self.create_alignment(ref, hyp))

    def create_alignment(self, ref: Outcome, hyp: Outcome) -> dict[str, list[LabelPair]]:
        """The pairs of the utterances of the reference; subclasses can replace it."""
        alignment = self._aligned(ref, hyp)
        return alignment.by_name(ref.label_lists) if isinstance(alignment, Aligned) else alignment

    def _aligned(self, ref: Outcome, hyp: Outcome) -> dict[str, list[LabelPair]] | Aligned[LabelPair]:
        names = list(ref.label_lists)
        refs = [self._labels(labels) for labels in ref.label_lists.values()]
        hyps = [self._labels(hyp.label_lists[name]) for name in names]
        # An aligner of another class is asked utterance by utterance.
        if isinstance(self.aligner, ColumnAligner) and type(self.aligner).align is ColumnAligner.align:
            return _all_pairs(self.aligner, *both_sides(refs, hyps))
        align = self.aligner.align
        return {name: align(*pair) for name, *pair in zip(names, refs, hyps, strict=True)}

    @staticmethod
    def _labels(label_list: LabelList) -> list[Label]:
        return label_list.labels


def _all_pairs(aligner: ColumnAligner, ref: Side, hyp: Side, values: list[str]) -> Aligned[LabelPair]:
    """The pairs of all utterances at once, by utterance."""
    refs, hyps = aligner.places(ref, hyp)
    owners = np.where(refs < 0, np.append(hyp.utterances, -1)[hyps], np.append(ref.utterances, -1)[refs])
    order = np.argsort(owners, kind="stable")
    refs, hyps = refs[order], hyps[order]
    codes = values, ref.codes_at(refs), hyp.codes_at(hyps)
    return Aligned(codes, lambda: pairs_at(ref, hyp, refs, hyps), utterances=owners[order])
