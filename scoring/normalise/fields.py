"""Fields of rule files in the dialects of BenchmarkSTT: between commas in csv, between blanks in its configurations.

Quotes keep a field as it is, and two quotes in them are one. A # where a field may begin starts a comment. Empty lines
are ignored, and blanks around a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...formats.errors import Problems, Where
from ...formats.source import Source

_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_BLANKS = re.compile(r"[ \t]*")
_REST = re.compile(r"[^\r\n]*")
_LINE_END = re.compile("\r\n|\r|\n")
_PLAIN = {True: re.compile(r'[^ \t\r\n"]*'), False: re.compile(r'[^,\r\n"]*')}


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of a line, and its place."""

    place: Where
    fields: tuple[str, ...]


class _Wrong(Exception):
    """Something that is no field, and its place in the text."""

    def __init__(self, offset: int, what: str, expected: str) -> None:
        super().__init__(what)
        self.offset = offset
        self.what = what
        self.expected = expected


def rows(source: Source, problems: Problems, *, blanks: bool = False) -> Iterator[Row]:
    """The rows of a file; with `blanks`, blanks separate fields, else commas. Lines that are wrong are noted."""
    text = source.text
    line, place = 1, 0
    while place < len(text):
        start = place
        try:
            fields, place = _row(text, place, blanks)
        except _Wrong as wrong:
            begin = max(text.rfind("\n", 0, wrong.offset), text.rfind("\r", 0, wrong.offset)) + 1
            where = Where(source.name, line + _newlines(text, start, begin), wrong.offset - begin + 1)
            shown = _REST.match(text, begin)
            problems.add(where, wrong.what, wrong.expected, shown[0] if shown else None)
            place = _end(_REST, text, wrong.offset)
            fields = []
        if fields:
            yield Row(Where(source.name, line), tuple(fields))
        if text.startswith("\r\n", place):
            place += 1
        place += 1
        line += _newlines(text, start, place)


def _newlines(text: str, start: int, end: int) -> int:
    return text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


def _row(text: str, place: int, blanks: bool) -> tuple[list[str], int]:
    """The fields of a line that begins here, and the place of its end; no fields for an empty line or a comment."""
    fields: list[str] = []
    separated = False  # whether a comma promises one more field
    while True:
        place = _end(_BLANKS, text, place)
        if text.startswith("#", place):
            return fields + [""] * separated, _end(_REST, text, place)
        if text.startswith('"', place):
            field, place = _quoted(text, place, blanks)
            fields.append(field)
        else:
            stop = _end(_PLAIN[blanks], text, place)
            if text.startswith('"', stop):
                raise _Wrong(stop, "a quote within a field", 'quotes around the whole field, and "" for a quote')
            more = text.startswith(",", stop) and not blanks
            if stop > place or separated or more:
                fields.append(text[place:stop].rstrip(" \t"))
            place = _end(_BLANKS, text, stop)
        separated = not blanks and text.startswith(",", place)
        place += separated
        if not separated and (place >= len(text) or text[place] in "\r\n"):
            return fields, place


def _quoted(text: str, place: int, blanks: bool) -> tuple[str, int]:
    match = _QUOTED.match(text, place)
    if match is None:
        raise _Wrong(place, "a quote that is not closed", "a closing quote")
    behind = _end(_BLANKS, text, match.end())
    following = text[behind : behind + 1]
    if following not in ("", "\r", "\n", "#") and (behind == match.end() if blanks else following != ","):
        raise _Wrong(behind, "text after a closing quote", 'the end of the field, or "" for a quote')
    return match[1].replace('""', '"'), behind


def line_of(source: Source, place: Where) -> str:
    """The line of a place, for a message."""
    return _LINE_END.split(source.text)[place.line - 1]
