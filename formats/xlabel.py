"""Labels of xwaves (ESPS), as CMU ARCTIC, Festival and the Buckeye corpus have them: a head that a line `#` ends, then
end, colour and label in each line.

    separator ;
    #
        0.250  121  pau
        0.410  121  hello

A label begins where the one before it ends, the first at 0. Of Buckeye's `okay; ow k ey; k ey; UH` the word is read. A
label of one word is a word with times.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.row_reader import fields_of
from .lab import Labels
from .record import Format, read_only
from .schema import Corpus, LabelColumns
from .schema.markup import words
from .source import XLABEL, Source

NAME = "xlabel"
_LAYOUT = "end, colour and label"
_SEPARATOR = "separator"


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> [segment] = read(Source(b"#\\n0.5 121 pau ; 1\\n")).segments
    >>> segment.start, segment.end, segment.items[0].value
    (0, 0.5, 'pau')
    """
    add = Labels(source, str)
    separator, is_head, before = ";", True, "0"
    for add.number, add.line in enumerate(source.lines(), 1):
        fields = fields_of(add.line, 2)
        if is_head:
            if fields[:1] == [_SEPARATOR] and len(fields) > 1:
                separator = fields[1]
            is_head = fields != ["#"]
        elif fields:
            before = _row(fields, before, separator, add)
    if is_head:
        add.report(1, "no line # behind the head", f"a line #, then {_LAYOUT} in each line")
    add.problems.check()
    return Corpus(add.segments.table(), format=NAME, path=source.name)


def _row(fields: list[str], before: str, separator: str, add: Labels) -> str:
    """Reads a row, whose label begins at the end of the one before; the end of this one."""
    end = fields[0]
    if not add.has_window(0, before, end, _LAYOUT):
        return before
    if len(fields) < 2 or not fields[1].lstrip("-").isdecimal():
        add.report(2, "no colour, a whole number", _LAYOUT)
        return end
    spoken = words(fields[2].split(separator)[0]) if len(fields) > 2 else []
    if spoken:
        word = LabelColumns(spoken, ([before], [end], None), None) if len(spoken) == 1 else None
        add.segments.add(before, end, " ".join(spoken) if word is None else None, word, add.number)
    return end


def sniff(lines: Sequence[str]) -> bool:
    """Whether a line with the sign ends a head, and an end, a colour and a label come next."""
    return re.match(XLABEL, "\n".join([*lines, ""]).encode("utf-8", "replace")) is not None


FORMAT = Format(
    name=NAME,
    suffixes=(),
    summary="labels of xwaves, as in CMU ARCTIC and Buckeye",
    magic=XLABEL,
    carries=frozenset({"segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
