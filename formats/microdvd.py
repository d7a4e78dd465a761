"""MicroDVD: subtitles with frame numbers.

    {1}{1}25.000
    {25}{62}{y:i}Good|day.

The first line may give the frame rate, as `{1}{1}25`; the option `frame_rate` overrides it. Control codes are kept for
writing.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from operator import gt

from .engine.cues import Markup, cue_lines, frame_rate_of, subtitles
from .errors import Problems, Where, fail
from .schema import Attributes, Corpus
from .schema.filling import filled
from .source import Source
from .values import replace

_CUE = re.compile(r"\{(-?[0-9]{1,12})\}\{(-?[0-9]{1,12})\}(.*)")
_RATE = re.compile(r"\s*([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*")
_CODES = re.compile(r"\{[a-zA-Z]:[^{}]*\}")
_SLASH = re.compile(r"(\A|\|)/")  # a line in italics
_USUAL_RATE = "25.000"
_FASTEST = 1000


def read(source: Source, *, frame_rate: float | None = None) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"{1}{1}25\\n{25}{50}{y:i}Good|day.\\n"))
    >>> corpus.segments[0].start, corpus.segments[0].text
    (1.0, 'Good day.')
    """
    rate = frame_rate and frame_rate_of(frame_rate)
    lines = cue_lines(source)
    matches = list(map(_CUE.fullmatch, lines))
    places = [place for place, match in enumerate(matches) if match]
    columns = list(zip(*map(re.Match.groups, filter(None, matches)), strict=True)) or [(), (), ()]
    firsts, lasts = (list(map(int, column)) for column in columns[:2])
    # The rate stands in front of all cues.
    head = next((row for row, (first, last) in enumerate(zip(firsts, lasts, strict=True)) if first <= last), 0)
    is_rate = bool(firsts) and 0 <= firsts[head] == lasts[head] <= 1 and (rate is not None or head == 0)
    match = _RATE.fullmatch(columns[2][head]) if is_rate else None
    meta: Attributes = (("microdvd:rate", match[0]),) if match else ()
    rate = (rate or _rate(match[1])) if match else rate
    is_wrong = any(line.strip() for line, match in zip(lines, matches, strict=True) if match is None)
    is_wrong |= min(firsts, default=0) < 0 or any(map(gt, firsts, lasts))
    if is_wrong or (firsts and (rate is None or not 0 < rate < _FASTEST)):
        _complain(lines, matches, places[head] if match else -1, rate, source.name)
    cues = slice(int(match is not None), None)
    texts, attributes = _MARKUP.read_all(columns[2][cues])
    starts, ends = ([frame / rate for frame in column[cues]] if rate else [] for column in (firsts, lasts))
    numbers = array("q", [place + 1 for place in places[cues]])
    table = filled(source.name, len(texts), start=starts, end=ends, text=texts, attributes=attributes, lines=numbers)
    return Corpus(table, meta=meta, format="microdvd", path=source.name)


def _complain(
    lines: Sequence[str], matches: Sequence[re.Match[str] | None], head: int, rate: float | None, path: str
) -> None:
    """Raises the problems of lines; `head` is the place of that with the rate, below 0 where there is none."""
    problems = Problems()
    if not any(matches):
        place, line = next((place, line) for place, line in enumerate(lines) if line.strip())
        expected = "{25}{50}text; name another format with format= (--from), and convert SubViewer to srt or vtt first"
        fail(Where(path, place + 1), "a file without frame numbers is not MicroDVD", expected, line)
    for place, (line, match) in enumerate(zip(lines, matches, strict=True)):
        where = Where(path, place + 1)
        if match is None:
            if line.strip():
                problems.add(where, "no frame numbers", "{25}{50}text", line)
        elif place == head:
            if rate is None or not 0 < rate < _FASTEST:
                what = f"frame rate is {match[3].strip()}"
                problems.add(where, what, "above 0 and below 1000, as {1}{1}25", line)
                break
        elif rate is None:
            problems.add(
                where, "no frame rate", "{1}{1}25 in the first line, or frame_rate=25 (--option frame_rate=25)", line
            )
            break
        elif int(match[1]) < 0:
            problems.add(where, f"frame {int(match[1])} is below 0", "a begin at frame 0 or later", line)
        elif int(match[2]) < int(match[1]):
            what = f"frame {int(match[2])} is before frame {int(match[1])}"
            problems.add(where, what, "an end at or after the begin", line)
    problems.check()


def _rate(written: str) -> float:
    return float(written.strip().replace(",", "."))


def _bare(text: str) -> str:
    return _SLASH.sub(r"\1", _CODES.sub("", text)).replace("|", "\n")


_MARKUP = Markup("microdvd", _bare, "|")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    written = dict(corpus.meta).get("microdvd:rate", _USUAL_RATE)
    match = _RATE.fullmatch(written)
    yield f"{{1}}{{1}}{written}\n"
    yield from _cues(corpus, _rate(match[1] if match else _USUAL_RATE))


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a further piece of a file of another format."""
    return _cues(corpus, _rate(_USUAL_RATE))


def _cues(corpus: Corpus, rate: float) -> Iterator[str]:
    starts, ends, texts = _MARKUP.cues(corpus)
    frames = (list(map(round, [time * rate for time in times])) for times in (starts, ends))
    return map("{{{}}}{{{}}}{}\n".format, *frames, texts)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two frame numbers."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = replace(
    subtitles("microdvd", (".sub",), "MicroDVD: frames and text", (read, write, sniff)), streams="appended", more=more
)
