"""Comparison of scores: with Kaldi's, with sclite's, with earlier ones.

>>> import scorelite
>>> from scorelite.scoring.compare import compare, of_result
>>> old, new = (of_result(scorelite.score(["a b c", "d"], hyps)) for hyps in (["a x c", "d"], ["a x", "d"]))
>>> comparison = compare(old, new)
>>> comparison.verdict, comparison.increase, [each.id for each in comparison.utterances]
('different', 0.25, ['1'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import compare as compare
    from .outputs import JudgedDifference as JudgedDifference
    from .outputs import Outputs as Outputs
    from .outputs import Sample as Sample
    from .results import of_result as of_result
    from .scores import Scores as Scores
    from .significance import paired_tests as paired_tests
    from .sources import read as read
    from .systems import Tournament as Tournament
    from .systems import tournament as tournament
    from .verdict import Comparison as Comparison

# Imported on first use: results that were scored now need no reader of files.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "api": "compare",
            "verdict": "Comparison",
            "sources": "read",
            "results": "of_result",
            "show": "_printed",
            "significance": "paired_tests",
            "outputs": "Outputs Sample JudgedDifference",
            "systems": "tournament Tournament",
            "scores": "Scores",
        },
    )
