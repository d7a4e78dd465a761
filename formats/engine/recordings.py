"""Lists in JSON of no tool, and the recording that has words with times in one of them, as JSON of WhisperX has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

from ..roles import ROLES, first_usual, plain

_WORDS = ("words", "word_segments", "word_timestamps", "word_alignments", "alignment", "alignments")
"""Usual names of lists of words, in plain form."""
_WORD = ("punctuated_word", "word", "w", "text", "value")
_TIMES = ("start", "end")
_CONFIDENCE = ("confidence", "score", "probability", "conf", "prob")
_SEVERAL = frozenset({"alternatives", "candidates", "choices", "hypotheses", "nbest", "n_best", "tokens"})
NO_OBJECT: Mapping[str, object] = {}
# Objects in objects in which a list may be.
DEEPEST = 3
_MILLISECONDS = re.compile(r"(\w+?)_?(?:ms|msec|millis|milliseconds)", re.IGNORECASE)
_STARTS = frozenset({"start", "begin", "offset", "beginoffset", "start_time", "starttime", "from"})
_ENDS = frozenset({"end", "stop", "endoffset", "end_time", "endtime", "to"})


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


def recording_in(value: object) -> dict[str, Any] | None:
    """The segments of a recording with the times of their words; None if there is no such list, or more than one.

    >>> recording_in({"words": [{"w": "a", "start_ms": 500, "end_ms": 900}]})
    {'segments': [{'words': [{'word': 'a', 'start': 0.5, 'end': 0.9}]}]}
    >>> words = [{"word": "a", "start": 0, "end": 1, "conf": 0.5}, {"word": "ten"}]
    >>> recording_in([{"start": 0, "end": 1, "text": "a ten", "who": 1, "words": words}])["segments"][0]["words"]
    [{'word': 'a', 'start': 0.0, 'end': 1.0, 'score': 0.5}, {'word': 'ten'}]
    """
    lists = [segments for found in lists_in(value) if (segments := _read(found))]
    has_words = len(lists) == 1 and any(segment["words"] for segment in lists[0])
    return {"segments": lists[0]} if has_words else None


def in_seconds(row: Mapping[str, object]) -> dict[str, object]:
    """A record with times in seconds where their names say milliseconds.

    >>> in_seconds({"startMs": 1500, "end_ms": "2000", "text": "a"})
    {'start': 1.5, 'end': 2.0, 'text': 'a'}
    """
    return dict(_second(name, value) for name, value in row.items())


def _second(name: str, value: object) -> tuple[str, object]:
    found = _MILLISECONDS.fullmatch(name)
    what = found[1].lower() if found else ""
    role = "start" if what in _STARTS else "end" if what in _ENDS else ""
    if not role:
        return name, value
    try:
        return role, float(value) / 1000  # type: ignore[arg-type]  # of anything else, the reader says what it is
    except (TypeError, ValueError, OverflowError):
        return role, value


def _read(found: Found) -> list[dict[str, object]]:
    """The segments of a list that has segments, or words of no utterance with an id; none of any other."""
    if (words := _timed(found.name, found.rows)) is None:
        return _segments(found.rows)
    is_of_utterance = plain(found.name) in _WORDS and _has_id(found.owner)
    return [] if is_of_utterance else [{"words": words}]


def _words_of(row: Mapping[str, object]) -> list[dict[str, object]] | None:
    """The words of a segment; None if it has no list of words with times."""
    for name, value in row.items():
        if isinstance(value, list) and value and all(isinstance(word, dict) for word in value):
            words = _timed(name, value)
            if words is not None:
                return words
    return None


def _segments(rows: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """Segments with times, speakers, texts and words; none where they have ids, by which they are paired."""
    segments = []
    for row in map(in_seconds, rows):
        if _has_id(row):
            return []
        segment, words = _of_roles(row, "start", "end", "speaker", "text"), _words_of(row) or []
        if words or "text" in segment:
            segments.append(segment | {"words": words})
    return segments


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
    for row in map(in_seconds, rows):
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
