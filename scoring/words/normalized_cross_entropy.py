"""The normalized cross entropy of word confidences (the NCE column)."""

from __future__ import annotations

from math import isnan, log
from struct import pack, unpack

from ... import core
from .scores import HIGHEST_CONFIDENCE as _HIGHEST
from .scores import LOWEST_CONFIDENCE as _LOWEST
from .scores import UNIT, CrossEntropy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..common.counts import Counts
    from .information import Information
    from .scores import Sums, WordScores

_LOG2E = 1.4426950408889634
CORRECT = b"C"[0]


def cross_entropy(scores: WordScores) -> CrossEntropy:
    """The cross entropy of all hypothesis words; the scores keep it, since every summary asks for it."""
    if scores.entropy is None:
        scores.entropy = _cross_entropy(scores)
    return scores.entropy


def _cross_entropy(scores: WordScores) -> CrossEntropy:
    return _of_speakers(scores.totals(), [_information(scores, speaker) for speaker in range(len(scores.speakers))])


def summed_entropy(rows: Sequence[Sums], speakers: Sequence[Information]) -> CrossEntropy:
    """The cross entropy of sums by speaker: of counts, and of the information of confidences."""
    return _of_speakers(
        rows, [([speaker.right, speaker.wrong], speaker.words, speaker.outside) for speaker in speakers], UNIT
    )


def normalized(counts: Counts, sums: Information) -> float | None:
    """The normalized cross entropy of a sum; None if all words are right or all are wrong."""
    information = [sums.right / UNIT, sums.wrong / UNIT]
    value = _normalized(counts.correct, counts.substitutions + counts.insertions, information)
    return None if isnan(value) else value


def _of_speakers(
    rows: Sequence[Sums], by_speaker: Sequence[tuple[Sequence[float], int, int]], unit: int = 1
) -> CrossEntropy:
    """The cross entropy by speaker and of all, from sums of logarithms in a unit."""
    speakers: list[float] = []
    information: list[float] = [0, 0]
    for (_, right, sub, _, inserted, _), (sums, words, _) in zip(rows, by_speaker, strict=True):
        if words:
            speakers.append(_normalized(right, sub + inserted, [value / unit for value in sums]))
            information[0] += sums[0]
            information[1] += sums[1]
        else:
            speakers.append(0.0)
    right = sum(row[1] for row in rows)
    wrong = sum(row[2] + row[4] for row in rows)
    outside = sum(strange for _, _, strange in by_speaker)
    notice = b"Warning: %d of %d confidence scores were not in the range (0.0,1.0)\n" % (outside, right + wrong)
    overall = _normalized(right, wrong, [value / unit for value in information])
    return CrossEntropy(overall, speakers, notice if outside else b"")


def _information(scores: WordScores, speaker: int) -> tuple[list[float], int, int]:
    """Sums of logarithms over right and over wrong words, number of words, number of confidences outside 0 to 1."""
    if not scores.odd_confidences:
        operations, _, column = scores.batch.numbers(bytes(scores.utterances(speaker)), "confidence")
        rows = core.information_rows(operations, column, pack("2q", 0, len(operations)), _LOWEST, _HIGHEST)
        (right,), (wrong,), (words,), (outside,) = (unpack(code, row) for code, row in zip("ddii", rows, strict=True))
        return [right, wrong], words, outside
    right = wrong = 0.0
    words = outside = 0
    for operation, confidence in judged(scores, scores.utterances(speaker)):
        words += 1
        if not _LOWEST <= confidence <= _HIGHEST:
            if confidence < 0.0 or confidence > 1.0:
                outside += 1
            # NaN stays NaN.
            confidence = _LOWEST if confidence < _LOWEST else _HIGHEST if confidence > _HIGHEST else confidence
        if operation == CORRECT:
            right += log(confidence) * _LOG2E
        else:
            wrong += log(1.0 - confidence) * _LOG2E
    return [right, wrong], words, outside


def judged(scores: WordScores, utterances: memoryview) -> Iterator[tuple[int, float]]:
    """Operation and confidence of all hypothesis words that are not empty, as `;x` is."""
    if not scores.odd_confidences:
        operations, _, column = scores.batch.numbers(bytes(utterances), "confidence")
        pairs = zip(operations, memoryview(column).cast("d"), strict=True)
        # NaN: a deletion, or an empty word, such as the one next to an optional word.
        return (pair for pair in pairs if pair[1] == pair[1])
    slots = (slot for utterance in utterances for slot in scores.batch.slots(utterance))
    return ((ord(operation), word[5]) for operation, _, word in slots if word is not None and word[0])


def _normalized(right: int, wrong: int, information: list[float]) -> float:
    """The information of confidences beyond the share of right words, as a part of the entropy of that share."""
    if not right or not wrong:
        return float("nan")
    share = right / (right + wrong)
    entropy = -(right * log(share) * _LOG2E + wrong * log(1.0 - share) * _LOG2E)
    return (entropy + information[0] + information[1]) / entropy
