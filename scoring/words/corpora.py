"""Features of corpora that decide how they are paired: ids, segments with times, words with times."""

from __future__ import annotations

from formats.engine.tables import RowTable, SegmentTable
from formats.schema import Corpus, TextTable, UtteranceTable


def paired_by_time(ref: Corpus, hyp: Corpus) -> bool:
    """Whether two corpora are paired by time: one of them has no ids, or both have times."""
    if not has_ids(ref) or not has_ids(hyp):
        return True
    return (has_windows(ref) or has_word_times(ref)) and (has_windows(hyp) or has_word_times(hyp))


def has_ids(corpus: Corpus) -> bool:
    """Whether every segment has an id; an empty corpus has ids unless its format has none."""
    segments = corpus.segments
    if isinstance(segments, (SegmentTable, RowTable, TextTable)):
        return isinstance(segments, TextTable)
    if isinstance(segments, UtteranceTable):
        return all(segments.ids())
    return all(segment.id for segment in segments)


def has_windows(corpus: Corpus) -> bool:
    """Whether every segment has a begin and an end."""
    segments = corpus.segments
    if isinstance(segments, (SegmentTable, RowTable, TextTable, UtteranceTable)):
        return isinstance(segments, SegmentTable)
    return bool(segments) and all(segment.start is not None and segment.end is not None for segment in segments)


def has_word_times(corpus: Corpus) -> bool:
    """Whether words have times."""
    segments = corpus.segments
    if isinstance(segments, (SegmentTable, RowTable, TextTable, UtteranceTable)):
        return isinstance(segments, RowTable)
    labels = (item for segment in segments for item in segment.labels or ())
    return any(getattr(label, "start", None) is not None for label in labels)
