"""SBV, the captions of YouTube Studio: times, and text without markup.

    0:00:01.000,0:00:02.500
    Good
    day.

SubViewer, from which it comes, writes `[br]` between lines, and a head of lines such as `[AUTHOR]`; that is read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.clock_times import clock
from .engine.cues import Markup, clock_texts, cue_lines, subtitles, without_blank_ends
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .errors import UsageError
from .schema import Corpus
from .source import SUBVIEWER, Source
from .values import replace

_LAYOUT = "0:00:01.000,0:00:02.500"
_TIMES = re.compile(r"\s*([0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]+),([0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]+)\s*")
_HEAD = re.compile(r"\ufeff?\[[A-Z ]+\]")
_LIKE_TIMES = re.compile(r"\s*[0-9]+:[^\s,]*:[^\s,]*,\s*[0-9]+:[^\s,]*:[^\s,]*\s*")
"""A line that begins a cue, even if its times cannot be read."""


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"0:00:01.000,0:00:02.500\\nGood\\nday.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.5)
    """
    lines = cue_lines(source)
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    places = [place for place, line in enumerate(lines) if _LIKE_TIMES.fullmatch(line)]
    for add.number, add.line in enumerate(lines[: places[0]] if places else lines, 1):
        if add.line.strip() and not _HEAD.match(add.line):
            add.report_at(1, "text outside of a cue", _LAYOUT)
    for place, end in zip(places, [*places[1:], len(lines)], strict=False):
        add.number, add.line = place + 1, lines[place]
        cue(lines[place + 1 : end], add)
    add.problems.check()
    return said_once(Corpus(add.segments.table(), format="sbv", path=source.name))


def cue(lines: Sequence[str], add: FilledTable) -> None:
    """Reads a cue: the line with its times, and the lines of its text."""
    match = _TIMES.fullmatch(add.line)
    start, end = (clock(match[1]), clock(match[2])) if match else (None, None)
    if match is None or start is None or end is None:
        add.report_at(1, "invalid times", _LAYOUT)
    elif end < start:
        add.report_at(match.start(2) + 1, f"end {match[2]} is before begin {match[1]}", "end >= begin")
    else:
        add.segments.add(start, end, *_MARKUP.read("\n".join(without_blank_ends(lines))), add.number)


def _bare(text: str) -> str:
    return text.replace("[br]", "\n")


_MARKUP = Markup("sbv", _bare)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields cues; every segment needs times."""
    return more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    starts, ends, texts = _MARKUP.cues(corpus)
    wrong = next((text for text in texts for line in text.split("\n") if _LIKE_TIMES.fullmatch(line)), None)
    if wrong is not None:
        raise UsageError(f"sbv cannot hold the text {wrong!r}: a line of it would be read as times")
    times = ([time[time[0] == "0" :] for time in clock_texts(column, ".")] for column in (starts, ends))
    for number, (start, end, text) in enumerate(zip(*times, texts, strict=False), before):
        yield "\n" * (number > 0) + f"{start},{end}\n{text}" + "\n" * (text != "")


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that is neither blank nor of a head has times."""
    return any(map(_TIMES.fullmatch, [line for line in lines if line.strip() and not _HEAD.match(line)][:1]))


FORMAT = replace(
    subtitles("sbv", (".sbv",), "SBV: captions of YouTube Studio, and SubViewer", (read, write, sniff)),
    streams="appended",
    more=more,
    magic=SUBVIEWER,
)
