"""Label tracks of Audacity: begin, end and label in each line, separated by tabs.

A label becomes a segment; a label of one word becomes a word with times. Times may have decimal commas, as Audacity
writes them in some languages; they are written with points. The range of frequencies of a label, in a line
that begins with a backslash, is kept for writing. With `names=True`, a label is the name of a speaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .engine.fields import time_problem
from .engine.json import details
from .engine.json_text import inline
from .engine.plain_texts import plain_texts
from .engine.row_reader import FilledTable
from .engine.windows import spoken_table
from .record import Format
from .schema import Corpus, Label, LabelColumns, LabelLists
from .schema.markup import words
from .source import Source

NAME = "audacity"
_LAYOUT = "begin, end and label, separated by tabs"
_LABEL, _FREQUENCIES = "/label", "/frequencies"
_RANGE = "\\\t"
"""The begin of a line with frequencies."""
_NO_TIMES = (None, None)


def read(source: Source, *, names: bool = False) -> Corpus:
    """Reads labels; `names=True` gives turns of the speakers that they name.

    >>> first, second = read(Source(b"0.5\\t1.5\\tgood day\\n2.0\\t2.25\\tyes\\n")).segments
    >>> first.start, first.text, second.items[0].end
    (0.5, 'good day', 2.25)
    >>> read(Source(b"0.5\\t1.5\\tanna\\n"), names=True).segments[0].speaker
    'anna'
    """
    add = _Labels(source.name, names)
    for add.number, add.line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        row(add.line, add)
    add.end_label()
    add.problems.check()
    return Corpus(add.segments.table(), format=NAME, path=source.name)


class _Labels(FilledTable):
    """Takes labels; the last one waits for the lines of frequencies below it."""

    def __init__(self, path: str, are_speakers: bool) -> None:
        of_label = ("speaker",) if are_speakers else ("text", "labels")
        super().__init__(path, "start", "end", *of_label, "lines", "attributes")
        self.are_speakers = are_speakers
        self.label: tuple[object, ...] = ()
        self.attributes: list[tuple[str, str]] = []

    def begin_label(self, *label: object) -> None:
        """Begins a label, of which the attributes follow."""
        self.end_label()
        self.label, self.attributes = label, []

    def end_label(self) -> None:
        """Adds the label that waits."""
        if self.label:
            self.segments.add(*self.label, tuple(self.attributes))


def row(line: str, add: _Labels) -> None:
    """Reads one line: the frequencies of the label above, nothing, or begin, end and label."""
    if line.startswith(_RANGE) and add.label:
        add.attributes.append((f"{NAME}:{_FREQUENCIES}", inline(line)))
        return
    if not line.strip():
        return
    begin, tab, rest = line.partition("\t")
    end, _, text = rest.partition("\t")
    if "," in line:
        begin, end = _with_point(begin), _with_point(end)
    if not tab:
        add.report_at(len(line) + 1, "only one field", _LAYOUT)
    elif what := time_problem("begin", begin):
        add.report_at(1, what, _LAYOUT)
    elif what := time_problem("end", end):
        add.report_at(len(begin) + 2, what, _LAYOUT)
    elif float(end) < float(begin):
        add.report_at(len(begin) + 2, f"end {end} is before begin {begin}", "end >= begin")
    elif add.are_speakers:
        add.begin_label(begin, end, text.strip(), add.number)
    else:
        spoken = words(text)
        word = LabelColumns(spoken, ([begin], [end], None), None) if len(spoken) == 1 else None
        add.begin_label(begin, end, " ".join(spoken) if word is None else None, word, add.number)
        # Blanks are kept as they stand, and an empty label may lack its tab.
        written = rest[len(end) :]
        if written != "\t" + " ".join(spoken):
            add.attributes.append((f"{NAME}:{_LABEL}", inline(written)))


def _with_point(time: str) -> str:
    """A time with a decimal point in place of a comma; any other text as it is.

    >>> _with_point("0,500000"), _with_point("1.5"), _with_point("1,000.5")
    ('0.500000', '1.5', '1,000.5')
    """
    return time.replace(",", ".", 1) if "." not in time else time


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
    lists = table.label_lists()
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
    return bool(rows) and all(len(row) == 3 and _is_window(*map(_with_point, row[:2])) for row in rows)


def _is_window(begin: str, end: str) -> bool:
    return not time_problem("begin", begin) and not time_problem("end", end) and float(begin) <= float(end)


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
