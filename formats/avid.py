"""Captions of Avid: two times with frames above the lines of each caption.

    @ This file written with the Avid Caption plugin, version 1

    <begin subtitles>

    00:00:01:00 00:00:02:12
    Good
    day.

    <end subtitles>

A file gives no frame rate: 25 is assumed unless the option `frame_rate` says otherwise; `;` before the frames marks
drop-frame timecode. The lines around the captions may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.clock_times import timecode_numeral
from .engine.cues import Markup, cue_lines, frame_rate_of, subtitles, without_blank_ends
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .record import read_only
from .schema import Corpus
from .source import Source

_TIME = "[0-9]{1,2}[:;][0-9]{2}[:;][0-9]{2}[:;][0-9]{2,3}"
_TIMES = re.compile(rf"\s*({_TIME})\s+({_TIME})\s*")
_END = "<end subtitles>"
_AROUND = ("@", "<begin subtitles>", _END)


def read(source: Source, *, frame_rate: float = 25.0) -> Corpus:
    """Reads captions.

    >>> corpus = read(Source(b"<begin subtitles>\\n\\n00:00:01:00 00:00:02:12\\nGood\\nday.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.48)
    """
    rate = frame_rate_of(frame_rate)
    lines = cue_lines(source)
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    places = [place for place, line in enumerate(lines) if _TIMES.fullmatch(line)]
    for add.number, add.line in enumerate(lines[: places[0]] if places else lines, 1):
        if add.line.strip() and not add.line.lstrip("\ufeff").startswith(_AROUND):
            add.report_at(1, "no times", "00:00:01:00 00:00:02:12 above the lines of a caption")
    for place, end in zip(places, [*places[1:], len(lines)], strict=False):
        add.number, add.line = place + 1, lines[place]
        caption([line for line in lines[place + 1 : end] if line.strip() != _END], rate, add)
    add.problems.check()
    return said_once(Corpus(add.segments.table(), format="avid", path=source.name))


def caption(lines: Sequence[str], rate: float, add: FilledTable) -> None:
    """Reads a caption: the line with its times, and the lines of its text."""
    match = _TIMES.fullmatch(add.line)
    assert match is not None
    start, end = (timecode_numeral(time, rate) for time in match.groups())
    if start is None or end is None:
        what = "a minute or second above 59, or a frame number beyond the frame rate"
        expected = f"hours:minutes:seconds:frames at {rate:g} frames per second"
        add.report_at(1, what, f"{expected}; frame_rate= (--option frame_rate=30) sets the rate")
    elif float(end) < float(start):
        add.report_at(match.start(2) + 1, f"end {match[2]} is before begin {match[1]}", "end >= begin")
    else:
        add.segments.add(float(start), float(end), *_MARKUP.read("\n".join(without_blank_ends(lines))), add.number)


_MARKUP = Markup("avid", str)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that stands around no captions has two times."""
    rest = [line for line in lines if line.strip() and not line.startswith(_AROUND)]
    return any(map(_TIMES.fullmatch, rest[:1]))


FORMAT = subtitles("avid", (), "captions of Avid", (read, read_only, sniff))
