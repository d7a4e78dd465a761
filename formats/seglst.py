"""SegLST, the segments of MeetEval and of the CHiME challenges: objects with session, speaker, words and times.

Some tools write numbers as texts; these are read as numbers. CHiME-5, CHiME-6 and DiPCo write clock times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from . import vendors
from .engine.fields import wrong_time
from .engine.json import Document, Json
from .engine.json_objects import JsonObject, Span, listed_in
from .engine.json_places import outline
from .engine.json_rows import NAMED, NULL, STRIPPED, TEXT, TIME, Shape, plain_rows
from .engine.spoken import Spoken
from .record import Format
from .schema import Corpus, Table
from .source import Source

NAME = "seglst"
_NAMES = "session_id", "channel", "speaker"
_TIMES = "start_time", "end_time"
_BY_DEVICE = "original", "close-talk"
"""What CHiME-5 and DiPCo call the times in the recording that was transcribed."""
_SHAPE = Shape(
    {
        "text": ("words", TEXT | STRIPPED),
        "session": ("session_id", NAMED),
        "channel": ("channel", NAMED),
        "speaker": ("speaker", NAMED),
        "start": ("start_time", TIME | NULL),
        "end": ("end_time", TIME | NULL),
    },
    listed=True,
)
_KNOWN = frozenset({*_NAMES, *_TIMES, "words"})
_USUAL = (_KNOWN, _KNOWN - {"channel"})


def read(source: Source) -> Corpus:
    """Reads segments.

    >>> text = b'[{"session_id": "a", "speaker": "anna", "words": "hi", "start_time": 0.5, "end_time": 1.5}]'
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, segment.start, segment.end, segment.text
    ('a', 'anna', 0.5, 1.5, 'hi')
    """
    whole = partial(_table, source)
    rows = plain_rows(source, _SHAPE, lambda: whole()[0])
    table, is_whole = whole() if rows is None else (rows.table, rows.is_whole and _are_named(rows.table))
    corpus = Corpus(table, format=NAME, path=source.name)
    return corpus if is_whole else vendors.sealed(corpus, source)


def _are_named(table: Table) -> bool:
    """Whether all segments have what is usual: recordings, speakers, begins and ends."""
    return table.has("session") and table.has("speaker") and table.has_windows()


def _table(source: Source) -> tuple[Table, bool]:
    """The table of objects, and whether it holds all that the file has."""
    document = Document.of(source, NAME)
    rows = listed_in(document)
    spans = [_span(row) for row in rows]
    sessions, channels = ([row.name(key) for row in rows] for key in _NAMES[:2])
    speaker_keys = [_key_of_speaker(row) for row in rows]
    speakers = [row.name(key) for row, key in zip(rows, speaker_keys, strict=True)]
    words = [row.text("words", required=True) for row in rows]
    document.check()
    texts = vendors.stripped_texts(words)
    segments = vendors.table_of(
        source.name,
        texts=texts,
        attributes=[row.rest(_KNOWN | {key}) for row, key in zip(rows, speaker_keys, strict=True)],
        start=[start for start, _ in spans],
        end=[end for _, end in spans],
        session=sessions,
        channel=channels,
        speaker=speakers,
    )
    return segments, texts == words and len({tuple(row.members) for row in rows}) == 1 and all(map(_is_usual, rows))


def _key_of_speaker(row: JsonObject) -> str:
    """The member that names the speaker, which DiPCo calls `speaker_id`."""
    return "speaker_id" if "speaker" not in row.members and "speaker_id" in row.members else "speaker"


def _span(row: JsonObject) -> Span:
    """Begin and end, which may be clock times by device."""
    times = [time for key in _TIMES if isinstance(time := row.members.get(key), dict)]
    if len(times) == len(_TIMES):
        device = next((name for name in _BY_DEVICE if all(name in time for time in times)), _BY_DEVICE[0])
        start, end = (row.child(key).time(device, quoted=True, required=True) for key in _TIMES)
        row.check_order(start, end)
        return start, end
    return row.span(*_TIMES, quoted=True)


def _is_usual(row: JsonObject) -> bool:
    """Whether an object has the usual members and values alone, so that nothing of the file is lost."""
    if {*row.members} not in _USUAL:
        return False
    names = [row.members[key] for key in _NAMES if key in row.members]
    times = [value for key in _TIMES if isinstance(value := row.members[key], bytes)]
    is_plain = len(times) == len(_TIMES) and not b"".join(times).translate(None, b"0123456789.")
    return is_plain and all(isinstance(name, str) and name for name in names)


def build(corpus: Corpus) -> Json:
    """The value of a corpus."""
    table = corpus.table
    is_bare = table.written is not None and table.has_windows() and not table.has("attributes")
    is_bare = is_bare and wrong_time(table) is None
    # Late times of bare texts are written: numbers are their only details.
    spoken = Spoken(corpus, NAME, earliest=None if is_bare and len(table) > 1 else 0.0)
    starts, ends = spoken.bounds()
    columns: dict[str, Sequence[Json]] = {
        "session_id": vendors.texts_or_none(spoken.sessions),
        "speaker": vendors.texts_or_none(spoken.speakers),
        "start_time": vendors.numerals(starts),
        "end_time": vendors.numerals(ends),
        "words": spoken.texts,
        "channel": vendors.texts_or_none(spoken.channels),
    }
    return list(vendors.objects(columns, spoken.details))


write = vendors.writer(NAME, build)


def sniff(lines: Sequence[str]) -> bool:
    """Whether there is a list of objects with sessions and words."""
    return {"/*/session_id", "/*/words"} <= outline(lines)


FORMAT = Format(
    name=NAME,
    suffixes=(".seglst.json", ".seglst"),
    summary="MeetEval SegLST: a list of segments",
    carries=frozenset({"sessions", "channels", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"sessions"}),
)
