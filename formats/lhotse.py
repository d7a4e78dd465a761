"""Supervisions of Lhotse: one line of JSON for each, with its recording.

Words with times come from the alignment `word`; without one, the words are those of the text. Cuts are read as the
supervisions in them, with times in the recording; those of a cut of several tracks have the times of the cut, which is
then the recording.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from . import vendors
from .engine.json import Json, Lines
from .engine.json_objects import JsonObject, Span, lines_in
from .engine.json_places import outline
from .engine.json_rows import NAMED, NULL, STRIPPED, TEXT, TIME, Shape
from .engine.json_text import written_lines
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .errors import UsageError
from .record import Format
from .schema import Attributes, Corpus, Table
from .schema.markup import BLANKS
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
# A supervision, the begin of its cut, and the recording where that is the cut.
_Placed = tuple[JsonObject, str, str]
_OF_CUTS = frozenset({"/supervisions", "/tracks/*/cut"})
_KNOWN = frozenset({"id", "recording_id", "start", "duration", "channel", "text", "speaker", "alignment"})


def read(source: Source) -> Corpus:
    """Reads supervisions.

    >>> text = b'{"id": "a-1", "recording_id": "a", "start": 0.5, "duration": 1.0, "channel": 0, "text": "hi"}\\n'
    >>> segment, = read(Source(text)).segments
    >>> segment.id, segment.session, segment.channel, segment.start, segment.end, segment.text
    ('a-1', 'a', '0', 0.5, 1.5, 'hi')
    """
    if outline(source.head()) & _OF_CUTS:
        return Corpus(_table_of_cuts(Lines.of_file(source, NAME)), format=NAME, path=source.name)
    return Corpus(vendors.table_of_lines(source, NAME, _SHAPE, _table), format=NAME, path=source.name)


def _table(document: Lines) -> Table:
    """The table of lines."""
    return _table_of(document, [(row, "0", "") for row in lines_in(document)], document.numbers)


def _table_of_cuts(document: Lines) -> Table:
    """The table of the supervisions in cuts."""
    rows: list[_Placed] = []
    numbers: list[int] = []
    for cut, number in zip(lines_in(document), document.numbers, strict=True):
        if cut.has("tracks"):
            name = cut.text("id", required=True)
            tracks = [
                (track.child("cut", required=True), track.number("offset") or "0") for track in cut.children("tracks")
            ]
        else:
            name, tracks = "", [(cut, cut.number("start", "seconds", required=True) or "0")]
        within = [(row, start, name) for inner, start in tracks for row in inner.children("supervisions")]
        rows += within
        numbers += [number] * len(within)
    return _table_of(document, rows, numbers)


def _table_of(document: Lines, rows: Sequence[_Placed], numbers: Sequence[int]) -> Table:
    """The table of supervisions, which stand in these lines."""
    words = WordLists(NAME)
    texts = list[str | None]()
    attributes = list[Attributes]()
    spans = list[Span]()
    ids, sessions, channels, speakers = list[str](), list[str](), list[str](), list[str]()
    for row, begin, recording in rows:
        start, size = row.number("start", "seconds", required=True), row.time("duration", required=True)
        start = _moved(start, begin)
        spans.append((start, vendors.end_of(start, size)))
        ids.append(row.text("id", required=True))
        sessions.append(recording or row.text("recording_id", required=True))
        listed = row.members.get("channel")
        channels.append("" if isinstance(listed, list) else row.name("channel"))
        speakers.append(row.name("speaker"))
        alignment = row.child("alignment")
        words.begin()
        for item in alignment.arrays(_WORDS, [3, 4], "a word, its start, its duration and an optional score"):
            _add(item, words, begin)
        read = row.text("text") if row.has("text") else None
        text = None if vendors.lists_words(alignment, _WORDS, read or "") else (read or "").strip(BLANKS)
        texts.append(text)
        attributes.append(
            row.rest(_KNOWN)
            + vendors.kept(NAME, "/channels", listed if isinstance(listed, list) else None)
            + vendors.kept(NAME, "/alignment", alignment.others(_WORDS) or None)
            + vendors.remembered(NAME, "/text", read, words.text() if text is None else text)
        )
    document.check()
    return vendors.table_of(
        document.name,
        words.labels(),
        words.first,
        texts=[None if text is None else text.strip(BLANKS) for text in texts],
        attributes=attributes,
        lines=numbers,
        start=[start for start, _ in spans],
        end=[end for _, end in spans],
        id=ids,
        session=sessions,
        channel=channels,
        speaker=speakers,
    )


def _moved(time: str | None, begin: str) -> str | None:
    """A time in a recording, from one after the begin of a cut."""
    return time if begin in ("0", "0.0") else vendors.end_of(begin, time)


def _add(item: JsonObject, words: WordLists, begin: str) -> None:
    start, size = _moved(item.number(1, "seconds"), begin), item.time(2)
    item.refuse_null(1, "seconds")
    item.refuse_null(2, "seconds")
    text = item.word()
    score = item.number(3, "a score") if text else None
    if text.strip():
        words.add(text, text, (start, vendors.end_of(start, size)), score)


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
    """Whether there are supervisions with a begin in a recording, or cuts."""
    shape = outline(lines)
    return {"/id", "/recording_id", "/start", "/duration"} <= shape or ("/id" in shape and bool(_OF_CUTS & shape))


FORMAT = Format(
    name=NAME,
    suffixes=(".lhotse.jsonl",),
    summary="Lhotse supervisions or cuts, one JSON line each",
    carries=frozenset({"ids", "sessions", "channels", "speakers", "segment times", "times", "confidence"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"ids", "sessions", "segment times"}),
    streams="lines",
)
