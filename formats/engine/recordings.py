"""A recording in JSON of no tool: its one list of segments with words, or of words, as JSON of WhisperX has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

from ..roles import ROLES, first_usual, plain

_WORDS = ("words", "word_segments", "word_timestamps", "word_alignments", "alignment", "alignments")
"""Usual names of lists of words, in plain form."""
_WORD = ("punctuated_word", "word", "w", "text", "value")
_TIMES = ("start", "end")
_CONFIDENCE = ("confidence", "score", "probability", "conf", "prob")
# Objects in objects in which a list may be.
_DEEPEST = 3
_MILLISECONDS = re.compile(r"(\w+?)_?(?:ms|msec|millis|milliseconds)", re.IGNORECASE)
_STARTS = frozenset({"start", "begin", "offset", "beginoffset", "start_time", "starttime", "from"})
_ENDS = frozenset({"end", "stop", "endoffset", "end_time", "endtime", "to"})


def recording_in(value: object) -> dict[str, Any] | None:
    """The segments of a recording with the times of their words; None if there is no such list, or more than one.

    >>> recording_in({"words": [{"w": "a", "start_ms": 500, "end_ms": 900}]})
    {'segments': [{'words': [{'word': 'a', 'start': 0.5, 'end': 0.9}]}]}
    >>> words = [{"word": "a", "start": 0, "end": 1, "conf": 0.5}, {"word": "ten"}]
    >>> recording_in([{"start": 0, "end": 1, "text": "a ten", "who": 1, "words": words}])["segments"][0]["words"]
    [{'word': 'a', 'start': 0.0, 'end': 1.0, 'score': 0.5}, {'word': 'ten'}]
    """
    lists = [*_lists("", value, _DEEPEST)]
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


def _lists(name: str, value: object, deepest: int) -> Iterator[list[dict[str, object]]]:
    """The lists of segments with words in a value, and the lists of words that belong to no segment."""
    if isinstance(value, list):
        rows = [row for row in value if isinstance(row, dict)]
        if not rows or len(rows) < len(value):
            return
        if (words := _timed(name, rows)) is not None:
            yield [{"words": words}]
        elif segments := _segments(rows):
            yield segments
    elif isinstance(value, dict) and deepest:
        has_id = _has_id(value)
        for key, inside in value.items():
            if not (has_id and plain(key) in _WORDS):  # the words of an utterance
                yield from _lists(key, inside, deepest - 1)


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
