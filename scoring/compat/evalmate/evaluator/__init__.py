"""evalmate.evaluator: from label lists to confusions and text reports, for segments, events, keywords and words."""

from scoring.compat.evalmate.evaluator.asr import ASREvaluation as ASREvaluation
from scoring.compat.evalmate.evaluator.asr import ASREvaluator as ASREvaluator
from scoring.compat.evalmate.evaluator.evaluator import Evaluation as Evaluation
from scoring.compat.evalmate.evaluator.evaluator import Evaluator as Evaluator
from scoring.compat.evalmate.evaluator.event import EventEvaluation as EventEvaluation
from scoring.compat.evalmate.evaluator.event import EventEvaluator as EventEvaluator
from scoring.compat.evalmate.evaluator.kws import KWSEvaluation as KWSEvaluation
from scoring.compat.evalmate.evaluator.kws import KWSEvaluator as KWSEvaluator
from scoring.compat.evalmate.evaluator.outcome import LabelSet as LabelSet
from scoring.compat.evalmate.evaluator.outcome import Outcome as Outcome
from scoring.compat.evalmate.evaluator.segment import SegmentEvaluation as SegmentEvaluation
from scoring.compat.evalmate.evaluator.segment import SegmentEvaluator as SegmentEvaluator
