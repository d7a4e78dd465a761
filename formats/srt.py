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
from itertools import count, repeat
from typing import TypeAlias

from .engine.cues import PIECE, REST, TIME, Markup, clock, clock_texts, cut_cues, subtitles
from .errors import Problems, UsageError, Where
from .schema import Attributes, Corpus
from .schema.filling import Filling
from .source import Source
from .values import replace

_ARROW = "-->"
_LAYOUT = "00:00:01,000 --> 00:00:02,500"
_TIMES = re.compile(r"\s*([0-9:.,]+)\s*-->\s*([0-9:.,]+)(?:\s+(\S.*)?)?")
_CUE = re.compile(rf"^([0-9]+)\n{TIME} --> {TIME}{REST}", re.MULTILINE)
_POSITION = re.compile(r"(?:\s+\S.*)?")
# Texts that are not their own words: with markup, several lines or blanks that are not single.
_ODD = re.compile(r"[<{\n\t]|  |^\s|\s\Z")
_NUMBER = re.compile("[0-9]+")
_TAG = re.compile(r"</?(?:[bius]|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i> day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.5)
    """
    cues = Filling(source.name, "id", "start", "end", "text", "attributes", "lines")
    cues.extend(_usual(source) or _by_lines(source))
    return Corpus(cues.table(), format="srt", path=source.name)


_Row: TypeAlias = "tuple[str, float, float, str, Attributes, int]"


def _usual(source: Source) -> Iterator[_Row] | None:
    """The cues of a file in which each has a number and its usual place; None for any other file."""
    text = source.text.replace("\r\n", "\n")
    cues = cut_cues(text, _CUE, ahead=1)
    if cues is None or "\r" in text or not all(map(_POSITION.fullmatch, cues.settings)):
        return None
    if not any(cues.settings) and not any(map(_ODD.search, cues.raw)):
        return zip(cues.ids, cues.starts, cues.ends, cues.raw, repeat(()), cues.lines)
    return (
        (number, start, end, *_text(raw, position.strip() if position else ""), line)
        for number, start, end, position, raw, line in cues.rows()
    )


def _by_lines(source: Source) -> Iterator[_Row]:
    """Reads cues line by line, with the place of every problem."""
    lines = source.lines()
    problems = Problems()
    places = [place for place, line in enumerate(lines) if _ARROW in line]
    _check_head(lines[: places[0]] if places else lines, source.name, problems)
    for place, following in zip(places, [*places[1:], len(lines)], strict=False):
        times = _times(lines[place], Where(source.name, place + 1), problems)
        end = following
        if following < len(lines) and _number(lines, following):
            end -= 1
        while end > place + 1 and not lines[end - 1].strip():
            end -= 1
        begin = place + 1
        while begin < end and not lines[begin].strip():
            begin += 1
        if times:
            yield (_number(lines, place), *times[:2], *_text("\n".join(lines[begin:end]), times[2]), place + 1)
    problems.check()


def _text(raw: str, position: str) -> tuple[str, Attributes]:
    """The words of a cue and its details."""
    text, attributes = _MARKUP.read(raw)
    return text, (*attributes, ("srt:position", position)) if position else attributes


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
    match = _TIMES.fullmatch(line)
    start = clock(match[1]) if match else None
    end = clock(match[2]) if match else None
    if match is None or start is None or end is None:
        problems.add(where, "invalid times", _LAYOUT, line)
        return None
    if end < start:
        column = match.start(2) + 1
        problems.add(
            Where(where.path, where.line, column),
            f"end {match[2]} is before begin {match[1]}",
            "an end at or after the begin",
            line,
        )
        return None
    return start, end, (match[3] or "").rstrip()


def bare(text: str) -> str:
    """A text without markup.

    >>> bare("<b>a</b> {\\\\an8}b <unk>")
    'a b <unk>'
    """
    return _TAG.sub("", text) if "<" in text or "{" in text else text


_MARKUP = Markup("srt", bare, _ODD)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields numbered cues; every segment needs times."""
    return more(corpus, 0)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a piece after so many others."""
    starts, ends, texts = _MARKUP.cues(corpus)
    wrong = next((text for text in texts if _ARROW in text), None)
    if wrong is not None:
        raise UsageError(f"srt cannot hold the text {wrong!r}: its arrow would be read as times")
    numbers: Iterator[str] = map(str, count(before + 1))
    if corpus.table.has("id"):
        numbers = (key if _NUMBER.fullmatch(key) else str(place) for place, key in enumerate(corpus.ids(), before + 1))
    details = corpus.table.column("attributes")
    positions: Iterator[str] = repeat("")
    if details is not None:
        positions = ("".join([f" {value}" for key, value in pairs if key == "srt:position"]) for pairs in details)
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(starts[part], ","), clock_texts(ends[part], ",")
        cues = zip(*times, texts[part], numbers, positions, strict=False)
        yield "".join(
            [
                f"\n{number}\n{start} --> {end}{position}\n{text}" + "\n" * (text != "")
                for start, end, text, number, position in cues
            ]
        )[before + first == 0 :]


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank is a number, followed by times."""
    head = [line for line in lines if line.strip()][:2]
    return len(head) == 2 and head[0].strip().isdecimal() and bool(_TIMES.fullmatch(head[1]))


FORMAT = replace(subtitles("srt", (".srt",), "SubRip subtitles", (read, write, sniff)), streams="appended", more=more)
