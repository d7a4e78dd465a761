"""STL text of DVD programs: subtitles with hours, minutes, seconds and frames.

    $FontName = Arial
    00:00:01:00 , 00:00:02:12 , Good|day.

A file gives no frame rate: 25 is assumed unless the option `frame_rate` says otherwise. Settings, comments and control
codes are kept for writing.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from operator import itemgetter

from .engine.comments import comment_line
from .engine.cues import Markup, cue_lines, frame_rate_of, subtitles
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .errors import Where, fail
from .schema import Comment, Corpus
from .source import EBU_STL, Source
from .values import replace

_TIME = r"([0-9]{1,6}):([0-9]{2}):([0-9]{2}):([0-9]{2,3})"
_CUE = re.compile(rf"\s*{_TIME}\s*,\s*{_TIME}\s*,\s?(.*)")
_SWITCHES = re.compile(r"\^[BIU]")
_SETTING = ("$", "\\\\")  # Subtitle Edit names colours in lines with two backslashes
_SETTINGS = "stl:settings"
_USUAL_RATE = 25.0


def read(source: Source, *, frame_rate: float = 25.0) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"00:00:01:00 , 00:00:02:12 , ^IGood^I|day.\\n"))
    >>> corpus.segments[0].end, corpus.segments[0].text
    (2.48, 'Good day.')
    """
    rate = frame_rate_of(frame_rate)
    if re.match(EBU_STL, source.data):
        fail(Where(source.name, 1), "a binary STL file of the EBU", "STL text; the format ebu-stl reads this file")
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    comments: list[Comment] = []
    meta: list[tuple[str, str]] = []
    for add.number, add.line in enumerate(cue_lines(source), 1):
        if add.line.startswith(_SETTING):
            meta.append((f"{_SETTINGS}:{len(add)}", add.line))
        elif add.line.startswith("//"):
            comments.append(Comment(add.line, len(add)))
        elif add.line.strip():
            row(add.line, rate, add)
    add.problems.check()
    if rate != _USUAL_RATE:
        meta.append(("stl:rate", repr(rate)))
    table = add.segments.table()
    return said_once(Corpus(table, comments=tuple(comments), meta=tuple(meta), format="stl", path=source.name))


def row(line: str, rate: float, add: FilledTable) -> None:
    """Reads the line of a cue: begin and end with frames, and its text."""
    match = _CUE.fullmatch(line)
    if match is None:
        add.report_at(1, "no times", "00:00:01:00 , 00:00:02:12 , text")
        return
    start, end = _seconds(match.groups()[:4], rate), _seconds(match.groups()[4:8], rate)
    if start is None or end is None:
        what = "a minute or second above 59, or a frame number beyond the frame rate"
        expected = f"hours:minutes:seconds:frames at {rate:g} frames per second"
        add.report_at(1, what, f"{expected}; frame_rate= (--option frame_rate=30) sets the rate")
    elif end < start:
        add.report_at(1, f"end {end:g} s is before begin {start:g} s", "end >= begin")
    else:
        add.segments.add(start, end, *_MARKUP.read(match[9]), add.number)


def _seconds(parts: Sequence[str], rate: float) -> float | None:
    """The seconds of hours, minutes, seconds and frames; None for what is no time."""
    hours, minutes, seconds, frames = map(int, parts)
    if minutes > 59 or seconds > 59 or frames >= rate:
        return None
    return ((hours * 3600 + minutes * 60 + seconds) * rate + frames) / rate


def _bare(text: str) -> str:
    return _SWITCHES.sub("", text).replace("|", "\n")


_MARKUP = Markup("stl", _bare, "|")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    rate = float(dict(corpus.meta).get("stl:rate", _USUAL_RATE))
    others = [(int(key.rpartition(":")[2]), f"{value}\n") for key, value in corpus.meta if key.startswith(_SETTINGS)]
    others += [(comment.before, comment_line(comment.text, "//", "stl", "//")) for comment in corpus.comments]
    rest = deque(sorted(others, key=itemgetter(0)))
    starts, ends, texts = _MARKUP.cues(corpus)
    for place, (start, end, text) in enumerate(zip(starts, ends, texts, strict=True)):
        while rest and rest[0][0] <= place:
            yield rest.popleft()[1]
        yield f"{_timecode(start, rate)} , {_timecode(end, rate)} , {text}\n"
    for _, line in rest:
        yield line


def _timecode(seconds: float, rate: float) -> str:
    whole = int(seconds + 1e-6)
    # All frames are rounded, as in MicroDVD: those of a part of a second alone may lie just below a half.
    before = whole * rate
    frames = round(seconds * rate) - int(before) if rate.is_integer() else round(seconds * rate - before)
    frames = max(0, frames)
    if frames >= rate:  # the last part of a second may be rounded up to a whole one
        whole, frames = whole + 1, 0
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}:{frames:02d}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line that is no setting and no comment begins with two times."""
    data = [line for line in lines if line.strip() and not line.startswith((*_SETTING, "//"))]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = replace(
    subtitles("stl", (".stl",), "STL text of DVD programs", (read, write, sniff), "comments"), streams="appended"
)
