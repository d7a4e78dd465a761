"""Several references of one hypothesis: the rate against each, and the ways to make one number of them.

Their names differ, because their numbers do: the mean of the rates; the fewest errors or the lowest rate of each text,
as if its other references were not there; and the MR-WER of the MGB challenges, in which every word of the hypothesis
counts as correct that is correct in any reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import eq
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...formats.errors import LimitError, MismatchError, UsageError
from ...formats.values import dataclass, field_names, replace
from ..common.arrays import counts_table, errors_and_words
from ..common.counts import Counts, numbers_of, percent
from ..words.result import checked_names, checked_results
from .branches import first_words
from .breakdown import Breakdown, SummedRow, signed
from .one_order import in_one_order
from .people import people
from .steps import CORRECT, SUBSTITUTION, Steps

if TYPE_CHECKING:
    from ..common.arrays import Integers
    from ..common.arrow import Column
    from ..words.result import Result

_LONGEST = 1 << 21
"""Steps of one text: its places are numbers of this base."""
MEAN, FEWEST, LOWEST, MERGED = "mean", "fewest errors", "lowest rate", "MR-WER"


@dataclass(frozen=True, slots=True)
class ReferenceRow(SummedRow):
    """The counts against one reference, or against all of them."""

    name: str
    counts: Counts
    people: Counts = Counts()
    """The other references, as hypotheses, against this one."""
    followed: int = 0
    """Places where references differ and the hypothesis has what this one has."""
    decided: int = 0
    """Places where it has what this one or the other one has."""

    @property
    def people_rate(self) -> float | None:
        """The rate of the other references against this one; None for a row of all."""
        return self.people.wer

    @property
    def follows(self) -> float | None:
        """How often the hypothesis agrees with this reference where it agrees with one of two that differ."""
        return self.followed / self.decided if self.decided else None

    @property
    def rate(self) -> float | None:
        """Errors divided by reference words; in MR-WER, by correct words, substitutions and deletions."""
        return self.counts.wer


@dataclass(frozen=True, slots=True, kw_only=True)
class References(Breakdown):
    """Rates against several references.

    >>> import scorelite
    >>> hyps = ["we saw the gray cat"]
    >>> first, other = (scorelite.score([ref], hyps) for ref in ("we saw a gray cat", "we see the gray cats"))
    >>> print(first.references(other))
    Several references
                      rate  C  S  D  I  people  follows
      reference 1    20.0 %  4  1  0  0  60.0 %  100.0 %
      reference 2    40.0 %  3  2  0  0  60.0 %    0.0 %
      mean           30.0 %  -  -  -  -  60.0 %        -
      fewest errors  20.0 %  4  1  0  0       -        -
      lowest rate    20.0 %  4  1  0  0       -        -
      MR-WER          0.0 %  5  0  0  0       -        -
      people: the other references, scored against this one
      follows: where two references differ and the hypothesis agrees with one of them, how often with this one
    """

    TITLE: ClassVar[str] = "Several references"
    NAME: ClassVar[str] = "references"

    rows: tuple[ReferenceRow, ...]
    """The references, then the fewest errors, the lowest rate, and MR-WER."""

    @property
    def mean(self) -> float | None:
        """The mean of the rates against single references."""
        rates = [row.rate for row in self.rows[:-3]]
        return sum(rate for rate in rates if rate is not None) / len(rates) if None not in rates else None

    @property
    def people(self) -> float | None:
        """The mean rate of the references against each other: human performance."""
        rates = [row.people_rate for row in self.rows[:-3]]
        return sum(rate for rate in rates if rate is not None) / len(rates) if None not in rates else None

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rates and counts."""
        rows = [
            (
                row.name,
                percent(row.rate),
                *(f"{count:,}" for count in numbers_of(row.counts)),
                *("-" if rate is None else percent(rate) for rate in (row.people_rate, row.follows)),
            )
            for row in self.rows
        ]
        people = "-" if self.people is None else percent(self.people)
        rows.insert(len(rows) - 3, (MEAN, percent(self.mean), *"----", people, "-"))
        return ("", "rate", "C", "S", "D", "I", "people", "follows"), rows

    def notes(self) -> Iterable[str]:
        """The meaning of the last two columns."""
        yield "people: the other references, scored against this one"
        yield "follows: where two references differ and the hypothesis agrees with one of them, how often with this one"

    def columns(self) -> Mapping[str, Column]:
        """Rates and counts; the mean has no counts."""
        rows: list[tuple[str, float | None, Sequence[int | None]]]
        rows = [(row.name, row.rate, numbers_of(row.counts)) for row in self.rows]
        rows.insert(len(rows) - 3, (MEAN, self.mean, (None,) * 4))
        numbers = zip(*(counts for *_, counts in rows), strict=True)
        return {
            "reference": ("text", [name for name, _, _ in rows]),
            "rate": ("number", [rate for _, rate, _ in rows]),
            **{name: ("integer", [*column]) for name, column in zip(field_names(Counts), numbers, strict=True)},
            "people": ("number", self._with_mean([row.people_rate for row in self.rows], self.people)),
            "follows": ("number", self._with_mean([row.follows for row in self.rows], None)),
            "decided": ("integer", self._with_mean([row.decided or None for row in self.rows], None)),
        }

    def _with_mean(self, column: Sequence[float | None], mean: float | None) -> list[float | None]:
        """A column with the value of the mean before those of the last three rows."""
        return [*column[:-3], mean, *column[-3:]]


