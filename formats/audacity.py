"""Label tracks of Audacity: begin, end and label in each line, separated by tabs.

A label becomes a segment; a label of one word becomes a word with times. The range of frequencies of a label, in a line
that begins with a backslash, is kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from .engine.fields import TWO_TIMES, time_problem
from .engine.json import detail, details
from .engine.transform import plain_texts
from .engine.windows import spoken_table
from .errors import Problems, Where
from .record import Format
from .schema import Attributes, Corpus, LabelColumns
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

NAME = "audacity"
_LAYOUT = "begin, end and label, separated by tabs"
_LABEL, _FREQUENCIES = "/label", "/frequencies"


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> first, second = read(Source(b"0.5\\t1.5\\tgood day\\n2.0\\t2.25\\tyes\\n")).segments
    >>> first.start, first.text, second.items[0].end
    (0.5, 'good day', 2.25)
    """
    problems = Problems()
    segments = Filling(source.name, "start", "end", "text", "labels", "attributes", "lines")
    last: _Row | None = None
    frequencies: list[tuple[str, str]] = []  # of the last label
    for number, line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        if line[:2] == "\\\t" and last is not None:
            frequencies.append(detail(NAME, _FREQUENCIES, line))
        elif line and not line.isspace():
            row = _row(line, number, source.name, problems)
            if last is not None and row is not None:
                segments.add(*last[:4], (*last[4], *frequencies), last[5])
                frequencies = []
            last = row or last
    problems.check()
    if last is not None:
        segments.add(*last[:4], (*last[4], *frequencies), last[5])
    return Corpus(segments.table(), format=NAME, path=source.name)


_Row: TypeAlias = "tuple[str, str, str | None, LabelColumns | None, Attributes, int]"


def _row(line: str, number: int, path: str, problems: Problems) -> _Row | None:
    start, first, rest = line.partition("\t")
    end, second, label = rest.partition("\t")
    are_plain = TWO_TIMES.fullmatch(f"{start} {end}")
    wrong = not are_plain and (not first or time_problem("begin", start) or time_problem("end", end))
    if wrong or float(end) < float(start):
        _complain(line, number, path, problems)
        return None
    spoken = words(label)
    text = " ".join(spoken)
    # An empty label may lack its tab.
    attributes = () if label == text and second else (detail(NAME, _LABEL, second + label),)
    if spoken and not spoken[1:]:
        return start, end, None, LabelColumns(spoken, ([start], [end], None), None), attributes, number
    return start, end, text, None, attributes, number


def _complain(line: str, number: int, path: str, problems: Problems) -> None:
    """Adds the problem of a line."""
    start, first, rest = line.partition("\t")
    end = rest.partition("\t")[0]
    if not first:
        problems.add(Where(path, number, len(line) + 1), "only one field", _LAYOUT, line)
        return
    for name, text, column in (("begin", start, 1), ("end", end, len(start) + 2)):
        if what := time_problem(name, text):
            problems.add(Where(path, number, column), what, _LAYOUT, line)
            return
    what = f"end {end} is before begin {start}"
    problems.add(Where(path, number, len(start) + 2), what, "an end at or after the begin", line)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    table, start, end = spoken_table(corpus, NAME)
    texts = plain_texts(table)
    attributes = table.column("attributes")
    rows = zip(start.texts(), end.texts(), texts, strict=True)
    if attributes is None:
        yield from map("{}\t{}\t{}\n".format, start.texts(), end.texts(), texts)
        return
    for (begin, stop, text), pairs in zip(rows, attributes, strict=True):
        remembered = details(pairs, NAME)
        label, frequencies = remembered.get(_LABEL), remembered.get(_FREQUENCIES)
        written = label if isinstance(label, str) and " ".join(words(label)) == text else "\t" + text
        yield f"{begin}\t{stop}{written}\n"
        if isinstance(frequencies, str):
            yield frequencies + "\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line has a begin, a later end and a label, separated by tabs."""
    rows = [line.split("\t", 2) for line in lines if line.strip() and not line.startswith("\\\t")]
    return bool(rows) and all(
        len(row) == 3
        and not time_problem("begin", row[0])
        and not time_problem("end", row[1])
        and float(row[0]) <= float(row[1])
        for row in rows
    )


FORMAT = Format(
    name=NAME,
    suffixes=(".audacity.txt", ".audacity"),
    summary="Audacity label track: begin, end and label",
    carries=frozenset({"segment times", "times"}),
    read=read,
    write=write,
    sniff=sniff,
    family="annotation",
    needs=frozenset({"segment times"}),
)
