"""Lists in JSON of no tool, and the recording that has words with times in one of them, as JSON of WhisperX has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

from ..roles import ROLES, UNIT, first_usual, plain

_WORDS = ("words", "word_segments", "word_timestamps", "word_alignments", "alignment", "alignments")
"""Usual names of lists of words, in plain form."""
_WORD = ("punctuated_word", "word", "w", "text", "value")
_TIMES = ("start", "end")
_CONFIDENCE = ("confidence", "score", "probability", "conf", "prob")
_SEVERAL = frozenset({"alternatives", "candidates", "choices", "hypotheses", "nbest", "n_best", "tokens"})
NO_OBJECT: Mapping[str, object] = {}
# Objects in objects in which a list may be.
DEEPEST = 3
_STARTS = frozenset({"start", "begin", "offset", "beginoffset", "start_time", "starttime", "from"})
_ENDS = frozenset({"end", "stop", "finish", "endoffset", "end_time", "endtime", "to"})
_LENGTHS = frozenset({"duration", "dur", "length"})
_SAID = ("text_tn", "msg", "finalsentence", "final_sentence", "utterance")
"""Names of texts of segments that have times; elsewhere they may mean anything."""
# The part of the letters of a text that its words must have.
_MOST = 0.75
# What names a speaker that is an object.
_NAMES = ("name", "label", "id")
# A word as a list of its begin, end and text.
_SPANS = ([int, int, str], [float, float, str])
# Units in a second, the characters in one below which nobody speaks, and the end up to which there is much silence.
_UNITS = (1, 1_000, 10_000_000)
_SLOWEST = 0.1
_LOWEST = 300


class Found(NamedTuple):
    """A list of objects in a value of JSON: its name, and the object that it is a member of."""

    name: str
    rows: list[dict[str, Any]]
    owner: Mapping[str, object]


def lists_in(value: object, name: str = "", owner: Mapping[str, object] = NO_OBJECT, depth: int = 0) -> Iterator[Found]:
    """The lists of objects alone in a value, and in the objects in it; not several answers to one question.

    >>> [found.name for found in lists_in({"a": [{"b": 1}], "c": {"d": [{"e": 2}], "alternatives": [{"f": 3}]}})]
    ['a', 'd']
    """
    if isinstance(value, list):
        if value and all(isinstance(row, dict) for row in value):
            yield Found(name, value, owner)
    elif isinstance(value, dict) and depth <= DEEPEST:
        for key, inside in value.items():
            if plain(key) not in _SEVERAL:
                yield from lists_in(inside, key, value, depth + 1)


def lists_inside(found: Found) -> Iterator[Found]:
    """The lists in the rows of a list, those with one name as one list, whose rows have the recordings of their owners.

    >>> rows = [{"path": "a.wav", "parts": [{"text": "b"}, {"text": "c"}]}, {"path": "d.wav", "parts": [{"text": "e"}]}]
    >>> [inside.rows for inside in lists_inside(Found("audios", rows, {}))]
    [[{'path': 'a.wav', 'text': 'b'}, {'path': 'a.wav', 'text': 'c'}, {'path': 'd.wav', 'text': 'e'}]]
    """
    by_name: dict[str, list[dict[str, Any]]] = {}
    for row in found.rows:
        for inside in lists_in(row):
            by_name.setdefault(inside.name, []).extend([names_of(row) | part for part in inside.rows])
    for name, rows in by_name.items():
        yield Found(name, rows, found.owner)


def names_of(owner: Mapping[str, object]) -> dict[str, object]:
    """The members of an object that name its recording or its channel."""
    usual = {*ROLES["session"], *ROLES["channel"]}
    return {name: value for name, value in owner.items() if name in usual and isinstance(value, (str, int))}


def recording_in(value: object) -> dict[str, Any] | None:
    """The segments of a recording with the times of their words; None if there is no such list, or more than one.

    >>> recording_in({"words": [{"w": "a", "start_ms": 500, "end_ms": 900}]})
    {'segments': [{'words': [{'word': 'a', 'start': 0.5, 'end': 0.9}]}]}
    >>> words = [{"word": "a", "start": 0, "end": 1, "conf": 0.5}, {"word": "ten"}]
    >>> recording_in([{"start": 0, "end": 1, "text": "a ten", "who": 1, "words": words}])["segments"][0]["words"]
    [{'word': 'a', 'start': 0.0, 'end': 1.0, 'score': 0.5}, {'word': 'ten'}]
    """
    found = [*lists_in(value)]
    lists = [segments for one in found if (segments := _read(one))]
    if len(lists) == 1 and any(segment["words"] for segment in lists[0]):
        words = [word for segment in lists[0] for word in segment["words"]]
        to_seconds([*lists[0], *words], words)
        return {"segments": lists[0]}
    alone = [one.rows[0] for one in found if len(one.rows) == 1]
    are_timed = any("start" in segment for segments in lists for segment in segments)
    return recording_in(alone[0]) if len(alone) == 1 and not are_timed else None


def usual_names(row: Mapping[str, object]) -> dict[str, object]:
    """A record with times in seconds where their names say a unit, an end in place of a duration, a text and a speaker.

    >>> usual_names({"startMs": 1500, "end_ms": "2000", "text": "a"})
    {'text': 'a', 'start': 1.5, 'end': 2.0}
    >>> usual_names({"start_at": 4, "duration": 2, "msg": "a"}), usual_names({"start_sec": 1, "text": "a"})
    ({'start': 4, 'end': 6.0, 'text': 'a'}, {'text': 'a', 'start': 1.0})
    """
    made = dict(_second(name, value) for name, value in row.items())
    for role in _TIMES:
        name = first_usual(ROLES[role], made)
        if name and _number(made[name]) is not None:
            made[role] = made.pop(name)
    start, length = _number(made.get("start")), _number(made.get("duration"))
    if start is not None and length is not None and first_usual(ROLES["end"], made) is None:
        del made["duration"]
        made["end"] = start + length
    texts = [name for name, value in made.items() if isinstance(value, str)]
    if "start" in made and first_usual(ROLES["text"], texts) is None and (said := first_usual(_SAID, texts)):
        made["text"] = made.pop(said)
    if isinstance(speaker := made.get("speaker"), dict):
        made["speaker"] = next((speaker[name] for name in _NAMES if speaker.get(name)), "")
    return made


def _second(name: str, value: object) -> tuple[str, object]:
    found = UNIT.fullmatch(name)
    what = found[1].lower() if found else ""
    role = "start" if what in _STARTS else "end" if what in _ENDS else "duration" if what in _LENGTHS else ""
    if found is None or not role:
        return name, value
    number = _number(value)
    return role, value if number is None else number / 1000 if found[2] else number  # the reader reports anything else


def to_seconds(rows: Iterable[dict[str, Any]], spoken: Iterable[Mapping[str, Any]]) -> None:
    """Divides the times of rows by a thousand, or by ten million, where those of what was spoken are whole numbers and
    nobody speaks so slowly.

    >>> for end in 3, 3000, 7400000:
    ...     row = {"start": 0, "end": end, "text": "good day"}
    ...     to_seconds([row], [row])
    ...     print(row["end"])
    3
    3.0
    0.74
    """
    timed = [row for row in spoken if all(isinstance(row.get(name), (int, float)) for name in _TIMES)]
    length = sum(row["end"] - row["start"] for row in timed)
    characters = sum(len(str(row.get("text", row.get("word", "")))) for row in timed)
    are_whole = all(row[name] == int(row[name]) for row in timed for name in _TIMES)
    if length <= 0 or not are_whole or max(row["end"] for row in timed) < _LOWEST:
        return
    units = next((units for units in _UNITS if characters * units >= length * _SLOWEST), 1)
    for row in rows if units > 1 else ():
        row.update({name: row[name] / units for name in _TIMES if isinstance(row.get(name), (int, float))})


def _read(found: Found) -> list[dict[str, Any]]:
    """The segments of a list that has segments, or words of no utterance with an id; none of any other."""
    if (words := _timed(found.name, found.rows)) is None:
        return _segments(found.rows)
    is_of_utterance = plain(found.name) in _WORDS and _has_id(found.owner)
    return [] if is_of_utterance else [{"words": words}]


def _words_of(row: Mapping[str, object]) -> list[dict[str, object]] | None:
    """The words of a segment; None if it has no list of words with times."""
    for name, value in row.items():
        if not isinstance(value, list) or not value:
            continue
        if all(isinstance(word, list) and [*map(type, word)] in _SPANS for word in value):
            return [{"word": text, "start": start, "end": end} for start, end, text in value]
        if all(isinstance(word, dict) for word in value) and (words := _timed(name, value)) is not None:
            return words
    return None


def _segments(rows: Iterable[dict[str, object]]) -> list[dict[str, Any]]:
    """Segments with times, speakers, texts and words; none where they have ids, by which they are paired."""
    segments = []
    for row in map(usual_names, rows):
        if _has_id(row):
            return []
        segment = _of_roles(row, "start", "end", "speaker", "text")
        words = _words_of(row) or []
        if _letters(str(segment.get("text", ""))) * _MOST > sum(_letters(str(word["word"])) for word in words):
            words = []  # of some words of the text alone
        if words or "text" in segment:
            segments.append(segment | {"words": words})
    return segments


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _of_roles(row: Mapping[str, object], *roles: str) -> dict[str, object]:
    """The members of a record with these roles, under the names of the roles; times as numbers, or not at all."""
    usual = {role: first_usual(ROLES[role], row) for role in roles}
    members = {role: row[name] for role, name in usual.items() if name}
    read = {role: _number(value) if role in _TIMES else value for role, value in members.items()}
    return {role: value for role, value in read.items() if isinstance(value, (str, int, float))}


def _number(value: object) -> float | None:
    """A number, perhaps in quotes; None for anything else."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _has_id(row: Mapping[str, object]) -> bool:
    """Whether a record has an id that is more than its number."""
    return isinstance(row.get(first_usual(ROLES["id"], row) or ""), str)


def _timed(name: str, rows: Iterable[dict[str, object]]) -> list[dict[str, object]] | None:
    """Words as WhisperX has them, of a list with this name; None if no word has times, or an element is no word."""
    is_list_of_words = plain(name) in _WORDS
    words: list[dict[str, object]] = []
    for row in map(usual_names, rows):
        key = first_usual(_WORD, row)
        text = row[key] if key else None
        if not isinstance(text, str) or not (is_list_of_words or key not in ("text", "value")):
            return None
        word = {"word": text, **_of_roles(row, "start", "end", "speaker")}
        sure = row.get(first_usual(_CONFIDENCE, row) or "")
        if isinstance(sure, (int, float)) and 0 <= sure <= 1:
            word["score"] = sure
        words.append(word)
    return words if any("start" in word and "end" in word for word in words) else None
