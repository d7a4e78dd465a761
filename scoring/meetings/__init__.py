"""Meetings: recordings of several speakers, scored by the cpWER and its family.

>>> from scorelite import meetings
>>> result = meetings.score({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi"), ("2", "good")]})
>>> result.error_rate, result.parts[0].assigned.assignment
(0.3333333333333333, (('anna', '2'), ('ben', '1')))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import score as score
    from .api import score_files as score_files
    from .rates import cpwer as cpwer
    from .rates import mimower as mimower
    from .rates import orcwer as orcwer
    from .rates import tcmimower as tcmimower
    from .rates import tcorcwer as tcorcwer
    from .rates import tcpwer as tcpwer
    from .result import MeetingResult as MeetingResult
    from .settings import MeetingSettings as MeetingSettings
    from .sources import ErrorSources as ErrorSources
    from .sources import error_sources as error_sources

# Modules are imported when one of their names is asked for: the reports of other wings import this package, too.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "api": "score score_files",
            "rates": "cpwer tcpwer orcwer tcorcwer mimower tcmimower",
            "result": "MeetingResult",
            "settings": "MeetingSettings",
            "sources": "ErrorSources error_sources",
        },
    )
