"""STL text of DVD programs: subtitles with hours, minutes, seconds and frames.

    $FontName = Arial
    00:00:01:00 , 00:00:02:12 , Good|day.

A file gives no frame rate: 25 is assumed unless the option `frame_rate` says otherwise. Settings, comments and control
codes are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.comments import comment_line
from .engine.cues import Markup, frame_rate_of, subtitles
from .errors import Problems, Where
from .schema import Comment, Corpus
from .schema.filling import Filling
from .source import Source
from .values import replace

_TIME = r"([0-9]{1,6}):([0-9]{2}):([0-9]{2}):([0-9]{2,3})"
_CUE = re.compile(rf"\s*{_TIME}\s*,\s*{_TIME}\s*,\s?(.*)")
_SWITCHES = re.compile(r"\^[BIU]")
_SETTINGS = "stl:settings"
_USUAL_RATE = 25.0


def read(source: Source, *, frame_rate: float = 25.0) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"00:00:01:00 , 00:00:02:12 , ^IGood^I|day.\\n"))
    >>> corpus.segments[0].end, corpus.segments[0].text
    (2.48, 'Good day.')
    """
    rate = frame_rate_of(frame_rate)
    problems = Problems()
    cues = Filling(source.name, "start", "end", "text", "attributes", "lines")
    comments: list[Comment] = []
    meta: list[tuple[str, str]] = []
    for place, line in enumerate(source.lines(), 1):
        if line[:1] == "$":
            meta.append((f"{_SETTINGS}:{len(cues)}", line))
        elif line[:2] == "//":
            comments.append(Comment(line, len(cues)))
        elif cue := _CUE.fullmatch(line):
            start, end = _seconds(cue.group(1, 2, 3, 4), rate), _seconds(cue.group(5, 6, 7, 8), rate)
            if start is None or end is None or end < start:
                _complain(start, end, rate, Where(source.name, place), problems, line)
            else:
                cues.add(start, end, *_MARKUP.read(cue[9]), place)
        elif line.strip():
            problems.add(Where(source.name, place), "no times", "00:00:01:00 , 00:00:02:12 , text", line)
    problems.check()
    if rate != _USUAL_RATE:
        meta.append(("stl:rate", repr(rate)))
    return Corpus(cues.table(), comments=tuple(comments), meta=tuple(meta), format="stl", path=source.name)


def _complain(start: float | None, end: float | None, rate: float, where: Where, problems: Problems, line: str) -> None:
    if start is None or end is None:
        what = "a minute or second above 59, or a frame number beyond the frame rate"
        problems.add(where, what, f"hours:minutes:seconds:frames at {rate:g} frames per second", line)
        return
    problems.add(where, f"end {end:g} s is before begin {start:g} s", "an end at or after the begin", line)


def _seconds(parts: Sequence[str], rate: float) -> float | None:
    hours, minutes, seconds, frames = [int(part) for part in parts]
    if minutes > 59 or seconds > 59 or frames >= rate:
        return None
    return ((hours * 3600 + minutes * 60 + seconds) * rate + frames) / rate


def _bare(text: str) -> str:
    return _SWITCHES.sub("", text).replace("|", "\n")


_MARKUP = Markup("stl", _bare, re.compile(r"[\^|\t\n\v\f\r]|  |^ | \Z"), "|")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    rate = float(dict(corpus.meta).get("stl:rate", _USUAL_RATE))
    others = [(int(key.rpartition(":")[2]), f"{value}\n") for key, value in corpus.meta if key.startswith(_SETTINGS)]
    others += [(comment.before, comment_line(comment.text, "//", "stl", "//")) for comment in corpus.comments]
    others.sort(key=lambda pair: pair[0])
    starts, ends, texts = _MARKUP.cues(corpus)
    times = ([_timecode(time, rate) for time in column] for column in (starts, ends))
    for place, cue in enumerate(map("{} , {} , {}\n".format, *times, texts)):
        while others and others[0][0] <= place:
            yield others.pop(0)[1]
        yield cue
    for _, line in others:
        yield line


def _timecode(seconds: float, rate: float) -> str:
    whole = int(seconds + 1e-6)
    frames = round((seconds - whole) * rate)
    if frames >= rate:
        whole, frames = whole + 1, 0
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}:{max(0, frames):02d}"


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line that is no setting and no comment begins with two times."""
    data = [line for line in lines if line.strip() and not line.startswith(("$", "//"))]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = replace(
    subtitles("stl", (".stl",), "STL text of DVD programs", (read, write, sniff), "comments"), streams="appended"
)
