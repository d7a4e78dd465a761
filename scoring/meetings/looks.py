"""Looks at files of meetings before they are scored: names before texts, segments said twice, the order of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import compress, pairwise
from math import inf
from typing import TypeAlias

from ...formats.engine.named_speakers import names_before, names_of_speakers
from ...formats.errors import MismatchError, arguments_in
from ...formats.schema import Corpus
from ...formats.schema.markup import NULL_WORD
from ...formats.schema.words import Words
from ..common.results import listed


def names_before_texts(corpus: Corpus) -> str:
    """A warning that the names of speakers count as words; empty where most texts have none, or names do not repeat.

    >>> from scorelite.formats.schema import Segment
    >>> rows = tuple(Segment(text=text) for text in ("Anna: good day", "Ben: hello", "Anna: bye", "Ben: bye"))
    >>> names_before_texts(Corpus(rows, path="talk.srt")).partition(";")[0]
    'talk.srt: 4 of 4 texts begin with 2 names (Anna, Ben) and a colon, which count as words'
    """
    heads = [*names_before(corpus)]
    names = names_of_speakers(heads)
    if not names:
        return ""
    return arguments_in(
        f"{corpus.path}: {sum(map(bool, heads))} of {len(heads)} texts begin with {listed(names, 'name')} and a colon, "
        "which count as words; speaker_prefix=True (--speaker-prefix) reads them as speakers"
    )


Channel: TypeAlias = "tuple[str, str, list[str], list[float], list[float]]"
"""Session and channel, words, begins and ends."""
# Characters of words that sclite reads as marks.
_MARKS = frozenset(";\\{}()<*")


def channels_of(corpus: Corpus) -> Iterator[Channel] | None:
    """The words of each channel; None if the corpus is of another format, or has words with marks."""
    table = corpus.table.words
    if corpus.format != "ctm" or table is None or table.is_unsure():
        return None
    vocabulary = set(table.words)
    marked = NULL_WORD in vocabulary or not all(map(_MARKS.isdisjoint, vocabulary))
    return None if marked and table.grammar != "plain" else _channels(table)


def _channels(table: Words) -> Iterator[Channel]:
    rows = table.rows()
    for (session, channel), (first, last) in zip(table.names, pairwise(table.first), strict=True):
        # Ends are exact in decimal digits, as written.
        words = [next(rows) for _ in range(last - first)]
        ends = [float(Decimal(begin) + Decimal(duration)) for begin, duration, _, _ in words]
        yield session, channel, table.words[first:last], table.begin[first:last].tolist(), ends


_LAST = inf
# Session, speaker, channel, begin and end in seconds, and text.
_Row: TypeAlias = "tuple[str, str, str, float, float, str]"


def repeated_segments(corpus: Corpus) -> str:
    """A warning about segments that count twice; empty where there are none, or no times tell.

    >>> from scorelite.formats.schema import Segment
    >>> row = Segment(session="talk", speaker="anna", start=1.0, end=2.0, text="good day")
    >>> repeated_segments(Corpus((row, row), path="talk.stm"))
    'talk.stm: 1 segment (anna at 1.0 in talk) occurs more than once and counts each time; leave out the copies'
    """
    noun = "word" if corpus.format == "ctm" else "segment"
    counts = Counter(_timed_words(corpus) if noun == "word" else _timed_rows(corpus))
    again = [row for row, count in counts.items() if count > 1]
    if not again:
        return ""
    names = [f"{row[1] or row[2] or 'nobody'} at {row[3]} in {row[0]}" for row in again]
    is_single = len(again) == 1
    return (
        f"{corpus.path}: {listed(names, noun)} {'occurs' if is_single else 'occur'} more than once and "
        f"{'counts' if is_single else 'count'} each time; leave out the copies"
    )


def _timed_rows(corpus: Corpus) -> Sequence[_Row]:
    """The segments with times and a text that begin where another one begins, too."""
    table = corpus.table
    if table.start is None or table.end is None:
        return ()
    starts, ends = table.start.values.tolist(), table.end.values.tolist()
    shared = _shared(starts)
    if not any(shared):
        return ()
    texts = ["" if ignored else text for text, ignored in zip(table.texts(), table.ignored, strict=True)]
    columns = table.sessions, table.speakers, table.channels, starts, ends, texts
    rows = compress(zip(*columns, strict=True), shared)
    return [row for row in rows if row[-1] and row[3] <= _LAST and row[4] <= _LAST]  # NaN is not


def _timed_words(corpus: Corpus) -> Iterator[_Row]:
    """The words that begin where another one of their channel begins, too; those of alternations may."""
    for session, channel, words, starts, ends in channels_of(corpus) or ():
        for start, end, word in compress(zip(starts, ends, words, strict=True), _shared(starts)):
            yield session, "", channel, start, end, word


def _shared(starts: Iterable[float | None]) -> list[bool]:
    """Whether each begin occurs more than once."""
    all_starts = [*starts]
    counts = Counter(all_starts)
    return [] if len(counts) == len(all_starts) else [counts[start] > 1 for start in all_starts]


PLACES = ("session", "speaker", "channel", "start")
"""What tells where a segment belongs in a meeting."""


def check_places(ref: Corpus, hyp: Corpus) -> None:
    """Rejects utterances with ids in both files where neither has a recording, a speaker or a time.

    All of them would be one text of one speaker, in file order.

    >>> from scorelite.formats.schema import Segment
    >>> check_places(*[Corpus((Segment(id="u1", session="talk", text="good day"),))] * 2)
    """
    if has_ids_alone(ref) and has_ids_alone(hyp):
        raise MismatchError(
            f"{ref.path} and {hyp.path} have utterances with ids, but no speakers, recordings or times, so a measure "
            "of meetings would join all texts in file order; `scorelite score REF HYP` pairs utterances by their ids"
        )


def has_ids_alone(corpus: Corpus) -> bool:
    """Whether utterances have ids, and neither a recording nor a speaker or a time.

    >>> from scorelite.formats.schema import Segment
    >>> has_ids_alone(Corpus((Segment(id="u1", text="good day"),)))
    True
    """
    return _has_ids(corpus) and not any(map(corpus.table.has, PLACES))


def file_order(ref: Corpus, hyp: Corpus) -> str:
    """A remark on utterances without times whose order nothing checks, because one file alone has ids.

    >>> from scorelite.formats.schema import Segment
    >>> sides = [Corpus((Segment(id=id, speaker="x", text="a"),), path=path) for id, path in (("u1", "r"), ("", "h"))]
    >>> file_order(*sides)
    'r has ids, h has none: without times, the words of a speaker are joined in file order, which nothing checks'
    """
    have_ids = [_has_ids(corpus) and [*corpus.ids()] != [*corpus.table.sessions] for corpus in (ref, hyp)]
    if have_ids[0] == have_ids[1] or any(corpus.table.has("start") for corpus in (ref, hyp)):
        return ""
    has, lacks = (ref, hyp) if have_ids[0] else (hyp, ref)
    joined = "without times, the words of a speaker are joined in file order, which nothing checks"
    return f"{has.path} has ids, {lacks.path} has none: {joined}"


def _has_ids(corpus: Corpus) -> bool:
    return corpus.format != "txt" and corpus.table.has("id")  # txt numbers its lines


# Session and id of an utterance.
_Key: TypeAlias = "tuple[str, str]"


def check_order(ref: Corpus, hyp: Corpus) -> None:
    """Rejects files in which one id stands before another here and after it there, both of one speaker.

    >>> from scorelite.formats.schema import Segment
    >>> sides = [Corpus(tuple(Segment(id=id) for id in ids), path="talk.trn") for ids in ("ab", "ba")]
    >>> check_order(sides[0], sides[0])
    """
    ids = [*ref.ids()], [*hyp.ids()]
    if ids[0] == ids[1] or not all(map(any, ids)):
        return  # without ids there is no order to compare, and no segment is made
    nameless = not all(corpus.table.has("session") for corpus in (ref, hyp))
    speakers, others = (_speakers_by_id(corpus, nameless) for corpus in (ref, hyp))
    places = {key: place for place, key in enumerate(others)}
    for keys in _by_speakers(speakers, others):
        for first, second in pairwise(keys):
            if places[first] > places[second]:
                raise MismatchError(
                    f"{hyp.path}: the utterance {second[1]} comes before {first[1]}, and in {ref.path} after it; "
                    "without times, the words of a speaker are joined in file order: sort both files in the same "
                    "order, or pair utterances by id (scorelite score)"
                )


def _speakers_by_id(corpus: Corpus, nameless: bool) -> dict[_Key, str]:
    """The speaker of each utterance that has an id of its own, and no time."""
    table = corpus.table
    columns = table.sessions, table.ids(), table.speakers, table.start or [None] * len(table), table.ignored
    rows = [
        (("" if nameless else session, key), speaker)
        for session, key, speaker, start, ignored in zip(*columns, strict=True)
        if key and start is None and not ignored
    ]
    counts = Counter(key for key, _ in rows)
    return {key: speaker for key, speaker in rows if counts[key] == 1}


def _by_speakers(ref: dict[_Key, str], hyp: dict[_Key, str]) -> Iterable[list[_Key]]:
    """The utterances of both sides, for each session and pair of speakers in the order of the reference."""
    by_speaker: dict[tuple[str, str, str], list[_Key]] = {}
    for key, speaker in ref.items():
        if key in hyp:
            by_speaker.setdefault((key[0], speaker, hyp[key]), []).append(key)
    return by_speaker.values()
