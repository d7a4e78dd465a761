"""JSON of no tool, read as lines of JSON. Its records are those of the first of these forms that it has:

- an array of records: `[{"text": "a b"}, ...]`
- turns of pyannoteAI: `{"diarization": [{"speaker": "A", "start": 0, "end": 1}, ...]}`
- a wrapper, whose only member is the text or the record: `{"result": "a b"}`
- an answer of a language model: `{"choices": [{"message": {"content": "a b"}}]}`
- columns of records: `{"ref": ["a b", "c"], "hyp": ["a", "c"]}`
- records by id: `{"u1": {"text": "a b"}, ...}`
- texts by id: `{"u1": "a b", "u2": ""}`
- the only list of records in an object, up to three objects deep: `{"data": {"turns": [{"text": "a b"}, ...]}}`
- a record alone: `{"text": "a b", "seconds": 2.5}`

A text alone, which neither an id nor a time goes with, is read as plain text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

from .detection import detect, detect_alone
from .engine.json_shapes import error_in
from .engine.recordings import DEEPEST, Found, lists_in, lists_inside, names_of, recording_in, to_seconds, usual_names
from .engine.whole_words import join_words
from .errors import NoTranscriptError, UsageError
from .record import Format
from .roles import HYPOTHESES, REFERENCES, ROLES, first_usual, plain, time_column
from .source import Source

Record: TypeAlias = "dict[str, object]"

# An object of one text is an answer, whose key may be an id or not. Names of members are words; ids have digits, or
# signs as names of files have.
_FEWEST = 2
_ID = re.compile(r"[0-9./-]")
_TEXTS = frozenset({*REFERENCES, *HYPOTHESES})
# What an answer is called whose only member it is.
_WRAPPERS = frozenset({"data", "result", "results", "output", "response", "transcript", "transcription"})
_ANSWERS = (
    "choices [] message content",
    "choices [] text",
    "output [] content [] text",
    "candidates [] content parts [] text",
)
"""Where answers of language models have their text; [] is the only member of a list."""
# Other usual names mean a text only in a table.
_TRANSCRIPTS = frozenset({*HYPOTHESES, "text", "transcript", "transcription"})
# Bytes behind the first line, of which one shows that there is another line.
_LOOKED_AT = 4096
# The ids of segments in GigaSpeech and WenetSpeech; in a table, it may be that of a speaker.
_SEGMENT = "sid"
_NAMES = _TEXTS.union(*ROLES.values())
_DIARISED = re.compile(rb'"diarization"\s*:\s*\[')
_OF_TURN = ("speaker", "start", "end")
_OF_WORDS = (b'"word', b'"Word', b'"w"', b'"punctuated_word"', b'"align')


def as_lines(source: Source) -> Source:
    """The file itself, or its records as lines of JSON where it has them in another form.

    >>> as_lines(Source(b'[{"ref": "a b", "hyp": "a c"}]')).data
    b'{"ref": "a b", "hyp": "a c"}\\n'
    >>> as_lines(Source(b'{"u1": "a b", "u2": ""}', name="hyp.json")).data
    b'{"id": "u1", "text": "a b"}\\n{"id": "u2", "text": ""}\\n'
    >>> as_lines(Source(b'{"u1": {"wav": "1.wav", "text": "a b"}}', name="test.json")).data
    b'{"id": "u1", "wav": "1.wav", "text": "a b"}\\n'
    >>> as_lines(Source(b'{"diarization": [{"speaker": "A", "start": 0.0, "end": 1.5}]}', name="a.json")).data
    b'{"speaker": "A", "start": 0.0, "end": 1.5}\\n'
    >>> as_lines(Source(b'{"seconds": 2.5, "transcription": "a b", "usage": {"tokens": 5}}', name="a.json")).data
    b'a b'
    >>> as_lines(Source(b'{"file": "a.wav", "turns": [{"start": 0, "end": 1, "said": "", "text": "a"}]}')).data
    b'{"file": "a.wav", "said": "", "text": "a", "start": 0, "end": 1}\\n'
    """
    start = source.start()[:1] if source.folder is None else b""
    known = _format_of(source) if start in (b"{", b"[") else "text"
    if known not in ("", "jsonl", "txt") or (known == "jsonl" and start == b"{" and _has_lines(source)):
        return source
    value = _loaded(source)
    if (recording := _recording(source, value)) is not None:
        return recording
    rows: list[Record] | None = None
    if isinstance(value, list):
        rows = _array(value)
    elif isinstance(value, dict) and known != "jsonl":
        rows = _turns(value) if _DIARISED.search(source.data) else _object(source, value)
    elif isinstance(value, dict):
        rows = _of_columns(value)
    if rows is None:
        return source
    if not rows:  # nothing was heard
        return Source(b"", errors=source.errors, name=source.name, format="txt")
    if len(rows) == 1 and (text := _text_alone(rows[0])) is not None:
        return Source(text.encode("utf-8", "surrogatepass"), errors=source.errors, name=source.name, format="txt")
    return Source(b"".join(map(_line, rows)), errors=source.errors, name=source.name, format="jsonl")


def _recording(source: Source, value: object) -> Source | None:
    """A recording whose words have times, as JSON of WhisperX; None for anything else."""
    recording = recording_in(value) if any(map(source.data.__contains__, _OF_WORDS)) else None
    if recording is None:
        return None
    join_words(recording)
    text = json.dumps(recording, ensure_ascii=False)
    return Source(text.encode("utf-8", "surrogatepass"), errors=source.errors, name=source.name, format="whisperx")


def _has_lines(source: Source) -> bool:
    """Whether the first line is a whole object and not the last line."""
    end = source.data.find(b"\n")
    return end > 0 and source.data[:end].rstrip()[-1:] == b"}" and bool(source.data[end : end + _LOOKED_AT].strip())


def _line(row: Record) -> bytes:
    try:
        return f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a character, which has to stay an escape
        return f"{json.dumps(row)}\n".encode()


def detected(source: Source) -> tuple[Source, Format]:
    """The file, or its records as lines of JSON, and the format to read it in.

    >>> detected(Source(b'[{"id": "u1", "text": "a b"}]'))[1].name
    'jsonl'
    """
    try:
        record = detect_alone(source)
    except UsageError:
        lines = as_lines(source)
        if lines is source:
            raise
        return lines, detect(lines)
    if record.name not in ("jsonl", "txt"):
        return source, record
    lines = as_lines(source)
    return lines, record if lines is source else detect(lines)


def _format_of(source: Source) -> str:
    """The name of the format that the file shows, such as faster-whisper; empty for none."""
    try:
        return detect(source).name
    except UsageError:
        return ""


def _turns(answer: Record) -> list[Record] | None:
    """The turns of an answer of pyannoteAI, without confidences; None for anything else."""
    turns = _at(answer.get("output", answer), "diarization")
    if not isinstance(turns, list) or not all(isinstance(turn, dict) and turn.keys() >= {*_OF_TURN} for turn in turns):
        return None
    return [{key: turn[key] for key in _OF_TURN} for turn in turns]


def _object(source: Source, record: Record) -> list[Record] | None:
    """The records of a JSON object; None where it has none of the forms."""
    pairs = _loaded(source, tuple)  # an id that occurs twice is a key that occurs twice, which a dictionary forgets
    if not isinstance(pairs, tuple):
        return None
    _check(record, source.name)
    if len(record) == 1 and not _WRAPPERS.isdisjoint(record):
        (inside,) = record.values()
        if isinstance(inside, str):
            return [{"text": inside}]
        if isinstance(inside, dict):
            return _listed(inside) or _alone(inside)
    for path in _ANSWERS:
        if isinstance(text := _at(record, path), str):
            return [{"text": text}]
    kinds = {type(value) for _, value in pairs}
    if kinds == {tuple} and all(map(_ID.search, record)) and (rows := _by_id(pairs)):
        return rows
    if rows := _of_columns(record):
        return rows
    if not _NAMES.isdisjoint(record):
        return _listed(record) or _alone(record) or _inside(record)
    answers = [value for name, value in record.items() if plain(name) in _WRAPPERS and isinstance(value, str)]
    if len(answers) == 1:
        return [{"text": answers[0]}]
    if kinds == {str} and len(pairs) >= _FEWEST and all(map(_ID.search, record)):
        return [{"id": key, "text": text} for key, text in pairs]
    return _listed(record) or _inside(record)


def _check(record: Record, path: str) -> None:
    """Rejects an empty text next to what went wrong."""
    texts = [value for name, value in record.items() if plain(name) in _TEXTS and isinstance(value, str)]
    failed = next((value for name, value in record.items() if plain(name).startswith("err") and value), None)
    if failed and texts and not any(texts):
        raise NoTranscriptError(path, failed if isinstance(failed, str) else error_in(failed) or "no text")


def _loaded(source: Source, hook: Callable[[list[tuple[str, object]]], object] | None = None) -> object:
    """The value of a file, with what a hook makes of objects; None where it is no JSON."""
    try:
        return json.loads(source.text, object_pairs_hook=hook)
    except (ValueError, RecursionError):
        return None


def _at(value: object, path: str) -> object:
    """The value at a path of names, in which [] is the only member of a list; None where there is none.

    >>> _at({"choices": [{"message": {"role": "assistant", "content": "good day"}}]}, "choices [] message content")
    'good day'
    """
    for step in path.split():
        if step == "[]":
            value = value[0] if isinstance(value, list) and len(value) == 1 else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _alone(record: Record) -> list[Record] | None:
    """A record that is a file of its own, if it has a text; without lists and objects, such as what it cost."""
    return [_plain(record)] if _has_text(record) else None


def _text_alone(row: Record) -> str | None:
    """The text of the only record, if neither an id nor a time goes with it."""
    texts = [value for name, value in row.items() if name in _TEXTS]
    named = time_column(ROLES["start"], row) or any(name in row for role in ("id", "session") for name in ROLES[role])
    return texts[0] if len(texts) == 1 and not named and isinstance(texts[0], str) else None


def _inside(record: Record) -> list[Record] | None:
    """The only text in objects of an object, such as that of an answer next to its question."""
    if any(map(_ID.search, record)) or any(plain(name).startswith("err") and value for name, value in record.items()):
        return None  # records by id, of which some lack a text; or what went wrong
    texts = [*_texts_in(record, DEEPEST)]
    return [{"text": texts[0]}] if len(texts) == 1 else None


def _texts_in(record: Record, depth: int) -> Iterator[str]:
    """The transcripts in an object, and in the objects that it has."""
    for name, value in record.items():
        if isinstance(value, dict) and depth:
            yield from _texts_in(value, depth - 1)
        elif isinstance(value, str) and plain(name) in _TRANSCRIPTS:
            yield value


def _listed(record: Record) -> list[Record] | None:
    """The records of the only list of an object whose members all have a text, with the recording that it names; of
    two such lists one in the other, those that have times."""
    found = [*lists_in(record)]
    lists = _with_texts(found)
    for _ in range(DEEPEST):
        if any("start" in rows[0] for rows in lists):
            break
        found = [*chain.from_iterable(map(lists_inside, found))]
        inside = _with_texts(found)
        lists = [rows for rows in inside if "start" in rows[0]] or lists or inside
    if len(lists) != 1:
        return None
    rows = [_plain(row) for row in lists[0]]
    to_seconds(rows, rows)
    ids = {sid for row in rows if isinstance(sid := row.get(_SEGMENT), str)}
    if len(ids) == len(rows) > 1:
        rows = [{"id": row.pop(_SEGMENT)} | row for row in rows]
    if _has_text(record) and not any(first_usual(ROLES[role], rows[0]) for role in ("start", "speaker")):
        return None  # parts of its own text
    return [names_of(record) | row for row in rows]


def _with_texts(lists: Iterable[Found]) -> list[list[Record]]:
    """The lists whose members all have a text, under the usual names."""
    named = [[usual_names(row) for row in one.rows] for one in lists]
    return [rows for rows in named if all(map(_has_text, rows))]


def _of_columns(record: Record) -> list[Record] | None:
    """The records of an object whose members are columns of equal length, of which one has texts: lists, or objects
    with a member for each row, as pandas writes them.

    >>> _of_columns({"references": ["a b", "c"], "predictions": ["a", "c"]})
    [{'references': 'a b', 'predictions': 'a'}, {'references': 'c', 'predictions': 'c'}]
    >>> _of_columns({"ref": {"0": "a b", "1": "c"}, "hyp": {"0": "a", "1": None}})
    [{'ref': 'a b', 'hyp': 'a'}, {'ref': 'c', 'hyp': None}]
    """
    keys = {_keys(value) for value in record.values() if _is_column(value)}
    columns = {name: _cells(value) for name, value in record.items() if _is_column(value)}
    texts = [column for name, column in columns.items() if plain(name) in _TEXTS and _has_cells_of_text(column)]
    if not texts or len(keys) != 1 or len(columns) == len(texts[0]) == 1 or _has_text(record):
        return None
    if any(isinstance(cell, (list, dict)) for column in columns.values() for cell in column):
        return None
    rows: list[Record] = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    (ids,) = keys
    if ids == _keys(texts[0]) or first_usual(ROLES["id"], columns):
        return rows
    return [{"id": key} | row for key, row in zip(ids, rows, strict=True)]


def _keys(column: object) -> tuple[str, ...]:
    """The names of rows: in a list, and usually in an object, numbers from 0."""
    return tuple(column) if isinstance(column, dict) else tuple(map(str, range(len(_cells(column)))))


def _is_column(value: object) -> bool:
    return isinstance(value, (list, dict))


def _cells(column: object) -> list[object]:
    return [*column.values()] if isinstance(column, dict) else column  # type: ignore[return-value]


def _has_cells_of_text(column: list[object]) -> bool:
    """Whether the cells are texts, some of which may be missing."""
    return str in {*map(type, column)} <= {str, type(None)}


def _has_text(row: object) -> bool:
    return isinstance(row, dict) and any(plain(name) in _TEXTS and isinstance(cell, str) for name, cell in row.items())


def _plain(row: Record) -> Record:
    return {name: value for name, value in row.items() if not isinstance(value, (list, dict))}


def _by_id(pairs: Iterable[tuple[str, Iterable[tuple[str, object]]]]) -> list[Record] | None:
    """The records of an object, such as a manifest of SpeechBrain, if each has a text; without lists and objects."""
    rows = [
        {"id": key} | {name: value for name, value in record if not isinstance(value, (list, tuple))}
        for key, record in pairs
    ]
    return None if any(_TEXTS.isdisjoint(row) for row in rows) else rows


def _array(rows: list[Any]) -> list[Record] | None:
    """The records of a JSON array, of which there may be none; None for anything else."""
    if not rows:
        return []
    if {*map(type, rows)} != {dict}:
        return None
    kinds = {*map(type, chain.from_iterable(map(dict.values, rows)))}
    # A whole answer of a recogniser has its text next to its segments.
    return rows if kinds.isdisjoint((list, dict)) or all(map(_has_text, rows)) else None
