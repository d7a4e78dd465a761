"""Segments with times, made of words with times: they end at pauses and where the speaker changes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import accumulate, chain, compress, pairwise, repeat
from operator import add

from ..errors import UsageError, quantity
from ..record import Format
from ..schema import Comment, Corpus, Item, Label, LabelLists, Numbers, Segment, Table, written
from ..schema.words import INEXACT, Folded, Words
from ..values import replace
from .needed_names import DEFAULT_SPEAKER
from .word_times import span

PAUSE = 1.0
"""Seconds of silence that end a segment, for words without segments."""
CUT = "cut at pauses of"
"""Begin of the notes on segments that were cut."""
LONGEST_CUE = 6.0


def with_segment_times(
    corpus: Corpus, target: Format, limits: tuple[float, float], notes: list[str], *, keeps_words: bool
) -> Corpus:
    """The corpus with segments that end at pauses and before they get too long, both in `limits`; with `keeps_words`,
    rows become words with times, not texts."""
    table, rows = corpus.table, corpus.table.words
    pause, longest = limits
    if rows is not None:
        notes.append(f"{corpus.format} has no segments: {CUT} {pause:g} s")
        speaker = DEFAULT_SPEAKER if "speakers" in target.needs and not rows.rest else ""
        made = _segments_of_rows(rows, limits, speaker, with_labels=keeps_words)
        if made is None:
            segments, counts = _cut(table, pause, longest)
        else:
            segments, counts = made
            if speaker:
                notes.append(f"missing names are written as: speaker {speaker!r}")
        return replace(corpus, segments=segments, comments=moved_comments(corpus.comments, counts))
    if table.has_windows():
        return corpus
    segments, counts = _cut(table, pause, longest)
    bare = [place for place, count in enumerate(counts) if not count]
    _check_bare(table.picked(bare), corpus, target, notes, some=len(segments) > 0)
    if len(table) - len(bare) > sum(table.are_timed()):
        cuts = f"{CUT} {pause:g} s" + " and where the speaker changes" * (len({*table.speakers}) > 1)
        notes.append(f"{corpus.format} has no times of segments: {cuts}")
    return replace(corpus, segments=segments, comments=moved_comments(corpus.comments, counts))


def _check_bare(bare: Sequence[Segment], corpus: Corpus, target: Format, notes: list[str], *, some: bool) -> None:
    """Notes segments without times that have no words either, such as descriptions of speakers in rttm, which are left
    out where `some` other segments have times; an error for all others."""
    spoken = [segment for segment in bare if segment.items] if some else bare
    if spoken:
        verb = "has" if len(spoken) == 1 else "have"
        lack = f"{spoken[0].where or 'the first'} is one of them" if some else f"{corpus.format} has none"
        lack = "; ".join([lack, *corpus.notices()])
        raise UsageError(
            f"{corpus.path}: {quantity(len(spoken), 'segment')} {verb} no times, which {target.name} needs; {lack}; "
            "expected a target without times, such as trn, txt or kaldi"
        )
    if bare:
        notes.append(f"segments without words and times are left out: {len(bare)}")


def moved_comments(comments: Sequence[Comment], counts: Iterable[int]) -> tuple[Comment, ...]:
    """The comments before the pieces of the segments that they stood before; `counts` are the pieces of each."""
    if not comments:
        return ()
    first = [*accumulate(counts, initial=0)]
    return tuple([replace(comment, before=first[comment.before]) for comment in comments])


def _cut(table: Table, pause: float, longest: float) -> tuple[Table, Sequence[int]]:
    """Segments with times as they are, others as pieces of their words, and the number of pieces of each segment: none
    where no word has times. A word starts another piece after a pause, where the piece would get longer than `longest`,
    or before the start of the piece, because words need not be in order.

    >>> words = Label("a", 0.0, 0.5), Label("b", 0.5, 1.0), Label("c", 9.0, 9.5)
    >>> [(piece.start, piece.end) for piece in _cut(Table.of([Segment(labels=words)]), 1.0, 6.0)[0]]
    [(0.0, 1.0), (9.0, 9.5)]
    """
    lists = table.label_lists()
    is_timed = table.are_timed()
    if lists is None:
        return table.picked(list(compress(range(len(table)), is_timed))), list(map(int, is_timed))
    begins, ends, names = times_and_speakers(lists)
    # A sum of begin and duration is inexact: a pause of exactly the limit ends a segment in every case.
    pause, longest = pause - INEXACT, longest + INEXACT
    pieces: list[tuple[int, int, int, str, float | None, float | None]] = []
    nothing = [None] * len(table)
    columns = pairwise(lists.first), table.speakers, table.start or nothing, table.end or nothing, is_timed
    for place, ((first, last), speaker, start, end, is_whole) in enumerate(zip(*columns, strict=True)):
        number, rows = 0, zip(range(first, last), begins[first:last], ends[first:last], names[first:last], strict=True)
        if not is_whole:
            start = end = None
            for row, begin, stop, name in rows:
                if begin is None or stop is None:
                    continue
                name = speaker if name is None else name
                if start is None or end is None:
                    start, end = begin, stop
                elif name != speaker or begin - end > pause or stop - start > longest or begin < start:
                    number += 1
                    pieces += [(place, first, number, speaker, start, end)]
                    first, start, end = row, begin, stop
                elif stop > end:
                    end = stop
                speaker = name
        pieces += [(place, first, number and number + 1, speaker, start, end)]
    return _of_pieces(table, lists, pieces)


def _of_pieces(
    table: Table, lists: LabelLists, pieces: Sequence[tuple[int, int, int, str, float | None, float | None]]
) -> tuple[Table, list[int]]:
    """The segments of pieces: each the place of its segment, its first label, its number, speaker and times."""
    owners, first, numbers, speakers, starts, ends = zip(*pieces, strict=True)
    segments = table.changed(speaker=None, start=None, end=None, labels=None).picked(owners)
    ids = zip(segments.ids(), numbers, strict=True)
    segments = segments.changed(
        id=[f"{key}-{number}" if key and number else key for key, number in ids],
        speaker=speakers,
        start=Numbers.of(starts),
        end=Numbers.of(ends),
        labels=LabelLists(lists.labels, [*first, lists.first[-1]], lists.odd),
    )
    places = [place for place, start in enumerate(starts) if start is not None]
    counts = [0] * len(table)
    for place in places:
        counts[owners[place]] += 1
    return (segments if len(places) == len(owners) else segments.picked(places)), counts


def times_and_speakers(
    lists: LabelLists,
) -> tuple[list[float | None], list[float | None], list[str | None]]:
    """Begins, ends and speakers of words and alternations; None for those that have none."""
    size, labels = len(lists.labels), lists.labels
    columns = [[None] * size if column is None else column for column in labels.numbers[:2]]
    begins, ends = (list[float | None](written(column)) for column in columns)
    of_pairs = {pairs: name for pairs in {*(labels.attributes or ())} for key, name in pairs[::-1] if key == "speaker"}
    names = list(map(of_pairs.get, labels.attributes or repeat((), size)))
    for row, item in lists.odd.items():
        begins[row], ends[row] = span(item) or (None, None)
        names[row] = speaker_of(item, "") or None
    return begins, ends, names


def speaker_of(item: Item, default: str) -> str:
    """The speaker of a word, from its own attribute (as in some ctm files), else the default."""
    if isinstance(item, Label):
        return next((value for key, value in item.attributes if key == "speaker"), default)
    return next((speaker_of(inner, default) for branch in item.branches for inner in branch), default)


def _segments_of_rows(
    rows: Words, limits: tuple[float, float], speaker: str, *, with_labels: bool
) -> tuple[Table, Sequence[int]] | None:
    """Segments of rows as columns, with labels or texts, and the number of segments of each run; None where an
    alternation has no words. They are cut by these `limits`, pauses and lengths, and where the speaker changes;
    segments without a speaker get `speaker`."""
    folded = rows.folded()
    if not folded.is_timed:
        return None
    table, speakers, runs = folded.table.by_speaker()
    firsts, finals, _, parts = table.cut(*limits)
    bounds = [*firsts, len(table.words)]
    for place, final in enumerate(finals):
        if final < 0:
            finals[place] = _last_end(rows, folded, range(bounds[place], bounds[place + 1]))
    starts, _ = table.times(firsts)
    ends = rows.times(list(map(folded.closing.__getitem__, finals)))
    sums = map(add, *(map(Decimal, texts) for texts in ends))
    names = list(chain.from_iterable(map(repeat, zip(table.names, speakers, strict=True), parts)))
    pieces = rows.renamed(
        [name for name, _ in names], array("q", [*map(folded.rows.__getitem__, firsts), len(rows.words)])
    )
    texts = None if with_labels else _texts_of(pieces)
    lists = rows.label_lists() if texts is None else None
    labels = LabelLists(lists.labels, bounds, lists.odd) if lists is not None else None
    segments = Table(
        len(names),
        grammar=table.grammar,
        path=table.path,
        session=[session for (session, _), _ in names],
        channel=[channel for (_, channel), _ in names],
        speaker=[name or speaker for _, name in names],
        start=Numbers.read(starts, array("d", map(table.begin.__getitem__, firsts))),
        end=Numbers.read([format(end, "f") for end in sums]),
        text=texts,
        labels=labels,
        lines=array("q", map(table.lines.__getitem__, firsts)),
    )
    counts = [0] * len(rows)
    for run, count in zip(runs, parts, strict=True):
        counts[run] += count
    return segments, counts


def _texts_of(rows: Words) -> list[str] | None:
    """The texts of runs; None where a word has no place in one, which a target without the grammar does not need."""
    try:
        return rows.rendered() if rows.rest else rows.texts()
    except UsageError:
        return None


def _last_end(rows: Words, folded: Folded, places: range) -> int:
    """The first of these places that end last; inexact sums may differ where the ends are equal."""
    table = folded.table
    span = slice(places.start, places.stop)
    stops = [*map(add, table.begin[span], table.duration[span])]
    end = max(stops)
    near = [place for place, stop in zip(places, stops, strict=True) if stop >= end - INEXACT]
    times = rows.times(list(map(folded.closing.__getitem__, near)))
    sums = list(map(add, *(map(Decimal, texts) for texts in times)))
    return near[sums.index(max(sums))]
