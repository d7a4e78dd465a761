"""Meetings: recordings of several speakers, scored by the cpWER and its family.

>>> from scorelite import meetings
>>> result = meetings.score({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi"), ("2", "good")]})
>>> result.error_rate, result.parts[0].assigned.assignment
(0.3333333333333333, (('anna', '2'), ('ben', '1')))
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .api import score, score_files
    from .result import MeetingResult
    from .settings import MeetingSettings
    from .sources import ErrorSources, error_sources

__all__ = ["ErrorSources", "MeetingResult", "MeetingSettings", "error_sources", "score", "score_files"]

# Modules are imported when one of their names is asked for: the reports of other wings import this package, too.
_HOMES = {
    "ErrorSources": "sources",
    "MeetingResult": "result",
    "MeetingSettings": "settings",
    "error_sources": "sources",
    "score": "api",
    "score_files": "api",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring.meetings' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scorelite.scoring.meetings.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
