"""Keyword spotting from Python: term-weighted value of labels in memory, or of NIST's files.

>>> from scoring import kws
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
    from scoring.kws.api import (
        Job,
        KeywordScore,
        KwsResult,
        check,
        evaluate,
        load,
        recordings,
        score_files,
    )
    from scoring.kws.conditions import Conditions
    from scoring.kws.settings import KwsSettings

__all__ = [
    "Conditions",
    "Job",
    "KeywordScore",
    "KwsResult",
    "KwsSettings",
    "check",
    "evaluate",
    "load",
    "recordings",
    "score_files",
]

_HOMES = {"Conditions": "scoring.kws.conditions", "KwsSettings": "scoring.kws.settings"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'scoring.kws' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES.get(name, "scoring.kws.api")), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
