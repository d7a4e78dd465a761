"""Evaluation of speech recognition: words, paired by their order."""

from __future__ import annotations

from ..alignment.aligner import EventAligner
from ..alignment.sequence import LevenshteinAligner
from ..annotations import Label, LabelList
from .evaluator import default_template
from .event import EventEvaluation, EventEvaluator


class ASREvaluation(EventEvaluation):
    """The pairs of words of every utterance, and their confusion."""

    default_template = default_template("asr")


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
