"""Interface of jiwer 4.0, with the names that 3.x deprecated: `from scorelite.compat import jiwer`.

>>> wer(["the cat sat"], ["the cat sat down"])
0.3333333333333333
>>> output = process_words("the cat sat", "the bat sat")
>>> output.substitutions, output.alignments[0][1].type
(1, 'substitute')
"""

# ruff: noqa: F403 (every module lists its public names)

from __future__ import annotations

from . import alignment, measures, process, transformations, transforms
from .alignment import *
from .measures import *
from .measures import compute_measures as compute_measures
from .process import *
from .transformations import *
from .transforms import *

__all__ = [
    *measures.__all__,
    *transforms.__all__,
    *transformations.__all__,
    *alignment.__all__,
    *process.__all__,
    "name",
]

name = "jiwer"
