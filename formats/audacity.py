"""Label tracks of Audacity: begin, end and label in each line, separated by tabs.

A label becomes a segment; a label of one word becomes a word with times. The range of frequencies of a label, in a line
that begins with a backslash, is kept for writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .engine.fields import time_problem
from .engine.json import details, inline
from .engine.transform import plain_texts
from .engine.windows import spoken_table
from .errors import Problems, Where
from .record import Format
from .schema import Corpus, Label, LabelColumns, LabelLists
from .schema.filling import Filling
from .schema.markup import words
from .source import Source
from .values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Begin, end, a text or one word with times, attributes, and the number of the line.
    _Label: TypeAlias = tuple[str, str, str | None, LabelColumns | None, list[tuple[str, str]], int]

NAME = "audacity"
_LAYOUT = "begin, end and label, separated by tabs"
_LABEL, _FREQUENCIES = "/label", "/frequencies"
_RANGE = "\\\t"
"""The begin of a line with frequencies."""
_NO_TIMES = (None, None)


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> first, second = read(Source(b"0.5\\t1.5\\tgood day\\n2.0\\t2.25\\tyes\\n")).segments
    >>> first.start, first.text, second.items[0].end
    (0.5, 'good day', 2.25)
    """
    problems = Problems()
    segments = Filling(source.name, "start", "end", "text", "labels", "attributes", "lines")
    label: _Label | None = None  # the last one, to which a line of frequencies belongs
    for number, line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        if label is not None and line.startswith(_RANGE):
            label[4].append((f"{NAME}:{_FREQUENCIES}", inline(line)))
        elif line.strip() and (read_label := _read_label(line, Where(source.name, number), problems)) is not None:
            if label is not None:
                _add(segments, label)
            label = read_label
    if label is not None:
        _add(segments, label)
    problems.check()
    return Corpus(segments.table(), format=NAME, path=source.name)


def _add(segments: Filling, label: _Label) -> None:
    """Adds a label with the frequencies of the lines below it."""
    start, end, text, word, attributes, number = label
    segments.add(start, end, text, word, tuple(attributes), number)


def _read_label(line: str, where: Where, problems: Problems) -> _Label | None:
    """The label of a line; None for a problem, which is noted."""
    start, tab, rest = line.partition("\t")
    end, _, text = rest.partition("\t")
    if not tab:
        problems.add(replace(where, column=len(line) + 1), "only one field", _LAYOUT, line)
        return None
    place_of_end = replace(where, column=len(start) + 2)
    for name, time, place in (("begin", start, where), ("end", end, place_of_end)):
        if what := time_problem(name, time):
            problems.add(place, what, _LAYOUT, line)
            return None
    if float(end) < float(start):
        problems.add(place_of_end, f"end {end} is before begin {start}", "an end at or after the begin", line)
        return None
    spoken = words(text)
    # Blanks are kept as they stand, and an empty label may lack its tab.
    written = rest[len(end) :]
    is_usual = written == "\t" + " ".join(spoken)
    attributes = [] if is_usual else [(f"{NAME}:{_LABEL}", inline(written))]
    if len(spoken) == 1:
        return start, end, None, LabelColumns(spoken, ([start], [end], None), None), attributes, where.line
    return start, end, " ".join(spoken), None, attributes, where.line


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
