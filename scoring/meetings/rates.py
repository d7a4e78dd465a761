"""The error rates of meetings, each in one call."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from ...formats.errors import MismatchError
from ...formats.source import Target
from ..common.other_names import understood
from ..common.signatures import with_keywords
from ..notices.tiers import is_of_tiers
from .api import score
from .settings import MeetingSettings

Side: TypeAlias = "Target | Mapping[str, Any]"
_SETTINGS = tuple(field.name for field in fields(MeetingSettings))


def _rate(measure: str, refs: Side, hyps: Side, settings: Mapping[str, Any]) -> float | None:
    """The error rate of a measure; a number has no notices, so the gravest are warnings: those of tiers, and
    of sides without speakers or with nothing in common. Files without words are an error."""
    sides: Any = refs, hyps
    result = score(*sides, measure=measure, **settings)
    if result.ref_name and not result.counts.reference and not result.counts.hypothesis:
        raise MismatchError(
            f"{result.ref_name} and {result.hyp_name} have no words; expected words of speakers, as in stm or SegLST "
            "(scorelite.score_segments(refs, hyps) scores turns without words)"
        )
    for notice in (*filter(is_of_tiers, result.remarks), *result._gravest()):
        warnings.warn(str(notice), stacklevel=4)  # the caller of `cpwer`, which is decorated
    rate: float | None = result.error_rate
    return rate


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def cpwer(refs: Side, hyps: Side, **settings: Any) -> float | None:
    """The cpWER of two files with speakers, or of mappings from sessions to rows of speaker and text.

    >>> cpwer({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi"), ("2", "good")]})
    0.3333333333333333
    """
    return _rate("cp", refs, hyps, settings)


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def tcpwer(refs: Side, hyps: Side, *, collar: float, **settings: Any) -> float | None:
    """The time-constrained cpWER of two files with speakers and times, or of rows of speaker, text, start and end.

    `collar` widens words of the hypothesis by seconds, usually 5.

    >>> tcpwer({"talk": [("anna", "good day", 0, 1)]}, {"talk": [("1", "good day", 20, 21)]}, collar=5)
    2.0
    """
    return _rate("tcp", refs, hyps, {"collar": collar, **settings})


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def orcwer(refs: Side, hyps: Side, **settings: Any) -> float | None:
    """The ORC-WER: each segment of the reference goes to the stream of the hypothesis where it costs least.

    >>> orcwer({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "good day hi")]})
    0.0
    """
    return _rate("orc", refs, hyps, settings)


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def tcorcwer(refs: Side, hyps: Side, *, collar: float, **settings: Any) -> float | None:
    """The time-constrained ORC-WER.

    >>> tcorcwer({"talk": [("anna", "good day", 0, 1)]}, {"talk": [("1", "good day", 0, 1)]}, collar=5)
    0.0
    """
    return _rate("tcorc", refs, hyps, {"collar": collar, **settings})


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def mimower(refs: Side, hyps: Side, **settings: Any) -> float | None:
    """The MIMO-WER, in which the segments of a speaker may go to several streams of the hypothesis.

    >>> mimower({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "hi good day")]})
    0.0
    """
    return _rate("mimo", refs, hyps, settings)


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def tcmimower(refs: Side, hyps: Side, *, collar: float, **settings: Any) -> float | None:
    """The time-constrained MIMO-WER.

    >>> tcmimower({"talk": [("anna", "good day", 0, 1)]}, {"talk": [("1", "good day", 0, 1)]}, collar=5)
    0.0
    """
    return _rate("tcmimo", refs, hyps, {"collar": collar, **settings})


@with_keywords(_SETTINGS, MeetingSettings)
@understood
def wder(refs: Side, hyps: Side, **settings: Any) -> float | None:
    """The WDER: the share of aligned words, right or wrong, with another speaker.

    Missed and inserted words do not count: publish the WER with it.

    >>> wder({"talk": [("anna", "good day"), ("ben", "hi")]}, {"talk": [("1", "good"), ("2", "way hi")]})
    0.3333333333333333
    """
    return _rate("wder", refs, hyps, settings)
