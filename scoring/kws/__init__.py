"""Keyword spotting from Python: term-weighted value of labels in memory, or of NIST's files; wake words of a table.

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

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .conditions import Conditions as Conditions
    from .convention import (
        CONVENTIONS as CONVENTIONS,
    )
    from .convention import (
        KWSEVAL as KWSEVAL,
    )
    from .convention import (
        SCORELITE as SCORELITE,
    )
    from .convention import (
        Convention as Convention,
    )
    from .files import check as check
    from .files import load as load
    from .job import Job as Job
    from .job import score as score
    from .job import score_files as score_files
    from .material import Inputs as Inputs
    from .memory import evaluate as evaluate
    from .memory import recordings as recordings
    from .rates import atwv as atwv
    from .rates import mtwv as mtwv
    from .result import KeywordScore as KeywordScore
    from .result import KwsResult as KwsResult
    from .settings import KwsSettings as KwsSettings
    from .wake_words import WakeCounts as WakeCounts
    from .wake_words import WakePoint as WakePoint
    from .wake_words import WakeWord as WakeWord
    from .wake_words import WakeWords as WakeWords
    from .wake_words import score_table as score_table

# Modules are imported when one of their names is asked for, because they need numpy.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "conditions": "Conditions",
            "convention": "CONVENTIONS KWSEVAL SCORELITE Convention",
            "files": "check load",
            "job": "Job score score_files",
            "material": "Inputs",
            "memory": "evaluate recordings",
            "rates": "atwv mtwv",
            "result": "KeywordScore KwsResult",
            "settings": "KwsSettings",
            "wake_words": "WakeCounts WakePoint WakeWord WakeWords score_table",
        },
    )
