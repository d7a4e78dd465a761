"""MPL2: subtitles with tenths of seconds, read and written by the library pysubs2.

[4][22]Good|day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from .engine import pysubs2_cues
from .engine.cues import subtitles
from .errors import Problems, Where
from .schema import Corpus
from .source import Source

_CUE = re.compile(r"\[[0-9]{1,9}\]\[[0-9]{1,9}\].*")


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"[4][22]Good|day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].end
    ('Good day.', 2.2)
    """
    problems = Problems()
    for place, line in enumerate(chain.from_iterable(source.runs_of_lines()), 1):
        if line.strip() and not _CUE.fullmatch(line):
            problems.add(Where(source.name, place), "no times", "[4][22]text", line)
    problems.check()
    return pysubs2_cues.read(source, "mpl2", source.runs_of_lines())


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a file; every segment needs times."""
    return pysubs2_cues.write(corpus, "mpl2")


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two times in brackets."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = subtitles("mpl2", (".mpl",), "MPL2: tenths of seconds and text", (read, write, sniff))
