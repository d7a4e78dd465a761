"""Transcripts for keyword search: the words and turns of an RTTM file, or what KWSEval reads there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import nan

from ... import core
from ...formats.engine.fields import column
from ...formats.engine.row_reader import Adder, read_rows
from ...formats.errors import quantity
from ...formats.rttm import (
    BEGIN,
    CHANNEL,
    DURATION,
    FILE,
    LOOKAHEAD,
    SPEAKER,
    SUBTYPE,
    TOKEN,
    TYPE,
    TYPES,
    rows_of,
    without_comment,
)
from ...formats.source import Source
from ...formats.values import dataclass
from ..common.perl_number import perl_number


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one type as parallel columns; begins as text and as numbers."""

    files: list[str]
    channels: list[str]
    begin_texts: list[str]
    begins: list[float]
    durations: list[float]
    tokens: list[str]
    subtypes: list[str]
    speakers: list[str]
    lines: list[int]

    @classmethod
    def empty(cls) -> Rows:
        """No rows."""
        return cls([], [], [], [], [], [], [], [], [])

    def __len__(self) -> int:
        return len(self.files)


@dataclass(frozen=True, slots=True)
class Rttm:
    """The rows of a file for keyword scoring."""

    lexemes: Rows
    speakers: Rows
    path: str = ""


def read_rttm(source: Source, *, split: Callable[[str], list[str]] | None = None, raw: bool = False) -> Rttm:
    """The words and turns of a file, or what KWSEval reads there if this is `raw`; `split` cuts a token into several,
    which share its time.

    >>> read_rttm(Source(b"LEXEME f 1 1.0 .5 Hello lex s <NA>")).lexemes.tokens
    ['Hello']
    """
    rows = _raw_rows(source) if raw else rows_of(source)
    kinds = rows.texts(TYPE)
    lexemes, speakers = (
        _picked(rows, [row for row, kind in enumerate(kinds) if kind == name]) for name in ("LEXEME", "SPEAKER")
    )
    return Rttm(lexemes if split is None else _split(lexemes, split), speakers, source.name)


def _picked(rows: core.TimedRows, places: Sequence[int]) -> Rows:
    """Some rows of a file."""
    these = array("q", places).tobytes()
    texts = [rows.texts(field, these) for field in (FILE, CHANNEL, BEGIN, TOKEN, SUBTYPE, SPEAKER)]
    begin_of, duration_of, line_of = (
        array("d", rows.numbers(BEGIN)),
        array("d", rows.numbers(DURATION)),
        array("q", rows.lines),
    )
    files, channels, begin_texts, tokens, subtypes, speakers = texts
    begins, durations = [begin_of[row] for row in places], [duration_of[row] for row in places]
    lines = [line_of[row] for row in places]
    return Rows(files, channels, begin_texts, begins, durations, tokens, subtypes, speakers, lines)


def _split(rows: Rows, split: Callable[[str], list[str]]) -> Rows:
    """Rows whose tokens are cut into parts of equal duration, rounded to milliseconds as by KWSEval."""
    parts = Rows.empty()
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


def _raw_rows(source: Source) -> core.TimedRows:
    """The rows of a file as KWSEval reads them: types in any case, rows of unknown types skipped, nine fields in every
    row, and the number that a time begins with (0 without one)."""
    add = Adder(source.name)
    rows = read_rows(source, lambda data, row: core.read_rttm(data, row, False), _raw_row, add)
    add.problems.check()
    return rows


def _raw_row(fields: list[str], add: Adder) -> None:
    """Reads one line as KWSEval does."""
    data, fields = without_comment(fields, add)
    if fields and len(fields) != LOOKAHEAD:
        add.report_at(column(data, min(len(fields), LOOKAHEAD) + 1), quantity(len(fields), "field"), "9 fields")
    elif fields and (kind := fields[TYPE].upper()) in TYPES:
        begin, duration = map(perl_number, fields[BEGIN : DURATION + 1])
        add.rows.add([kind, *fields[1:], ""], begin, duration, nan)
