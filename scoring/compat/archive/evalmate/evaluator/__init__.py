"""evalmate.evaluator: from label lists to confusions and text reports, for segments, events, keywords and words."""

from .asr import ASREvaluation as ASREvaluation
from .asr import ASREvaluator as ASREvaluator
from .evaluator import Evaluation as Evaluation
from .evaluator import Evaluator as Evaluator
from .event import EventEvaluation as EventEvaluation
from .event import EventEvaluator as EventEvaluator
from .kws import KWSEvaluation as KWSEvaluation
from .kws import KWSEvaluator as KWSEvaluator
from .outcome import LabelSet as LabelSet
from .outcome import Outcome as Outcome
from .segment import SegmentEvaluation as SegmentEvaluation
from .segment import SegmentEvaluator as SegmentEvaluator
