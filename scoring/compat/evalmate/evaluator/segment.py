"""Evaluation of classes in seconds: time cut into segments in which the labels do not change."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np

from ..alignment.aligner import SegmentAligner
from ..alignment.segment import InvariantSegmentAligner
from ..alignment.utils import Segment
from ..annotations import Label
from ..columns import Found, Ledger, both_sides
from ..confusion.creation import create_from_segments, segment_confusion
from .evaluator import Evaluation, Evaluator
from .outcome import Outcome


class SegmentEvaluation(Evaluation):
    """The segments of every utterance, and their confusion."""

    def __init__(
        self,
        ref_outcome: Outcome,
        hyp_outcome: Outcome,
        utt_to_segments: dict[str, list[Segment]] | Found[Segment],
    ) -> None:
        super().__init__(ref_outcome, hyp_outcome)
        self._given: dict[str, list[Segment]] | Found[Segment] = utt_to_segments
        if isinstance(utt_to_segments, Found):
            self.confusion = segment_confusion(utt_to_segments.ledger)
        else:
            self.confusion = create_from_segments(self.segments)

    @property
    def utt_to_segments(self) -> dict[str, list[Segment]]:
        """The segments by utterance, made when somebody looks at them."""
        if isinstance(self._given, Found):
            self._given = self._given.by_name()
        return self._given

    @utt_to_segments.setter
    def utt_to_segments(self, segments: dict[str, list[Segment]]) -> None:
        self._given = segments

    @property
    def default_template(self) -> str:
        """The template of a report without another name."""
        return "segment"

    @property
    def template_data(self) -> dict[str, Any]:
        """The names that templates can use, with their values."""
        names = ("ref_outcome", "hyp_outcome", "utt_to_segments", "confusion")
        return {"evaluation": self, **{name: getattr(self, name) for name in names}}

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
            try:
                return SegmentEvaluation(ref, hyp, _found(aligner, ref, hyp))
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


def _found(aligner: InvariantSegmentAligner, ref: Outcome, hyp: Outcome) -> Found[Segment]:
    """The segments of all utterances at once; ValueError if an utterance needs to be aligned by itself."""
    names = list(ref.label_lists)
    refs, hyps = both_sides(
        (sorted(labels.labels, key=_START) for labels in ref.label_lists.values()),
        (sorted(hyp.label_lists[name].labels, key=_START) for name in names),
    )
    cut = aligner.columns(refs, hyps)
    codes = refs.codes_at(cut.ref), hyps.codes_at(cut.hyp)

    def made() -> list[Segment]:
        return list(map(Segment, cut.starts.tolist(), cut.ends.tolist(), refs.at(cut.ref), hyps.at(cut.hyp)))

    first = [0, *np.cumsum(np.bincount(cut.recordings, minlength=len(names))).tolist()]
    return Found(names, first, Ledger(tuple(refs.names), *codes, made, cut.ends - cut.starts))
