"""The best streams of the segments of a single reference."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, product

from .cy_levenshtein import levenshtein_distance
from .numbered import Numbers, interleaved

_Utterance = Iterable[Hashable]


def _get_channel_transcription_from_assignment(
    utterances: Sequence[_Utterance], assignment: Sequence[int], num_channels: int
) -> list[list[Hashable]]:
    by_channel: list[list[_Utterance]] = [[] for _ in range(num_channels)]
    for utterance, channel in zip(utterances, assignment, strict=True):
        by_channel[channel].append(utterance)
    return [list(chain.from_iterable(utterances)) for utterances in by_channel]


def _levensthein_distance_for_assignment(
    ref: Sequence[_Utterance], hyps: Sequence[Sequence[Hashable]], assignment: Sequence[int]
) -> int:
    refs = _get_channel_transcription_from_assignment(ref, assignment, len(hyps))
    return sum(levenshtein_distance(hyp, ref) for hyp, ref in zip(hyps, refs, strict=True))


def orc_matching_v1(ref: Sequence[_Utterance], hyps: Sequence[Sequence[Hashable]]) -> tuple[int, tuple[int, ...]]:
    """The number of errors and the stream of each segment: all assignments are tried."""
    tried = product(range(len(hyps)), repeat=len(ref))
    return min((_levensthein_distance_for_assignment(ref, hyps, assignment), assignment) for assignment in tried)


def orc_matching_v3(ref: Sequence[_Utterance], hyps: Sequence[Sequence[Hashable]]) -> tuple[int, list[int]]:
    """The number of errors and the stream of each segment.

    >>> orc_matching_v3(["ab", "c"], ["c", "ab"])
    (0, [1, 0])
    """
    numbers = Numbers()
    errors, pairs = interleaved([numbers.streams(ref)], numbers.streams(hyps))
    return errors, pairs[1::2]


orc_matching_v2 = orc_matching_v3
