"""Notices of words and detections: what a score of keywords should say in addition to its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import replace
from ..common.results import listed
from ..common.settings import Settings
from ..notices.cause import explained
from ..notices.causes import WRITING
from ..notices.oddities import SPACES, of_texts
from ..notices.sample import Sample
from ..notices.took_part import Part, TookPart
from ..notices.took_part import notices_of as of_missed
from .material import Bools, Floats, Inputs
from .text import normalized
from .totals import MAIN, Totals
from .trials import Trials

_SIDES = "reference", "system output"
# As few trials are accidents.
_FEW = 10
# Seconds that no keyword lasts.
_LONG = 10.0
# The searched time of so many words is so much longer only where it has another unit.
_OTHER_UNIT, _OTHER_UNIT_OF_FEW = 50, 500
# Text, and the part of a side from which on it is reported. Of doubled transcripts only single words are doubled.
_TWICE = {
    "ref": ("{:,} occurrences are listed twice in the transcript: each copy needs a detection", 0.1),
    "hyp": ("{:,} detections are listed twice: the copies count as false alarms", 0.5),
}


class KeywordSample(Sample):
    """The transcript and the keywords; the rate is the part of keywords with a word that nobody said.

    >>> KeywordSample(["good", "day"], ["good day", "Day"], "").rate
    0.5
    """

    MEASURE = "the part of keywords with words that nobody said"

    def __init__(self, words: Sequence[str], keywords: Sequence[str], normalize: str) -> None:
        super().__init__(words, keywords, Settings(), 0.0)
        self._normalize = normalize
        self.rate, _ = self.estimate(words, keywords)

    def estimate(
        self, refs: Sequence[str], hyps: Sequence[str], settings: Settings | None = None
    ) -> tuple[float, float]:
        """The keywords with a word that these texts do not have."""
        said = {normalized(word, self._normalize) for text in refs for word in text.split()}
        unsaid = sum(not said.issuperset(normalized(text, self._normalize).split()) for text in hyps)
        return unsaid / len(hyps) if hyps else 0.0, unsaid

    @cached_property
    def errors(self) -> float:
        """The keywords with a word that nobody said."""
        return self.estimate(*self.sides)[1]

    def changed(self, refs: Sequence[str], hyps: Sequence[str], rate: float) -> KeywordSample:
        """The transcript and the keywords after a change."""
        return KeywordSample(refs, hyps, self._normalize)


def of_inputs(inputs: Inputs) -> Iterator[str]:
    """Remarks on keywords in other characters than words, and on recordings that nobody knows.

    A keyword in another Unicode form than the transcript was never said.
    """
    if inputs.searched:
        yield (
            f"{inputs.detected.path or 'the system output'} has all words of a recogniser: keywords were searched in "
            "them as in the reference, and the score of a phrase is the lowest confidence of its words"
        )
    words, keywords = [*dict.fromkeys(inputs.rttm.lexemes.tokens)], [keyword.text for keyword in inputs.kwlist.keywords]
    odd = of_texts(words, keywords, ("transcript", "keywords"))
    odd_texts = [str(notice) for notice in odd if notice.name not in SPACES]  # any blank ends a word
    yield from odd_texts
    unsaid = KeywordSample(words, keywords, inputs.kwlist.normalize)
    # Invisible letters are named already.
    causes = [cause for cause in WRITING if not odd_texts or cause.name != "invisible letters"]
    yield from (explanation.text for explanation in explained(unsaid, causes))
    recordings = {*inputs.rttm.lexemes.files, *(excerpt.file for excerpt in inputs.ecf.excerpts)}
    if strange := [name for name in inputs.detected.file_names if name not in recordings]:
        names = listed(strange, "recording")
        yield f"{names} of detections neither searched nor transcribed: are names spelled the same way?"


def notices_of(totals: Totals) -> Iterator[str]:
    """Remarks on detections without scores or all left out, and on sides of which much occurs twice."""
    yield from totals.causes
    yield from totals.remarks
    columns = totals.columns
    scores = columns.score[~np.isnan(columns.begin)]
    if totals.origin.threshold is not None and len(scores) > 1 and np.all(scores == 1.0):
        yield "every detection has the score 1, the default without a confidence; a file such as ctm can hold scores"
    yield from _of_scores(scores, totals.origin.threshold)
    if not columns.scored.any() and totals.name in MAIN:
        yield (
            "no detection is in the searched regions: is the list empty, or do file names, channels or the unit of "
            "times differ (Kaldi's results have frames)?"
        )
    else:
        yield from _missed(totals.took_part)
    yield from _of_times(totals)
    # A segment is a trial of each keyword once, however often its words are written.
    if totals.name != MAIN[True]:
        yield from _twice(totals, "ref", columns.target, columns.ref_end)
    yield from _twice(totals, "hyp", columns.scored, columns.end)


def _of_scores(scores: Floats, threshold: float | None) -> Iterator[str]:
    """A remark on scores in percent or logarithms, of which all or none reach a threshold between 0 and 1.

    >>> print(*_of_scores(np.array([40.0, 95.0]), 0.5))
    scores go up to 95, the threshold is 0.5: are they percent? expected probabilities from 0 to 1
    """
    if threshold is None or not 0 < threshold <= 1 or not len(scores):
        return
    low, high = scores.min(), scores.max()
    if low >= 0 and high > 1:
        unit = "percent"
    elif low < 0 and high <= 0:
        unit = "logarithms"
    else:
        return
    yield (
        f"scores go up to {high:g}, the threshold is {threshold:g}: are they {unit}? expected probabilities from 0 to 1"
    )


def _missed(took_part: TookPart) -> Iterator[str]:
    """Remarks on occurrences and detections outside the searched regions."""
    # A recording without a scored detection may have been searched; what counts are its occurrences and detections.
    ref, hyp = (replace(side, recordings=side.all_recordings) for side in took_part.sides)
    of_ref = of_missed(TookPart(ref, Part()), items="occurrence", within="searched regions", sides=_SIDES)
    of_hyp = of_missed(TookPart(Part(), hyp), items="detection", within="searched regions", sides=_SIDES)
    yield from map(str, (*of_ref, *of_hyp))


def _of_times(totals: Totals) -> Iterator[str]:
    """Remarks on searched regions in another unit than words, and on ends in the place of durations."""
    columns = totals.columns
    ends = columns.ref_end[columns.target]
    searched = max((stretch.end for stretch in totals.searched if isfinite(stretch.end)), default=0.0)
    if len(ends) and searched > (_OTHER_UNIT if len(ends) >= _FEW else _OTHER_UNIT_OF_FEW) * ends.max():
        yield (
            f"times of the searched regions go up to {searched:g}, those of occurrences to {ends.max():g}: are both in "
            "seconds?"
        )
    for name, chosen, begins, stops in (
        ("occurrence", columns.target, columns.ref_begin, columns.ref_end),
        ("detection", columns.scored, columns.begin, columns.end),
    ):
        starts = begins[chosen]
        if len(starts) >= _FEW and starts.max() > _LONG and np.all(stops[chosen] - starts >= starts):
            yield f"every {name} lasts as long as the time before it: are durations ends?"


def _twice(totals: Totals, side: str, chosen: Bools, times: Floats) -> Iterator[str]:
    columns, rows = totals.columns, np.flatnonzero(chosen)
    names = columns.keyword[rows], columns.recording[rows], columns.channel[rows]
    ends = times[rows]
    order = np.lexsort((*names, ends))
    same = ends[order][1:] == ends[order][:-1]
    for column in names:
        same &= column[order][1:] == column[order][:-1]
    count = np.count_nonzero(same)
    text, part = _TWICE[side]
    if count > 1 and count >= part * len(same):
        yield text.format(count)


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
        conflicts = _conflicts(trials, chosen, what)
        if conflicts:
            return conflicts
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
