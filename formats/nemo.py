"""Manifests of NVIDIA NeMo: one line of JSON for each utterance, with the path of its audio.

The session is the name of the audio file without folder and suffix. `offset` is the start of the utterance in it (0
without `offset`); with `duration` it gives the times. `text="pred_text"` reads the output of a recogniser, and so does
a file without `text`, and null is an answer without words; words have times where NeMo wrote `timestamp_word`, or
`timestamp` with lists by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..core.file_names import file_stems
from . import vendors
from .engine.json import Json, Lines
from .engine.json_objects import JsonObject, lines_in
from .engine.json_places import outline
from .engine.json_rows import NAMED, NULL, NUMBER, PATH, STRIPPED, TEXT, TIME, Shape
from .engine.json_text import written_lines
from .engine.spoken import Spoken
from .engine.word_lists import WordLists
from .record import Format
from .schema import Attributes, Corpus, Table
from .schema.markup import words
from .source import Source

NAME = "nemo"
_TEXT, _NO_OFFSET = "/text", "/no offset"
_RECOGNISED = "pred_text"
_WORDS = ("timestamp_word", "timestamps_word")
"""The keys of the words that were recognised: that of today, and an older one."""
_TIMESTAMP = "timestamp"
"""The key of a hypothesis's own lists, of which `word` is one."""

TURNS = "rttm_filepath"
"""The key of the file with the turns of a recording, in the manifest of a diarisation."""


def read(source: Source, *, text: str = "", id: str = "") -> Corpus:
    """Reads a manifest; `text` names the key of the words, `id` that of ids, which a manifest need not have.

    >>> corpus = read(Source(b'{"audio_filepath": "a/talk.wav", "offset": 0.5, "duration": 1.0, "text": "hi"}\\n'))
    >>> segment, = corpus.segments
    >>> segment.session, segment.start, segment.end, segment.text
    ('talk', 0.5, 1.5, 'hi')
    """
    if not text:
        shape = outline(source.head())
        text = _RECOGNISED if f"/{_RECOGNISED}" in shape and "/text" not in shape else "text"
    members = {
        "text": (text, TEXT | STRIPPED | (NULL if text == "text" else 0)),
        "session": ("audio_filepath", TEXT | PATH),
        "speaker": ("speaker", NAMED),
        "start": ("offset", TIME | NULL),
        "duration": ("duration", TIME | NULL),
    }
    if id:
        members["id"] = id, TEXT | NUMBER
    if text == _RECOGNISED:
        members |= {key: (key, NULL) for key in (*_WORDS, _TIMESTAMP)}
    table = vendors.table_of_lines(
        source,
        NAME,
        Shape(members, counts_nulls=text != "text", keeps_paths=True, from_zero=True),
        partial(_table, text=text, id=id),
    )
    return Corpus(table, format=NAME, path=source.name)


def files_of_turns(source: Source) -> list[str]:
    """The RTTM files that the manifest of a diarisation names.

    >>> files_of_turns(Source(b'{"audio_filepath": "talk.wav", "rttm_filepath": "ref/talk.rttm"}'))
    ['ref/talk.rttm']
    """
    document = Lines.of_file(source, NAME)
    files = [row.name(TURNS) for row in lines_in(document)]
    document.check()
    return [file for file in files if file]


def _table(document: Lines, *, text: str, id: str) -> Table:
    """The table of lines."""
    rows = lines_in(document)
    spoken = WordLists(NAME)
    texts, starts, ends, speakers = list[str | None](), list[str | None](), list[str | None](), list[str]()
    attributes = list[Attributes]()
    known = frozenset({"offset", "duration", "speaker", text})
    for row in rows:
        start, size = row.time("offset"), row.time("duration")
        lacks_offset = start is None and size is not None
        starts.append("0" if lacks_offset else start)
        # A start of 0 has one digit after its point, however many are written.
        ends.append(vendors.end_of("0.0" if start is None or not float(start) else start, size))
        # A manifest of audio to recognise has no words.
        read = row.text(text, required=text not in row.members and text != "text")
        spoken.begin()
        is_timed = text == _RECOGNISED and _add_words(row, words(read), start or "0", spoken)
        texts.append(None if is_timed else read)
        speakers.append(row.name("speaker"))
        attributes.append(
            row.rest(known.union(_WORDS, {_TIMESTAMP}) if is_timed else known)
            + vendors.kept(NAME, _TEXT, text if text != "text" else None)
            + vendors.kept(NAME, _NO_OFFSET, lacks_offset or None)
        )
    paths = [row.text("audio_filepath", required=True) for row in rows]
    ids = [row.name(id) or row.text(id, required=True) for row in rows] if id else None
    document.check()
    table = vendors.utterances_of(
        document,
        texts,
        spoken.labels(),
        spoken.first,
        attributes=attributes,
        start=starts,
        end=ends,
        session=file_stems(paths),
        speaker=speakers,
        id=ids or [""] * len(rows),
    )
    table.nulls = 0 if text == "text" else sum(not row.has(text) for row in rows)
    return table


def _add_words(row: JsonObject, texts: Sequence[str], offset: str, spoken: WordLists) -> bool:
    """Adds the words of a row with their times; whether the row has times for all words of its text.

    Times count from the start of the utterance.
    """
    own = row.child(_TIMESTAMP).children("word") if type(row.members.get(_TIMESTAMP)) is dict else []
    listed = next((items for key in _WORDS if (items := row.children(key))), own)
    timed = [(word, word.text("word", required=True), word.span("start", "end")) for word in listed]
    if [text for _, whole, _ in timed for text in words(whole)] != texts or any(None in span for _, _, span in timed):
        return False
    for word, text, (start, end) in timed:
        spoken.add(word.members, text, (vendors.end_of(offset, start), vendors.end_of(offset, end)))
    return bool(timed)


def build(spoken: Spoken) -> list[Json]:
    """The lines of segments."""
    paths, keys = spoken.remembered("audio_filepath"), spoken.remembered(_TEXT)
    different = list({path for path in paths if type(path) is str})
    stems = dict(zip(different, file_stems(different), strict=True))
    names = zip(paths, spoken.sessions, strict=True)
    starts, ends = spoken.bounds()
    of_times = zip(starts, spoken.remembered(_NO_OFFSET), strict=True)
    offsets = [None if lacks and start is not None and float(start) == 0 else start for start, lacks in of_times]
    keys = [key if type(key) is str else "text" for key in keys]
    columns: dict[str, Sequence[Json]] = {
        "audio_filepath": [path if type(path) is str and stems[path] == name else name for path, name in names],
        "offset": vendors.numerals(offsets),
        "duration": vendors.lengths(starts, ends),
    }
    for key in dict.fromkeys(keys):
        columns[key] = [text if key == pairs else None for pairs, text in zip(keys, spoken.texts, strict=True)]  # type: ignore[index]
    columns["speaker"] = vendors.texts_or_none(spoken.speakers)
    return list(vendors.objects(columns, spoken.details))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    yield from written_lines(vendors.unsealed_lines(Spoken(corpus, NAME), build))


def sniff(lines: Sequence[str]) -> bool:
    """Whether there are paths of audio with durations or texts."""
    shape = outline(lines)
    return "/audio_filepath" in shape and bool({"/duration", "/text", "/pred_text"} & shape)


FORMAT = Format(
    name=NAME,
    suffixes=(".nemo.jsonl", ".nemo.json"),
    summary="NVIDIA NeMo manifest, one JSON line per utterance",
    carries=frozenset({"sessions", "speakers", "segment times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="toolkits",
    needs=frozenset({"sessions"}),
    audio_files=True,
    streams="lines",
)
