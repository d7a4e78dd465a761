"""References against each other: how far people differ, and whom a hypothesis follows where they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..common.counts import Counts
from ..words.api import score_texts
from .as_written import OF_ALIGNMENT
from .branches import first_words
from .steps import CORRECT, INSERTION, Steps

if TYPE_CHECKING:
    from ..words.result import Result


class Person(NamedTuple):
    """One reference among several."""

    people: Counts
    """The other references, as hypotheses, against this one."""
    followed: int
    """Places where the hypothesis has what this reference has, and not what another one has."""
    decided: int
    """Places where it has what one of the two has."""


def people(steps: Sequence[Steps]) -> list[Person]:
    """Each of several references of one hypothesis, whose scores have their utterances in one order."""
    size = len(steps)
    counts = [Counts()] * size
    followed, decided = [0] * size, [0] * size
    words = [_Words(each) for each in steps]
    for first in range(size):
        for other in range(size):
            if first == other:
                continue
            between = _between(steps[first].result, steps[other].result)
            counts[first] += between.counts
            if first > other:
                continue
            for utterance, own, theirs in _differences(Steps(between)):
                has_own, has_theirs = words[first].has(utterance, own), words[other].has(utterance, theirs)
                if has_own != has_theirs:
                    followed[first if has_own else other] += 1
                    decided[first] += 1
                    decided[other] += 1
    return list(map(Person, counts, followed, decided))


def _between(ref: Result, hyp: Result) -> Result:
    """One reference against another one, of which first readings count."""
    # References are normalised already.
    settings = {name: getattr(ref.settings, name) for name in OF_ALIGNMENT}
    spoken = [first_words(text) if ref.settings.markup else text for text in hyp.utterances.refs]
    return score_texts(list(ref.utterances.refs), spoken, **settings)


def _differences(steps: Steps) -> Iterator[tuple[int, range, range]]:
    """Stretches in which a reference differs from another one: the utterance, and the words of either."""
    wrong = np.flatnonzero(steps.operations != CORRECT)
    before_ref, before_hyp = (np.concatenate(([0], np.cumsum(side >= 0))).tolist() for side in (steps.ref, steps.hyp))
    owners = steps.utterance[wrong].tolist()
    stretches = groupby(
        enumerate(zip(wrong.tolist(), owners, strict=True)), lambda row: (row[1][0] - row[0], row[1][1])
    )
    for (_, utterance), rows in stretches:
        places = [row for _, (row, _) in rows]
        begin, end = places[0], places[-1] + 1
        first = int(steps.first[utterance])
        own = range(before_ref[begin] - before_ref[first], before_ref[end] - before_ref[first])
        theirs = range(before_hyp[begin] - before_hyp[first], before_hyp[end] - before_hyp[first])
        yield utterance, own, theirs


class _Words:
    """The words of a reference that a hypothesis has."""

    def __init__(self, steps: Steps) -> None:
        operations, ref = steps.operations, steps.ref >= 0
        self._first = steps.ref_first.tolist()
        self._correct = (operations[ref] == CORRECT).tolist()
        # Inserted words stand before the word that comes next in the text.
        before = np.concatenate(([0], np.cumsum(ref)))[:-1]
        gaps = np.bincount(before[operations == INSERTION] + steps.utterance[operations == INSERTION], minlength=1)
        self._inserted = gaps.tolist()

    def has(self, utterance: int, span: range) -> bool:
        """Whether the hypothesis has these words of an utterance, and no other words at their place.

        Of no words, it has those that stand on both sides, and nothing between them.
        """
        begin, end = self._first[utterance : utterance + 2]
        first, behind = begin + span.start, begin + span.stop
        if behind > end:  # an alternation was read in another length
            return False
        context = range(max(first - 1, begin), min(first + 1, end)) if first == behind else range(first, behind)
        # A text of n words has n + 1 gaps: those of all texts before are as many more.
        gaps = range(first + utterance, behind + utterance + 1)
        inserted = any(gap < len(self._inserted) and self._inserted[gap] for gap in gaps)
        return not inserted and all(self._correct[place] for place in context)
