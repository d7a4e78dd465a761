"""Several runs of a system as one: their mean, their spread, and a difference that holds the chance of runs and texts.

Training with another seed gives another rate, and so do other texts. The variance of the difference of two means is the
sum of both: that of units, such as speakers, by the errors of all runs together, and that of the runs of each system
divided by their number. Few runs tell little of their spread, so quantiles are those of Student's t, with degrees of
freedom after Welch (1947) and Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.values import dataclass
from ..analysis.as_written import texts_given
from ..common.counts import percent
from ..common.results import Immutable
from ..common.text_tables import markdown_code, markdown_table
from ..common.version import SCHEMA
from ..maths.intervals import student_95
from ..words.result import checked_names, checked_results
from .lines_of_tests import p_shown
from .results import of_result
from .significance import units_of

if TYPE_CHECKING:
    from ..words.result import Result


@dataclass(frozen=True, slots=True)
class Runs(Immutable):
    """The rates of several runs of one system."""

    name: str
    names: tuple[str, ...]
    rates: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean rate."""
        return sum(self.rates) / len(self.rates)

    @property
    def deviation(self) -> float:
        """The standard deviation of the runs; 0 for a single one."""
        if len(self.rates) < 2:
            return 0.0
        return sqrt(sum((rate - self.mean) ** 2 for rate in self.rates) / (len(self.rates) - 1))

    def line(self) -> str:
        """The mean, and where the runs lie."""
        if len(self.rates) < 2:
            return f"{percent(self.mean):>9}  {self.name}"
        between = f"{percent(min(self.rates))} to {percent(max(self.rates))}"
        return f"{percent(self.mean):>9}  mean of {quantity(len(self.rates), 'run')}, {between}  {self.name}"

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        runs = [{"name": name, "rate": rate} for name, rate in zip(self.names, self.rates, strict=True)]
        return {"name": self.name, "mean": self.mean, "deviation": self.deviation, "runs": runs}


@dataclass(frozen=True, slots=True)
class ComparedRuns(Immutable):
    """Two systems with several runs each, on the same texts.

    >>> import scorelite
    >>> refs = {f"{name}-1": "we saw it" for name in "abcdefgh"}
    >>> old, new = ([scorelite.score(refs, {**refs, f"{name}-1": text}) for name in "abc"] for text in ("we", "we saw"))
    >>> compared = compare_runs(old, new)
    >>> round(compared.a.mean, 4), round(compared.difference, 4), compared.units
    (0.0833, -0.0417, 8)
    """

    a: Runs
    b: Runs
    unit: str
    units: int
    variance_of_texts: float
    """The variance of the difference that comes from the texts."""
    variance_of_runs: float
    freedom: float
    """Degrees of freedom of both together."""

    @property
    def difference(self) -> float:
        """The mean rate of B less that of A."""
        return self.b.mean - self.a.mean

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return sqrt(self.variance_of_texts + self.variance_of_runs)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        reach = student_95(self.freedom) * self.error
        return self.difference - reach, self.difference + reach

    @property
    def p(self) -> float | None:
        """The probability of such a difference by chance; None where nothing varies."""
        if not self.error:
            return None
        score, freedom = abs(self.difference) / self.error, self.freedom
        normal = score * (1 - 1 / (4 * freedom)) / sqrt(1 + score * score / (2 * freedom))
        return erfc(normal / sqrt(2))

    @property
    def share_of_runs(self) -> float | None:
        """The part of the variance that comes from the runs; None where nothing varies."""
        return self.variance_of_runs / self.error**2 if self.error else None

    def lines(self) -> Iterator[str]:
        """The comparison as lines of text."""
        change = "rose" if self.difference > 0 else "fell" if self.difference < 0 else "did not change"
        by = f" by {100 * abs(self.difference):.2f} points" if self.difference else ""
        yield f"WER {change}{by} ({100 * self.a.mean:.2f} -> {100 * self.b.mean:.2f} %)"
        yield f"A  {self.a.line()}"
        yield f"B  {self.b.line()}"
        low, high = (100 * end for end in self.interval)
        yield f"95 % interval of B - A, by {quantity(self.units, self.unit)} and runs: {low:+.2f} to {high:+.2f} points"
        share = (
            "" if self.share_of_runs is None else f"; {100 * self.share_of_runs:.0f} % of the variance comes from runs"
        )
        yield f"p {p_shown(self.p)}{share}"

    def markdown(self) -> Iterator[str]:
        """The comparison as markdown."""
        head, _, _, *others = self.lines()
        yield f"### {head}"
        yield ""
        rows = [
            [side, percent(runs.mean), f"{100 * runs.deviation:.2f}", str(len(runs.rates)), markdown_code(runs.name)]
            for side, runs in (("A", self.a), ("B", self.b))
        ]
        yield from markdown_table(["", "mean", "deviation", "runs", "source"], rows)
        for line in others:
            yield from ("", line)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        low, high = self.interval
        numbers = {"difference": self.difference, "low": low, "high": high, "p": self.p}
        units = {"unit": self.unit, "units": self.units, "share_of_runs": self.share_of_runs}
        return {"schema": SCHEMA, "a": self.a.to_dict(), "b": self.b.to_dict(), **numbers, **units}

    def __str__(self) -> str:
        return "\n".join(self.lines())


