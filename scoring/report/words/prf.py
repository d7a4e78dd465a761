"""Alignments in the order of processing, with times, confidences and weights (`.prf`)."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from .alignment import EVERYTHING, STEP, blocks, by_speaker, heads, packed
from .pra import TITLE, speaker_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...words.scores import Labelled, WordScores
    from .. import File
    from . import ReportOptions

# Utterances from this sequence number on are left out, as in the reference.
END_OF_SEQUENCE = 999999


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report, which also names its inputs and the flags of the comparison."""
    yield b".prf", _chunks(scores, options)


def _chunks(scores: WordScores, options: ReportOptions) -> Iterator[bytes]:
    yield _title(scores) + b"\nSpeaker Count: %d\n" % len(scores.speakers) + speaker_list(scores) + _labels(scores)
    if not len(scores):
        yield b"No utterances found\n"
        return
    if scores.sequence[scores.order()[0]] < 0:
        yield from by_speaker(scores, options.width, EVERYTHING)
    else:
        yield from _by_sequence(scores, options.width)
    yield b"\n"


def _title(scores: WordScores) -> bytes:
    text = b"NIST_TEXT_ALIGNMENT\nVERSION 0.1\n" + TITLE % scores.title
    if scores.ref_name:
        text += b"Ref file:      %b\n" % scores.ref_name
    if scores.hyp_name:
        text += b"Hyp file:      %b\n" % scores.hyp_name
    if scores.date:
        text += b'Creation date: "%b"\n' % scores.date
    if scores.weighted:
        text += b'Word Weight Aligned by file: "%b"\n' % scores.weight_name
    if scores.fragments:
        text += b"Fragment Correct Flag Set\n"
    if scores.optional:
        text += b"Optionally Deletable Flag Set\n"
    return text


def _labels(scores: WordScores) -> bytes:
    if not scores.labels and not scores.categories:
        return b"\n"
    lines = [b"Utterance Label definitions:\n"]
    lines += [_definition(b"Category", category) for category in scores.categories]
    lines += [_definition(b"Label", label) for label in scores.labels]
    return b"".join(lines) + b"\n"


def _definition(kind: bytes, labelled: Labelled) -> bytes:
    return b'    %b: id: "%b" title: "%b" description: "%b"\n' % (kind, *labelled)


def _by_sequence(scores: WordScores, width: int) -> Iterator[bytes]:
    texts = [
        (b"Speaker sentences%4d:  %b   utt# " % (speaker, name), b" of %d\n" % totals[0])
        for speaker, (name, totals) in enumerate(zip(scores.speakers, scores.totals(), strict=True))
    ]
    starts, ends = ([texts[speaker][part] for speaker in scores.speaker_of] for part in (0, 1))
    parts = (b"%b", starts), (b"%d", _places(scores)), (b"%b", ends)
    order = memoryview(packed(_sequence_order(scores))).cast("q")
    for begin in range(0, len(order), STEP):
        part = order[begin : begin + STEP]
        yield from blocks(scores, part, heads(scores, part, parts), width)


def _places(scores: WordScores) -> bytes:
    """The place of each utterance among those of its speaker (int64)."""
    places = [0] * len(scores)
    for speaker in range(len(scores.speakers)):
        for place, utterance in enumerate(scores.utterances(speaker)):
            places[utterance] = place
    return packed(places)


def _sequence_order(scores: WordScores) -> Sequence[int]:
    """The order of printing: next comes the speaker whose next utterance has the smallest number, the first on ties."""
    sequence = scores.sequence
    if isinstance(sequence, range) and sequence.step == 1:
        return range(min(len(sequence), max(0, END_OF_SEQUENCE - sequence.start)))

    waiting = [iter(scores.utterances(speaker)) for speaker in range(len(scores.speakers))]
    heap: list[tuple[int, int, int]] = []

    def advance(speaker: int) -> None:
        utterance = next(waiting[speaker], None)
        if utterance is not None:
            heapq.heappush(heap, (sequence[utterance], speaker, utterance))

    for speaker in range(len(waiting)):
        advance(speaker)
    order = []
    while heap and heap[0][0] < END_OF_SEQUENCE:
        _, speaker, utterance = heapq.heappop(heap)
        order.append(utterance)
        advance(speaker)
    return order
