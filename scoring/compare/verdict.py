"""Comparison of two results: identical, same totals but another breakdown, or different, with all differences."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ... import core
from ...formats.engine.writing import Output
from ...formats.errors import UsageError, arguments_in, quantity, short
from ...formats.guessed import Answering
from ...formats.values import dataclass
from ..common.counts import RATES, Counts, in_percent, percent
from ..common.display import html_table
from ..common.other_names import OF_COMPARISONS, known_keywords
from ..common.results import Reported
from ..common.tie_policy import POLICIES, Policy, policy_of
from ..common.version import SCHEMA
from ..common.written import to_csv
from ..maths.exact import ExactTest
from ..maths.paired_tests import REPLICATIONS, Bootstrap, MatchedPairs
from ..words.result import Result
from ..words.saved import load
from .alignments import Alignments
from .differences import UtteranceDifference, UtteranceDifferences, WordDifference, differences, named_differences
from .lines_of_tests import lines_of_tests, p_shown, remark_on_few
from .power import Power
from .results import of_result
from .scores import MILLISECOND, NOTHING, SAVED, Scores, columns_of, counted_in, rate_of
from .significance import all_tests, have_same_utterances, tests_of_recordings
from .sources import read

IDENTICAL = "identical"
BREAKDOWN = "same totals, other breakdown"
DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Fact:
    """One number that both results have."""

    name: str
    a: int | float
    b: int | float

    @property
    def same(self) -> bool:
        """Whether both numbers are equal."""
        return self.a == self.b

    def cells(self) -> tuple[str, str, str, str]:
        """Its name, both numbers and their difference, as people read them."""
        both = [f"{number:g}" if isinstance(number, float) else f"{number:,}" for number in (self.a, self.b)]
        return self.name, both[0], both[1], signed(self.b - self.a)


def signed(number: float) -> str:
    """A difference with its sign.

    >>> signed(1000), signed(-0.5)
    ('+1,000', '-0.50')
    """
    return f"{number:+,d}" if isinstance(number, int) else f"{number:+.2f}"


OTHER_TEST_SET, OTHER_REFERENCES = "not the same test set", "not the same references"
"""How explanations begin where the rates are of other texts."""


@dataclass(frozen=True, slots=True)
class Comparison(Answering):
    """The outcome of a comparison, with the utterances and words that differ, the worst first."""

    ANSWERS = OF_COMPARISONS

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
        told = "; ".join(filter(None, [self.verdict, self.explanation, *self.tests()]))
        tables = [html_table(heads, [rate, *(fact.cells() for fact in self.facts)], told)]
        return "".join([*tables, *(analysis._repr_html_() for analysis in self.analyses.values())])

    def tests(self) -> Iterator[str]:
        """A line for each paired test."""
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
            printed = [_shares(scores).get("errors") for scores in (self.a, self.b)]
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
        """The rate and the counts of each system as csv; a path is written."""
        return to_csv(columns_of([self.a, self.b]), path)

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


def further_to_dict(scores: Scores) -> dict[str, Any]:
    """Counts without normalisation and of each file, ready for JSON; nothing where there are none."""
    unit = counted_in([scores])
    raw = {} if scores.raw is None else {"without_normalisation": scores.raw.to_dict(unit)}
    return raw | ({"files": [each.to_dict(unit) for each in scores.files]} if scores.files else {})


def rate_shown(rate: float | None) -> str:
    """A rate as people read it; a hyphen where it is not defined."""
    return "-" if rate is None else percent(rate)


def raw_title() -> str:
    """The title of rates without normalisation."""
    return arguments_in("without normalise= (--normalise)")


_MOST_FILES = 8


def further_heads(systems: Sequence[Scores]) -> list[str]:
    """The heads of further columns of rates: without normalisation, if a system has that, and of each file."""
    return [raw_title()] * _have_raw(systems) + files_in_common(systems)


def further_cells(scores: Scores, systems: Sequence[Scores]) -> list[str]:
    """The cells of these columns; that of a system which was not normalised now is empty."""
    raw = ["" if scores.raw is None else rate_shown(scores.raw.wer)] * _have_raw(systems)
    return raw + rates_of_files(scores) * bool(files_in_common(systems))


def rates_of_files(scores: Scores) -> list[str]:
    """The rates of all files of a folder."""
    return [rate_shown(each.counts.wer) for each in scores.files]


def _have_raw(systems: Sequence[Scores]) -> bool:
    return any(scores.raw is not None for scores in systems)


def files_in_common(systems: Sequence[Scores]) -> list[str]:
    """The names of the files of a folder, such as test sets, where all systems have the same few of them."""
    names = {tuple([each.name for each in scores.files]) for scores in systems}
    (first, *others) = names
    return [*first] if not others and 1 < len(first) <= _MOST_FILES else []


def _loaded(side: Scores | Result | str | os.PathLike[str]) -> Scores | Result:
    """A side, read where it is a file or folder of scores."""
    if not isinstance(side, (str, os.PathLike)) or not os.path.exists(side):
        return side  # type: ignore[return-value]  # reported by the caller
    scores = read(side)
    return load(side) if scores.kind == SAVED and scores.steps is not None else scores


@known_keywords
def compare(
    old: Scores | Result | str | os.PathLike[str],
    new: Scores | Result | str | os.PathLike[str],
    *more: object,
    replications: int = REPLICATIONS,
    blocks: str = "",
) -> Comparison:
    """Compares all numbers that both results have; raises a UsageError if there are none.

    A side may also be the file of one, which `load` reads, or of Kaldi's or sclite's scores.
    Two results on the same utterances are also tested. `replications` is the number of bootstrap samples; they draw
    utterances, or whole `blocks`: speakers or sessions.
    """
    if more:
        given = 2 + len(more)
        raise UsageError(f"compare() has {quantity(given, 'argument')}; expected two: score(refs, a), score(refs, b)")
    old, new = map(_loaded, (old, new))
    for side in (old, new):
        if not isinstance(side, (Scores, Result)):
            raise UsageError(f"a side is of type {type(side).__name__}; expected results of score() or load(FILE)")
    a, b = (
        of_result(side, side.hyp_name or name) if isinstance(side, Result) else side
        for side, name in ((old, "A"), (new, "B"))
    )
    if a.measure != b.measure:
        raise UsageError(
            f"{a.name} is measured as {a.measure}, {b.name} as {b.measure}; expected one measure with the same settings"
        )
    check_counted([a, b])
    counts = _closest(a, b)
    facts = tuple(_facts(a, b, counts))
    if not facts:
        raise UsageError(f"{a.name} ({a.kind}) and {b.name} ({b.kind}) have no number in common to compare")
    utterances, words = differences(a, b)
    speakers = named_differences(a.speakers, b.speakers)
    totals = {
        "errors",
        "reference",
        "reference words",
        "reference characters",
        "WER as printed",
        "sentences",
        "sentences with errors",
        "interval",
    }
    if all(fact.same for fact in facts if fact.name.partition(":")[0] in totals):
        whole = all(fact.same for fact in facts) and not (utterances or speakers or words)
        verdict = IDENTICAL if whole else BREAKDOWN
    else:
        verdict = DIFFERENT
    explanation = "" if verdict == IDENTICAL else _explained(a, b, counts, utterances)
    tests: dict[str, Any] = {}
    if isinstance(old, Result) and isinstance(new, Result) and (blocks or have_same_utterances(a, b)):
        made = all_tests(a, b, replications, blocks)
        tests = {
            "bootstrap": made.bootstrap,
            "matched_pairs": made.matched_pairs,
            "exact": made.exact,
            "power": made.power,
        }
    elif a.unit == b.unit in BY_RECORDING and have_same_utterances(a, b):
        tests = tests_of_recordings(a, b, replications)
    return Comparison(a, b, verdict, facts, explanation, utterances, speakers, words, **tests)


BY_RECORDING = ("session", "recording")
"""The units of results that have no errors by utterance: meetings, and who speaks when."""


def check_counted(systems: Sequence[Scores]) -> None:
    """Refuses to compare words with characters."""
    by_kind = {scores.counted: scores.name for scores in systems if scores.counted}
    if len(by_kind) > 1:
        (unit, name), (other, other_name) = list(by_kind.items())[:2]
        raise UsageError(f"{name} counts {unit}s, {other_name} {other}s; expected one unit (-c scores characters)")


def rate_title(systems: Sequence[Scores]) -> str:
    """The name of the rate of systems of one measure."""
    return systems[0].title or {"word": "WER", "character": "CER"}[counted_in(systems)]


# The counts of both results that are compared, each with its policy.
Both = tuple[tuple[str, Counts], tuple[str, Counts]]


def _closest(a: Scores, b: Scores) -> Both | None:
    """The counts to be compared, under one policy if possible."""
    pairs = [(total, other) for total in a.totals() for other in b.totals()]
    same = [pair for pair in pairs if pair[0][0] == pair[1][0]]
    chosen = same or pairs
    return chosen[0] if chosen else None


def _facts(a: Scores, b: Scores, counts: Both | None) -> Iterator[Fact]:
    if counts is not None and counted_in([a, b]) == MILLISECOND:
        yield from _seconds(counts[0][1], counts[1][1])
    elif counts is not None:
        first, other = counts[0][1], counts[1][1]
        yield Fact("errors", first.errors, other.errors)
        yield Fact(f"reference {counted_in([a, b])}s", first.reference, other.reference)
        for name in ("substitutions", "deletions", "insertions"):
            yield Fact(name, getattr(first, name), getattr(other, name))
    else:
        yield from _printed(a, b)
    for name, left, right in (("sentences", a.sentences, b.sentences), ("sentences with errors", a.wrong, b.wrong)):
        if left is not None and right is not None:
            yield Fact(name, left, right)
    if a.interval is not None and b.interval is not None:
        for name, left_end, right_end in zip(("mean", "low", "high"), a.interval, b.interval, strict=True):
            yield Fact(f"interval: {name}", left_end, right_end)


# Counts of milliseconds by their names, and what they are of speech.
_OF_SPEECH = {
    "errors": "errors",
    "reference": "reference",
    "substitutions": "confused",
    "deletions": "missed",
    "insertions": "false alarm",
}


def _seconds(first: Counts, other: Counts) -> Iterator[Fact]:
    """Facts about speech."""
    for name, shown in _OF_SPEECH.items():
        yield Fact(f"{shown}: seconds", getattr(first, name) / 1000, getattr(other, name) / 1000)


def _printed(a: Scores, b: Scores) -> Iterator[Fact]:
    """Facts from percentages, if one of the results has nothing else; those of the other are rounded alike."""
    if a.words is not None and b.words is not None:
        yield Fact("reference words", a.words, b.words)
    shares = [_shares(scores) for scores in (a, b)]
    for name in shares[0]:
        if name in shares[1]:
            yield Fact("WER as printed" if name == "errors" else f"{name} in percent", shares[0][name], shares[1][name])


def _shares(scores: Scores) -> Mapping[str, float]:
    if scores.shares:
        return scores.shares
    counts = scores.counts
    if counts is None or not counts.reference:
        return {}
    numbers = {
        name: getattr(counts, name) for name in ("errors", "correct", "substitutions", "deletions", "insertions")
    }
    shares = {name: in_percent(part / counts.reference) for name, part in numbers.items()}
    if scores.sentences and scores.wrong is not None:
        shares["sentence errors"] = in_percent(scores.wrong / scores.sentences)
    return shares


# -------------------------------------------------------------------------------------------------------- explanations


def _explained(
    a: Scores,
    b: Scores,
    counts: Both | None,
    differences: UtteranceDifferences,
) -> str:
    """The explanation of a difference by other texts, or by tie policies: words are then aligned again."""
    if counts is None:
        return ""
    (policy_a, total_a), (policy_b, total_b) = counts
    if differences.one_sided or (total_a.reference != total_b.reference and a.settings == b.settings):
        return _of_other_texts(a, b, (total_a, total_b))
    others = differences.other_words
    if others:
        return f"B has other {counted_in([a, b])}s than A in {quantity(others, 'utterance')}"
    source, name = (a, "A") if a.steps is not None else (b, "B")
    if source.steps is not None:
        candidates = dict.fromkeys((*POLICIES, policy_of(policy_a), policy_of(policy_b)))
        anew = {policy: _realigned(source.steps, policy) for policy in candidates}
        which_a = [policy for policy in candidates if anew[policy] == total_a]
        which_b = [policy for policy in candidates if anew[policy] == total_b]
        if which_a and which_b and not set(which_a) & set(which_b):
            of_a, of_b = _policy_shown(which_a, policy_a), _policy_shown(which_b, policy_b)
            return f"the tie policy explains it: the words of {name} give the counts of A {of_a}, those of B {of_b}"
        if total_a != total_b:
            return (
                "other words were recognised, or the settings of the scores differ: no other order of ties gives both"
            )
        return ""
    if (
        total_a != total_b
        and policy_a != policy_b
        and (total_a.errors, total_a.reference) == (total_b.errors, total_b.reference)
    ):
        shown = [
            f"{side} is scored {policy_of(policies).summary}" for side, policies in (("A", policy_a), ("B", policy_b))
        ]
        return f"two tie policies may explain it: {', '.join(shown)}; without words this cannot be checked"
    return ""


def _of_other_texts(a: Scores, b: Scores, totals: tuple[Counts, Counts]) -> str:
    """The explanation of a difference by what was scored: other utterances, or other references."""
    if a.utterances is not None and b.utterances is not None:
        names = {*a.utterances}, {*b.utterances}
        if names[0] != names[1]:
            only = [quantity(len(mine - others), a.unit) for mine, others in (names, names[::-1])]
            return f"{OTHER_TEST_SET}: {only[0]} only in A, {only[1]} only in B"
    if a.sentences is not None and b.sentences is not None and a.sentences != b.sentences:
        return f"{OTHER_TEST_SET}: {quantity(a.sentences, a.unit)} in A, {b.sentences:,} in B"
    sizes = [f"{total.reference:,}" for total in totals]
    return f"{OTHER_REFERENCES}: {sizes[0]} {counted_in([a, b])}s in A, {sizes[1]} in B"


def _policy_shown(policies: Sequence[Policy], label: str) -> str:
    chosen = next((policy for policy in policies if policy.label == label), policies[0])
    return f"with {chosen.label} ({chosen.summary}; ties {', '.join(chosen.ties)})"


def _realigned(steps: Alignments, policy: Policy) -> Counts:
    """The counts of the same words under another policy."""
    texts = [[text.encode("utf-8", "surrogateescape") for text in pair] for pair in steps.texts(steps)]
    sides = [ref for ref, _ in texts], [hyp for _, hyp in texts]
    charset = core.Charset("ascii", {}, {})
    rules = core.Rules(charset, sensitive=True, markup=False, costs=policy.whole_costs, ties=policy.ties)
    batch = core.align(rules, core.texts(sides[0]), core.texts(sides[1]))
    ((_, *counts, _),) = batch.totals(bytes(4 * len(steps)), 1)
    return Counts(*counts)
