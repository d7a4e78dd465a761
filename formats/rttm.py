"""RTTM: what was said or who spoke, a row each, as columns of arrays.

    LEXEME f 1 10.00 0.50 morning lex speaker <NA>
    SPEAKER f 1 9.50 4.00 <NA> <NA> speaker <NA>

Rows of other types are passed over. `;;` begins a comment, anywhere in a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from formats.errors import Problems
from formats.schema import Where
from formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FIELDS = 9
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one type as parallel columns; times stand as they were written and as numbers."""

    files: list[str]
    channels: list[str]
    begin_texts: list[str]
    begins: list[float]
    durations: list[float]
    tokens: list[str]
    subtypes: list[str]
    speakers: list[str]
    lines: list[int]

    def __len__(self) -> int:
        return len(self.files)


@dataclass(frozen=True, slots=True)
class Rttm:
    """The rows of a file that keyword scoring needs."""

    lexemes: Rows
    speakers: Rows
    path: str = ""


def read_rttm(source: Source, *, split: Callable[[str], list[str]] | None = None, strict: bool = False) -> Rttm:
    """Reads a file; `split` cuts a token into several, which share its time; `strict` reads as KWSEval does.

    A time that is no number is an error, unless `strict`, where its beginning counts, or 0.

    >>> read_rttm(Source(b"LEXEME f 1 1.0 .5 Hello lex s <NA>")).lexemes.tokens
    ['Hello']
    """
    problems = Problems()
    rows = list(_rows(source, problems))
    problems.check()
    lexemes = [row for row in rows if row[1][0].upper() == "LEXEME"]
    speakers = [row for row in rows if row[1][0].upper() == "SPEAKER"]
    columns = _columns(lexemes, source, problems, strict)
    result = Rttm(
        columns if split is None else _split(columns, split), _columns(speakers, source, problems, strict), source.name
    )
    problems.check()
    return result


def number(text: str) -> float:
    """A number as Perl reads it: as far as it goes, else 0.

    >>> number("1.5s"), number("<NA>"), number("1e1")
    (1.5, 0.0, 10.0)
    """
    match = _NUMBER.match(text)
    if match:
        return float(match[0])
    word = text.strip().lower().lstrip("+")
    if word.removeprefix("-").startswith(("inf", "nan")):
        return float(word[:4] if word[0] == "-" else word[:3])
    return 0.0


def _rows(source: Source, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Number and fields of every row that counts."""
    # KWSEval ends a line at a newline and drops blanks around it, so that a carriage return is one of them.
    for line_number, line in zip(count(1), source.text.split("\n"), strict=False):
        if ";;" in line:
            line = line[: line.index(";;")]
        fields = line.split()
        if len(fields) == _FIELDS:
            yield line_number, fields
        elif fields:
            what = f"{len(fields)} fields"
            problems.add(Where(source.name, line_number), what, f"{_FIELDS} fields", line.rstrip("\r"))


def _columns(rows: Sequence[tuple[int, list[str]]], source: Source, problems: Problems, strict: bool) -> Rows:
    if not rows:
        return Rows([], [], [], [], [], [], [], [], [])
    lines, fields = zip(*rows, strict=True)
    _, files, channels, begins, durations, tokens, subtypes, speakers, _ = map(list, zip(*fields, strict=True))
    return Rows(
        files,
        channels,
        begins,
        _numbers(begins, lines, source, problems, strict),
        _numbers(durations, lines, source, problems, strict),
        tokens,
        subtypes,
        speakers,
        list(lines),
    )


def _numbers(texts: list[str], lines: Sequence[int], source: Source, problems: Problems, strict: bool) -> list[float]:
    try:
        if not any("_" in text or "n" in text.lower() for text in texts):
            return list(map(float, texts))
    except ValueError:
        pass
    values = []
    for text, line_number in zip(texts, lines, strict=True):
        match = _NUMBER.fullmatch(text)
        if match is None and not strict:
            line = source.text.split("\n")[line_number - 1].rstrip("\r")
            place = Where(source.name, line_number, line.find(text) + 1)
            problems.add(place, f"{text!r} is no time", "a number of seconds", line)
        values.append(float(text) if match else number(text))
    return values


def _split(rows: Rows, split: Callable[[str], list[str]]) -> Rows:
    """Tokens cut into parts that share the time evenly, rounded to milliseconds as KWSEval rounds them."""
    parts = Rows([], [], [], [], [], [], [], [], [])
    for row in range(len(rows)):
        pieces = split(rows.tokens[row])
        for place, piece in enumerate(pieces):
            begin_text, begin, duration = rows.begin_texts[row], rows.begins[row], rows.durations[row]
            if len(pieces) > 1:
                duration = float(f"{duration / len(pieces):.3f}")
                begin_text = f"{begin + duration * place:.3f}"
                begin = float(begin_text)
            parts.files.append(rows.files[row])
            parts.channels.append(rows.channels[row])
            parts.begin_texts.append(begin_text)
            parts.begins.append(begin)
            parts.durations.append(duration)
            parts.tokens.append(piece)
            parts.subtypes.append(rows.subtypes[row])
            parts.speakers.append(rows.speakers[row])
            parts.lines.append(rows.lines[row])
    return parts
