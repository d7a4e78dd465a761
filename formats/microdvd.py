"""MicroDVD: subtitles with frame numbers.

    {1}{1}25.000
    {25}{62}{y:i}Good|day.

The first line may give the frame rate, as `{1}{1}25`; the option `frame_rate` overrides it. Control codes are kept for
writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.cues import Markup, cue_lines, frame_rate_of, subtitles
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .errors import Where, argument, fail
from .schema import Attributes, Corpus
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
    add = _Cues(source.name, None if frame_rate is None else frame_rate_of(frame_rate))
    lines = cue_lines(source)
    if not any(map(_CUE.fullmatch, lines)):
        _refuse_other_format(lines, source.name)
    for add.number, add.line in enumerate(lines, 1):
        row(add.line, add)
    add.problems.check()
    return said_once(Corpus(add.segments.table(), meta=add.meta, format="microdvd", path=source.name))


class _Cues(FilledTable):
    """Takes cues, and the frame rate that the first of them may be."""

    def __init__(self, path: str, rate: float | None) -> None:
        """`rate` is the frame rate of the option."""
        super().__init__(path, "start", "end", "text", "attributes", "lines")
        self.rate = rate
        self.is_first = True
        self.meta: Attributes = () if rate is None else (("microdvd:rate", repr(rate)),)


def row(line: str, add: _Cues) -> None:
    """Reads one line: nothing, the frame rate, or first and last frame and the text of a cue."""
    match = _CUE.fullmatch(line)
    if match is None:
        if line.strip():
            add.report_at(1, "no frame numbers", "{25}{50}text")
        return
    first, last, text = int(match[1]), int(match[2]), match[3]
    written = _RATE.fullmatch(text) if add.is_first and 0 <= first == last <= 1 else None
    add.is_first = False
    if written:
        _read_rate(written, add)
    elif add.rate is None:
        way = argument("read(path, frame_rate=25)", "`scorelite convert IN.sub OUT.srt --option frame_rate=25`")
        add.report_at(1, "no frame rate", f"{{1}}{{1}}25 in the first line, or {way}")
        add.problems.check()  # what follows cannot be read
    elif first < 0:
        add.report_at(1, f"frame {first} is below 0", "a start at frame 0 or later")
    elif last < first:
        add.report_at(1, f"frame {last} is before frame {first}", "end >= begin")
    else:
        add.segments.add(first / add.rate, last / add.rate, *_MARKUP.read(text), add.number)


def _read_rate(written: re.Match[str], add: _Cues) -> None:
    """Reads the frame rate, unless the option overrides it."""
    if add.rate is None:
        add.meta = (("microdvd:rate", written[0]),)
        add.rate = _rate(written[1])
    if not 0 < add.rate < _FASTEST:
        add.report_at(1, f"frame rate is {written[0].strip()}", "above 0 and below 1000, as {1}{1}25")
        add.problems.check()  # what follows cannot be read


def _refuse_other_format(lines: Sequence[str], path: str) -> None:
    """Reports a file without frame numbers, unless it is blank."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            what = "a file without frame numbers is not MicroDVD"
            other = "name another format with format= (--from)"
            fail(Where(path, number), what, f"{{25}}{{50}}text; {other}", line)


def _rate(written: str) -> float:
    return float(written.strip().replace(",", "."))


def _bare(text: str) -> str:
    return _SLASH.sub(r"\1", _CODES.sub("", text)).replace("|", "\n")


_MARKUP = Markup("microdvd", _bare, "|")


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    yield f"{{1}}{{1}}{_written_rate(corpus)}\n"
    yield from _cues(corpus)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a further piece of a file of another format."""
    return _cues(corpus)


def _written_rate(corpus: Corpus) -> str:
    return dict(corpus.meta).get("microdvd:rate", _USUAL_RATE)


def _cues(corpus: Corpus) -> Iterator[str]:
    match = _RATE.fullmatch(_written_rate(corpus))
    rate = _rate(match[1] if match else _USUAL_RATE)
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
