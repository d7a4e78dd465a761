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
from .engine.cues import needed, subtitles, texts, times_of
from .engine.frames import FRAME_RATE, checked_rate, piped_text
from .errors import Problems, Where
from .schema import Comment, Corpus, Segment
from .source import Source
from .values import replace

_TIME = r"([0-9]{1,6}):([0-9]{2}):([0-9]{2}):([0-9]{2,3})"
_CUE = re.compile(rf"\s*{_TIME}\s*,\s*{_TIME}\s*,\s?(.*)")
_SWITCHES = re.compile(r"\^[BIU]")
_SETTINGS = "stl:settings"


def read(source: Source, *, frame_rate: float = FRAME_RATE) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"00:00:01:00 , 00:00:02:12 , ^IGood^I|day.\\n"))
    >>> corpus.segments[0].end, corpus.segments[0].text
    (2.48, 'Good day.')
    """
    rate = checked_rate(frame_rate)
    problems = Problems()
    segments: list[Segment] = []
    comments: list[Comment] = []
    meta: list[tuple[str, str]] = []
    for place, line in enumerate(source.lines(), 1):
        if line.startswith("$"):
            meta.append((f"{_SETTINGS}:{len(segments)}", line))
        elif line.startswith("//"):
            comments.append(Comment(line, len(segments)))
        elif line.strip() and (segment := _segment(line, Where(source.name, place), rate, problems)):
            segments.append(segment)
    problems.check()
    if rate != FRAME_RATE:
        meta.append(("stl:rate", repr(rate)))
    return Corpus(tuple(segments), comments=tuple(comments), meta=tuple(meta), format="stl", path=source.name)


def _segment(line: str, where: Where, rate: float, problems: Problems) -> Segment | None:
    found = _CUE.fullmatch(line)
    if found is None:
        problems.add(where, "no times", "00:00:01:00 , 00:00:02:12 , text", line)
        return None
    start, end = (_seconds(found.groups()[part : part + 4], rate) for part in (0, 4))
    if start is None or end is None:
        what = "a minute or second above 59, or a frame number beyond the frame rate"
        problems.add(where, what, f"hours:minutes:seconds:frames at {rate:g} frames per second", line)
        return None
    if end < start:
        problems.add(where, f"end {end:g} s is before begin {start:g} s", "an end at or after the begin", line)
        return None
    raw = found[9]
    text, kept = texts(raw, _bare(raw), "stl")
    return Segment(start=start, end=end, text=text, attributes=needed(kept, "|"), where=where)


def _seconds(parts: Sequence[str], rate: float) -> float | None:
    hours, minutes, seconds, frames = map(int, parts)
    if minutes > 59 or seconds > 59 or frames >= rate:
        return None
    return ((hours * 3600 + minutes * 60 + seconds) * rate + frames) / rate


def _bare(text: str) -> str:
    return _SWITCHES.sub("", text).replace("|", "\n")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    rate = float(dict(corpus.meta).get("stl:rate", FRAME_RATE))
    others = [(int(key.rpartition(":")[2]), f"{value}\n") for key, value in corpus.meta if key.startswith(_SETTINGS)]
    others += [(comment.before, comment_line(comment.text, "//", "stl", "//")) for comment in corpus.comments]
    others.sort(key=lambda pair: pair[0])
    for place, segment in enumerate(corpus.segments):
        while others and others[0][0] <= place:
            yield others.pop(0)[1]
        start, end = (_timecode(time, rate) for time in times_of(segment, "stl"))
        yield f"{start} , {end} , {piped_text(segment, 'stl', _bare)}\n"
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
