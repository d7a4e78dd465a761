"""Files with the lines that Whisper and programs like it print while they work: a cue each.

    [00:00.000 --> 00:02.000]  Good day.

whisper.cpp writes hours (`[00:00:00.000 --> 00:00:02.000]`), faster-whisper and WhisperX seconds (`[0.00s -> 2.00s]`).
Lines before the first cue, such as `Detected language: English`, are no text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite

from .engine.clock_times import clock
from .engine.cues import cue_lines, subtitles
from .engine.row_reader import FilledTable
from .errors import Where, fail, quantity
from .record import read_only
from .schema import NOTICE, Corpus
from .source import Source

NAME = "whisper-log"
_CUE = re.compile(r"(?:Transcript:)?\s*\[([0-9:.]+)(s?) --?> ([0-9:.]+)s?\](?:\s*\(speaker ([0-9?]+)\))?(.*)")
_HEAD = "Detect"
_LAYOUT = "[00:00.000 --> 00:02.000] text"


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> segment, = read(Source(b"Detected language: English\\n[00:00.000 --> 00:02.500]  Good day.\\n")).segments
    >>> segment.text, segment.start, segment.end
    ('Good day.', 0.0, 2.5)
    """
    add = FilledTable(source.name, "start", "end", "speaker", "text", "lines")
    before = 0
    for add.number, add.line in enumerate(cue_lines(source), 1):
        row(add.line, add)
        before += bool(add.line.strip() and not add.line.startswith(_HEAD) and not len(add))
    add.problems.check()
    if not len(add):
        fail(Where(source.name, 1), "no cue", _LAYOUT)
    meta = ((f"{NAME}{NOTICE}", f"{quantity(before, 'line')} before the first cue: not read"),) if before else ()
    return Corpus(add.segments.table(), meta=meta, format=NAME, path=source.name)


def row(line: str, add: FilledTable) -> None:
    """Reads one line: a cue, or nothing before the first one."""
    match = _CUE.fullmatch(line)
    if match is None:
        if line.strip() and len(add):
            add.report_at(1, "no times", _LAYOUT)
        return
    start, end = _seconds(match[1]), _seconds(match[3])
    if start is None or end is None:
        add.report_at(1, "invalid times", _LAYOUT)
    elif end < start:
        add.report_at(match.start(3) + 1, f"end {match[3]} is before begin {match[1]}", "end >= begin")
    else:
        add.segments.add(start, end, match[4] or "", " ".join(match[5].split()), add.number)


def _seconds(text: str) -> float | None:
    """The seconds of a clock time, or of a number of seconds."""
    if ":" in text:
        return clock(text)
    try:
        return float(text) if isfinite(float(text)) else None
    except ValueError:
        return None


def sniff(lines: Sequence[str]) -> bool:
    """Whether most lines are cues, but for those about the language."""
    data = [_CUE.fullmatch(line) is not None for line in lines if line.strip() and not line.startswith(_HEAD)]
    return 2 * data.count(True) > len(data)


FORMAT = subtitles(
    NAME, (), "lines that Whisper prints: times in brackets, and text", (read, read_only, sniff), "speakers"
)
