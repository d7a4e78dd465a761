"""Comparison of scores: with Kaldi's, with sclite's, with earlier ones.

>>> import scorelite
>>> from scorelite.scoring.compare import compare, of_result
>>> old, new = (of_result(scorelite.score(["a b c", "d"], hyps)) for hyps in (["a x c", "d"], ["a x", "d"]))
>>> found = compare(old, new)
>>> found.verdict, found.increase, [one.id for one in found.utterances]
('different', 25.0, ['1'])
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import of_result
    from .scores import Scores
    from .significance import paired_tests
    from .sources import read
    from .systems import Tournament, tournament
    from .verdict import Comparison, compare

__all__ = ["compare", "read", "of_result", "paired_tests", "tournament", "Comparison", "Scores", "Tournament"]

# Imported on first use: results that were scored now need no reader of files.
_HOMES = {
    "compare": "verdict",
    "read": "sources",
    "of_result": "results",
    "paired_tests": "significance",
    "tournament": "systems",
    "Comparison": "verdict",
    "Scores": "scores",
    "Tournament": "systems",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring.compare' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scorelite.scoring.compare.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
