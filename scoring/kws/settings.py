"""What can be set about keyword scoring, in one frozen value."""

from __future__ import annotations

import math
from dataclasses import dataclass

from formats.errors import UsageError

PREFILTERS = ("charsplit", "notASCII", "deleteHyphens")


@dataclass(frozen=True, slots=True)
class KwsSettings:
    """The settings of one scoring; `strict_f4de` also reproduces what is odd in KWSEval.

    >>> round(KwsSettings().beta, 6)
    999.9
    """

    gap: float = 0.5
    """The longest silence between two words of one keyword, in seconds."""
    tolerance: float = 0.5
    """How far the middle of a detection may lie outside its reference, in seconds."""
    cost: float | str = "0.1000"
    """What a false alarm costs; a text is printed as it stands."""
    value: float | str = 1
    """What a hit is worth."""
    prior: float | str = 0.0001
    """The probability of a keyword."""
    trials_per_second: float | str = 1
    include_empty: bool = False
    """Whether keywords without reference occurrences take part in the mean of the false alarm rate."""
    listed_only: bool = False
    """Whether keywords that the system output does not list are left out."""
    pooled: bool = False
    """One block for all keywords instead of a mean over keywords."""
    segments: bool = False
    """Whether segments are trials, not seconds."""
    prefilters: tuple[str, ...] = ()
    strict_f4de: bool = False

    def __post_init__(self) -> None:
        for name, number in (
            ("cost", self.cost),
            ("value", self.value),
            ("prior", self.prior),
            ("trials_per_second", self.trials_per_second),
        ):
            if not float(number) > 0 or math.isinf(float(number)):
                raise UsageError(f"{name} is {number}; expected a number above 0")
        for name, number in (("gap", self.gap), ("tolerance", self.tolerance)):
            if math.isnan(number):
                raise UsageError(f"{name} is no number")
        for name in self.prefilters:
            if name not in PREFILTERS:
                raise UsageError(f"prefilter {name!r} is unknown; expected one of: {', '.join(PREFILTERS)}")

    @property
    def beta(self) -> float:
        """The weight of the false alarm rate against the miss rate."""
        return (float(self.cost) / float(self.value)) * ((1 / float(self.prior)) - 1)

    def trials(self, duration: float) -> int:
        """How many trials a duration holds, rounded half to even.

        KWSEval divides by its number of trials per second, so that 2 of them make half as many trials.

        >>> KwsSettings().trials(100.5), KwsSettings(trials_per_second=2).trials(100)
        (100, 200)
        """
        rate = float(self.trials_per_second)
        return round(duration / rate if self.strict_f4de else duration * rate)
