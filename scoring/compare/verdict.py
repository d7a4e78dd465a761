"""Comparison of two results: identical, same totals but another breakdown, or different, with all differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from formats.errors import UsageError
from scoring import _core as core
from scoring.compare.alignments import Alignments, WordPair
from scoring.compare.scores import Scores
from scoring.counts import Counts, in_percent
from scoring.policy import POLICIES, Policy, policy_of
from scoring.stats.exact import ExactTest, mcnemar, sign_test, signed_ranks
from scoring.stats.paired import Bootstrap, MatchedPairs, bootstrap, matched_pairs, segments

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


@dataclass(frozen=True, slots=True)
class UtteranceDifference:
    """An utterance in which two results differ; None for a result without it."""

    id: str
    a: Counts | None
    b: Counts | None
    ref: str | None = None
    hyp_a: str | None = None
    hyp_b: str | None = None

    @property
    def more(self) -> int:
        """Errors of the second result less those of the first."""
        return (self.b.errors if self.b else 0) - (self.a.errors if self.a else 0)


@dataclass(frozen=True, slots=True)
class WordDifference:
    """A pair of words with different frequencies in two results; None is no word."""

    ref: str | None
    hyp: str | None
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome of a comparison, with differing utterances and words, the worst first."""

    a: Scores
    b: Scores
    verdict: str
    facts: tuple[Fact, ...]
    explanation: str = ""
    utterances: tuple[UtteranceDifference, ...] = ()
    speakers: tuple[UtteranceDifference, ...] = ()
    words: tuple[WordDifference, ...] = ()
    bootstrap: Bootstrap | None = None
    matched_pairs: MatchedPairs | None = None
    exact: tuple[ExactTest, ...] = ()
    """Exact tests on utterances and on speakers."""

    @property
    def counted(self) -> str:
        """The unit of counts: word or character."""
        return counted_in([self.a, self.b])

    @property
    def increase(self) -> float | None:
        """Error rate of the second result less that of the first, in percent points.

        If one of them is only known with one decimal, the other is rounded to one decimal as well.
        """
        if None in (self.a.errors(), self.b.errors()):
            printed = [_shares(scores).get("errors") for scores in (self.a, self.b)]
            if printed[0] is not None and printed[1] is not None:
                return printed[1] - printed[0]
        rates = [rate_of(scores) for scores in (self.a, self.b)]
        return None if rates[0] is None or rates[1] is None else rates[1] - rates[0]

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON."""
        return {
            "verdict": self.verdict,
            "counted": self.counted,
            "a": {"name": self.a.name, "kind": self.a.kind, "wer": rate_of(self.a)},
            "b": {"name": self.b.name, "kind": self.b.kind, "wer": rate_of(self.b)},
            "increase": self.increase,
            "explanation": self.explanation,
            "facts": [{"name": fact.name, "a": fact.a, "b": fact.b, "same": fact.same} for fact in self.facts],
            "utterances": [_utterance(one) for one in self.utterances],
            "speakers": [_utterance(one) for one in self.speakers],
            "words": [{"ref": one.ref, "hyp": one.hyp, "a": one.a, "b": one.b} for one in self.words],
            "tests": tests_to_dict(self.bootstrap, self.matched_pairs, self.exact),
        }


def _utterance(one: UtteranceDifference) -> dict[str, Any]:
    found: dict[str, Any] = {"id": one.id, "more_errors": one.more}
    for side, counts in (("a", one.a), ("b", one.b)):
        found[side] = None if counts is None else counts.to_dict()
    texts = {"ref": one.ref, "hyp_a": one.hyp_a, "hyp_b": one.hyp_b}
    return found | {name: text for name, text in texts.items() if text is not None}


def tests_to_dict(samples: Bootstrap | None, pairs: MatchedPairs | None, exact: Sequence[ExactTest]) -> dict[str, Any]:
    """The results of the paired tests by name."""
    found: dict[str, Any] = {}
    if samples is not None:
        found["bootstrap"] = {
            "b_better": samples.better,
            "b_worse": samples.worse,
            "p": samples.p,
            "replications": samples.replications,
        }
    if pairs is not None:
        found["mapsswe"] = {"segments": pairs.segments, "mean": pairs.mean, "z": _finite(pairs.z), "p": pairs.p}
    for test in exact:
        found[test.name.lower().replace(" ", "_")] = {"a_better": test.first, "b_better": test.second, "p": test.p}
    return found


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None


def rate_of(scores: Scores) -> float | None:
    """The error rate in percent, from counts if there are any."""
    errors = scores.errors()
    if errors is not None:
        return 100.0 * errors[0] / errors[1] if errors[1] else None
    return scores.rate if scores.interval is None else scores.interval[0]


def compare(a: Scores, b: Scores) -> Comparison:
    """Compares all numbers that both results have; without any it raises a UsageError."""
    if a.measure != b.measure:
        raise UsageError(
            f"{a.name} is measured as {a.measure}, {b.name} as {b.measure}; expected one measure with the same settings"
        )
    check_counted([a, b])
    counts = _closest(a, b)
    facts = tuple(_facts(a, b, counts))
    if not facts:
        raise UsageError(f"{a.name} ({a.kind}) and {b.name} ({b.kind}) have no number in common to be compared")
    utterances = tuple(_utterances(a, b))
    speakers = tuple(_by_name(a.speakers, b.speakers))
    words = tuple(_words(a, b, utterances))
    totals = {
        "errors",
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
    return Comparison(a, b, verdict, facts, explanation, utterances, speakers, words)


def check_counted(systems: Sequence[Scores]) -> None:
    """Refuses to compare words with characters."""
    by_kind = {scores.counted: scores.name for scores in systems if scores.counted}
    if len(by_kind) > 1:
        (unit, name), (other, other_name) = list(by_kind.items())[:2]
        raise UsageError(f"{name} counts {unit}s, {other_name} {other}s; expected one unit (-c scores characters)")


def counted_in(systems: Sequence[Scores]) -> str:
    """The unit of counts: word or character."""
    return next((scores.counted for scores in systems if scores.counted), "word")


# The counts of both results that are compared, each with its policy.
Both = tuple[tuple[str, Counts], tuple[str, Counts]]


def _closest(a: Scores, b: Scores) -> Both | None:
    """The counts to be compared, under one policy if possible."""
    pairs = [(one, other) for one in a.totals() for other in b.totals()]
    same = [pair for pair in pairs if pair[0][0] == pair[1][0]]
    chosen = same or pairs
    return chosen[0] if chosen else None


def _facts(a: Scores, b: Scores, counts: Both | None) -> Iterator[Fact]:
    if counts is not None:
        one, other = counts[0][1], counts[1][1]
        yield Fact("errors", one.errors, other.errors)
        yield Fact(f"reference {counted_in([a, b])}s", one.reference, other.reference)
        for name in ("substitutions", "deletions", "insertions"):
            yield Fact(name, getattr(one, name), getattr(other, name))
    else:
        yield from _printed(a, b)
    for name, left, right in (("sentences", a.sentences, b.sentences), ("sentences with errors", a.wrong, b.wrong)):
        if left is not None and right is not None:
            yield Fact(name, left, right)
    if a.interval is not None and b.interval is not None:
        for name, left_end, right_end in zip(("mean", "low", "high"), a.interval, b.interval, strict=True):
            yield Fact(f"interval: {name}", left_end, right_end)


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
    found = {name: in_percent(part / counts.reference) for name, part in numbers.items()}
    if scores.sentences and scores.wrong is not None:
        found["sentence errors"] = in_percent(scores.wrong / scores.sentences)
    return found


def _utterances(a: Scores, b: Scores) -> Iterator[UtteranceDifference]:
    """Utterances that differ, sorted by the increase of errors, the largest first."""
    found = []
    for one in _by_name(a.utterances, b.utterances, a.steps, b.steps):
        texts = [_texts(scores.steps, one.id) for scores in (a, b)]
        found.append(UtteranceDifference(one.id, one.a, one.b, texts[0][0] or texts[1][0], texts[0][1], texts[1][1]))
    yield from found


def _by_name(
    a: Mapping[str, Counts] | None,
    b: Mapping[str, Counts] | None,
    steps_a: Alignments | None = None,
    steps_b: Alignments | None = None,
) -> list[UtteranceDifference]:
    if a is None or b is None:
        return []
    found = []
    for name in [*a, *(name for name in b if name not in a)]:
        left, right = a.get(name), b.get(name)
        # Words may differ although counts are equal.
        if left != right or (steps_a and steps_b and not steps_a.same_words(steps_b, name)):
            found.append(UtteranceDifference(name, left, right))
    return sorted(found, key=lambda one: -one.more)


def _texts(steps: Alignments | None, name: str) -> tuple[str | None, str | None]:
    return (None, None) if steps is None or name not in steps else steps.texts(name)


def _words(a: Scores, b: Scores, utterances: Sequence[UtteranceDifference]) -> list[WordDifference]:
    """Wrong pairs of words of different frequency, sorted by the increase, the largest first."""
    left: Mapping[WordPair, int] | None
    right: Mapping[WordPair, int] | None
    if a.steps is not None and b.steps is not None and a.kind == b.kind and a.policy == b.policy:
        # Equal utterances have equal alignments.
        left, right = (
            scores.steps.wrong_pairs([one.id for one in utterances if one.id in scores.steps])
            for scores in (a, b)
            if scores.steps is not None
        )
    else:
        left, right = a.pairs(), b.pairs()
    if left is None or right is None:
        return []
    pairs: dict[WordPair, None] = dict.fromkeys([*left, *right])
    found = [WordDifference(ref, hyp, left.get((ref, hyp), 0), right.get((ref, hyp), 0)) for ref, hyp in pairs]
    wrong = [one for one in found if one.a != one.b and one.ref != one.hyp]
    return sorted(wrong, key=lambda one: (one.a - one.b, one.ref or "", one.hyp or ""))


# -------------------------------------------------------------------------------------------------------- explanations


def _explained(
    a: Scores,
    b: Scores,
    counts: Both | None,
    differences: Sequence[UtteranceDifference],
) -> str:
    """The explanation of a difference by tie policies, which is tested by aligning the words again."""
    if counts is None or any(one.a is None or one.b is None for one in differences):
        return ""
    (policy_a, total_a), (policy_b, total_b) = counts
    others = sum(None not in (one.hyp_a, one.hyp_b) and one.hyp_a != one.hyp_b for one in differences)
    if others:
        return f"no tie policy explains it: other words were recognised in {others} utterance{'s' * (others > 1)}"
    source, name = (a, "A") if a.steps is not None else (b, "B")
    if source.steps is not None:
        candidates = dict.fromkeys((*POLICIES, policy_of(policy_a), policy_of(policy_b)))
        anew = {found: _realigned(source.steps, found) for found in candidates}
        which_a = [found for found in candidates if anew[found] == total_a]
        which_b = [found for found in candidates if anew[found] == total_b]
        if which_a and which_b and not set(which_a) & set(which_b):
            of_a, of_b = _policy_shown(which_a, policy_a), _policy_shown(which_b, policy_b)
            return f"the tie policy explains it: the words of {name} give the counts of A {of_a}, those of B {of_b}"
        if total_a != total_b:
            return "no tie policy explains it: the words were recognised or scored differently"
        return ""
    if (
        total_a != total_b
        and policy_a != policy_b
        and (total_a.errors, total_a.reference) == (total_b.errors, total_b.reference)
    ):
        shown = [f"{side} is scored {policy_of(found).summary}" for side, found in (("A", policy_a), ("B", policy_b))]
        return f"two tie policies may explain it: {', '.join(shown)}; without words this cannot be checked"
    return ""


def _policy_shown(found: Sequence[Policy], given: str) -> str:
    chosen = next((one for one in found if one.label == given), found[0])
    return f"with {chosen.label} ({chosen.summary}; ties {', '.join(chosen.ties)})"


def _realigned(steps: Alignments, found: Policy) -> Counts:
    """The counts of the same words under another policy."""
    texts = [[text.encode("utf-8", "surrogateescape") for text in steps.texts(name)] for name in steps]
    sides = [ref for ref, _ in texts], [hyp for _, hyp in texts]
    charset = core.Charset("ascii", {}, {})
    rules = core.Rules(charset, sensitive=True, markup=False, costs=found.whole_costs, ties=found.ties)
    batch = core.align(rules, core.texts(sides[0]), core.texts(sides[1]))
    ((_, *counts, _),) = batch.totals(bytes(4 * len(steps)), 1)
    return Counts(*counts)


# --------------------------------------------------------------------------------------------------------------- tests


def paired_tests(a: Scores, b: Scores, replications: int, blocks: str = "") -> tuple[Bootstrap, MatchedPairs]:
    """Both paired tests; results without the errors of equal utterances are refused.

    The bootstrap draws utterances, or whole blocks of them: all of a speaker or of a session.
    """
    left, right = _shared(a, b)
    units = {name: name for name in left}
    if blocks:
        if blocks not in a.blocks:
            raise UsageError(f"{a.name} ({a.kind}) does not say which {blocks} said an utterance, as blocks need")
        units = {name: a.blocks[blocks][name] for name in left}
    sums: dict[str, list[int]] = {}
    for name, unit in units.items():
        total = sums.setdefault(unit, [0, 0])
        total[0] += left[name].errors
        total[1] += right[name].errors
    samples = bootstrap([one for one, _ in sums.values()], [two for _, two in sums.values()], replications=replications)
    found: list[tuple[int, int]] = []
    for name, counts in left.items():
        if not counts.errors and not right[name].errors:
            continue
        operations = [_operations(scores, name) for scores in (a, b)]
        if operations[0] is None or operations[1] is None or not _same_reference(operations[0], operations[1]):
            found.append((counts.errors, right[name].errors))  # without alignments an utterance is one segment
        else:
            found.extend(segments(operations[0], operations[1]))
    return samples, matched_pairs(found)


def exact_tests(a: Scores, b: Scores) -> tuple[ExactTest, ...]:
    """McNemar's test on utterances, and sign test and signed ranks on the error rates of speakers, if there are any."""
    left, right = _shared(a, b)
    names = list(left)
    found = [mcnemar([left[name].errors > 0 for name in names], [right[name].errors > 0 for name in names])]
    speakers = a.blocks.get("speaker", {})
    if len(set(speakers.values())) > 1:
        sums: dict[str, list[int]] = {}
        for name in names:
            total = sums.setdefault(speakers[name], [0, 0, 0, 0])
            for place, number in enumerate(
                (left[name].errors, left[name].reference, right[name].errors, right[name].reference)
            ):
                total[place] += number
        said = [total for total in sums.values() if total[1] and total[3]]
        rates = [total[0] / total[1] for total in said], [total[2] / total[3] for total in said]
        found += [sign_test(*rates), signed_ranks(*rates)]
    return tuple(found)


def _shared(a: Scores, b: Scores) -> tuple[Mapping[str, Counts], Mapping[str, Counts]]:
    """Counts of the utterances of both, which must be the same ones."""
    left, right = a.utterances, b.utterances
    if left is None or right is None:
        lacking = a if left is None else b
        raise UsageError(f"{lacking.name} ({lacking.kind}) has no errors by utterance, which paired tests need")
    if left.keys() != right.keys():
        raise UsageError(f"{a.name} and {b.name} have different utterances; paired tests need the same")
    return left, right


def _operations(scores: Scores, name: str) -> str | None:
    return None if scores.steps is None else scores.steps.operations(name)


def _same_reference(first: str, second: str) -> bool:
    return len(first) - first.count("I") == len(second) - second.count("I")
