"""The scores that reports read (`WordScores`), made of totals or of alignments."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from typing import Protocol

from ... import core
from .scores import (
    CHARACTERS,
    HYP_CONFIDENCE,
    HYP_TIMES,
    REF_CONFIDENCE,
    REF_TIMES,
    SEGMENT_TIMES,
    SENSITIVE,
    WordScores,
)
from .totals import Totals
from .utterance_table import Timeline, UtteranceTable


class Summed(Protocol):
    """Rows of counts that can be summed by group."""

    def __len__(self) -> int: ...
    def counts(self) -> bytes: ...
    def totals(self, groups: bytes, n: int, /) -> Sequence[tuple[int, ...]]: ...


class CountsOnly:
    """The counts of a table of utterances, in place of the batch that a report sums."""

    __slots__ = ("_table",)

    def __init__(self, table: UtteranceTable) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def counts(self) -> bytes:
        """Correct, substitutions, deletions and insertions of each utterance, as 32-bit integers."""
        return self._table.counts

    def totals(self, groups: bytes, n: int) -> list[tuple[int, int, int, int, int, int]]:
        """The sums of each group: utterances, the four counts, utterances with an error."""
        return core.count_totals(self._table.counts, groups, n)


def scores_of(totals: Totals, batch: core.Batch | CountsOnly, speakers: str | None) -> WordScores:
    """Scores for reports; `speakers` is the `kind` of `Totals.speakers`."""
    ids, timeline = totals.table.names(), totals.table.timeline
    scores = scores_of_groups(totals, batch, *totals.speaker_numbers(speakers))
    shown = totals.folded(ids) if timeline else ids
    scores.ids = [b"(%b)" % _encoded(key) for key in shown]
    if timeline:
        _add_times(scores, timeline, totals)
    return scores


def scores_of_groups(totals: Totals, batch: Summed, speakers: Sequence[str], speaker_of: array[int]) -> WordScores:
    """Scores of rows without ids; `speaker_of` has the number of the speaker of each."""
    settings = totals.settings
    return WordScores(
        batch=batch,  # type: ignore[arg-type]  # of counts alone a report asks for no more
        charset=settings.charset(),
        ids=(),
        speakers=list(map(_encoded, speakers)),
        speaker_of=memoryview(speaker_of),
        sequence=range(len(speaker_of)),
        title=_encoded(totals.hyp_name),
        ref_name=_encoded(totals.ref_name),
        hyp_name=_encoded(totals.hyp_name),
        date=time.ctime().encode(),
        sensitive=settings.case_sensitive,
        optional=settings.optional_words,
        fragments=settings.fragments,
        attributes=CHARACTERS * (settings.unit == "character") | SENSITIVE * settings.case_sensitive,
    )


def _add_times(scores: WordScores, timeline: Timeline, totals: Totals) -> None:
    """Adds recordings, labels, times and confidences of the files."""
    scores.files = list(map(_encoded, totals.folded(timeline.sessions)))
    scores.channels = list(map(_encoded, totals.folded(timeline.channels)))
    add_labels(scores, totals, tags_of(totals))
    if timeline.windows:
        # The reference program keeps these times in single precision, which shows in long recordings.
        begins, ends = array("f", timeline.start), array("f", timeline.end)
        scores.ref_times = array("d", begins).tobytes(), array("d", ends).tobytes()


def tags_of(totals: Totals) -> list[str]:
    """The labels of each utterance with times, as files write them."""
    timeline = totals.table.timeline
    tags = timeline.tags if timeline is not None else ()
    return totals.folded([f"<{','.join(tags)}>" if tags else "" for tags in tags])


def add_labels(scores: WordScores, totals: Totals, tags: Sequence[str]) -> None:
    """Adds the labels of rows, their meanings, and what utterances with times carry."""
    timeline = totals.table.timeline
    assert timeline is not None
    carried = timeline.carried
    scores.labels_of = list(map(_encoded, tags)) if any(tags) else None
    scores.labels = [(_encoded(a), _encoded(b), _encoded(c)) for a, b, c in timeline.definitions.labels]
    scores.categories = [(_encoded(a), _encoded(b), _encoded(c)) for a, b, c in timeline.definitions.categories]
    scores.attributes = (
        int(scores.any_attribute())
        | REF_TIMES * carried.ref_times
        | REF_CONFIDENCE * carried.ref_confidence
        | HYP_TIMES * carried.hyp_times
        | HYP_CONFIDENCE * carried.hyp_confidence
        | SEGMENT_TIMES * timeline.windows
    )


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
