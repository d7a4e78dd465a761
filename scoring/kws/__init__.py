"""Keyword spotting from Python: term-weighted value of labels in memory, or of NIST's files.

>>> from scorelite import kws
>>> result = kws.evaluate(
...     ref=[("hello", 1.0, 1.5), ("world", 4.0, 4.4)],
...     hyp=[("hello", 1.1, 1.5, 0.9), ("world", 8.0, 8.4, 0.7)],
...     keywords=["hello", "world"],
...     duration=100,
... )
>>> print(f"{result.atwv:.4f} {result.mtwv:.4f} {result.stwv:.4f}")
-4.5500 0.5000 0.5000
>>> result.keywords["world"].false_alarms
1
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conditions import Conditions
    from .convention import CONVENTIONS, KWSEVAL, SCORELITE, Convention
    from .files import check, load
    from .job import Job, score, score_files
    from .material import Inputs
    from .memory import evaluate, recordings
    from .result import KeywordScore, KwsResult
    from .settings import KwsSettings

__all__ = [
    "CONVENTIONS",
    "KWSEVAL",
    "SCORELITE",
    "Conditions",
    "Convention",
    "Inputs",
    "Job",
    "KeywordScore",
    "KwsResult",
    "KwsSettings",
    "check",
    "evaluate",
    "load",
    "recordings",
    "score",
    "score_files",
]

# Modules are imported when one of their names is asked for, because they need numpy.
_HOMES = {
    "CONVENTIONS": "convention",
    "KWSEVAL": "convention",
    "SCORELITE": "convention",
    "Conditions": "conditions",
    "Convention": "convention",
    "Inputs": "material",
    "Job": "job",
    "KeywordScore": "result",
    "KwsResult": "result",
    "KwsSettings": "settings",
    "check": "files",
    "evaluate": "memory",
    "load": "files",
    "recordings": "memory",
    "score": "job",
    "score_files": "job",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring.kws' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scorelite.scoring.kws.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
