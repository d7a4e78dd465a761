"""MicroDVD: subtitles with frame numbers.

    {1}{1}25.000
    {25}{62}{y:i}Good|day.

The first line may give the frame rate, as `{1}{1}25`; the option `frame_rate` overrides it. Control codes are kept for
writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.cues import Markup, frame_rate_of, subtitles
from .errors import Problems, Where
from .schema import Attributes, Corpus
from .schema.filling import Filling
from .source import Source
from .values import replace

_CUE = re.compile(r"\{([0-9]{1,12})\}\{([0-9]{1,12})\}(.*)")
_RATE = re.compile(r"\s*([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*")
_CODES = re.compile(r"\{[a-zA-Z]:[^{}]*\}")
_USUAL_RATE = "25.000"


def read(source: Source, *, frame_rate: float | None = None) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"{1}{1}25\\n{25}{50}{y:i}Good|day.\\n"))
    >>> corpus.segments[0].start, corpus.segments[0].text
    (1.0, 'Good day.')
    """
    rate = frame_rate and frame_rate_of(frame_rate)
    problems = Problems()
    cues = Filling(source.name, "start", "end", "text", "attributes", "lines")
    meta: Attributes = ()
    for place, line in enumerate(source.lines(), 1):
        cue = _CUE.fullmatch(line)
        if cue is None:
            if line.strip():
                problems.add(Where(source.name, place), "no frame numbers", "{25}{50}text", line)
            continue
        written, ended, raw = cue.groups()
        first, last = int(written), int(ended)
        if first == last <= 1 and not len(cues) and not meta and (match := _RATE.fullmatch(raw)):
            meta = (("microdvd:rate", raw),)
            rate = rate or _rate(match[1])
            if not 0 < rate < 1000:
                what = f"frame rate is {raw.strip()}"
                problems.add(Where(source.name, place), what, "above 0 and below 1000, as {1}{1}25", line)
                break
        elif rate is None:
            expected = "{1}{1}25 in the first line, or frame_rate=25 (--option frame_rate=25)"
            problems.add(Where(source.name, place), "no frame rate", expected, line)
            break
        elif last < first:
            what = f"frame {last} is before frame {first}"
            problems.add(Where(source.name, place), what, "an end at or after the begin", line)
        else:
            cues.add(first / rate, last / rate, *_MARKUP.read(raw), place)
    problems.check()
    return Corpus(cues.table(), meta=meta, format="microdvd", path=source.name)


def _rate(written: str) -> float:
    return float(written.strip().replace(",", "."))


def _bare(text: str) -> str:
    if "{" in text:
        text = _CODES.sub("", text)
    return "\n".join(line.removeprefix("/") for line in text.split("|"))


_MARKUP = Markup("microdvd", _bare, re.compile(r"[{|/\t\n\v\f\r]|  |^ | \Z"), "|")


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
    frames = ([round(time * rate) for time in times] for times in (starts, ends))
    return map("{{{}}}{{{}}}{}\n".format, *frames, texts)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two frame numbers."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = replace(
    subtitles("microdvd", (".sub",), "MicroDVD: frames and text", (read, write, sniff)), streams="appended", more=more
)