def references(results: Sequence[Result], names: Sequence[str] | None = None) -> References:
    """The rates of scores of one hypothesis against several references."""
    results = checked_results(results)
    if len(results) < 2:
        raise UsageError("one reference; expected scores of the same hypotheses against two or more")
    numbers = [f"reference {number}" for number in range(1, len(results) + 1)]
    called = checked_names(numbers if names is None else names, len(results))
    if reserved := [name for name in called if name in (MEAN, FEWEST, LOWEST, MERGED)]:
        raise UsageError(f"a reference called {reserved[0]!r}, the name of a row of all; expected another name")
    steps = list(map(Steps, in_one_order(results)))
    _check(steps, called)
    rows = [
        ReferenceRow(name, result.counts, *person)
        for name, result, person in zip(called, results, people(steps), strict=True)
    ]
    tables = [counts_table(each.result.table.counts) for each in steps]
    ways = {FEWEST: _fewest(tables), LOWEST: _lowest(tables), MERGED: _merged(steps)}
    rows += [ReferenceRow(name, counts) for name, counts in ways.items()]
    return References(signature=signed(results[0], "references", f"of={len(results)}"), rows=tuple(rows))


def _check(steps: Sequence[Steps], names: Sequence[str]) -> None:
    """Rejects results of other utterances, settings or hypotheses, or with other words of it in their alignments."""
    first = steps[0]
    spoken = first.texts("hyp")
    # The format of a reference says whether its texts have marks.
    settings = [replace(each.result.settings, markup=False) for each in steps]
    for name, other, own in zip(names, steps, settings, strict=True):
        if own != settings[0]:
            signatures = "\n  ".join(each.signature for each in (settings[0], own))
            raise MismatchError(
                f"{name} and {names[0]} were scored with different settings; expected equal ones:\n  {signatures}"
            )
        if list(other.places) != list(first.places):
            raise MismatchError(f"{name} and {names[0]} have different utterances; expected the same ids in both")
        if other.texts("hyp") == spoken:
            continue
        hyps = (
            [list(map(each.folded, first_words(text))) for text in each.result.utterances.hyps]
            for each in (first, other)
        )
        if eq(*hyps):
            raise MismatchError(
                f"the alignments with {name} and {names[0]} have different words of the hypothesis; expected "
                "equivalents_side='ref' (--equivalents-side ref), without any-words"
            )
        merged = ""
        if first.result.settings.compounds:
            merged = ", and a normaliser that merges no compounds, which depend on the reference"
        raise MismatchError(f"{name} and {names[0]} are of different hypotheses; expected one hypothesis{merged}")


def _chosen(tables: Sequence[Integers], best: Integers) -> Counts:
    """The counts of the reference that is best for each utterance."""
    counts = np.stack(tables)[best, np.arange(len(best))].sum(axis=0)
    return Counts(*map(int, counts))


def _fewest(tables: Sequence[Integers]) -> Counts:
    """The counts against the reference with the fewest errors of each utterance; of several the longest one."""
    errors, words = map(np.stack, zip(*map(errors_and_words, tables), strict=True))
    return _chosen(tables, np.lexsort((-words, errors), axis=0)[0])


def _lowest(tables: Sequence[Integers]) -> Counts:
    """The counts against the reference with the lowest rate of each utterance; of several the first."""
    errors, words = map(np.stack, zip(*map(errors_and_words, tables), strict=True))
    rates = np.where(words > 0, errors / np.maximum(words, 1), np.where(errors > 0, np.inf, 0.0))
    return _chosen(tables, rates.argmin(axis=0))


def _merged(steps: Sequence[Steps]) -> Counts:
    """The counts of MR-WER.

    A word of the hypothesis is correct, else substituted, where it is so in any alignment, else inserted. A deletion
    counts where all references have a missing word after as many words and missing ones of the text; where one of
    these may be missing, it is correct.
    """
    operations = [each.operations[each.hyp_rows] for each in steps]
    correct = reduce(np.logical_or, (each == CORRECT for each in operations))
    substituted = reduce(np.logical_or, (each == SUBSTITUTION for each in operations)) & ~correct
    missing, optional = zip(*map(_missing, steps), strict=True)
    in_all = reduce(np.intersect1d, missing)
    free = int(np.isin(in_all, np.concatenate(optional)).sum())
    inserted = len(correct) - int(correct.sum()) - int(substituted.sum())
    return Counts(int(correct.sum()) + free, int(substituted.sum()), len(in_all) - free, inserted)


def _missing(steps: Steps) -> tuple[Integers, Integers]:
    """Every word of the reference that is missing as a number, and the numbers of those that may be missing.

    The number tells the utterance, the words of the hypothesis before the word, and the missing words before it.
    """
    rows = np.flatnonzero(steps.hyp < 0)
    owners = steps.utterance[rows]
    before = np.searchsorted(steps.hyp_rows, rows) - np.searchsorted(steps.hyp_rows, steps.first)[owners]
    running = np.arange(len(rows)) - np.searchsorted(rows, steps.first)[owners]
    if np.diff(steps.first).max(initial=0) >= _LONGEST:
        raise LimitError(f"a text of {_LONGEST:,} steps; expected shorter ones for several references")
    keys: Integers = (owners.astype(np.int64) * _LONGEST + before) * _LONGEST + running
    return keys, keys[steps.operations[rows] == CORRECT]
