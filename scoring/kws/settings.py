"""Settings of keyword scoring: everything that can move a number, in one frozen record with a printed signature."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any, cast

from ...formats.errors import UsageError, check_flags
from ..common.other_names import unknown_setting
from ..common.version import __version__
from ..normalise.catalogue import Wanted, scored_chain_of
from ..normalise.chain import Chain
from .convention import CONVENTIONS, KWSEVAL, SCORELITE, Convention

PREFILTERS = ("charsplit", "notASCII", "deleteHyphens")
_POSITIVE = ("cost", "value", "prior", "trials_per_second")
_SECONDS = ("gap", "tolerance")
# Numbers of trials are floats in rates, which hold integers exactly up to here.
_MOST_TRIALS = 1 << 53


@dataclass(frozen=True, slots=True)
class KwsSettings:
    """How keywords are found, paired and valued. A number given as text is printed unchanged.

    >>> round(KwsSettings().beta, 6)
    999.9
    """

    gap: float = 0.5
    """Longest silence between two words of one keyword, in seconds."""
    tolerance: float = 0.5
    """How far the middle of a detection may be outside its reference, in seconds."""
    cost: float | str = 0.1
    """Cost of a false alarm."""
    value: float | str = 1
    """Value of a hit."""
    prior: float | str = 0.0001
    """Prior probability of a keyword."""
    trials_per_second: float | str = 1
    include_empty: bool = False
    """Include keywords without targets in the mean of false alarm rates."""
    listed_only: bool = False
    """Leave out keywords that the system output does not list."""
    pooled: bool = False
    """Pool all keywords into one block instead of taking a mean over keywords."""
    segments: bool = False
    """Take segments as trials instead of seconds."""
    corners: bool = False
    """Keep only the points of a curve at which it turns."""
    prefilters: tuple[str, ...] = ()
    normalise: Wanted | None = None
    """A normaliser for keywords and words: a name such as "whisper-en", a rule file, a chain, or several of these."""
    convention: Convention = SCORELITE
    """The program whose choices hold where programs differ."""

    def __post_init__(self) -> None:
        check_flags(self)
        for name in _POSITIVE:
            number = getattr(self, name)
            if not 0 < _number(number) < math.inf:
                raise UsageError(f"{name} is {number}; expected a number above 0")
        for name in _SECONDS:
            if not isinstance(seconds := getattr(self, name), Real) or math.isnan(seconds):
                raise UsageError(f"{name} is {seconds}; expected a number of seconds")
        if self.convention != KWSEVAL:
            self._check_ranges()
        if self.normalise is not None:
            object.__setattr__(self, "normalise", scored_chain_of(self.normalise))
        for name in self.prefilters:
            if name not in PREFILTERS:
                raise UsageError(f"prefilter {name!r} is unknown; expected one of: {', '.join(PREFILTERS)}")
        if not isinstance(self.convention, Convention):
            names = ", ".join(map(repr, CONVENTIONS))
            raise UsageError(f"convention {self.convention!r} is unknown; expected scorelite.kws.CONVENTIONS[{names}]")

    @property
    def chain(self) -> Chain | None:
        """The chain that normalises keywords and words, if there is one."""
        return cast("Chain | None", self.normalise)

    def _check_ranges(self) -> None:
        """Rejects values that turn the meaning of the numbers around; KWSEval computes with them."""
        for name in _SECONDS:
            if getattr(self, name) < 0:
                raise UsageError(f"{name} is {getattr(self, name)}; expected a number of seconds >= 0")
        if float(self.prior) >= 1:
            raise UsageError(f"prior is {self.prior}; expected a probability between 0 and 1")

    @property
    def beta(self) -> float:
        """Weight of the false alarm rate against the miss rate."""
        return (float(self.cost) / float(self.value)) * ((1 / float(self.prior)) - 1)

    @property
    def signature(self) -> str:
        """All settings in one line, to print with a number: results with equal signatures are comparable.

        >>> print(KwsSettings().signature)  # doctest: +ELLIPSIS
        scorelite:...|kws:scorelite|trials:1 per second|gap:0.5|tolerance:0.5|cost:0.1|value:1|prior:0.0001|empty:...
        """
        cost, value, prior, rate = (f"{float(getattr(self, name)):.15g}" for name in _POSITIVE)
        parts = {
            "scorelite": __version__,
            "kws": self.convention.name,
            "trials": "segments" if self.segments else f"{rate} per second",
            "gap": f"{self.gap:.15g}",
            "tolerance": f"{self.tolerance:.15g}",
            "cost": cost,
            "value": value,
            "prior": prior,
            "empty": "counted" if self.include_empty else "no",
            "unlisted": "no" if self.listed_only else "missed",
            "pooled": "yes" if self.pooled else "no",
            "curve": "corners" if self.corners else "all",
            "prefilters": "+".join(self.prefilters) or "no",
        }
        if self.chain is not None:
            parts["normalise"] = self.chain.label
        return "|".join(f"{key}:{text}" for key, text in parts.items())

    def trials(self, duration: float) -> int:
        """Number of trials in a duration in seconds, rounded half to even.

        >>> KwsSettings().trials(100.5), KwsSettings(trials_per_second=2).trials(100)
        (100, 200)
        """
        rate = float(self.trials_per_second)
        count = duration / rate if self.convention.divided_trials else duration * rate
        if not count < _MOST_TRIALS:
            raise UsageError(
                f"{duration:.15g} s with trials_per_second= (--trials-per-second) {rate:.15g} are {count:.15g} trials; "
                "expected fewer than 1e15"
            )
        return round(count)


def _number(value: object) -> float:
    """A number, or a text that is one; NaN for anything else."""
    try:
        return float(value)  # type: ignore[arg-type]  # other types raise TypeError, caught below
    except (TypeError, ValueError):
        return math.nan


def settings_of(settings: KwsSettings | None, changes: dict[str, Any]) -> KwsSettings:
    """Settings with some fields changed by keyword; an unknown keyword is an error that names the known ones."""
    names = [field.name for field in fields(KwsSettings)]
    unknown = [name for name in changes if name not in names]
    if unknown:
        raise unknown_setting(unknown[0], names)
    return replace(settings or KwsSettings(), **changes)
