"""Comparison of scores: with Kaldi's, with sclite's, with earlier ones.

>>> import scoring
>>> from scoring.compare import compare, of_result
>>> old, new = (of_result(scoring.score(["a b c", "d"], hyps)) for hyps in (["a x c", "d"], ["a x", "d"]))
>>> found = compare(old, new)
>>> found.verdict, found.increase, [one.id for one in found.utterances]
('different', 25.0, ['1'])
"""

from __future__ import annotations

from scoring.compare.scores import Scores
from scoring.compare.significance import paired_tests
from scoring.compare.sources import of_result, read
from scoring.compare.systems import Tournament, tournament
from scoring.compare.verdict import Comparison, compare

__all__ = ["compare", "read", "of_result", "paired_tests", "tournament", "Comparison", "Scores", "Tournament"]
