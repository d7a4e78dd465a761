"""evalmate's modules under their names: replace `from evalmate import ...` by this package.

    >>> from scorelite.compat.evalmate import evaluator
    >>> from scorelite.compat.evalmate.annotations import Label, LabelList
    >>> ref = LabelList(labels=[Label("music", 0, 5), Label("speech", 5, 11)])
    >>> hyp = LabelList(labels=[Label("music", 0, 4), Label("speech", 4, 11)])
    >>> evaluator.SegmentEvaluator().evaluate(ref, hyp).confusion.error_rate
    0.09090909090909091

Labels, label lists, corpora and Audacity files of audiomate are in `annotations`; its own objects work as well.
"""

import sys as _sys

from . import alignment, confusion, evaluator
from .evaluator import ASREvaluation as ASREvaluation
from .evaluator import ASREvaluator as ASREvaluator
from .evaluator import EventEvaluation as EventEvaluation
from .evaluator import EventEvaluator as EventEvaluator
from .evaluator import KWSEvaluation as KWSEvaluation
from .evaluator import KWSEvaluator as KWSEvaluator
from .evaluator import Outcome as Outcome
from .evaluator import SegmentEvaluation as SegmentEvaluation
from .evaluator import SegmentEvaluator as SegmentEvaluator

# In evalmate these modules are folders: here `evalmate.alignment.time` is one more name of `evalmate.alignment`.
for _module, _names in (
    (alignment, "aligner candidates segment sequence time utils"),
    (confusion, "aggregation confusion event segment"),
    (evaluator, "asr evaluator event kws outcome segment"),
):
    for _name in _names.split():
        _sys.modules[f"{_module.__name__}.{_name}"] = _module
