"""Speech found by Silero VAD: the list that `get_speech_timestamps(..., return_seconds=True)` returns, as JSON.

    [{"start": 0.5, "end": 3.5}, {"start": 5.0, "end": 7.0}]

Each span becomes a segment `speech`. Without `return_seconds`, times are samples, whose rate the file does not name:
the option `sample_rate` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.fields import number
from .engine.json import Document
from .engine.json_objects import listed_in
from .errors import UsageError
from .record import Format, read_only
from .schema import Corpus
from .schema.filling import Filling
from .source import Source

NAME = "silero"
_SPEECH = "speech"
# Whole numbers from here on are samples: a tenth of a second; Silero writes seconds with a point.
_SAMPLES = 1000
_START = re.compile(r'\[\s*\{\s*"(?:start|end)"\s*:\s*[0-9.]+\s*,\s*"(?:start|end)"\s*:\s*[0-9.]+\s*\}')


def read(source: Source, *, sample_rate: float | None = None) -> Corpus:
    """Reads spans of speech.

    >>> [segment] = read(Source(b'[{"start": 8000, "end": 24000}]'), sample_rate=16000).segments
    >>> segment.start, segment.end, segment.text
    (0.5, 1.5, 'speech')
    """
    document = Document.of(source, NAME)
    spans = []
    for row in listed_in(document):
        start, end = row.span("start", "end")
        if not (row.has("start") and row.has("end")):
            row.report("no start or no end", 'an object such as {"start": 0.5, "end": 3.5}')
        spans.append((start or "0", end or "0"))
    document.check()
    times = [time for span in spans for time in span]
    rate = 1.0 if sample_rate is None else _rate(sample_rate)
    if sample_rate is None and all(map(str.isdecimal, times)) and any(float(time) >= _SAMPLES for time in times):
        raise UsageError(
            f"{source.name}: times are whole numbers, as samples are; expected seconds (return_seconds=True of "
            "get_speech_timestamps), or sample_rate=16000 (--option sample_rate=16000 of scorelite convert)"
        )
    segments = Filling(source.name, "start", "end", "text")
    for start, end in spans:
        segments.add(float(start) / rate, float(end) / rate, _SPEECH)
    return Corpus(segments.table(), format=NAME, path=source.name)


def _rate(given: object) -> float:
    rate = number(str(given))
    if rate is None or rate <= 0:
        raise UsageError(f"sample_rate is {given!r}; expected samples a second, such as 16000")
    return rate


def sniff(lines: Sequence[str]) -> bool:
    """Whether a list begins with an object of start and end alone."""
    return _START.match("\n".join(lines).lstrip()) is not None


FORMAT = Format(
    name=NAME,
    suffixes=(".silero.json",),
    summary="speech found by Silero VAD, as JSON",
    carries=frozenset({"segment times"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
)
