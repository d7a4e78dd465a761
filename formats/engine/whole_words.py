"""Whole words of the pieces that Whisper lists as words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from string import punctuation

from .json import Json
from .plain_words import without_runs

_MARKS = tuple(punctuation)


def join_words(answer: Json) -> None:
    """Makes whole words of those in the segments of an answer, or in a list of segments."""
    segments = answer.get("segments") if isinstance(answer, dict) else answer
    for segment in segments if isinstance(segments, list) else ():
        if isinstance(segment, dict) and _may_be_joined(words := segment.get("words")):
            segment["words"] = _whole_words(without_runs(words))


def _may_be_joined(words: Json) -> bool:
    """Whether the text of a word begins with a mark; those of runs begin with a blank."""
    texts = [word.get("word") for word in words if isinstance(word, dict)] if isinstance(words, list) else []
    return any(isinstance(text, str) and text[:1] in _MARKS for text in texts)


def _whole_words(words: Sequence[Json]) -> list[Json]:
    """Words as the text has them.

    Whisper lists ` l` and `'homme`, ` 10` and `,000` as words of their own, but begins the second without a blank.
    """
    try:
        firsts = {word["word"][:1] for word in words}  # type: ignore[call-overload,index]
    except (TypeError, KeyError):
        return list(words)  # the reader reports the problem
    if " " not in firsts or firsts.isdisjoint(_MARKS):
        return list(words)
    whole: list[Json] = []
    for word in words:
        before = whole[-1] if whole else None
        if not isinstance(word, dict) or not isinstance(before, dict):
            whole.append(word)
            continue
        start, text = before.get("word"), word.get("word")
        if not isinstance(start, str) or not isinstance(text, str) or text[:1] not in _MARKS:
            whole.append(word)
            continue
        joined: dict[str, Json] = {**before, "word": start + text, "end": word.get("end")}
        sure = before.get("probability"), word.get("probability")
        if None not in sure:
            joined["probability"] = min(sure, key=_number)
        whole[-1] = joined
    return whole


def _number(value: Json) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0  # the reader reports the problem
