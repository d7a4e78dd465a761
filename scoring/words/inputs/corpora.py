"""Features of corpora that decide how they are paired: ids, segments with times, words with times."""

from __future__ import annotations

from itertools import repeat
from operator import sub

from ....formats.errors import Problems, Where
from ....formats.schema import Corpus, Table
from ....formats.schema.markup import are_sound, check
from ....formats.schema.spans import are_named
from ....formats.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


# The format of plain text.
TEXT = "txt"
# Formats of one utterance a row, whose rows are no parts of one recording.
ROWS = frozenset({"csv", "tsv", "jsonl", "parquet", "hf-dataset", "trn", "kaldi"})
# Formats whose intervals are words or segments, as they have one word or several.
INTERVALS = ("textgrid", "audacity", "lab", "timit")


def with_marks(corpus: Corpus) -> Corpus:
    """The corpus, of whose texts braces, semicolons and stars are marks."""
    if corpus.table.has_labels() or "plain" not in corpus.grammars():
        return corpus
    texts = corpus.texts()
    if not are_sound(texts):
        problems = Problems()
        for text, line in zip(texts, corpus.table.lines or repeat(0), strict=False):
            check(text, Where(corpus.path, line), problems, text)
        problems.check()
    return replace(corpus, segments=corpus.table.changed("sclite", text=texts))


def are_one_each(ref: Corpus, hyp: Corpus) -> bool:
    """Whether each side is one recording, whose name is a label and no key: it meets the other, whatever its name."""
    return _is_one(ref) and _is_one(hyp)


def _is_one(corpus: Corpus) -> bool:
    """Whether a corpus is one recording: rows with ids of utterances alone are none, nor is a table with ids.

    A file without segments is one, too: a recogniser that heard nothing writes no more.
    """
    if len({*corpus.table.sessions}) > 1:
        return False
    if corpus.format in ROWS:
        return (has_windows(corpus) or _is_without_rows(corpus)) and not has_ids(corpus)
    return (
        not len(corpus) or corpus.format == TEXT or not has_ids(corpus) or has_windows(corpus) or has_word_times(corpus)
    )


def _is_without_rows(corpus: Corpus) -> bool:
    """Whether a table has columns of times, and no rows."""
    if len(corpus):
        return False
    # Imported only now: most tables have rows.
    from ....formats.engine.further_columns import has_columns_of_times

    return has_columns_of_times(corpus)


def is_text_beside(ref: Corpus, hyp: Corpus) -> bool:
    """Whether a side is plain text, or a recogniser's answer of text alone, and the other is such or has times."""
    texts = [is_text(corpus) for corpus in (ref, hyp)]
    other = hyp if texts[0] else ref
    if not any(texts) or all(corpus.format == TEXT for corpus in (ref, hyp)):
        return False
    return all(texts) or has_windows(other) or has_word_times(other)


def is_text(corpus: Corpus) -> bool:
    """Whether a corpus is plain text, or segments of one recording without ids and times."""
    table = corpus.table
    if corpus.format == TEXT or corpus.format in ROWS:
        return corpus.format == TEXT
    bare = not table.has("id") and not table.has("start")
    return bare and len({*zip(table.sessions, table.channels, strict=True)}) == 1 and not table.has_word_times()


def paired_by_time(ref: Corpus, hyp: Corpus) -> bool:
    """Whether two corpora are paired by time: one of them has no ids, or both have times."""
    if not has_ids(ref) or not has_ids(hyp):
        return True
    return (has_windows(ref) or has_word_times(ref)) and (has_windows(hyp) or has_word_times(hyp))


def by_recording(ref: Corpus, hyp: Corpus) -> tuple[Corpus, Corpus] | None:
    """Both sides with the names of recordings as ids: segments without ids and times, each a recording of its own."""
    sides = []
    for corpus in (ref, hyp):
        table = corpus.table
        names = table.sessions
        if has_windows(corpus) or has_word_times(corpus) or table.has("id"):
            return None
        if not all(names) or len({*names}) < len(names):
            return None
        sides.append(replace(corpus, segments=table.changed(id=names)))
    return sides[0], sides[1]


def recordings_of_rows(corpus: Corpus) -> Sequence[str]:
    """The names of recordings of words or segments with times, each of them one row, as in a manifest; none where a
    recording has several channels or segments, or ids name parts."""
    table = corpus.table
    names = table.sessions
    is_timed = has_word_times(corpus) or has_windows(corpus)
    is_one_each = is_timed and not table.has("id") and all(names) and len({*names}) == len(names)
    return names if is_one_each else ()


def facts_of_files(ref: Corpus, hyp: Corpus) -> dict[str, Any]:
    """Fields of a result about both files."""
    return {"ref_name": ref.path, "hyp_name": hyp.path, "ref_format": ref.format, "hyp_format": hyp.format}


def has_ids(corpus: Corpus) -> bool:
    """Whether every segment has an id; an empty corpus has ids unless its format has none."""
    ids = corpus.table.column("id")
    return ids is not None and are_named(ids)


def has_windows(corpus: Corpus) -> bool:
    """Whether every segment has a begin and an end."""
    return corpus.table.has_windows()


def has_word_times(corpus: Corpus) -> bool:
    """Whether words have times, and no segment has a text alone, as an interval of several words of Praat has."""
    table = corpus.table
    return table.has_word_times() and not (table.words is None and any(table.column("text") or ()))


def begins(table: Table) -> Sequence[float]:
    """The begins of segments; one without begins with the segment above it, behind which it stays."""
    filled: list[float] = []
    for start in table.start or [None] * len(table):
        filled.append(start if start is not None else filled[-1] if filled else 0.0)
    return filled


def are_words_alone(corpus: Corpus) -> bool:
    r"""Whether a corpus is one tier with a word in each interval, whose times are those of words and not of segments.

    >>> import scorelite
    >>> are_words_alone(scorelite.read(b"0.1\t0.5\tgood\n0.5\t0.9\tday\n", format="audacity"))
    True
    """
    if corpus.format not in INTERVALS or not has_word_times(corpus) or len({*corpus.table.speakers}) > 1:
        return False
    first = corpus.table.column("labels").first
    return max(map(sub, first[1:], first), default=0) == 1
