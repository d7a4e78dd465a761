"""Label tracks of Audacity: begin, end and label in each line, separated by tabs.

A label becomes a segment; a label of one word becomes a word with times. The range of frequencies of a label, in a line
that begins with a backslash, is kept for writing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import add

from .engine.fields import TWO_TIMES, time_problem
from .engine.json import details, inlines
from .engine.transform import plain_texts
from .engine.windows import spoken_table
from .errors import Problems, Where
from .record import Format
from .schema import Attributes, Corpus, Label, LabelColumns, LabelLists
from .schema.filling import Filling
from .schema.markup import word_lists, words
from .source import Source

NAME = "audacity"
_LAYOUT = "begin, end and label, separated by tabs"
_LABEL, _FREQUENCIES = "/label", "/frequencies"
_RANGE = "\\\t"
"""The begin of a line with frequencies."""
_NO_TIMES = (None, None)
_MANY = 512
"""Lines that are read at once: their parts take many times the memory of a terse line."""


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> first, second = read(Source(b"0.5\\t1.5\\tgood day\\n2.0\\t2.25\\tyes\\n")).segments
    >>> first.start, first.text, second.items[0].end
    (0.5, 'good day', 2.25)
    """
    problems = Problems()
    segments = Filling(source.name, "start", "end", "text", "labels", "attributes", "lines")
    frequencies: dict[int, list[tuple[str, str]]] = {}  # by the label above
    number = 1
    for run in source.runs_of_lines():
        for first in range(0, len(run), _MANY):
            begin = Where(source.name, number + first)
            _read_some(run[first : first + _MANY], begin, segments, frequencies, problems)
        number += len(run)
    problems.check()
    table = segments.table()
    if frequencies:
        attributes = list(table.column("attributes") or [()] * len(table))
        for row, pairs in frequencies.items():
            attributes[row] = (*attributes[row], *pairs)
        table = table.changed(attributes=attributes)
    return Corpus(table, format=NAME, path=source.name)


def _read_some(
    lines: Sequence[str],
    begin: Where,
    segments: Filling,
    frequencies: dict[int, list[tuple[str, str]]],
    problems: Problems,
) -> None:
    """Adds the labels of some lines; their frequencies are given by the places of labels."""
    filled = list(map(str.strip, lines))
    places = [place for place, line in enumerate(lines) if filled[place] and line[:2] != _RANGE]
    rows = list(map(str.split, [lines[place] for place in places], repeat("\t"), repeat(2)))
    starts, ends = [row[0] for row in rows], [row[1] if row[1:] else "" for row in rows]
    matches = map(TWO_TIMES.fullmatch, map(" ".join, zip(starts, ends, strict=True)))
    odd = [row for row, match in enumerate(matches) if match is None]
    wrong = {row for row in odd if time_problem("begin", starts[row]) or time_problem("end", ends[row])}
    times = enumerate(zip(starts, ends, strict=True))
    wrong |= {row for row, (start, end) in times if row not in wrong and float(end) < float(start)}
    bad = [places[row] for row in wrong]
    if wrong:
        right = [row for row, _ in enumerate(rows) if row not in wrong]
        places, rows = [places[row] for row in right], [rows[row] for row in right]
        starts, ends = [starts[row] for row in right], [ends[row] for row in right]
    ranges = [place for place, line in enumerate(lines) if line[:2] == _RANGE]
    rows_of = map(add, repeat(len(segments) - 1), map(bisect_left, repeat(places), ranges))
    for place, row, text in zip(ranges, rows_of, inlines([lines[place] for place in ranges]), strict=True):
        if row < 0:
            bad += [place]
            continue
        if row not in frequencies:
            frequencies[row] = []
        frequencies[row] += [(f"{NAME}:{_FREQUENCIES}", text)]
    for place in sorted(bad):
        _complain(lines[place], begin.line + place, begin.path, problems)
    labels = [row[2] if row[2:] else "" for row in rows]
    lists = list(word_lists(labels))
    texts = list(map(" ".join, lists))
    # An empty label may lack its tab.
    others = [row for row, label in enumerate(labels) if label != texts[row] or not rows[row][2:]]
    attributes: list[Attributes] = [()] * len(rows)
    for row, text in zip(others, inlines(["\t" * len(rows[row][2:]) + labels[row] for row in others]), strict=True):
        attributes[row] = ((f"{NAME}:{_LABEL}", text),)
    are_single = [bool(values) and not values[1:] for values in lists]
    words_of = [
        LabelColumns(values, ([start], [end], None), None) if is_single else None
        for values, start, end, is_single in zip(lists, starts, ends, are_single, strict=True)
    ]
    bare = [None if is_single else text for text, is_single in zip(texts, are_single, strict=True)]
    numbers = [begin.line + place for place in places]
    segments.extend(zip(starts, ends, bare, words_of, attributes, numbers, strict=True))


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
        remembered = details(pairs, NAME) if pairs else {}
        label, frequencies = remembered.get(_LABEL), remembered.get(_FREQUENCIES)
        written = label if isinstance(label, str) and " ".join(words(label)) == text else "\t" + text
        yield f"{begin}\t{stop}{written}\n"
        if isinstance(frequencies, str):
            yield frequencies + "\n"


def drops(corpus: Corpus) -> frozenset[str]:
    """The times of words that stand in a label with others, or do not fill it."""
    table, *bounds = spoken_table(corpus, NAME)
    lists: LabelLists | None = table.column("labels")
    lists = lists and lists.flat()
    if lists is None or (not lists.odd and lists.labels.numbers[:2] == _NO_TIMES):
        return frozenset()
    for first, last, *own in zip(lists.first, lists.first[1:], *(column.values for column in bounds), strict=False):
        times = {_times(lists, row) for row in range(first, last)} - {_NO_TIMES}
        if times and (last > first + 1 or times != {tuple(own)}):
            return frozenset({"times"})
    return frozenset()


def _times(lists: LabelLists, row: int) -> tuple[float | None, ...]:
    """The begin and the end of a word."""
    if isinstance(item := lists.odd.get(row), Label):
        return item.start, item.end
    columns = lists.labels.numbers[:2]
    texts = [None if column is None else column[row] for column in columns]
    return tuple(None if text is None else float(text) for text in texts)


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
    drops=drops,
    family="annotation",
    needs=frozenset({"segment times"}),
)
