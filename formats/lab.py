"""Label files: begin, end and label in each line, between blanks; in seconds, or as HTK has them in units of 100 ns.

    0.000 2.500 speech
    3.000 5.000 speech

Times are HTK's where all are whole numbers and some are at least `_HTK`. A label of one word is a word with
times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from .engine.fields import column
from .engine.row_reader import FilledTable, fields_of, read_fields
from .errors import Where, fail
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.markup import words
from .source import Source

_LAYOUT = "begin, end and label; for a transcript, as MFA has it, format='txt' (--ref-format txt, --hyp-format txt)"
# A day in seconds; a hundredth of a second in HTK's units.
_HTK = 100_000
_HTK_DIGITS = 7
# So many labels, all of them longer than this, are no seconds.
_FEWEST, _LONGEST = 3, 60


class Labels(FilledTable):
    """Takes labels; `seconds` gives a time of the file in seconds."""

    def __init__(self, source: Source, seconds: Callable[[str], str]) -> None:
        super().__init__(source.name, "start", "end", "text", "labels", "lines")
        self.seconds = seconds


def _scale_of(source: Source) -> Callable[[str], str]:
    """The conversion of the times of a file to seconds, chosen by all of them."""
    first: tuple[int, str, str] | None = None
    labels, all_long, is_htk = 0, True, False
    for number, line in enumerate(source.lines(), 1):
        times = fields_of(line)[:2]
        if len(times) < 2:
            continue
        if not all(map(str.isdecimal, times)):
            return str
        begin, end = map(float, times)
        first = first or (number, line, times[1])
        labels += 1
        all_long = all_long and end - begin > _LONGEST
        is_htk = is_htk or max(begin, end) >= _HTK
    if is_htk:
        return lambda time: format(Decimal(time).scaleb(-_HTK_DIGITS).normalize(), "f")
    if first is not None and labels >= _FEWEST and all_long:
        number, line, shown = first
        fail(
            Where(source.name, number, column(line, 2)),
            f"all labels are longer than a minute, if {shown} is in seconds",
            f"format='timit' (--ref-format timit, --hyp-format timit) for samples at 16 kHz; {shown}.0 for seconds",
            line,
        )
    return str


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> [segment] = read(Source(b"5000000 25000000 speech\\n")).segments
    >>> segment.start, segment.end, segment.items[0].value
    (0.5, 2.5, 'speech')
    """
    add = Labels(source, _scale_of(source))
    read_fields(source, row, add, "#")
    return Corpus(add.segments.table(), format="lab", path=source.name)


def row(fields: list[str], add: Labels) -> None:
    """Reads one row: begin, end and a label of one or more words."""
    if len(fields) < 3:
        add.report_size(len(fields), 3, _LAYOUT)
        return
    begin, end, *label = fields
    if add.has_window(1, begin, end, _LAYOUT):
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
