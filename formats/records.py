"""Records in JSON that is of no tool as lines of JSON: arrays of them, lists in an object, one record alone, objects of
texts or records by id, and turns of a diarisation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from .detection import detect, detect_alone
from .engine.recordings import in_seconds, recording_in
from .engine.whole_words import join_words
from .errors import UsageError
from .record import Format
from .roles import HYPOTHESES, REFERENCES, ROLES, first_usual, plain
from .source import Source

# An object of one text is an answer, whose key may be an id or not. Names of members are words; ids have digits, or
# signs as names of files have.
_FEWEST = 2
_ID = re.compile(r"[0-9./-]")
_TEXTS = frozenset({*REFERENCES, *HYPOTHESES})
_SEVERAL = frozenset({"alternatives", "candidates", "choices", "hypotheses", "nbest", "n_best", "tokens"})
# Objects in objects in which a list may be.
_DEEPEST = 3
# What an answer is called whose only member it is.
_WRAPPERS = frozenset({"data", "result", "results", "output", "response", "transcript", "transcription"})
_ANSWERS: tuple[tuple[str | int, ...], ...] = (
    ("choices", 0, "message", "content"),
    ("choices", 0, "text"),
    ("output", 0, "content", 0, "text"),
    ("candidates", 0, "content", "parts", 0, "text"),
)
"""Where answers of language models have their text: in the only member of a list, for a number."""
_NAMES = _TEXTS.union(*ROLES.values())
_DIARISED = re.compile(rb'"diarization"\s*:\s*\[')
_OF_TURN = frozenset({"speaker", "start", "end"})
_OF_WORDS = (b'"word', b'"Word', b'"w"', b'"punctuated_word"', b'"align')
_INSIDE = re.compile(r"\s*\[\s*")


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
    b'{"file": "a.wav", "start": 0, "end": 1, "said": "", "text": "a"}\\n'
    """
    start = source.start()[:1] if source.folder is None else b""
    if (recording := _recording(source)) is not None:
        return recording
    rows: list[dict[str, object]] | None = None
    if start == b"[" and _format_of(source) in ("", "jsonl", "txt"):
        rows = _array(source)
    elif start == b"{" and _format_of(source) in ("", "txt"):
        rows = _turns(source) if _DIARISED.search(source.data) else _object(source)
    if rows is None:
        return source
    if len(rows) == 1 and (text := _text_alone(rows[0])) is not None:
        return Source(text.encode("utf-8", "surrogatepass"), errors=source.errors, name=source.name, format="txt")
    return Source(b"".join(map(_line, rows)), errors=source.errors, name=source.name, format="jsonl")


def _recording(source: Source) -> Source | None:
    """A recording whose words have times, as JSON of WhisperX; None for anything else."""
    if source.folder is not None or _has_lines(source) or not any(map(source.data.__contains__, _OF_WORDS)):
        return None
    if _format_of(source) not in ("", "jsonl", "txt"):
        return None
    try:
        recording = recording_in(json.loads(source.text))
    except (ValueError, RecursionError):
        return None
    if recording is None:
        return None
    join_words(recording)
    text = json.dumps(recording, ensure_ascii=False)
    return Source(text.encode("utf-8", "surrogatepass"), errors=source.errors, name=source.name, format="whisperx")


def _has_lines(source: Source) -> bool:
    """Whether the first line is a whole object and not the last line, or the file is no JSON."""
    if source.start()[:1] not in (b"{", b"["):
        return True
    end = source.data.find(b"\n")
    return end > 0 and source.data[:end].rstrip()[-1:] == b"}" and bool(source.data[end:].strip())


def _line(row: dict[str, object]) -> bytes:
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


def _turns(source: Source) -> list[dict[str, object]] | None:
    """The turns of an answer of pyannoteAI, without confidences; None for anything else."""
    try:
        answer: object = json.loads(source.text)
    except (ValueError, RecursionError):
        return None
    output = answer.get("output", answer) if isinstance(answer, dict) else None
    turns = output.get("diarization") if isinstance(output, dict) else None
    if not isinstance(turns, list) or not all(isinstance(turn, dict) and turn.keys() >= _OF_TURN for turn in turns):
        return None
    return [{key: turn[key] for key in ("speaker", "start", "end")} for turn in turns]


