"""Several systems on one reference, ranked by errors and compared by paired tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from ...formats.engine.writing import Output
from ...formats.errors import MismatchError, quantity, unknown
from ...formats.guessed import Answering
from ...formats.values import dataclass
from ..common.answers import Answers
from ..common.display import html_table
from ..common.results import Reported
from ..common.version import SCHEMA
from ..common.written import to_csv
from ..maths.exact import ExactTest, benjamini_hochberg, holm
from ..maths.intervals import FEWEST, Ends
from ..maths.paired_tests import Bootstrap, MatchedPairs
from .columns import GROUP, further_cells, further_heads, further_to_dict, rate_shown, with_groups
from .differences import differences
from .explanations import of_other_texts
from .lines_of_tests import few_units, p_shown, remark_on_few
from .scores import BY_RECORDING, NOTHING, Scores, columns_of, counted_in, rate_name, rate_of
from .significance import Tests, all_tests
from .verdict import check_counted, rate_title, tests_to_dict

if TYPE_CHECKING:
    from ..common.arrow import Columns

_CORRECTED = {
    "none": "",
    "holm": ", corrected for all pairs after Holm",
    "bh": ", corrected for all pairs after Benjamini and Hochberg",
}


@dataclass(frozen=True, slots=True)
class Match:
    """Two systems and their paired tests."""

    a: str
    b: str
    more: int
    """Errors of the second system less those of the first."""
    bootstrap: Bootstrap
    matched_pairs: MatchedPairs | None
    """None where recordings are the units."""
    exact: tuple[ExactTest, ...]
    defined_p: tuple[float | None, float | None]
    """P-values of bootstrap and matched pairs, of recordings signed ranks, corrected for all pairs if that was asked
    for; None where a test is not defined."""
    interval: Ends | None = None
    """The 95 % interval of the rate of the second system less that of the first; None for few units."""

    @property
    def are_few(self) -> bool:
        """Whether too few segments differ for the tests, of which chance may look significant, or too few blocks are
        drawn."""
        are_few_blocks = bool(self.bootstrap.drawn) and self.bootstrap.defined_p is None
        return are_few_blocks or bool(remark_on_few(self.bootstrap, self.matched_pairs))

    def winner(self, level: float) -> str | None:
        """The system with fewer errors, if all tests that are defined reject chance at this level; else None, as where
        too few segments differ for them."""
        defined = [p for p in self.defined_p if p is not None]
        if not self.more or not defined or max(defined) >= level or self.are_few:
            return None
        return self.a if self.more > 0 else self.b


@dataclass(frozen=True, slots=True)
class Tournament(Answering):
    """All systems, the best first, and every pair of them."""

    ANSWERS = Answers("attributes of rankings")

    systems: tuple[Scores, ...]
    matches: tuple[Match, ...]
    level: float
    correction: str = "none"
    explained: tuple[Any, ...] = ()
    """The conventions that give each a number, where they were asked for."""
    analyses: Mapping[str, Any] = NOTHING
    """Rates by group, where they were asked for."""

    def __repr__(self) -> str:
        return f"<Tournament of {quantity(len(self.systems), 'system')}, first {self.systems[0]!r}>"

    def __str__(self) -> str:
        return str(Reported._comparisons()._printed(self))

    def _repr_html_(self) -> str:
        """The table of systems, with its legend below."""
        return html_table(*self.cells(), self.legend)

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Headings and rows of the table: the rate of each system, and its tests against the others."""
        if not self.matches:
            return self._table([], [[] for _ in self.systems])
        tests = [
            ["" if other is scores else self._tests(scores.name, other.name) for other in self.systems]
            for scores in self.systems
        ]
        return self._table([f"{place}" for place in range(1, len(self.systems) + 1)], tests)

    def cells_of_neighbours(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Headings and rows of the narrow table: the tests of each system against the one below it."""
        tests = [[self._tests(scores.name, other.name)] for scores, other in pairwise(self.systems)]
        return self._table(["next"], [*tests, [""]])

    def _table(
        self, heads: Sequence[str], tests: Sequence[Sequence[str]]
    ) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        intervals = [self._interval(scores) for scores in self.systems]
        has_intervals = any(intervals)
        rows = [
            [
                *(f"{place}", rate_shown(rate_of(scores)), *further_cells(scores, self.systems)),
                *([interval] * has_intervals),
                *(*cells, scores.name),
            ]
            for place, (scores, interval, cells) in enumerate(zip(self.systems, intervals, tests, strict=True), 1)
        ]
        of_first = ["less that of 1, 95 %"] * has_intervals
        return ["", rate_title(self.systems), *further_heads(self.systems), *of_first, *heads, "system"], rows

    def _interval(self, scores: Scores) -> str:
        """The interval of the rate of a system less that of the first one; empty where there is none."""
        first = self.systems[0]
        interval = self.between(first.name, scores.name).interval if scores is not first and self.matches else None
        return "" if interval is None else f"{100 * interval.low:+.2f} to {100 * interval.high:+.2f}"

    def _tests(self, name: str, other: str) -> str:
        """The cell of a system in the column of another one."""
        match = self.between(name, other)
        winner = match.winner(self.level)
        mark = "<" if winner == name else ">" if winner else "?" if match.are_few else "="
        mark = "-" if match.defined_p == (None, None) else mark
        samples, pairs = (p_shown(value).removeprefix("= ").replace(" ", "") for value in match.defined_p)
        return f"{mark} {samples}/{pairs}"

    @property
    def legend(self) -> str:
        """The meaning of the symbols in the table, or why it has no tests."""
        if not self.matches:
            lacking = next(scores for scores in self.systems if scores.utterances is None)
            return (
                f"no tests: {lacking.name} ({lacking.kind}) has no errors by utterance, which paired tests need; "
                "scorelite score --json --utterances writes them"
            )
        samples, unit = self.matches[0].bootstrap, self.systems[0].unit
        if all(match.defined_p == (None, None) for match in self.matches):
            return f"- no test is defined: {few_units(samples, unit)}"
        few = f"? fewer than {FEWEST} segments differ or blocks are drawn, so that chance may look significant, "
        drawn = f" of {samples.drawn}" if samples.drawn else ""
        if samples.defined_p is None:
            drawn = f" ({few_units(samples, unit)})"
        second = f"signed ranks of {unit}s" if unit in BY_RECORDING else "the matched pairs test (MAPSSWE)"
        return (
            f"< fewer errors than the system of the column, > more, = no difference at the level of {self.level:g}, "
            f"{few if any(match.are_few for match in self.matches) else ''}"
            f"- no test is defined; p of the paired bootstrap{drawn} / of {second}{_CORRECTED[self.correction]}"
        )

    @property
    def counted(self) -> str:
        """The unit of counts: word or character."""
        return counted_in(self.systems)

    @property
    def _tests_in_cells(self) -> tuple[str, str]:
        """The tests of which the cells show p, as JSON and csv name them."""
        return "bootstrap", "wilcoxon" if self.systems[0].unit in BY_RECORDING else "mapsswe"

    def between(self, first: str, second: str) -> Match:
        """The comparison of two systems."""
        return next(match for match in self.matches if {match.a, match.b} == {first, second})

    def plot(self, to: Output | None = None, kind: str = "", **options: Any) -> Any:
        """A picture of all systems: written to a path that ends in .svg, .png or .pdf, else a figure.

        Kinds and keywords are those of `Result.plot`.
        """
        return Reported._reports().plotted(self.systems, to, kind, **options)

    def to_csv(self, path: Output | None = None) -> str | None:
        """The rate and the counts of each system as csv, with rates of groups below them; a path is written."""
        columns = {**columns_of(self.systems), **self._columns_of_tests()}
        groups = [[getattr(row, name) for name in GROUP] for row in self.analyses.get("slices", ())]
        return to_csv(with_groups(columns, rate_name(self.systems), groups), path)

    def _columns_of_tests(self) -> Columns:
        """The p-values of each system against the one that a column names; empty for itself."""

        def column(other: Scores, place: int) -> list[float | None]:
            return [
                None if scores is other else self.between(scores.name, other.name).defined_p[place]
                for scores in self.systems
            ]

        return {
            f"p_{test} {other.name}": ("number", column(other, place))
            for other in (self.systems if self.matches else ())
            for place, test in enumerate(self._tests_in_cells)
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "schema": SCHEMA,
            "counted": self.counted,
            "level": self.level,
            "correction": self.correction,
            "systems": [
                {
                    "name": scores.name,
                    rate_name(self.systems): rate_of(scores),
                    "errors": (scores.errors() or (None,))[0],
                    **further_to_dict(scores),
                }
                for scores in self.systems
            ],
            "pairs": [
                {
                    "a": match.a,
                    "b": match.b,
                    "more_errors": match.more,
                    "interval": match.interval and [*match.interval],
                    "winner": match.winner(self.level),
                    "corrected": dict(zip(self._tests_in_cells, match.defined_p, strict=True)),
                    **tests_to_dict(match.bootstrap, match.matched_pairs, match.exact),
                }
                for match in self.matches
            ],
            **({"analyses": {name: each.to_dict() for name, each in self.analyses.items()}} if self.analyses else {}),
            **({"explained": [each.to_dict() for each in self.explained]} if self.explained else {}),
        }


# Ways to correct the p-values of all pairs, by name.
CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "none": list,
    "holm": holm,
    "bh": benjamini_hochberg,
}


def _check_texts(systems: Sequence[Scores]) -> None:
    """Raises a MismatchError if some are of another test set, or have other references."""
    first, *others = systems
    for other in others:
        if differ := of_other_texts(first, other, differences(first, other)[0]):
            raise MismatchError(f"A is {first.name}, B {other.name}: {differ}; expected scores on one test set")


def _second_p(tests: Tests) -> float | None:
    """The p-value next to that of the bootstrap: of matched pairs, of recordings signed ranks."""
    test = tests.matched_pairs or (tests.exact[-1] if tests.exact else None)
    return None if test is None else test.defined_p


def _corrected(values: Sequence[float | None], correct: Callable[[Sequence[float]], list[float]]) -> list[float | None]:
    """P-values corrected for all pairs; None where a test is not defined, which counts as one that found nothing."""
    made = correct([1.0 if value is None else value for value in values])
    return [None if value is None else p for value, p in zip(values, made, strict=True)]


def tournament(
    systems: Sequence[Scores],
    *,
    level: float,
    replications: int,
    correction: str = "none",
    blocks: str = "",
    threads: int = 1,
) -> Tournament:
    """Compares every system with every other one; where one has no errors by utterance, all are only ranked."""
    check_counted(systems)
    if correction not in CORRECTIONS:
        raise unknown("correction", correction, CORRECTIONS)
    if any(scores.utterances is None for scores in systems):
        _check_texts(systems)
        ranked = sorted(systems, key=lambda scores: (rate_of(scores) is None, rate_of(scores) or 0.0))
        return Tournament(tuple(ranked), (), level, correction)
    ordered = sorted(systems, key=lambda scores: (scores.errors() or (0,))[0])
    tested = [(a, b, all_tests(a, b, replications, blocks, threads)) for a, b in combinations(ordered, 2)]
    _check_texts(systems)
    correct = CORRECTIONS[correction]
    first = _corrected([tests.bootstrap.defined_p for _, _, tests in tested], correct)
    second = _corrected([_second_p(tests) for _, _, tests in tested], correct)
    matches = []
    for (a, b, tests), *p in zip(tested, first, second, strict=True):
        left, right = a.errors(), b.errors()
        assert left is not None
        assert right is not None
        more = right[0] - left[0]
        tested_by = tests.bootstrap, tests.matched_pairs, tests.exact
        matches.append(Match(a.name, b.name, more, *tested_by, (p[0], p[1]), tests.interval))
    return Tournament(tuple(ordered), tuple(matches), level, correction)
