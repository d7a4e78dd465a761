"""SRT, SubRip subtitles: numbered cues with times, and text with a little markup.

    1
    00:00:01,000 --> 00:00:02,500
    <i>Good day.</i>

Real files may lack a number or have blank lines in a text: a cue ends where a line with times begins the next one. The
id of a segment is the number of its cue. Markup and coordinates are kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.cue_columns import REST, TIME, are_cues, cue_table, cut_cues, plain_texts, written_cues
from .engine.cues import clock, clock_text, raw_text, subtitles, texts, times_of, unmistakable
from .errors import Problems, UsageError, Where
from .schema import Attributes, Corpus, Segment, Table
from .source import Source
from .values import replace

_ARROW = "-->"
_LAYOUT = "00:00:01,000 --> 00:00:02,500"
_TIMES = re.compile(r"\s*([0-9:.,]+)\s*-->\s*([0-9:.,]+)(?:\s+(\S.*)?)?")
_CUE = re.compile(rf"^([0-9]+)\n{TIME} --> {TIME}{REST}", re.MULTILINE)
_POSITION = re.compile(r"(?:\s+\S.*)?")
# Texts that are not their own words: with markup, several lines or blanks that are not single.
_ODD = re.compile(r"[<{\n\t]|  |^\s|\s\Z")
_UNUSUAL = re.compile(r"[<{]|-->|  |^\s|\s\Z|[^\S ]")
_NUMBER = re.compile("[0-9]+")
_MARKUP = re.compile(r"</?(?:[bius]|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i> day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.5)
    """
    table = _table(source)
    return _by_lines(source) if table is None else Corpus(table, format="srt", path=source.name)


def _table(source: Source) -> Table | None:
    """The cues of a file in which each has a number and its usual place; None for any other file."""
    text = source.text.replace("\r\n", "\n")
    cues = cut_cues(text, _CUE, ahead=1)
    if cues is None or "\r" in text or not all(map(_POSITION.fullmatch, cues.settings)):
        return None

    def read(place: int) -> Segment:
        times = cues.start[place], cues.end[place], cues.settings[place].strip()
        return _segment(cues.ids[place], times, cues.raw[place], None)

    return cue_table(cues, source.name, _ODD, read)


def _by_lines(source: Source) -> Corpus:
    """Reads cues line by line, with the place of every problem."""
    lines = source.lines()
    problems = Problems()
    places = [place for place, line in enumerate(lines) if _ARROW in line]
    _check_head(lines[: places[0]] if places else lines, source.name, problems)
    segments = []
    for place, following in zip(places, [*places[1:], len(lines)], strict=False):
        times = _times(lines[place], Where(source.name, place + 1), problems)
        number = _number(lines, place)
        end = following
        if following < len(lines) and _number(lines, following):
            end -= 1
        while end > place + 1 and not lines[end - 1].strip():
            end -= 1
        begin = place + 1
        while begin < end and not lines[begin].strip():
            begin += 1
        if times:
            segments.append(_segment(number, times, "\n".join(lines[begin:end]), Where(source.name, place + 1)))
    problems.check()
    return Corpus(tuple(segments), format="srt", path=source.name)


def _segment(number: str, times: tuple[float, float, str], raw: str, where: Where | None) -> Segment:
    kept: Attributes = ()
    if _ODD.search(raw):
        text, kept = texts(raw, bare(raw), "srt")
    else:
        text = raw
    if times[2]:
        kept += (("srt:position", times[2]),)
    return Segment(id=number, start=times[0], end=times[1], text=text, attributes=kept, where=where)


def _check_head(lines: Sequence[str], name: str, problems: Problems) -> None:
    rest = [(place, line) for place, line in enumerate(lines, 1) if line.strip()]
    if rest and len(rest) == 1 and rest[0][0] == len(lines) and rest[0][1].strip().isdecimal():
        return
    for place, line in rest[:1]:
        problems.add(Where(name, place), "text outside of a cue", f"a number, then {_LAYOUT}", line)


def _number(lines: Sequence[str], place: int) -> str:
    """The number in the line above times; empty if that line holds something else."""
    line = lines[place - 1].strip() if place else ""
    return line if _NUMBER.fullmatch(line) else ""


def _times(line: str, where: Where, problems: Problems) -> tuple[float, float, str] | None:
    found = _TIMES.fullmatch(line)
    start = clock(found[1]) if found else None
    end = clock(found[2]) if found else None
    if found is None or start is None or end is None:
        problems.add(where, "invalid times", _LAYOUT, line)
        return None
    if end < start:
        column = found.start(2) + 1
        problems.add(
            Where(where.path, where.line, column),
            f"end {found[2]} is before begin {found[1]}",
            "an end at or after the begin",
            line,
        )
        return None
    return start, end, (found[3] or "").rstrip()


def bare(text: str) -> str:
    """A text without markup.

    >>> bare("<b>a</b> {\\\\an8}b <unk>")
    'a b <unk>'
    """
    return _MARKUP.sub("", text) if "<" in text or "{" in text else text


_MARK = unmistakable("srt", bare)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields numbered cues; every segment needs times."""
    return more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    texts = plain_texts(corpus.table, _UNUSUAL) if are_cues(corpus.table, "srt") else None
    if texts is not None:
        written = before
        for cues in written_cues(corpus.table, texts, ","):
            yield "".join(
                [
                    f"\n{key if _NUMBER.fullmatch(key) else place}\n{times}\n{text}" + "\n" * (text != "")
                    for place, (key, times, text) in enumerate(cues, written + 1)
                ]
            )[written == 0 :]
            written += len(cues)
        return
    for place, segment in enumerate(corpus.segments, before + 1):
        start, end = times_of(segment, "srt")
        text = raw_text(segment, "srt", bare, _MARK)
        if _ARROW in text:
            raise UsageError(f"srt cannot hold the text {text!r}: its arrow would be read as times")
        number = segment.id if _NUMBER.fullmatch(segment.id) else str(place)
        position = "".join(f" {value}" for key, value in segment.attributes if key == "srt:position")
        blank = "\n" if place > 1 else ""
        times = f"{clock_text(start, ',')} --> {clock_text(end, ',')}"
        yield f"{blank}{number}\n{times}{position}\n{text}" + "\n" * bool(text)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is a number, followed by times."""
    head = [line for line in lines if line.strip()][:2]
    return len(head) == 2 and head[0].strip().isdecimal() and bool(_TIMES.fullmatch(head[1]))


FORMAT = replace(subtitles("srt", (".srt",), "SubRip subtitles", (read, write, sniff)), streams="appended", more=more)
