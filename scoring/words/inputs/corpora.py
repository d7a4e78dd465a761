"""Features of corpora that decide how they are paired: ids, segments with times, words with times."""

from __future__ import annotations

from collections.abc import Sequence

from ....formats.schema import Corpus, Item, LabelColumns, Table, TextTable, TimedTable
from ....formats.values import replace
from ..spans import are_named

# The format of plain text.
TEXT = "txt"


def is_one_recording(ref: Corpus, hyp: Corpus) -> bool:
    """Whether a side is plain text, or a recogniser's answer of text alone, and the other is such or has times."""
    texts = [is_text(corpus) for corpus in (ref, hyp)]
    other = hyp if texts[0] else ref
    if not any(texts) or all(corpus.format == TEXT for corpus in (ref, hyp)):
        return False
    return all(texts) or has_windows(other) or has_word_times(other)


def is_text(corpus: Corpus) -> bool:
    """Whether a corpus is plain text, or segments of one recording without ids and times."""
    if corpus.format == TEXT or isinstance(corpus.segments, Table):
        return corpus.format == TEXT and isinstance(corpus.segments, TextTable)
    bare = not any(segment.id or segment.start is not None for segment in corpus.segments)
    places = {(segment.session, segment.channel) for segment in corpus.segments}
    return bare and len(places) == 1 and not has_word_times(corpus)


def paired_by_time(ref: Corpus, hyp: Corpus) -> bool:
    """Whether two corpora are paired by time: one of them has no ids, or both have times."""
    if not has_ids(ref) or not has_ids(hyp):
        return True
    return (has_windows(ref) or has_word_times(ref)) and (has_windows(hyp) or has_word_times(hyp))


def by_recording(ref: Corpus, hyp: Corpus) -> tuple[Corpus, Corpus] | None:
    """Both sides with the names of recordings as ids: segments without ids and times, each a recording of its own."""
    sides = []
    for corpus in (ref, hyp):
        if isinstance(corpus.segments, Table) or has_windows(corpus) or has_word_times(corpus):
            return None
        names = [segment.session for segment in corpus.segments]
        if not all(names) or len({*names}) < len(names) or any(segment.id for segment in corpus.segments):
            return None
        named = [replace(segment, id=name) for segment, name in zip(corpus.segments, names, strict=True)]
        sides.append(replace(corpus, segments=tuple(named)))
    return sides[0], sides[1]


def has_ids(corpus: Corpus) -> bool:
    """Whether every segment has an id; an empty corpus has ids unless its format has none."""
    segments = corpus.segments
    if isinstance(segments, Table) and segments.KIND:
        may_have = segments.KIND == "texts" or isinstance(segments, TimedTable)
        return isinstance(segments, TextTable) or (may_have and are_named(segments.ids()))
    return all(segment.id for segment in segments)


def has_windows(corpus: Corpus) -> bool:
    """Whether every segment has a begin and an end."""
    segments = corpus.segments
    if isinstance(segments, Table) and segments.KIND:
        return segments.KIND == "segments"
    return bool(segments) and all(segment.start is not None and segment.end is not None for segment in segments)


def has_word_times(corpus: Corpus) -> bool:
    """Whether words have times."""
    segments = corpus.segments
    if isinstance(segments, Table) and segments.KIND:
        return segments.KIND == "words"
    return any(_has_times(segment.labels or ()) for segment in segments)


def _has_times(labels: Sequence[Item]) -> bool:
    if isinstance(labels, LabelColumns):
        return labels.numbers[0] is not None
    return any(getattr(label, "start", None) is not None for label in labels)
