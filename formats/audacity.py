"""Label tracks of Audacity: begin, end and label in each line, separated by tabs.

A label becomes a segment; a label of one word becomes a word with times. The range of frequencies of a label, in a line
that begins with a backslash, is kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .engine.fields import time_problem, time_text
from .engine.json import detail, details
from .engine.packed import Packing
from .engine.spoken import bare_text, bounds, plain_labels, spoken
from .errors import Problems, UsageError, Where
from .record import Format
from .schema import Corpus, Label, Segment, Written
from .schema.markup import words
from .source import Source
from .values import replace

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
    segments = Packing(len(source.text))
    frequencies: list[str] = []
    for number, line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        if line.startswith("\\\t") and segments:
            frequencies.append(line)
        elif line.strip():
            _add_frequencies(segments, frequencies)
            segment = _segment(line, Where(source.name, number), problems)
            if segment is not None:
                segments.append(segment)
    problems.check()
    _add_frequencies(segments, frequencies)
    return Corpus(segments.segments(), format=NAME, path=source.name)


def _add_frequencies(segments: Packing, lines: list[str]) -> None:
    """Moves the lines with frequencies to the last label."""
    if lines:
        found = (detail(NAME, _FREQUENCIES, line) for line in lines)
        last = segments.pop()
        segments.append(replace(last, attributes=(*last.attributes, *found)))
        lines.clear()


def _segment(line: str, where: Where, problems: Problems) -> Segment | None:
    start, first, rest = line.partition("\t")
    end, second, label = rest.partition("\t")
    if not first:
        problems.add(Where(where.path, where.line, len(line) + 1), "only one field", _LAYOUT, line)
        return None
    for name, text, column in (("begin", start, 1), ("end", end, len(start) + 2)):
        if what := time_problem(name, text):
            problems.add(Where(where.path, where.line, column), what, _LAYOUT, line)
            return None
    if float(end) < float(start):
        what = f"end {end} is before begin {start}"
        problems.add(Where(where.path, where.line, len(start) + 2), what, "an end at or after the begin", line)
        return None
    found = words(label)
    text = " ".join(found)
    # An empty label may lack its tab.
    attributes = () if label == text and second else (detail(NAME, _LABEL, second + label),)
    times = Written(start), Written(end)
    labels = (Label(text, *times),) if len(found) == 1 else None
    return Segment(
        start=times[0],
        end=times[1],
        text=text if labels is None else None,
        labels=labels,
        attributes=attributes,
        where=where,
    )


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a line for every segment."""
    for segment in spoken(corpus):
        start, end = bounds(segment, plain_labels(segment) if segment.labels is not None else ())
        if start is None or end is None:
            raise UsageError(f"{NAME} cannot hold a segment without times")
        found = details(segment.attributes, NAME)
        text = " ".join(words(bare_text(segment)))
        label = found.get(_LABEL)
        written = label if isinstance(label, str) and " ".join(words(label)) == text else "\t" + text
        yield f"{time_text(start, written)}\t{time_text(end, written)}{written}\n"
        frequencies = found.get(_FREQUENCIES)
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
