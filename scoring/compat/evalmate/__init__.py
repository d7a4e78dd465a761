"""evalmate's modules under their names: replace `from evalmate import ...` by this package.

    >>> from scoring.compat.evalmate import evaluator
    >>> from scoring.compat.evalmate.annotations import Label, LabelList
    >>> ref = LabelList(labels=[Label("music", 0, 5), Label("speech", 5, 11)])
    >>> hyp = LabelList(labels=[Label("music", 0, 4), Label("speech", 4, 11)])
    >>> evaluator.SegmentEvaluator().evaluate(ref, hyp).confusion.error_rate
    0.09090909090909091

Labels, label lists, corpora and Audacity files of audiomate are in `annotations`; its own objects work as well.
"""

from scoring.compat.evalmate.evaluator.asr import ASREvaluation as ASREvaluation
from scoring.compat.evalmate.evaluator.asr import ASREvaluator as ASREvaluator
from scoring.compat.evalmate.evaluator.event import EventEvaluation as EventEvaluation
from scoring.compat.evalmate.evaluator.event import EventEvaluator as EventEvaluator
from scoring.compat.evalmate.evaluator.kws import KWSEvaluation as KWSEvaluation
from scoring.compat.evalmate.evaluator.kws import KWSEvaluator as KWSEvaluator
from scoring.compat.evalmate.evaluator.outcome import Outcome as Outcome
from scoring.compat.evalmate.evaluator.segment import SegmentEvaluation as SegmentEvaluation
from scoring.compat.evalmate.evaluator.segment import SegmentEvaluator as SegmentEvaluator
