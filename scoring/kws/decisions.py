"""Decisions of the system: the one threshold that explains them, and where they contradict it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...formats.errors import UsageError
from .material import Bools
from .trials import Trials


class DecisionError(UsageError):
    """The decisions of the system fit no single threshold."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Scores on both sides of the threshold that all decisions fit: the highest NO and the lowest YES, -1 for none."""

    highest_no: int
    lowest_yes: int

    def threshold(self, trials: Trials) -> tuple[float | None, str | None]:
        """Threshold as number and text; with only one side it is that score, as the file has it."""
        if self.highest_no >= 0 and self.lowest_yes >= 0:
            middle = float(trials.score[self.lowest_yes] + trials.score[self.highest_no]) / 2
            return middle, f"{middle:.15g}"
        score = max(self.highest_no, self.lowest_yes)
        return (None, None) if score < 0 else (float(trials.score[score]), trials.text_of(score))


def decisions(trials: Trials) -> Decisions:
    """Threshold of the decisions; a NO with a higher score than a YES is an error."""
    conflicts = decision_conflicts(trials)
    if conflicts:
        raise DecisionError("; ".join(conflicts))
    yes, no = np.flatnonzero(trials.score_yes), np.flatnonzero(~trials.score_yes)
    return Decisions(
        int(no[np.argmax(trials.score[no])]) if len(no) else -1,
        int(yes[np.argmin(trials.score[yes])]) if len(yes) else -1,
    )


def decision_conflicts(trials: Trials) -> list[str]:
    """Contradictions: among the targets of a keyword, among its false alarms, within it, or between keywords."""
    yes = trials.score_yes
    if not yes.any() or yes.all() or not trials.score[~yes].max() > trials.score[yes].min():
        return []
    evaluated = trials.evaluated[trials.score_block]
    for chosen, what in (
        (trials.score_target & evaluated, "among the targets of keyword {}"),
        (~trials.score_target & evaluated, "among the false alarms of keyword {}"),
        (np.ones(len(trials.score), dtype=np.bool_), "in keyword {}"),
    ):
        found = _conflicts(trials, chosen, what)
        if found:
            return found
    return _conflicts(trials, np.ones(len(trials.score), dtype=np.bool_), "")


def _conflicts(trials: Trials, chosen: Bools, what: str) -> list[str]:
    blocks = trials.score_block if what else np.zeros_like(trials.score_block)
    size = max(len(trials), 1)
    no, yes = np.flatnonzero(chosen & ~trials.score_yes), np.flatnonzero(chosen & trials.score_yes)
    # The last assignment to a block wins: the highest NO and the lowest YES.
    highest = np.full(size, -1, dtype=np.int64)
    no = no[np.lexsort((trials.score_texts[no], trials.score[no]))]
    highest[blocks[no]] = no
    lowest = np.full(size, -1, dtype=np.int64)
    yes = yes[np.lexsort((trials.score_texts[yes], -trials.score[yes]))]
    lowest[blocks[yes]] = yes
    both = np.flatnonzero((highest >= 0) & (lowest >= 0))
    wrong = both[trials.score[highest[both]] > trials.score[lowest[both]]]
    return [
        f"{what.format(repr(trials.blocks[block])) or 'between keywords'} a NO has score "
        f"{_text(trials, highest[block])} and a YES score {_text(trials, lowest[block])}"
        for block in wrong.tolist()
    ]


def _text(trials: Trials, score: np.int64) -> str:
    return bytes(trials.score_texts[score]).decode("ascii")