def compare_runs(a: Sequence[Result], b: Sequence[Result], names: tuple[str, str] = ("A", "B")) -> ComparedRuns:
    """Compares two systems by several runs of each, scored with the same references; one needs two or more runs."""
    a, b = (checked_results(results) for results in (a, b))
    if not a or not b or len(a) + len(b) < 3:
        raise UsageError(
            "one run of each system; expected several runs of at least one, or a comparison of two results"
        )
    first = a[0]
    for result in (*a, *b):
        if [*result.compared()] != [*first.compared()]:
            raise MismatchError(
                f"runs were scored with different settings; expected equal ones:\n  {first.signature}\n  "
                f"{result.signature}"
            )
        if result.counts.reference == 0:
            raise UsageError("a run without reference words; expected texts with words")
    sides = [[of_result(result) for result in runs] for runs in (a, b)]
    unit, _, words = units_of(sides[0][0], sides[0][0])
    errors = [[units_of(sides[0][0], run)[1] for run in runs] for runs in sides]
    refs = [_references(run) for run in (*a, *b) if run.texts_given()]
    if any(other != refs[0] for other in refs[1:]):
        raise MismatchError("runs were scored with different references; expected the same texts for all")
    means = [[sum(column) / len(runs) for column in zip(*runs, strict=True)] for runs in errors]
    base = means[0]
    total = sum(words)
    change = sum(new - old for old, new in zip(*means, strict=True)) / total
    residuals = [new - old - change * said for old, new, said in zip(base, means[1], words, strict=True)]
    size = len(words)
    if size < 2:
        raise UsageError(f"one {unit}; expected two or more, whose errors differ by chance")
    of_texts = sum(each * each for each in residuals) / (size - 1) * size / total**2
    runs = [Runs(name, _names(side), _rates(side)) for name, side in zip(checked_names(names, 2), (a, b), strict=True)]
    parts = [each.deviation**2 / len(each.rates) for each in runs]
    spread = of_texts**2 / (size - 1)
    spread += sum(part**2 / (len(each.rates) - 1) for part, each in zip(parts, runs, strict=True) if part)
    freedom = (of_texts + sum(parts)) ** 2 / spread if spread else float(size - 1)
    return ComparedRuns(runs[0], runs[1], unit, size, of_texts, sum(parts), freedom)


def _references(result: Result) -> dict[str, object]:
    """The reference of each utterance, before normalisation, which saved results do not have."""
    return dict(zip(result.table.names(), texts_given(result)[0], strict=True))


def _names(results: Sequence[Result]) -> tuple[str, ...]:
    return tuple(short(result.hyp_name, 200) for result in results)


def _rates(results: Sequence[Result]) -> tuple[float, ...]:
    return tuple(rate for result in results if (rate := result.counts.wer) is not None)
