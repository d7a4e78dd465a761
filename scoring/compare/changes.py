"""Verdicts on comparisons: whether the change from one result to another is within its limits."""

from __future__ import annotations

from ...formats.errors import quantity
from ...formats.values import dataclass
from ..common.limits import ROUNDING, Verdict
from ..maths.intervals import FEWEST
from .lines_of_tests import few_units
from .scores import rate_of, unlike_settings
from .verdict import BREAKDOWN, DIFFERENT, IDENTICAL, Comparison, rate_title


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a second result; without any there is no verdict."""

    increase: float | None = None
    """The percentage points by which its rate may be higher."""
    significant: bool = False
    """It may be worse, but for what both paired tests call significant at `level`."""
    level: float = 0.05
    same: bool = False
    """Its totals must be the same."""
    exact: bool = False
    """Its totals and its breakdown must be the same."""

    def __str__(self) -> str:
        """The limits in words.

        >>> str(Limits(increase=0.5, significant=True))
        'at most 0.50 points higher, or higher by chance (level 0.05)'
        """
        if self.exact or self.same:
            return "the same counts" if self.exact else "the same totals"
        rise = [] if self.increase is None else [f"at most {self.increase:.2f} points higher"]
        chance = [f"higher by chance (level {self.level:g})"] if self.significant else []
        return ", or ".join([*rise, *chance])

    def __bool__(self) -> bool:
        return self.increase is not None or self.significant or self.same or self.exact


def change(comparison: Comparison) -> str:
    """The change of the rate in words.

    >>> import scorelite
    >>> change(scorelite.compare(scorelite.score(["a b c d"], ["a b c d"]), scorelite.score(["a b c d"], ["a b c"])))
    'WER rose by 25.00 points (0.00 -> 25.00 %)'
    """
    title = title_of(comparison)
    increase = comparison.increase
    first, second = rate_of(comparison.a), rate_of(comparison.b)
    if increase is None or first is None or second is None:
        return f"{title} of one result is undefined"
    digits = min(comparison.a.digits, comparison.b.digits)
    before, after = (f"{100 * rate:.{digits}f}" for rate in (first, second))
    if not increase:
        return f"{title} is unchanged ({before} %)"
    by = f"{'rose' if increase > 0 else 'fell'} by {abs(100 * increase):.{digits}f} points"
    return f"{title} {by} ({before} -> {after} %)"


def title_of(comparison: Comparison) -> str:
    """The name of the rate."""
    return rate_title([comparison.a, comparison.b])


def judged(comparison: Comparison, limits: Limits) -> Verdict:
    """The verdict on a comparison: every limit must be kept, but a rise within one of the two limits of rises is.

    >>> import scorelite
    >>> same = scorelite.compare(scorelite.score(["a"], ["a"]), scorelite.score(["a"], ["a"]))
    >>> str(judged(same, Limits(increase=0.5)))
    'PASS: WER is unchanged (0.00 %), allowed 0.50'
    """
    reason = change(comparison)
    if comparison.are_other_texts:
        return Verdict(False, f"{reason}; {comparison.explanation}")
    if limits.exact and comparison.verdict == BREAKDOWN:
        return Verdict(False, f"{reason}, but not all counts are the same")
    if (limits.exact or limits.same) and comparison.verdict == DIFFERENT:
        return Verdict(False, f"{reason}; no difference is allowed")
    if limits.exact or limits.same:
        return Verdict(True, comparison.verdict if comparison.verdict == IDENTICAL else reason)
    increase = comparison.increase
    if increase is None:
        return Verdict(False, reason)
    if differ := unlike_settings(comparison.a, comparison.b):
        return Verdict(False, f"{reason}; scored with different settings: {differ}")
    if limits.increase is not None:
        reason += f", allowed {limits.increase:.2f}"
        if 100 * increase <= limits.increase + ROUNDING:
            return Verdict(True, reason)
    if not limits.significant:
        return Verdict(False, reason)
    if increase <= 0:
        return Verdict(limits.increase is None, reason)
    pairs = comparison.matched_pairs
    tests = comparison.bootstrap, *(comparison.exact if pairs is None else (pairs,))
    samples = comparison.bootstrap
    if samples is not None and samples.defined_p is None:
        return Verdict(False, f"{reason}, and {few_units(samples, comparison.a.unit)}")
    p = max(test.defined_p for test in tests if test is not None and test.defined_p is not None)
    by_chance = p >= limits.level
    units = pairs.segments if pairs is not None else len(comparison.utterances)
    if not by_chance and 0 < units < FEWEST:
        return Verdict(False, f"{reason}, and {quantity(units, 'segment')} that differ are too few for a test")
    shown = f"p = {p:.3f}" if p >= 0.001 else "p < 0.001"
    return Verdict(by_chance, f"{reason}, {'which may be chance' if by_chance else 'significant'} ({shown})")
