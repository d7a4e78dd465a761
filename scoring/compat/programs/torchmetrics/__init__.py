"""Metrics of torchmetrics 1.9 for speech, with our alignments: the same values, hypotheses first, exact sums.

They are subclasses of the originals, for MetricCollection, Lightning and whatever else looks at the class. The rates
MER, WIL and WIP and the beam of EditDistance are torchmetrics' own: `scorelite.Metric` has those of everybody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.lazy import lazy

if TYPE_CHECKING:
    from .text import CharErrorRate as CharErrorRate
    from .text import EditDistance as EditDistance
    from .text import MatchErrorRate as MatchErrorRate
    from .text import WordErrorRate as WordErrorRate
    from .text import WordInfoLost as WordInfoLost
    from .text import WordInfoPreserved as WordInfoPreserved

# Imported when one of them is asked for: they are classes of torchmetrics, which may be missing.
if not TYPE_CHECKING:
    _NAMES, __getattr__, __dir__ = lazy(
        __name__,
        {"text": "WordErrorRate CharErrorRate MatchErrorRate WordInfoLost WordInfoPreserved EditDistance"},
    )
