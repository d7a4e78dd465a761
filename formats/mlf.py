r"""Master label files of HTK: the labels of many recordings, each with times in units of 100 ns or without.

    #!MLF!#
    "*/talk1.rec"
    0 1412500 good -51.3
    1412500 2593125 day
    .

The name of a recording becomes its id. Scores are left out, and of several levels or alternatives only the first is
read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from os.path import basename, splitext

from .engine.fields import time_problem
from .engine.row_reader import FilledTable
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .source import Source

_HEAD = "#!MLF!#"
_NAME = '"*/NAME.lab" in quotes, its labels, and a line with a dot'
_LABEL = "begin, end and label, or a label alone"
# Powers of ten between HTK's units and seconds.
_DIGITS = 7
_OCTAL = re.compile(r"\\([0-7]{3})")


class _Recordings(FilledTable):
    """Takes recordings, one label after the other."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "id", "session", "text", "labels", "lines")
        self.name = ""
        self.begun = 0
        self.words: list[str] = []
        self.times: list[tuple[str, str]] = []
        self.is_over = False

    def begin(self, name: str) -> None:
        """Begins a recording."""
        self.name, self.begun, self.words, self.times, self.is_over = name, self.number, [], [], False

    def end(self) -> None:
        """Adds the recording that was begun."""
        if len(self.times) == len(self.words) and self.words:
            begins, ends = map(list, zip(*self.times, strict=True))
            labels = LabelColumns(self.words, (begins, ends, None), None)
            self.segments.add(self.name, self.name, None, labels, self.begun)
        else:
            self.segments.add(self.name, self.name, " ".join(self.words), None, self.begun)
        self.name = ""


def read(source: Source) -> Corpus:
    """Reads recordings.

    >>> [segment] = read(Source(b'#!MLF!#\\n"*/talk1.lab"\\n0 5000000 good\\n5000000 25000000 day\\n.\\n')).segments
    >>> segment.id, segment.items[1].value, segment.items[1].end
    ('talk1', 'day', 2.5)
    """
    add = _Recordings(source.name)
    for add.number, add.line in enumerate(source.lines(), 1):
        row(add.line, add)
    if add.name:
        add.report(1, f"no end of {add.name!r}", "a line with a dot")
    add.problems.check()
    return Corpus(add.segments.table(), format="mlf", path=source.name)


def row(line: str, add: _Recordings) -> None:
    """Reads one line: the head of the file, the name of a recording, a label, or the dot behind the last."""
    fields = line.split()
    if not fields or (add.number == 1 and line.strip() == _HEAD):
        return
    if not add.name:
        name = line.strip()
        if len(name) > 2 and name[0] == name[-1] == '"':
            add.begin(splitext(basename(name[1:-1]))[0])
        else:
            add.report(1, f"{fields[0]!r} outside a recording", _NAME)
    elif fields == ["."]:
        add.end()
    elif fields == ["///"]:
        add.is_over = True
    elif not add.is_over:
        _add_label(fields, add)


def _add_label(fields: list[str], add: _Recordings) -> None:
    """Adds a label, which may stand behind its begin and its end."""
    if len(fields) == 1 or time_problem("begin", fields[0]):
        add.words.append(_unquoted(fields[0]))
        return
    if len(fields) == 2:
        add.report(3, "no label", _LABEL)
    elif add.has_window(1, fields[0], fields[1], _LABEL):
        add.words.append(_unquoted(fields[2]))
        add.times.append((_seconds(fields[0]), _seconds(fields[1])))


def _seconds(time: str) -> str:
    return format(Decimal(time).scaleb(-_DIGITS).normalize(), "f")


def _unquoted(label: str) -> str:
    r"""A label without its quotes, with letters for octal codes.

    >>> _unquoted("'3rd'"), _unquoted("caf\\303\\251")
    ('3rd', 'café')
    """
    if len(label) > 2 and label[0] == label[-1] and label[0] in "'\"":
        label = label[1:-1]
    if "\\" not in label:
        return label
    codes = _OCTAL.sub(lambda code: chr(int(code[1], 8) & 0xFF), label)
    try:
        return codes.encode("latin-1").decode("utf-8")
    except ValueError:
        return codes


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is that of a master label file."""
    return bool(lines) and lines[0].strip() == _HEAD


FORMAT = Format(
    name="mlf",
    suffixes=(".mlf",),
    summary="master label files of HTK",
    carries=frozenset({"ids", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
