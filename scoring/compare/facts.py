"""The numbers that two results have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...formats.values import dataclass
from ..common.counts import Counts, in_percent
from .scores import MILLISECOND, Scores, counted_in


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


# The counts of both results that are compared, each with its policy.
Both = tuple[tuple[str, Counts], tuple[str, Counts]]


def closest_counts(a: Scores, b: Scores) -> Both | None:
    """The counts to be compared, under one policy if possible."""
    pairs = [(total, other) for total in a.totals() for other in b.totals()]
    same = [pair for pair in pairs if pair[0][0] == pair[1][0]]
    chosen = same or pairs
    return chosen[0] if chosen else None


def facts_of(a: Scores, b: Scores, counts: Both | None) -> Iterator[Fact]:
    """The numbers that both have: counts, or else percentages as printed; sentences; an interval."""
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
    shares = [shares_of(scores) for scores in (a, b)]
    for name in shares[0]:
        if name in shares[1]:
            yield Fact("WER as printed" if name == "errors" else f"{name} in percent", shares[0][name], shares[1][name])


def shares_of(scores: Scores) -> Mapping[str, float]:
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
