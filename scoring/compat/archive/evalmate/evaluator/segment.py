"""Evaluation of classes in seconds: time cut into segments in which the labels do not change."""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import Any

from ..alignment.aligner import SegmentAligner
from ..alignment.segment import InvariantSegmentAligner
from ..alignment.utils import Segment
from ..annotations import Label
from ..columns import Aligned, both_sides
from ..confusion.aggregation import create_from_segments, segment_confusion
from .evaluator import Evaluation, Evaluator, default_template
from .outcome import Outcome


class SegmentEvaluation(Evaluation):
    """The segments of every utterance, and their confusion."""

    def __init__(
        self,
        ref_outcome: Outcome,
        hyp_outcome: Outcome,
        utt_to_segments: dict[str, list[Segment]] | Aligned[Segment],
    ) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self._cut = utt_to_segments
        self.confusion = (
            segment_confusion(self._cut) if isinstance(self._cut, Aligned) else create_from_segments(self.segments)
        )

    @cached_property
    def utt_to_segments(self) -> dict[str, list[Segment]]:
        """The segments by utterance, made when somebody looks at them."""
        cut = self._cut
        return cut.by_name(self.ref_outcome.label_lists) if isinstance(cut, Aligned) else cut

    default_template = default_template("segment")

    @property
    def template_data(self) -> dict[str, Any]:
        """The names that templates can use, with their values."""
        return self._template_data("utt_to_segments", "confusion")

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
        """The name of the label lists of a corpus that are taken if no other is given."""
        return "domain"

    def do_evaluate(self, ref: Outcome, hyp: Outcome) -> SegmentEvaluation:
        """The evaluation of two outcomes."""
        aligner = self.aligner
        native = type(self).create_alignment is SegmentEvaluator.create_alignment
        if native and isinstance(aligner, InvariantSegmentAligner) and type(aligner).align is _ALIGN:
            lists = ref.label_lists.values(), (hyp.label_lists[name] for name in ref.label_lists)
            try:
                sides = ([sorted(labels.labels, key=_START) for labels in side] for side in lists)
                return SegmentEvaluation(ref, hyp, aligner.columns(*both_sides(*sides)))
            except ValueError:
                # One utterance after the other has the answer, or the error of the first that is wrong.
                pass
        return SegmentEvaluation(ref, hyp, self.create_alignment(ref, hyp))

    def create_alignment(self, ref: Outcome, hyp: Outcome) -> dict[str, list[Segment]]:
        """The segments of the utterances of the reference, each with one label or none a side."""
        align, flat = self.aligner.align, self.flatten_overlapping_labels
        return {name: flat(align(labels, hyp.label_lists[name])) for name, labels in ref.label_lists.items()}

    @staticmethod
    def flatten_overlapping_labels(aligned_segments: list[Segment]) -> list[Segment]:
        """The segments, after each list of labels was replaced by its label or None; ValueError if it has several."""
        for segment in aligned_segments:
            segment.ref, segment.hyp = _single(segment.ref, "reference"), _single(segment.hyp, "hypothesis")
        return aligned_segments


_ALIGN = InvariantSegmentAligner.align
_START = attrgetter("start")


def _single(held: Any, side: str) -> Label | None:
    if len(held) > 1:
        raise ValueError(f"Overlapping labels in {side}.")
    return held[0] if held else None
