"""evalmate's modules under their names: replace `from evalmate import ...` by this package.

    >>> from scorelite.compat.evalmate import evaluator
    >>> from scorelite.compat.evalmate.annotations import Label, LabelList
    >>> ref = LabelList(labels=[Label("music", 0, 5), Label("speech", 5, 11)])
    >>> hyp = LabelList(labels=[Label("music", 0, 4), Label("speech", 4, 11)])
    >>> evaluator.SegmentEvaluator().evaluate(ref, hyp).confusion.error_rate
    0.09090909090909091

Labels, label lists, corpora and Audacity files of audiomate are in `annotations`; its own objects work as well.
"""

from .evaluator.asr import ASREvaluation as ASREvaluation
from .evaluator.asr import ASREvaluator as ASREvaluator
from .evaluator.event import EventEvaluation as EventEvaluation
from .evaluator.event import EventEvaluator as EventEvaluator
from .evaluator.kws import KWSEvaluation as KWSEvaluation
from .evaluator.kws import KWSEvaluator as KWSEvaluator
from .evaluator.outcome import Outcome as Outcome
from .evaluator.segment import SegmentEvaluation as SegmentEvaluation
from .evaluator.segment import SegmentEvaluator as SegmentEvaluator
