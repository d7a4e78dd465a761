"""Conventions of diarisation: what md-eval, pyannote and spy-der do differently, and the settings that name one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ...formats.errors import UsageError
from ..common.published import published
from .measure import check_amounts, signed_duration

Overlap: TypeAlias = Literal["include", "exclude", "only"]


@dataclass(frozen=True, slots=True)
class Convention:
    """The choices in which programs differ."""

    name: str
    both_sides: bool
    """Without regions, score from the first to the last label of both sides, not of the reference alone."""
    map_scored: bool
    """Map speakers by the time that is scored, not by all of the regions, collars included."""
    jaccard_by_overlap: bool
    """Take the Jaccard error rate from the same mapping, not from the one that is best for it."""
    joined: bool = False
    """Join turns of one speaker that touch, so that no collar stands where they meet."""
    overlap_of_turns: bool = False
    """Two turns at once are an overlap even if they are of one speaker."""
    marks: bool = False
    """Rows of the reference other than turns exclude time from scoring, and count for the extent of the reference."""


MD_EVAL = Convention(
    "md-eval", both_sides=False, map_scored=False, jaccard_by_overlap=False, overlap_of_turns=True, marks=True
)
PYANNOTE = Convention("pyannote", both_sides=True, map_scored=True, jaccard_by_overlap=True, overlap_of_turns=True)
SPY_DER = Convention("spy-der", both_sides=True, map_scored=False, jaccard_by_overlap=False, joined=True)
CONVENTIONS = {convention.name: convention for convention in (MD_EVAL, PYANNOTE, SPY_DER)}


def convention_of(name: Convention | Mapping[str, Any] | str) -> Convention:
    """The convention of a name, or of its fields; a convention is returned as it is."""
    if isinstance(name, Convention):
        return name
    if isinstance(name, Mapping):
        return Convention(**name)
    if name not in CONVENTIONS:
        raise UsageError(f"convention {name!r} is unknown; expected one of: {', '.join(CONVENTIONS)}")
    return CONVENTIONS[name]


@dataclass(frozen=True, slots=True)
class DiarisationSettings:
    """`collar` is in seconds on EACH side of a boundary (pyannote's own argument is twice as much)."""

    collar: float = 0.0
    overlap: Overlap = "include"
    """Time in which several speakers of the reference speak: include, exclude or only."""
    convention: Convention | Mapping[str, Any] | str = MD_EVAL
    like: str | None = None
    """A published convention, such as "kaldi-callhome", whose settings these are."""
    min_duration: float = 0.0
    """Turns of either side that are shorter, in seconds, are left out before scoring."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "convention", convention_of(self.convention))
        check_amounts(collar=self.collar, min_duration=self.min_duration)
        if self.overlap not in ("include", "exclude", "only"):
            raise UsageError(f"overlap {self.overlap!r} is unknown; expected include, exclude or only")

    @property
    def signature(self) -> str:
        """The settings in one line."""
        name = convention_of(self.convention).name
        like = "" if self.like is None or not published("segments", self.like).has(self) else f"|like:{self.like}"
        short = signed_duration(self.min_duration)
        return f"{name}|collar:{self.collar:.15g}s each side|overlap:{self.overlap}{short}{like}"


def counts_turns(settings: object) -> bool:
    """Whether the program of a convention counts the time of each turn, also where those of one speaker overlap."""
    return isinstance(settings, DiarisationSettings) and convention_of(settings.convention).name == PYANNOTE.name


def collar_notice(settings: object) -> str | None:
    """A remark on pyannote's own argument `collar`, where its convention is chosen with a collar; else None.

    >>> str(collar_notice(DiarisationSettings(collar=0.5, convention="pyannote")))[48:]
    'pyannote.metrics counts both sides: 1 there, and 0.5 there is 0.25 here'
    """
    if not isinstance(settings, DiarisationSettings) or not settings.collar or not counts_turns(settings):
        return None
    collar = settings.collar
    return (
        f"the collar is {collar:g} s on each side of a boundary; pyannote.metrics counts both sides: "
        f"{2 * collar:g} there, and {collar:g} there is {collar / 2:g} here"
    )
