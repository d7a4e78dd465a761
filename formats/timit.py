"""Labels of TIMIT: first sample, last sample and phone or word in each line; 16,000 samples are a second.

0 2260 h#
2260 4149 sh
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from .engine.row_reader import read_fields
from .lab import Labels, row
from .record import Format, read_only
from .schema import Corpus
from .source import Source

_RATE = 16_000
# A tenth of a second at least, and a sentence of words.
_SENTENCE = re.compile(r"0 [0-9]{4,6} [^\W\d]\S*( \S+)+\s*")


def _seconds(samples: str) -> str:
    """A number of samples in seconds."""
    return format((Decimal(samples) / _RATE).normalize(), "f")


def read(source: Source) -> Corpus:
    """Reads labels.

    >>> [segment] = read(Source(b"8000 40000 sh\\n")).segments
    >>> segment.start, segment.end, segment.items[0].value
    (0.5, 2.5, 'sh')
    """
    add = Labels(source, _seconds)
    read_fields(source, row, add, "#")
    return Corpus(add.segments.table(), format="timit", path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the file is one sentence from its first sample on (`0 46797 She had ...`); the numbers of labels could be
    seconds, so only the suffix tells."""
    rows = [line for line in lines if line.strip()]
    return len(rows) == 1 and _SENTENCE.fullmatch(rows[0]) is not None


FORMAT = Format(
    name="timit",
    suffixes=(".phn", ".wrd"),
    summary="labels of TIMIT, in samples at 16 kHz",
    carries=frozenset({"segment times", "times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
