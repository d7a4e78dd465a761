"""MicroDVD: subtitles with frame numbers.

    {1}{1}25.000
    {25}{62}{y:i}Good|day.

The first line may give the frame rate, as `{1}{1}25`; the option `frame_rate` overrides it. Control codes are kept for
writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.cues import needed, subtitles, texts, times_of
from .engine.frames import FASTEST, FRAME_RATE, checked_rate, piped_text
from .engine.packed import Packing
from .errors import Problems, Where
from .schema import Attributes, Corpus, Segment
from .source import Source
from .values import replace

_CUE = re.compile(r"\{([0-9]{1,12})\}\{([0-9]{1,12})\}(.*)")
_RATE = re.compile(r"\s*([0-9]{1,3}(?:[.,][0-9]{1,9})?)\s*")
_CODES = re.compile(r"\{[a-zA-Z]:[^{}]*\}")


def read(source: Source, *, frame_rate: float | None = None) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"{1}{1}25\\n{25}{50}{y:i}Good|day.\\n"))
    >>> corpus.segments[0].start, corpus.segments[0].text
    (1.0, 'Good day.')
    """
    rate = frame_rate and checked_rate(frame_rate)
    problems = Problems()
    segments = Packing(len(source.text))
    meta: Attributes = ()
    for place, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        found = _CUE.fullmatch(line)
        where = Where(source.name, place)
        if found is None:
            problems.add(where, "no frame numbers", "{25}{50}text", line)
            continue
        first, last, raw = int(found[1]), int(found[2]), found[3]
        given = _RATE.fullmatch(raw)
        if not segments and not meta and given and first == last and first <= 1:
            meta = (("microdvd:rate", raw),)
            rate = rate or _rate(given[1])
            if not 0 < rate < FASTEST:
                problems.add(
                    where, f"frame rate is {raw.strip()}", f"above 0 and below {FASTEST}, as {{1}}{{1}}25", line
                )
                break
            continue
        if rate is None:
            expected = "{1}{1}25 in the first line, or frame_rate=25 (--option frame_rate=25)"
            problems.add(where, "no frame rate", expected, line)
            break
        if last < first:
            problems.add(where, f"frame {last} is before frame {first}", "an end at or after the begin", line)
            continue
        text, kept = texts(raw, _bare(raw), "microdvd")
        segments.append(
            Segment(start=first / rate, end=last / rate, text=text, attributes=needed(kept, "|"), where=where)
        )
    problems.check()
    return Corpus(segments.segments(), meta=meta, format="microdvd", path=source.name)


def _rate(written: str) -> float:
    return float(written.strip().replace(",", "."))


def _bare(text: str) -> str:
    if "{" in text:
        text = _CODES.sub("", text)
    return "\n".join(line.removeprefix("/") for line in text.split("|"))


def write(corpus: Corpus) -> Iterator[str]:
    """Yields the lines of a file; every segment needs times."""
    written = dict(corpus.meta).get("microdvd:rate", "25.000")
    found = _RATE.fullmatch(written)
    rate = _rate(found[1]) if found else FRAME_RATE
    yield f"{{1}}{{1}}{written}\n"
    yield from _cues(corpus, rate)


def more(corpus: Corpus, before: int) -> Iterator[str]:
    """Yields the cues of a further piece of a file of another format."""
    return _cues(corpus, FRAME_RATE)


def _cues(corpus: Corpus, rate: float) -> Iterator[str]:
    for segment in corpus.segments:
        first, last = (round(time * rate) for time in times_of(segment, "microdvd"))
        yield f"{{{first}}}{{{last}}}{piped_text(segment, 'microdvd', _bare)}\n"


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two frame numbers."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = replace(
    subtitles("microdvd", (".sub",), "MicroDVD: frames and text", (read, write, sniff)), streams="appended", more=more
)
