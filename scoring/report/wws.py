"""The summary by speaker in percent of word weights (.wws)."""

from __future__ import annotations

from scoring.report.sum import summary
from scoring.report.table import centred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring._core import Word
    from scoring.evaluate.words import WordScores
    from scoring.report.options import ReportOptions
    from scoring.report.sum import Weights

_STARS = b"*" * 70
_BANNER = b"*****     Word Percentages Computed using Weighted Word Scoring  *****"


def render(scores: WordScores, options: ReportOptions) -> Iterator[tuple[bytes, Iterable[bytes]]]:
    """The summary in percent of the weights."""
    yield b".wws", _summary(scores, options)


def _summary(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    weights = [_weights(scores, speaker) for speaker in range(len(scores.speakers))]
    return summary(scores, options, banner=_banner(scores.weight_name), weights=weights)


def _banner(weight_name: bytes) -> bytes:
    """What says where the weights come from."""
    source = centred(b"** Weights defined by file: '%s'" % weight_name)
    return b"\n\n%s\n%s\n%s\n\n%s\n\n" % (centred(_STARS), centred(_BANNER), centred(_STARS), source)


def _weights(scores: WordScores, speaker: int) -> Weights:
    """One speaker's sums: the weights of the reference words, then those behind C, S, D and I."""
    whole = correct = substituted = deleted = inserted = 0.0
    for utterance in scores.utterances(speaker):
        for operation, ref, hyp in scores.batch.slots(utterance):
            ref_weight, hyp_weight = _weight(ref), _weight(hyp)
            if operation == "C":
                whole += ref_weight
                correct += hyp_weight
            elif operation == "S":
                whole += ref_weight
                # A substitution costs what was lost and what was put in its place.
                substituted += ref_weight + hyp_weight
            elif operation == "D":
                whole += ref_weight
                deleted += ref_weight
            else:
                inserted += hyp_weight
    return whole, correct, substituted, deleted, inserted


def _weight(word: Word | None) -> float:
    return word[6] if word is not None else 0.0
