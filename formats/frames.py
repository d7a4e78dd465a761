"""Subtitles that count frames: MicroDVD, and the STL texts of DVD programs.

    {1}{1}25.000
    {25}{62}{y:i}Good|day.

    $FontName = Arial
    00:00:01:00 , 00:00:02:12 , Good|day.

A frame rate is needed: MicroDVD has it in its first line (as `{1}{1}25`), STL has none, so that 25 is taken; the option
`frame_rate` says another. Settings, comments and control codes are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from formats.engine.cues import LINES, raw_text, subtitles, texts, times_of
from formats.errors import Problems, UsageError, Where
from formats.schema import Attributes, Comment, Corpus, Segment
from formats.source import Source

FRAME_RATE = 25.0
_MICRODVD = re.compile(r"\{([0-9]{1,12})\}\{([0-9]{1,12})\}(.*)")
_RATE = re.compile(r"\s*([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*")
_CODES = re.compile(r"\{[a-zA-Z]:[^{}]*\}")
_TIME = r"([0-9]{1,6}):([0-9]{2}):([0-9]{2}):([0-9]{2,3})"
_STL = re.compile(rf"\s*{_TIME}\s*,\s*{_TIME}\s*,\s?(.*)")
_SWITCHES = re.compile(r"\^[BIU]")
_SETTINGS = "stl:settings"
_FASTEST = 1000


def read_microdvd(source: Source, *, frame_rate: float | None = None) -> Corpus:
    """Reads MicroDVD.

    >>> corpus = read_microdvd(Source(b"{1}{1}25\\n{25}{50}{y:i}Good|day.\\n"))
    >>> corpus.segments[0].start, corpus.segments[0].text
    (1.0, 'Good day.')
    """
    rate = frame_rate and _checked(frame_rate)
    problems = Problems()
    segments: list[Segment] = []
    meta: Attributes = ()
    for place, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        found = _MICRODVD.fullmatch(line)
        where = Where(source.name, place)
        if found is None:
            problems.add(where, "a line without frames", "{25}{50}text", line)
            continue
        first, last, raw = int(found[1]), int(found[2]), found[3]
        given = _RATE.fullmatch(raw)
        if not segments and not meta and given and first == last and first <= 1:
            meta = (("microdvd:rate", raw),)
            rate = rate or _rate(given[1])
            if not 0 < rate < _FASTEST:
                problems.add(where, f"{raw.strip()!r} is no frame rate", "such as {1}{1}25 or {1}{1}23.976", line)
                break
            continue
        if rate is None:
            problems.add(where, "no frame rate", "{1}{1}25 in the first line, or the option frame_rate", line)
            break
        if last < first:
            problems.add(where, f"frame {last} is before frame {first}", "", line)
            continue
        text, kept = texts(raw, _bare_microdvd(raw), "microdvd")
        kept = tuple(
            pair for pair in kept if pair[0] == LINES or pair[1] != dict(kept).get(LINES, "").replace("\n", "|")
        )
        segments.append(Segment(start=first / rate, end=last / rate, text=text, attributes=kept, where=where))
    problems.check()
    return Corpus(tuple(segments), meta=meta, format="microdvd", path=source.name)


def _needed(kept: Attributes) -> Attributes:
    """What is kept, without a text that the writer would make of the lines anyway."""
    made = dict(kept).get(LINES, "").replace("\n", "|")
    return tuple(pair for pair in kept if pair[0] == LINES or pair[1] != made)


def _rate(written: str) -> float:
    return float(written.strip().replace(",", "."))


def _checked(rate: float) -> float:
    if not 0 < rate < _FASTEST:
        raise UsageError(f"{rate!r} is no frame rate; expected frames in a second, such as 25 or 23.976")
    return float(rate)


def _bare_microdvd(text: str) -> str:
    if "{" in text:
        text = _CODES.sub("", text)
    return "\n".join(line.removeprefix("/") for line in text.split("|"))


def write_microdvd(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    written = dict(corpus.meta).get("microdvd:rate", "25.000")
    found = _RATE.fullmatch(written)
    rate = _rate(found[1]) if found else FRAME_RATE
    yield f"{{1}}{{1}}{written}\n"
    for segment in corpus.segments:
        first, last = (round(time * rate) for time in times_of(segment, "microdvd"))
        yield f"{{{first}}}{{{last}}}{_text(segment, 'microdvd')}\n"


def read_stl(source: Source, *, frame_rate: float = FRAME_RATE) -> Corpus:
    """Reads STL text.

    >>> corpus = read_stl(Source(b"00:00:01:00 , 00:00:02:12 , ^IGood^I|day.\\n"))
    >>> corpus.segments[0].end, corpus.segments[0].text
    (2.48, 'Good day.')
    """
    rate = _checked(frame_rate)
    problems = Problems()
    segments: list[Segment] = []
    comments: list[Comment] = []
    meta: list[tuple[str, str]] = []
    for place, line in enumerate(source.lines(), 1):
        where = Where(source.name, place)
        if line.startswith("$"):
            meta.append((f"{_SETTINGS}:{len(segments)}", line))
            continue
        if line.startswith("//"):
            comments.append(Comment(line, len(segments)))
            continue
        if not line.strip():
            continue
        found = _STL.fullmatch(line)
        if found is None:
            problems.add(where, "a line without times", "00:00:01:00 , 00:00:02:12 , text", line)
            continue
        start, end = (_seconds(found.groups()[part : part + 4], rate) for part in (0, 4))
        if start is None or end is None or end < start:
            problems.add(
                where, "times that cannot be meant", f"hours:minutes:seconds:frames, {rate:g} frames each", line
            )
            continue
        raw = found[9]
        text, kept = texts(raw, _bare_stl(raw), "stl")
        kept = tuple(
            pair for pair in kept if pair[0] == LINES or pair[1] != dict(kept).get(LINES, "").replace("\n", "|")
        )
        segments.append(Segment(start=start, end=end, text=text, attributes=kept, where=where))
    problems.check()
    if rate != FRAME_RATE:
        meta.append(("stl:rate", repr(rate)))
    return Corpus(tuple(segments), comments=tuple(comments), meta=tuple(meta), format="stl", path=source.name)


def _seconds(parts: Sequence[str], rate: float) -> float | None:
    hours, minutes, seconds, frames = map(int, parts)
    if minutes > 59 or seconds > 59 or frames >= rate:
        return None
    return ((hours * 3600 + minutes * 60 + seconds) * rate + frames) / rate


def _bare_stl(text: str) -> str:
    return _SWITCHES.sub("", text).replace("|", "\n")


def write_stl(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    rate = float(dict(corpus.meta).get("stl:rate", FRAME_RATE))
    others = [(int(key.rpartition(":")[2]), value) for key, value in corpus.meta if key.startswith(_SETTINGS)]
    others += [(comment.before, _comment(comment.text)) for comment in corpus.comments]
    others.sort(key=lambda pair: pair[0])
    for place, segment in enumerate(corpus.segments):
        while others and others[0][0] <= place:
            yield f"{others.pop(0)[1]}\n"
        start, end = (_timecode(time, rate) for time in times_of(segment, "stl"))
        yield f"{start} , {end} , {_text(segment, 'stl')}\n"
    for _, line in others:
        yield f"{line}\n"


def _comment(text: str) -> str:
    return text if text.startswith("//") else f"// {text}"


def _timecode(seconds: float, rate: float) -> str:
    whole = int(seconds + 1e-6)
    frames = round((seconds - whole) * rate)
    if frames >= rate:
        whole, frames = whole + 1, 0
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}:{max(0, frames):02d}"


def _text(segment: Segment, name: str) -> str:
    bare = _bare_microdvd if name == "microdvd" else _bare_stl

    def mark(text: str) -> str:
        if "|" in text or bare(text) != text:
            raise UsageError(f"{name} has no way to write the text {text!r}: some of it would be taken for markup")
        return text.replace("\n", "|")

    return raw_text(segment, name, bare, mark)


def sniff_microdvd(lines: Sequence[str]) -> bool:
    """Whether every line begins with two numbers of frames."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_MICRODVD.fullmatch, data))


def sniff_stl(lines: Sequence[str]) -> bool:
    """Whether every line has two times with frames, but for settings and comments."""
    data = [line for line in lines if line.strip() and not line.startswith(("$", "//"))]
    return bool(data) and all(map(_STL.fullmatch, data))


MICRODVD = subtitles(
    "microdvd", (".sub",), "MicroDVD: frames and text", (read_microdvd, write_microdvd, sniff_microdvd)
)
STL = subtitles("stl", (".stl",), "STL text of DVD programs", (read_stl, write_stl, sniff_stl), "comments")
