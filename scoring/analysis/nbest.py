"""N-best lists: errors of the best hypothesis among the first k, its rank, and what a rescorer won of the possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass, replace
from ..common.analyses import BY_NAME
from ..common.arrays import counts_table, errors_and_words
from ..common.counts import percent
from .analysis import Analysis
from .as_written import scored_alike, texts_given
from .breakdown import Breakdown, SummedRow, decimals, signed
from .nbest_lists import Lists, of_utterances, read_lists
from .spec import Spec, with_commas
from .steps import Steps
from .tally import Tally, rows_of

if TYPE_CHECKING:
    from ..common.arrays import Integers
    from ..words.result import Result

FIRST, ALL, RECOMBINED = "first", "best of all", "recombined"
"""The rows of the first hypotheses, of the best ones, and of reference words that no hypothesis of a list has."""


@dataclass(frozen=True, slots=True)
class NBestRow(SummedRow):
    """The errors of the best among the first N hypotheses of each utterance."""

    name: str
    errors: int
    words: int

    @property
    def rate(self) -> float | None:
        """Errors divided by reference words."""
        return self.errors / self.words if self.words else None


@dataclass(frozen=True, slots=True, kw_only=True)
class NBest(Breakdown):
    """Rates of the best hypotheses of n-best lists.

    >>> import scorelite
    >>> result = scorelite.score({"u": "we saw a cat"}, {"u": "we saw the cat"})
    >>> print(result.nbest({"u": ["we saw cat", "we saw the cap", "we saw a cat"]}))
    N-best lists
                     rate  errors  words
      first        25.0 %       1      4
      best of 2    25.0 %       1      4
      best of all   0.0 %       0      4
      recombined    0.0 %       0      4
      rank of the best: mean 3.00 of 1 list, first in 0.0 %
    """

    TITLE: ClassVar[str] = "N-best lists"
    NAME: ClassVar[str] = "nbest"
    SPEC: ClassVar[Spec] = Spec(
        columns={"text": ["name"], "number": ["rate"], "integer": ["errors", "words"]},
        table={"rate": ("rate", percent), "errors": ("errors", with_commas), "words": ("words", with_commas)},
        adds=("lists", "ranks", "firsts", "scored_errors", "empty"),
    )

    rows: tuple[NBestRow, ...]
    """The first hypotheses, the best of 2, 4, 8 ... and of all, and words that no hypothesis of the list has."""
    lists: int
    ranks: int
    """The sum of the ranks of the best hypotheses."""
    firsts: int
    """Lists in which the first hypothesis is a best one."""
    scored_errors: int
    """The errors of the hypotheses that were scored, such as those of a rescorer."""
    empty: int
    """Hypotheses in the lists that have no words; null is one."""

    @property
    def mean_rank(self) -> float | None:
        """The mean rank of the best hypothesis, from 1."""
        return self.ranks / self.lists if self.lists else None

    @property
    def oracle(self) -> NBestRow:
        """The best of all hypotheses."""
        row: NBestRow = self[ALL]
        return row

    @property
    def won(self) -> float | None:
        """Share of the avoidable errors that the scored hypotheses avoided; None if the lists can avoid none.

        Below 0 if these have more errors than the first ones.
        """
        possible = self.rows[0].errors - self.oracle.errors
        return (self.rows[0].errors - self.scored_errors) / possible if possible else None

    def _added(self, other: NBest) -> NBest:
        """The sum; the best of more hypotheses than the lists of a part have is the best of all of them."""
        sides = [{row.name: row for row in each.rows} for each in (self, other)]
        longer = max(sides, key=len)
        rows = [sides[0].get(name, sides[0][ALL]) + sides[1].get(name, sides[1][ALL]) for name in longer]
        rows = [replace(row, name=name) for name, row in zip(longer, rows, strict=True)]
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in self.SPEC.adds}
        return replace(self, rows=tuple(rows), **sums)

    def facts(self) -> Mapping[str, Any]:
        """Ranks, and the errors that the scored hypotheses saved."""
        return {
            "lists": self.lists,
            "mean_rank": self.mean_rank,
            "first_is_best": self.firsts / self.lists if self.lists else None,
            "scored_errors": self.scored_errors,
            "won": self.won,
        }

    def notes(self) -> Iterable[str]:
        """The rank of the best, and the errors that the scored hypotheses saved."""
        share = percent(self.firsts / self.lists if self.lists else None)
        mean = decimals(self.mean_rank, 2)
        yield f"rank of the best: mean {mean} of {quantity(self.lists, 'list')}, first in {share}"
        words = self.rows[0].words
        if self.won is not None and words and self.scored_errors != self.rows[0].errors:
            rate = percent(self.scored_errors / words)
            yield f"scored hypotheses: {rate}, {percent(self.won)} of the errors that the lists can save"
        if self.empty:
            yield f"{quantity(self.empty, 'hypothesis')} in the lists without words (empty or null)"


def nbest(result: Result, given: Any) -> NBest:
    """The n-best lists of the utterances of a result: a file, or lists by id."""
    lists = of_utterances(read_lists(given), result.table.names())
    errors, words, missing = _counted(result, lists)
    best = [int(own.argmin()) for own in errors]
    scored_errors, _ = errors_and_words(counts_table(result.table.counts))
    return NBest(
        signature=signed(result, "nbest"),
        rows=rows_of(NBestRow, _tallies(errors, words, missing)),
        lists=len(lists),
        ranks=sum(best) + len(best),
        firsts=best.count(0),
        scored_errors=int(scored_errors.sum()),
        empty=sum(not text.strip() for texts in lists for text in texts),
    )


def _counted(result: Result, lists: Sequence[Sequence[str]]) -> tuple[list[Integers], list[Integers], Integers]:
    """Errors and reference words of each hypothesis of each utterance, scored as the result was.

    Behind them, how many words of the reference no hypothesis of the utterance has.
    """
    refs, _ = texts_given(result)
    sizes = [len(texts) for texts in lists]
    repeated = [ref for ref, size in zip(refs, sizes, strict=True) for _ in range(size)]
    scored = scored_alike(result, repeated, [*chain.from_iterable(lists)])
    cuts = np.cumsum(sizes)[:-1]
    errors, words = (np.split(column, cuts) for column in errors_and_words(counts_table(scored.table.counts)))
    steps = Steps(scored)
    ref_texts, hyp_texts = (np.split(steps.said(side), steps.first_of(side)[1:-1]) for side in ("ref", "hyp"))
    missing = []
    end = 0
    for size in sizes:
        end += size
        spoken = {*np.concatenate(hyp_texts[end - size : end]).tolist()}
        missing.append(sum(word not in spoken for word in ref_texts[end - size].tolist()))
    return errors, words, np.array(missing, np.int64)


def _tallies(errors: Sequence[Integers], words: Sequence[Integers], missing: Integers) -> Iterator[Tally]:
    """The errors of each utterance with the best of its first hypotheses, for 1, 2, 4 ... and all of them."""
    longest = max(map(len, errors), default=0)
    sizes = {FIRST: 1} | {f"best of {1 << power}": 1 << power for power in range(1, longest.bit_length())}
    sizes = {name: size for name, size in sizes.items() if size < longest or name == FIRST} | {ALL: longest}
    everyone = np.arange(len(errors))
    for name, size in sizes.items():
        # Of equally few errors, the hypothesis with more reference words; with alternations they may differ.
        best = [int(np.lexsort((-its[:size], own[:size]))[0]) for own, its in zip(errors, words, strict=True)]
        columns = {
            column: np.array([own[place] for own, place in zip(side, best, strict=True)], np.int64)
            for column, side in (("errors", errors), ("words", words))
        }
        yield Tally(name, columns, everyone, len(errors))
    first_words = np.array([own[0] for own in words], np.int64)
    yield Tally(RECOMBINED, {"errors": missing, "words": first_words}, everyone, len(errors))


def _lists_of(argument: Any) -> Lists:
    if argument is None:
        raise UsageError("no lists of hypotheses; expected nbest=FILE")
    return read_lists(argument)


def _by_utterance(steps: Steps, argument: Any) -> Iterator[Tally]:
    """The rows by utterance, after that of the hypotheses that were scored, by which rescorers are compared."""
    result = steps.result
    errors, words = errors_and_words(counts_table(result.table.counts))
    yield Tally("scored", {"errors": errors, "words": words}, np.arange(len(errors)), len(errors))
    yield from _tallies(*_counted(result, of_utterances(_lists_of(argument), result.table.names())))


NBEST = Analysis(
    BY_NAME["nbest"],
    title=NBest.TITLE,
    make=lambda steps, argument: nbest(steps.result, _lists_of(argument)),
    read=lambda argument: None if argument is None else read_lists(argument),
    by_utterance=_by_utterance,
    of_data=True,
)
