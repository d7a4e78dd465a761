"""Scores from any source: some files have only a percentage, some every word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.compare.alignments import Alignments, Step, WordPair
from scoring.counts import Counts


@dataclass(frozen=True, slots=True)
class Scores:
    """A result as far as its source has it; fields that the source lacks are None."""

    name: str
    kind: str
    policy: str
    """The policy of `counts`."""
    counts: Counts | None = None
    rate: float | None = None
    """The error rate in percent as it is printed."""
    digits: int = 2
    words: int | None = None
    sentences: int | None = None
    wrong: int | None = None
    """Sentences with an error."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """Percentages by name, if the source has them in place of counts."""
    interval: tuple[float, float, float] | None = None
    """Mean and both ends of a bootstrap interval, as printed."""
    measure: str = "wer"
    """Only results of one measure can be compared: those of meetings have others."""
    unit: str = "utterance"
    """What `utterances` are called: those of meetings are sessions."""
    detail_policy: str = ""
    """The policy of utterances and pairs of words."""
    utterances: Mapping[str, Counts] | None = None
    steps: Alignments | None = None
    speakers: Mapping[str, Counts] | None = None
    word_pairs: Mapping[WordPair, int] | None = None
    blocks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The speaker and the session of every utterance, as far as they are known."""
    counted: str = ""
    """What is counted, word or character; empty where the source does not say it."""
    settings: frozenset[str] = frozenset()
    """The settings of the signature that move a number, but for the policy; empty where the source has none."""

    def totals(self) -> list[tuple[str, Counts]]:
        """Policies with their counts, as far as the source has them."""
        found = [(self.policy, self.counts)] if self.counts is not None else []
        policy = self.detail_policy or self.policy
        if self.utterances is not None:
            found.append((policy, total(self.utterances.values())))
        elif self.speakers is not None and self.counts is None:
            found.append((policy, total(self.speakers.values())))
        elif self.word_pairs is not None:
            found.append((policy, counts_of(self.word_pairs)))
        return found

    def pairs(self) -> Mapping[WordPair, int] | None:
        """The number of times that each pair of words was aligned; correct pairs may be left out."""
        if self.word_pairs is not None or self.steps is None:
            return self.word_pairs
        return self.steps.wrong_pairs()

    def errors(self) -> tuple[int, int] | None:
        """Errors and reference words, if the source has them."""
        totals = self.totals()
        return (totals[0][1].errors, totals[0][1].reference) if totals else None


def total(counts: Iterable[Counts]) -> Counts:
    """The sum of many counts.

    >>> total([Counts(1, 2, 3, 4), Counts(1, 0, 0, 0)])
    Counts(correct=2, substitutions=2, deletions=3, insertions=4)
    """
    rows = [(one.correct, one.substitutions, one.deletions, one.insertions) for one in counts]
    return Counts(*map(sum, zip(*rows, strict=True))) if rows else Counts()


def counts_of(pairs: Mapping[WordPair, int]) -> Counts:
    """The sum of a table of word pairs.

    >>> counts_of({("a", "a"): 2, ("b", None): 1})
    Counts(correct=2, substitutions=0, deletions=1, insertions=0)
    """
    found = dict.fromkeys("CSDI", 0)
    for (ref, hyp), count in pairs.items():
        found["I" if ref is None else "D" if hyp is None else "C" if ref == hyp else "S"] += count
    return Counts(*found.values())


def counts_of_steps(steps: Sequence[Step]) -> Counts:
    """The counts of one alignment."""
    letters = [step[0] for step in steps]
    return Counts(*map(letters.count, "CSDI"))
