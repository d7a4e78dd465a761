"""Supervisions of Lhotse: one line of JSON for each, with its recording.

Words with times come from the alignment `word`; without one, the words are those of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from . import vendors
from .engine.json import Json, Lines, outline, written_lines
from .engine.json_rows import NAMED, NULL, STRIPPED, TEXT, TIME, Shape
from .engine.spoken import Spoken
from .errors import UsageError
from .record import Format
from .schema import Corpus, Table
from .source import Source

NAME = "lhotse"
_WORDS = "word"
_EARLIEST = -1e11  # cuts may begin before their recording
_SHAPE = Shape(
    {
        "text": ("text", TEXT | STRIPPED),
        "id": ("id", TEXT),
        "session": ("recording_id", TEXT),
        "channel": ("channel", NAMED),
        "speaker": ("speaker", NAMED),
        "start": ("start", TIME),
        "duration": ("duration", TIME),
        "nothing": ("alignment", NULL),
    }
)
_KNOWN = ("id", "recording_id", "start", "duration", "channel", "text", "speaker", "alignment")


def read(source: Source) -> Corpus:
    """Reads supervisions.

    >>> text = b'{"id": "a-1", "recording_id": "a", "start": 0.5, "duration": 1.0, "channel": 0, "text": "hi"}\\n'
    >>> segment, = read(Source(text)).segments
    >>> segment.id, segment.session, segment.channel, segment.start, segment.end, segment.text
    ('a-1', 'a', '0', 0.5, 1.5, 'hi')
    """
    return Corpus(vendors.table_of_lines(source, NAME, _SHAPE, _table), format=NAME, path=source.name)


def _table(document: Lines) -> Table:
    """The table of lines."""
    rows = document.rows()
    starts = rows.numbers("start", required=True, expected="seconds")
    sizes = rows.times("duration", required=True)
    cells = rows.cells("channel")
    bare = [row for row, cell in enumerate(cells) if type(cell) is not list]
    channels = [""] * len(cells)
    for row, name in zip(bare, rows.picked(bare).names("channel"), strict=True):
        channels[row] = name
    alignments = rows.child("alignment")
    texts = rows.texts("text")
    read = [text if cell is not None else None for text, cell in zip(texts, rows.cells("text"), strict=True)]
    ids, sessions = rows.texts("id", required=True), rows.texts("recording_id", required=True)
    speakers = rows.names("speaker")
    items = alignments.arrays(_WORDS, [3, 4], "a word, its start, its duration and an optional score")
    begins, spans = items.numbers(1, expected="seconds"), items.times(2)
    items.refuse_nulls(1, "seconds")
    items.refuse_nulls(2, "seconds")
    symbols = items.words()
    scored = [row for row, cell in enumerate(items.cells(0)) if type(cell) is str]
    scores = items.picked(scored).numbers(3, expected="a score")
    document.check()
    words = vendors.heard(NAME, symbols, (begins, vendors.sums(begins, spans), scores))
    ends = list(accumulate(words.sizes, initial=0))
    first = [ends[row] for row in items.first]
    is_aligned = [cell is not None for cell in alignments.cells(_WORDS)]
    stripped = [None if aligned else text for aligned, text in zip(is_aligned, texts, strict=True)]
    values = words.labels.values
    of_words = list(map(" ".join, [values[begin:end] for begin, end in pairwise(first)]))
    derived = of_words if any(is_aligned) else texts
    attributes = vendors.joined(
        rows.rest(*_KNOWN),
        vendors.attribute(NAME, "/channels", [cell if type(cell) is list else None for cell in cells]),
        vendors.attribute(NAME, "/alignment", vendors.members_of(alignments, NAME, _WORDS)),
    )
    return vendors.utterances_of(
        document,
        stripped,
        words.labels,
        first,
        attributes=vendors.joined(
            attributes, vendors.remembered_column(NAME, "/text", read, _stripped(derived, texts, is_aligned))
        ),
        start=starts,
        end=vendors.sums(starts, sizes),
        id=ids,
        session=sessions,
        channel=channels,
        speaker=speakers,
    )


def _stripped(derived: Sequence[str], texts: Sequence[str], is_aligned: Sequence[bool]) -> list[str]:
    """The texts to write: of words where there are any, else those of the file without blanks around them."""
    rows = zip(derived, vendors.stripped_texts(texts), is_aligned, strict=True)
    return [text if aligned else other for text, other, aligned in rows]


def build(spoken: Spoken) -> list[Json]:
    """The lines of segments."""
    starts, ends = spoken.bounds()
    alignments = _alignments(spoken)
    texts: list[Json] = list(spoken.texts)
    for row in [row for row, more in spoken.details.items() if "/text" in more]:
        texts[row] = vendors.restored(spoken.details[row], "/text", texts[row])
    names: dict[str, Json] = {name: vendors.name_json(name or "0") for name in {*spoken.channels}}
    of_channels = zip(spoken.channels, spoken.remembered("/channels"), strict=True)
    columns: dict[str, Sequence[Json]] = {
        "id": spoken.table.ids(),
        "recording_id": spoken.sessions,
        "start": vendors.numerals(starts),
        "duration": vendors.lengths(starts, ends),
        "channel": [channels if channels and not name else names[name] for name, channels in of_channels],
        "text": texts,
        "speaker": vendors.texts_or_none(spoken.speakers),
        "alignment": alignments,
    }
    return list(vendors.objects(columns, spoken.details))


def _alignments(spoken: Spoken) -> list[Json]:
    """The alignments of segments: their words, if all have times, and those of the file."""
    sizes = vendors.lengths(spoken.starts, spoken.ends)
    rows: list[Json] = [
        list(row)
        for row in zip(
            spoken.words, vendors.numerals(spoken.starts), sizes, vendors.numerals(spoken.confidences), strict=True
        )
    ]
    rests = spoken.remembered("/alignment")
    alignments: list[Json] = []
    for is_labelled, rest, (first, last) in zip(spoken.is_labelled, rests, pairwise(spoken.first), strict=True):
        of_words: dict[str, Json] = {}
        if is_labelled and None not in sizes[first:last]:
            of_words = {_WORDS: rows[first:last]}
        alignments += [{**of_words, **rest} if type(rest) is dict else of_words or None]
    return [alignment or None for alignment in alignments]


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    spoken = Spoken(corpus, NAME, earliest=_EARLIEST)
    for name, start, end in zip(spoken.table.ids(), *spoken.bounds(), strict=True):
        if start is None or end is None:
            raise UsageError(f"{NAME} cannot hold the segment {name!r} without times")
    yield from written_lines(vendors.unsealed_lines(spoken, build))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are supervisions with a begin in a recording."""
    return {"/id", "/recording_id", "/start", "/duration"} <= outline(lines, "recording_id", "duration")


FORMAT = Format(
    name=NAME,
    suffixes=(".lhotse.jsonl",),
    summary="Lhotse supervisions, a line of JSON each",
    carries=frozenset({"ids", "sessions", "channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"ids", "sessions", "segment times"}),
    streams="lines",
)