def _object(source: Source) -> list[dict[str, object]] | None:
    """The records of a JSON object: texts or records by id, a list of records, or itself; None for anything else."""
    try:
        pairs: object = json.loads(source.text, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return None
    if not isinstance(pairs, tuple):
        return None
    record: dict[str, object] = json.loads(source.text)
    if len(record) == 1 and not _WRAPPERS.isdisjoint(record):
        (inside,) = record.values()
        if isinstance(inside, str):
            return [{"text": inside}]
        if isinstance(inside, dict):
            return _listed(inside) or _alone(inside)
    if (text := _answer(record)) is not None:
        return [{"text": text}]
    kinds = {type(value) for _, value in pairs}
    if kinds == {tuple} and (rows := _by_id(pairs)):
        return rows
    if not _NAMES.isdisjoint(record):
        return _listed(record) or _alone(record)
    answers = [value for name, value in record.items() if plain(name) in _WRAPPERS and isinstance(value, str)]
    if len(answers) == 1:
        return [{"text": answers[0]}]
    if kinds == {str} and len(pairs) >= _FEWEST and all(map(_ID.search, record)):
        return [{"id": key, "text": text} for key, text in pairs]
    return _listed(record)


def _answer(record: dict[str, object]) -> str | None:
    """The text of a language model's answer, of OpenAI's interfaces or Gemini's; None for anything else.

    >>> _answer({"choices": [{"message": {"role": "assistant", "content": "good day"}}]})
    'good day'
    """
    for path in _ANSWERS:
        value: object = record
        for step in path:
            if isinstance(step, int):
                value = value[0] if isinstance(value, list) and len(value) == 1 else None
            else:
                value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, str):
            return value
    return None


def _alone(record: dict[str, object]) -> list[dict[str, object]] | None:
    """A record that is a file of its own, if it has a text; without lists and objects, such as what it cost."""
    return [_plain(record)] if _has_text(record) else None


def _text_alone(row: dict[str, object]) -> str | None:
    """The text of the only record, if neither an id nor a time goes with it."""
    texts = [value for name, value in row.items() if name in _TEXTS]
    named = any(name in row for role in ("id", "session", "start") for name in ROLES[role])
    return texts[0] if len(texts) == 1 and not named and isinstance(texts[0], str) else None


def _listed(record: dict[str, object]) -> list[dict[str, object]] | None:
    """The records of the only list of an object whose members all have a text, with the recording that it names."""
    lists = [*_lists(record, _DEEPEST)]
    if len(lists) != 1:
        return None
    rows = [in_seconds(_plain(row)) for row in lists[0]]
    if _has_text(record) and not any(first_usual(ROLES[role], rows[0]) for role in ("start", "speaker")):
        return None  # parts of its own text
    whole = {name: value for name, value in record.items() if name in ROLES["session"] and isinstance(value, str)}
    return [whole | row for row in rows]


def _lists(record: dict[str, object], deepest: int) -> Iterator[list[dict[str, object]]]:
    """The lists of records with a text in an object, and in those that it has; not several texts of one record."""
    for name, value in record.items():
        if plain(name) in _SEVERAL:
            continue
        if isinstance(value, list) and value and all(map(_has_text, value)):
            yield value
        elif isinstance(value, dict) and deepest:
            yield from _lists(value, deepest - 1)


def _has_text(row: object) -> bool:
    return isinstance(row, dict) and any(plain(name) in _TEXTS and isinstance(cell, str) for name, cell in row.items())


def _plain(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if not isinstance(value, (list, dict))}


def _by_id(pairs: Iterable[tuple[str, Iterable[tuple[str, object]]]]) -> list[dict[str, object]] | None:
    """The records of an object, such as a manifest of SpeechBrain, if each has a text; without lists and objects."""
    rows = [
        {"id": key} | {name: value for name, value in record if not isinstance(value, (list, tuple))}
        for key, record in pairs
    ]
    return None if any(_TEXTS.isdisjoint(row) for row in rows) else rows


def _array(source: Source) -> list[dict[str, object]] | None:
    """The records of a JSON array; None for anything else."""
    text = source.text
    try:
        first, _ = json.JSONDecoder().raw_decode(text, _INSIDE.match(text).end())  # type: ignore[union-attr]
        if not isinstance(first, dict):
            return None  # told by the first record, so that nothing is parsed twice
        rows: list[dict[str, object]] = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if {*map(type, rows)} != {dict}:
        return None
    kinds = {*map(type, chain.from_iterable(map(dict.values, rows)))}
    # A whole answer of a recogniser has its text next to its segments.
    return rows if kinds.isdisjoint((list, dict)) or all(map(_has_text, rows)) else None
