"""Formats of an utterance a line: the core takes the lines that are usual, and hands each other line to the format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import core
from ..errors import Where
from ..schema import NOTICE, Comment, Corpus, Grammar, Table
from ..schema.spans import SpanIds, SpanLines, SpanTexts
from ..source import Source
from .reading import Reading, has_halves, utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Is given the utterances so far, the number of a line, and the line.
    Unusual: TypeAlias = Callable[[core.Spans, int, str], None]


class Lines(Reading):
    """Appends what the `row` of a format reads to the utterances so far."""

    rows: core.Spans


def read_lines(
    source: Source, reads: Callable[[bytes, Unusual], core.Spans | None], row: Callable[[str, Lines], None], add: Lines
) -> core.Spans:
    """The utterances of a file: `reads` of the core takes what it can; `row` is given every other line."""

    def unusual(spans: core.Spans, number: int, line: str) -> None:
        add.rows, add.number, add.line = spans, number, line
        row(line, add)

    source.check_line_ends()
    data = utf8(source)
    if data[-2:] in (b"\r", b"\n\r"):  # a carriage return after the last newline is no line
        data = data[:-1]
    spans = reads(data, unusual)
    if spans is None:
        source.count_lines()
        raise AssertionError("a file with few lines cannot be read")
    return spans


def report_repeated(spans: core.Spans, source: Source, add: Lines, column_of: Callable[[str], int]) -> None:
    """Reports ids that stand twice; `column_of` finds the column of the id in a line, from 1."""
    if spans.different:
        return
    lines, first = source.lines(), dict[str, int]()
    for place, key in enumerate(spans.ids()):
        number = spans.line(place)
        if key in first:
            line = lines[number - 1]
            what = f"utterance id {key!r} is used twice, first on line {first[key]}"
            add.problems.add(Where(add.path, number, column_of(line)), what, "a different id for every utterance", line)
        first.setdefault(key, number)


def corpus_of(
    spans: core.Spans, source: Source, format: str, grammar: Grammar = "plain", ids: Sequence[str] | None = None
) -> Corpus:
    """The corpus of a file without a problem, with its ids or others; strings are made when they are looked at."""
    ids, texts, lines = SpanIds(spans) if ids is None else ids, SpanTexts(spans), SpanLines(spans)
    columns = ([*ids], [*texts]) if has_halves(source) else (ids, texts)
    table = Table(len(spans), grammar=grammar, path=source.name, id=columns[0], text=columns[1], lines=lines)
    comments = tuple([Comment(line, before) for line, before in spans.comments])
    meta = tuple([(f"{format}{NOTICE}", notice) for notice in source.notices])
    return Corpus(table, comments=comments, meta=meta, format=format, path=source.name)
