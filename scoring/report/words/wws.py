"""The summary by speaker in percent of word weights (.wws)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.table import centred
from .sum import summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions
    from .sum import Weights

_CORRECT, _SUBSTITUTION, _DELETION = b"CSD"
_STARS = b"*" * 70
_BANNER = b"*****     Word Percentages Computed using Weighted Word Scoring  *****"


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The summary in percent of the weights."""
    yield b".wws", _summary(scores, options)


def _summary(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    weights = [_weights(scores, speaker) for speaker in range(len(scores.speakers))]
    return summary(scores, options, banner=_banner(scores.weight_name), weights=weights)


def _banner(weight_name: bytes) -> bytes:
    """The banner that names the file of weights."""
    source = centred(b"** Weights defined by file: '%s'" % weight_name)
    return b"\n\n%s\n%s\n%s\n\n%s\n\n" % (centred(_STARS), centred(_BANNER), centred(_STARS), source)


def _weights(scores: WordScores, speaker: int) -> Weights:
    """Sums of one speaker: weights of the reference words, then weights of C, S, D and I."""
    whole = correct = substituted = deleted = inserted = 0.0
    operations, *columns = scores.batch.numbers(bytes(scores.utterances(speaker)), "weight")
    refs, hyps = (memoryview(column).cast("d") for column in columns)
    for operation, ref, hyp in zip(operations, refs, hyps, strict=True):
        if operation == _CORRECT:
            whole += ref
            correct += hyp
        elif operation == _SUBSTITUTION:
            whole += ref
            # A substitution costs the weights of both words.
            substituted += ref + hyp
        elif operation == _DELETION:
            whole += ref
            deleted += ref
        else:
            inserted += hyp
    return whole, correct, substituted, deleted, inserted
