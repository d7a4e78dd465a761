"""SRT, SubRip subtitles: numbered cues with times, and text with a little markup.

    1
    00:00:01,000 --> 00:00:02,500
    <i>Good day.</i>

Real files may lack a number or have blank lines in a text: a cue ends where a line with times begins the next one. The
id of a segment is the number of its cue. Markup and coordinates are kept for writing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import count

from .engine.cues import PIECE, Markup, clock_texts, cue_lines, subtitles, times_of, values_of
from .errors import Problems, UsageError, Where
from .schema import Corpus
from .schema.filling import filled
from .source import Source
from .values import replace

_ARROW = "-->"
_LAYOUT = "00:00:01,000 --> 00:00:02,500"
_TIMES = re.compile(r"\s*([0-9:.,]+)\s*-->\s*([0-9:.,]+)(?:\s+(\S.*)?)?")
_NUMBER = re.compile("[0-9]+")
_UNKNOWN = re.compile(r"<(/?)([a-zA-Z][\w.-]*)(?:\s[^<>]*)?>")
_TAG = re.compile(r"<\s*/?\s*(?:[bius]|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE)


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i> day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].start, corpus.segments[0].end
    ('Good day.', 1.0, 2.5)
    """
    lines = cue_lines(source)
    stripped = list(map(str.strip, lines))
    places = [place for place, line in enumerate(lines) if _ARROW in line]
    times = [times_of(lines[place], _TIMES) for place in places]
    _check(lines, places, times, source.name)
    above = [stripped[place - 1] if place else "" for place in places]
    ids = [line if number else "" for line, number in zip(above, map(_NUMBER.fullmatch, above), strict=True)]
    spans = []
    # A cue ends above the number of the next one.
    limits = [place - (number != "") for place, number in zip(places, ids, strict=True)]
    for place, last in zip(places, [*limits[1:], len(lines)], strict=False):
        first = place + 1
        while last > first and not stripped[last - 1]:
            last -= 1
        while first < last and not stripped[first]:
            first += 1
        spans += [slice(first, last)]
    texts, attributes = _MARKUP.read_all("\n".join(lines[span]) for span in spans)
    table = filled(
        source.name,
        len(places),
        id=ids,
        start=[start for start, _, _ in times],
        end=[end for _, end, _ in times],
        text=texts,
        attributes=[
            (*pairs, ("srt:position", position.strip())) if position.strip() else pairs
            for pairs, (_, _, position) in zip(attributes, times, strict=True)
        ],
        lines=array("q", [place + 1 for place in places]),
    )
    return Corpus(table, format="srt", path=source.name)


def _check(
    lines: Sequence[str], places: Sequence[int], times: Sequence[tuple[float | None, float | None, str]], name: str
) -> None:
    """Raises the problems of text before the first cue and of the times at these places."""
    problems = Problems()
    _check_head(lines[: places[0]] if places else lines, name, problems)
    for place, (start, end, _) in zip(places, times, strict=True):
        if start is None or end is None or end < start:
            _complain(lines[place], (start, end), Where(name, place + 1), problems)
    problems.check()


def _check_head(lines: Sequence[str], name: str, problems: Problems) -> None:
    rest = [(place, line) for place, line in enumerate(lines, 1) if line.strip()]
    if rest and len(rest) == 1 and rest[0][0] == len(lines) and rest[0][1].strip().isdecimal():
        return
    for place, line in rest[:1]:
        problems.add(Where(name, place), "text outside of a cue", f"a number, then {_LAYOUT}", line)


def _complain(line: str, times: tuple[float | None, float | None], where: Where, problems: Problems) -> None:
    match = _TIMES.fullmatch(line)
    if match is None or None in times:
        problems.add(where, "invalid times", _LAYOUT, line)
        return
    what = f"end {match[2]} is before begin {match[1]}"
    problems.add(Where(where.path, where.line, match.start(2) + 1), what, "an end at or after the begin", line)


def _bare(text: str) -> str:
    text = _TAG.sub("", text)
    return _without_pairs(text) if "</" in text else text


def _without_pairs(text: str) -> str:
    """A text without unknown tags that are closed: players hide those, and show others (`<unk>`)."""
    tags = [(match[1], match[2].lower()) for match in _UNKNOWN.finditer(text)]
    closed = {name for slash, name in tags if slash} & {name for slash, name in tags if not slash}
    return _UNKNOWN.sub(lambda match: "" if match[2].lower() in closed else match[0], text)


_MARKUP = Markup("srt", _bare)


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
    positions = [""] * len(texts)
    for place, position in values_of(corpus.table.column("attributes") or (), "srt:position").items():
        positions[place] = f" {position}"
    for first in range(0, len(texts), PIECE):
        part = slice(first, first + PIECE)
        times = clock_texts(starts[part], ","), clock_texts(ends[part], ",")
        cues = zip(*times, texts[part], numbers, positions[part], strict=False)
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
