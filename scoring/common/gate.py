"""Gates of builds: a limit with the numbers that it was held against, and the kinds of files that say so."""

from __future__ import annotations

from types import MappingProxyType

from ...formats.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .limits import Verdict

# What `--verdict` writes; the name of each kind is that of its module in `scoring.report.verdict`.
KINDS = {
    "junit": "a test case in JUnit XML",
    "sarif": "the worst utterances with file and line, in SARIF 2.1.0",
    "markdown": "rates and worst utterances, for a job summary",
    "json": "everything, for scripts",
    "prometheus": "metrics for its textfile collector",
    "badge": "the rate as an SVG badge, or JSON for shields.io",
}
LIMITED = ("junit", "sarif")
"""The kinds that need a limit; the others show a rate alone, too."""


@dataclass(frozen=True, slots=True)
class Place:
    """An utterance that raises a rate above its limit, and its place in the file."""

    id: str
    text: str
    path: str
    line: int = 0
    """The line in the file, counted from 1; 0 where the file has no line for it."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A limit with what it was held against; rates are fractions, None where they are undefined."""

    command: str
    measure: str
    """The name of the rate, such as WER."""
    path: str
    """The file that was judged."""
    after: float | None
    before: float | None = None
    interval: tuple[float, float] | None = None
    """Both ends of the 95 % interval of `after`."""
    allowed: str = ""
    """The limit in words."""
    verdict: Verdict | None = None
    worst: Sequence[Place] = ()
    """The utterances that a failed gate names."""
    analyses: Mapping[str, Any] = MappingProxyType({})
    """Analyses by name, where they were asked for."""
    groups: Sequence[tuple[str, Verdict]] = ()
    """The verdict on each group by name, where groups have a limit."""

    def numbers(self) -> dict[str, str]:
        """The numbers by name, those that are undefined left out.

        >>> Gate("score", "WER", "hyp.trn", 0.25, allowed="at most 20.00 %").numbers()
        {'measure': 'WER', 'allowed': 'at most 20.00 %', 'after': '0.25'}
        """
        low, high = self.interval or (None, None)
        rates = {"before": self.before, "after": self.after, "low": low, "high": high}
        shown = {name: f"{rate:.6g}" for name, rate in rates.items() if rate is not None}
        return {"measure": self.measure, "allowed": self.allowed, **shown}
