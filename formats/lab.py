"""Label files: begin, end and label in each line, between blanks; in seconds, or as HTK has them in units of 100 ns.

    0.000 2.500 speech
    3.000 5.000 speech

Times are HTK's where all are whole numbers and some are at least `_HTK`. A label of one word is a word with
times.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from .engine.fields import time_problem
from .engine.row_reader import FilledTable, fields_of, read_fields
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.markup import words
from .source import Source

_LAYOUT = "begin, end and label; for a transcript, as MFA has it, format='txt' (--ref-format txt, --hyp-format txt)"
# A day in seconds; a hundredth of a second in HTK's units.
_HTK = 100_000
_HTK_DIGITS = 7


class _Labels(FilledTable):
    """Takes labels, whose times are in seconds or in units of HTK."""

    def __init__(self, source: Source) -> None:
        super().__init__(source.name, "start", "end", "text", "labels", "lines")
        times = [time for line in source.lines() for time in fields_of(line)[:2]]
        self.is_htk = all(time.isdecimal() for time in times) and any(float(time) >= _HTK for time in times)

    def seconds(self, time: str) -> str:
        """A time of the file in seconds."""
        return format(Decimal(time).scaleb(-_HTK_DIGITS).normalize(), "f") if self.is_htk else time


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> [segment] = read(Source(b"5000000 25000000 speech\\n")).segments
    >>> segment.start, segment.end, segment.items[0].value
    (0.5, 2.5, 'speech')
    """
    add = _Labels(source)
    read_fields(source, row, add, "#")
    return Corpus(add.segments.table(), format="lab", path=source.name)


def row(fields: list[str], add: _Labels) -> None:
    """Reads one row: begin, end and a label of one or more words."""
    if len(fields) < 3:
        add.report_size(len(fields), 3, _LAYOUT)
        return
    begin, end, *label = fields
    if what := time_problem("begin", begin):
        add.report(1, what, _LAYOUT)
    elif what := time_problem("end", end):
        add.report(2, what, _LAYOUT)
    elif float(end) < float(begin):
        add.report(2, f"end {end} is before begin {begin}", "end >= begin")
    else:
        begin, end = add.seconds(begin), add.seconds(end)
        spoken = words(" ".join(label))
        word = LabelColumns(spoken, ([begin], [end], None), None) if len(spoken) == 1 else None
        add.segments.add(begin, end, " ".join(spoken) if word is None else None, word, add.number)


def sniff(lines: Sequence[str]) -> bool:
    """Never: only the suffix tells a label file from a text whose ids and first words are numbers."""
    return False


FORMAT = Format(
    name="lab",
    suffixes=(".lab",),
    summary="label files, such as HTK's: begin, end and label",
    carries=frozenset({"segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
