"""Comparison of two results: identical, same totals but another breakdown, or different, with all differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...formats.engine.writing import Output
from ...formats.errors import UsageError, short
from ...formats.guessed import Answering
from ...formats.values import dataclass, replace
from ..common.answers import Answers
from ..common.counts import RATES
from ..common.display import html_table
from ..common.results import Reported
from ..common.side_by_side import both
from ..common.version import SCHEMA
from ..common.written import to_csv
from ..maths.exact import ExactTest
from ..maths.intervals import Ends
from ..maths.paired_tests import Bootstrap, MatchedPairs
from .columns import GROUP, further_to_dict, rate_shown, with_groups
from .differences import UtteranceDifference, WordDifference, differences, named_differences
from .explanations import OTHER_REFERENCES, OTHER_TEST_SET, explanation_of
from .facts import Fact, closest_counts, facts_of, shares_of
from .lines_of_tests import lines_of_tests, p_shown, remark_on_few
from .power import Power
from .scores import NOTHING, Scores, columns_of, counted_in, rate_name, rate_of
from .significance import all_tests, have_same_utterances

IDENTICAL = "identical"
BREAKDOWN = "same totals, other breakdown"
DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Comparison(Answering):
    """The outcome of a comparison, with the utterances and words that differ, the worst first."""

    ANSWERS = Answers("attributes of comparisons")

    a: Scores
    b: Scores
    verdict: str
    facts: tuple[Fact, ...]
    explanation: str = ""
    utterances: Sequence[UtteranceDifference] = ()
    """Made when they are looked at, like speakers and words."""
    speakers: Sequence[UtteranceDifference] = ()
    words: Sequence[WordDifference] = ()
    bootstrap: Bootstrap | None = None
    matched_pairs: MatchedPairs | None = None
    exact: tuple[ExactTest, ...] = ()
    """Exact tests on utterances and on speakers."""
    power: Power | None = None
    """What differences these data show; None for few units, or scores without errors by utterance."""
    points: float = 1.0
    """The difference in percentage points that is planned for."""
    interval: Ends | None = None
    """The 95 % interval of `increase`, by the units of the bootstrap; None for few units."""
    analyses: Mapping[str, Any] = NOTHING
    """Analyses of both by name, where they were asked for: what `analyse` gives."""
    explained: Sequence[Any] = ()
    """The conventions that give each a number, where they were asked for: what `explain` gives."""

    def __repr__(self) -> str:
        rates = " -> ".join(rate_shown(rate_of(scores)) for scores in (self.a, self.b))
        change = "" if self.increase is None else f" ({100 * self.increase:+.2f} points)"
        tests = "".join(f", {name} p {p_shown(p)}" for name, p in [*self.p_values.items()][:2])
        other_texts = f"; {self.explanation}" if self.are_other_texts else ""
        return f"<Comparison: {self.verdict}, {rate_title([self.a, self.b])} {rates}{change}{tests}{other_texts}>"

    def __str__(self) -> str:
        return str(Reported._comparisons()._printed(self))

    @property
    def are_other_texts(self) -> bool:
        """Whether the two were scored on other utterances or other references, so that their rates are not alike."""
        return self.explanation.startswith((OTHER_TEST_SET, OTHER_REFERENCES))

    def _repr_html_(self) -> str:
        """The rates and all numbers of both as a table, with the verdict, the tests and the analyses below."""
        rates = [rate_of(scores) for scores in (self.a, self.b)]
        points = "-" if self.increase is None else f"{100 * self.increase:+.2f}"
        rate = (rate_title([self.a, self.b]), *map(rate_shown, rates), points)
        heads = ("", *(short(scores.name) for scores in (self.a, self.b)), "B - A")
        caption = "; ".join(filter(None, [self.verdict, self.explanation, *self.tests()]))
        tables = [html_table(heads, [rate, *(fact.cells() for fact in self.facts)], caption)]
        return "".join([*tables, *(analysis._repr_html_() for analysis in self.analyses.values())])

    def tests(self) -> Iterator[str]:
        """A line for each paired test."""
        if self.interval is not None:
            low, high = (100 * end for end in self.interval)
            yield f"95 % interval of B - A: {low:+.2f} to {high:+.2f} points"
        yield from lines_of_tests(self.bootstrap, self.matched_pairs, self.exact, self.a.unit)
        if self.power is not None:
            yield self.power.line(self.points)

    def plan(self, points: float = 1.0) -> tuple[int, int, int]:
        """The number of units, such as speakers, that show a difference of percentage points 8 times in 10.

        Returns an estimate and its lower and upper bound.

        >>> import scorelite
        >>> refs = {f"{name}-1": "we saw it" for name in "abcdefgh"}
        >>> old = {name: "we saw it" if name < "d" else "we saw" for name in refs}
        >>> new = {name: "we saw it" if name < "g" else "we" for name in refs}
        >>> scorelite.score(refs, old).compare(scorelite.score(refs, new)).plan(10)
        (61, 18, 209)
        """
        if not isinstance(points, (int, float)):
            raise UsageError(f"{points!r} points; expected a number such as 0.5")
        if self.power is None:
            raise UsageError("no plan: expected two results of six or more speakers or recordings that differ")
        return self.power.needed(points / 100)

    @property
    def p_values(self) -> dict[str, float | None]:
        """The p-value of each test, by its name in JSON; None where it is undefined.

        >>> import scorelite
        >>> old, new = (scorelite.score(["a b"] * 9, hyps) for hyps in (["a x"] * 9, ["a b"] * 9))
        >>> [*old.compare(new).p_values]
        ['bootstrap', 'mapsswe', 'mcnemar']
        """
        made = tests_to_dict(self.bootstrap, self.matched_pairs, self.exact)
        return {name: test["p"] for name, test in made.items()}

    @property
    def counted(self) -> str:
        """The unit of counts: word or character."""
        return counted_in([self.a, self.b])

    @property
    def increase(self) -> float | None:
        """Error rate of the second result minus that of the first.

        If one of them is only known with one decimal, the other is rounded to one decimal as well.
        """
        if None in (self.a.errors(), self.b.errors()):
            printed = [shares_of(scores).get("errors") for scores in (self.a, self.b)]
            if printed[0] is not None and printed[1] is not None:
                return (printed[1] - printed[0]) / 100
        rates = [rate_of(scores) for scores in (self.a, self.b)]
        return None if rates[0] is None or rates[1] is None else rates[1] - rates[0]

    def plot(self, to: Output | None = None, kind: str = "", **options: Any) -> Any:
        """A picture of both systems: written to a path that ends in .svg, .png or .pdf, else a figure.

        Kinds and keywords are those of `Result.plot`.
        """
        return Reported._reports().plotted([self.a, self.b], to, kind, **options)

    def analyse(self, wanted: Mapping[str, Any], **options: Any) -> Any:
        """Compares analyses of both systems row by row, given by name with their arguments.

        Keywords are those of `Result.analyse_changes`. Both systems are scored now: files of scores lack texts.

        >>> import scorelite
        >>> old, new = (scorelite.score(["we saw ann", "go"], [f"we saw {heard}", "go"]) for heard in ("an", "ann"))
        >>> old.compare(new).analyse({"failures": None})["failures"]["dropout"].difference
        0.0
        """
        for scores in (self.a, self.b):
            if scores.result is None:
                raise UsageError(f"{scores.name} ({scores.kind}) has no texts, which analyses need; expected a result")
        return self.a.result.analyse_changes(self.b.result, wanted, **options)  # type: ignore[union-attr, arg-type]

    def explain(self, *numbers: str | float) -> Any:
        """The public conventions that give both systems a published rate, or one each, in percent.

        >>> import scorelite
        >>> old, new = (scorelite.score(["Yes.", "we saw it"], hyps) for hyps in (["no", "we saw"], ["yes", "we saw"]))
        >>> a, b = old.compare(new).explain("66.67", "16.67")
        >>> a.rows[0].convention == b.rows[0].convention, b.rows[0].convention.average
        (True, 'mean')
        """
        results = [scores.result for scores in (self.a, self.b)]
        if None in results:
            raise UsageError("scores without texts, which conventions need; expected results of score()")
        return self.a.result._analyses().explain_all(results, numbers)  # type: ignore[union-attr]

    def to_csv(self, path: Output | None = None) -> str | None:
        """The rate and the counts of each system as csv, with rates of groups below them; a path is written."""
        groups: list[Sequence[Any]] = []
        for row in self.analyses.get("slices", ()):
            of_a, of_b = row.sums
            groups.append([row.name, self.a.name, row.a, *of_a, *[None] * 5, row.units])
            groups.append([row.name, self.b.name, row.b, *of_b, *(getattr(row, name) for name in GROUP[5:])])
        systems = self.a, self.b
        return to_csv(with_groups(columns_of(systems), rate_name(systems), groups), path)

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        rate = RATES[self.counted]
        return {
            "schema": SCHEMA,
            "verdict": self.verdict,
            "counted": self.counted,
            "a": {"name": self.a.name, "kind": self.a.kind, rate: rate_of(self.a), **further_to_dict(self.a)},
            "b": {"name": self.b.name, "kind": self.b.kind, rate: rate_of(self.b), **further_to_dict(self.b)},
            "increase": self.increase,
            "interval": self.interval and [*self.interval],
            "explanation": self.explanation,
            "facts": [{"name": fact.name, "a": fact.a, "b": fact.b, "same": fact.same} for fact in self.facts],
            "utterances": [_utterance(utterance, self.counted) for utterance in self.utterances],
            "speakers": [_utterance(speaker, self.counted) for speaker in self.speakers],
            "words": [{"ref": word.ref, "hyp": word.hyp, "a": word.a, "b": word.b} for word in self.words],
            "tests": tests_to_dict(self.bootstrap, self.matched_pairs, self.exact),
            "power": None if self.power is None else power_to_dict(self.power, self.points),
            **({"analyses": {name: each.to_dict() for name, each in self.analyses.items()}} if self.analyses else {}),
            **({"explained": [each.to_dict() for each in self.explained]} if self.explained else {}),
        }


def _utterance(difference: UtteranceDifference, unit: str) -> dict[str, Any]:
    document: dict[str, Any] = {"id": difference.id, "more_errors": difference.more}
    for side, counts in (("a", difference.a), ("b", difference.b)):
        document[side] = None if counts is None else counts.to_dict(unit)
    texts = {"ref": difference.ref, "hyp_a": difference.hyp_a, "hyp_b": difference.hyp_b}
    return document | {name: text for name, text in texts.items() if text is not None}


def power_to_dict(power: Power, points: float) -> dict[str, Any]:
    """The differences that data show by name, ready for JSON."""
    about, low, high = power.needed(points / 100)
    shown = {"unit": power.unit, "units": power.units, "shown": power.shown, "points": points}
    return {**shown, "needed": about, "needed_low": low, "needed_high": high}


def tests_to_dict(samples: Bootstrap | None, pairs: MatchedPairs | None, exact: Sequence[ExactTest]) -> dict[str, Any]:
    """The results of the paired tests by name."""
    document: dict[str, Any] = {}
    remark = remark_on_few(samples, pairs)
    remarked = {"remark": remark} if remark else {}
    if samples is not None:
        document["bootstrap"] = {
            "b_better": samples.better,
            "b_worse": samples.worse,
            "p": samples.defined_p,
            "replications": samples.replications,
            "units": samples.units,
            **({"drawn": samples.drawn} if samples.drawn else {}),
            **remarked,
        }
    if pairs is not None:
        document["mapsswe"] = {
            "segments": pairs.segments,
            "mean": pairs.mean,
            "z": pairs.z,
            "p": pairs.defined_p,
            **remarked,
        }
    for test in exact:
        document[test.name.lower().replace(" ", "_")] = {
            "a_better": test.first,
            "b_better": test.second,
            "p": test.defined_p,
        }
    return document


_TOTALS = frozenset(
    (
        *("errors", "reference", "reference words", "reference characters"),
        *("WER as printed", "sentences", "sentences with errors", "interval"),
    )
)
"""Facts about the whole; others are a breakdown of it."""


def compared(
    a: Scores, b: Scores, *, replications: int, blocks: str = "", threads: int = 1, needed: bool = False
) -> Comparison:
    """Compares two scores, with paired tests where both have errors by utterance; if they are `needed`, a UsageError
    says what is missing. Rates of other texts are not tested."""

    def tests() -> dict[str, Any]:
        if not needed and not have_same_utterances(a, b):
            return {}
        return all_tests(a, b, replications, blocks, threads).of_comparison()

    comparison, tested = both(lambda: _untested(a, b), tests, threads)
    return comparison if comparison.are_other_texts else replace(comparison, **tested)


def _untested(a: Scores, b: Scores) -> Comparison:
    """Compares all numbers that both have, without paired tests."""
    if a.measure != b.measure:
        raise UsageError(
            f"{a.name} is measured as {a.measure}, {b.name} as {b.measure}; expected one measure with the same settings"
        )
    check_counted([a, b])
    counts = closest_counts(a, b)
    facts = tuple(facts_of(a, b, counts))
    if not facts:
        raise UsageError(f"{a.name} ({a.kind}) and {b.name} ({b.kind}) have no number in common to compare")
    utterances, words = differences(a, b)
    speakers = named_differences(a.speakers, b.speakers)
    verdict = DIFFERENT
    if all(fact.same for fact in facts if fact.name.partition(":")[0] in _TOTALS):
        whole = all(fact.same for fact in facts) and not (utterances or speakers or words)
        verdict = IDENTICAL if whole else BREAKDOWN
    explanation = "" if verdict == IDENTICAL else explanation_of(a, b, counts, utterances)
    return Comparison(a, b, verdict, facts, explanation, utterances, speakers, words)


def check_counted(systems: Sequence[Scores]) -> None:
    """Refuses to compare words with characters."""
    by_kind = {scores.counted: scores.name for scores in systems if scores.counted}
    if len(by_kind) > 1:
        (unit, name), (other, other_name) = list(by_kind.items())[:2]
        raise UsageError(f"{name} counts {unit}s, {other_name} {other}s; expected one unit (-c scores characters)")


def rate_title(systems: Sequence[Scores]) -> str:
    """The name of the rate of systems of one measure."""
    return systems[0].title or {"word": "WER", "character": "CER"}[counted_in(systems)]
