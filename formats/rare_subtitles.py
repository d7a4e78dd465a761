"""Subtitles that are rare by now, by the library pysubs2: MPL2, and SAMI to be read.

    [4][22]Good|day.
    <SAMI><BODY><SYNC Start=400><P>Good<br>day.

The library passes over what it cannot read; here that is an error with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from formats.engine.cues import LINES, subtitles, texts, times_of
from formats.engine.transform import plain_text
from formats.errors import Problems, UsageError, Where, fail
from formats.record import Format, read_only
from formats.schema import Attributes, Corpus, Segment
from formats.schema.markup import words
from formats.source import Source

_MPL2 = re.compile(r"\[[0-9]{1,9}\]\[[0-9]{1,9}\].*")
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_SAMI = re.compile(r"\s*<SAMI\b", re.IGNORECASE)


def library() -> Any:
    """The module pysubs2, or an error that says what to install."""
    try:
        import pysubs2
    except ImportError:
        raise UsageError("these subtitles need pysubs2: pip install pysubs2") from None
    return pysubs2


def read(source: Source, *, name: str) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"[4][22]Good|day.\\n"), name="mpl2")
    >>> corpus.segments[0].text, corpus.segments[0].end
    ('Good day.', 2.2)
    """
    pysubs2 = library()
    _check(source, name)
    try:
        events = pysubs2.SSAFile.from_string("\n".join(source.lines()) + "\n", format_=name).events
    except Exception as error:  # whatever the library raises on a broken file
        fail(Where(source.name, 1), f"pysubs2 cannot read it: {' '.join(str(error).split())}", f"a file in {name}")
    for event in events:
        if event.end < event.start:
            what = f"a cue ends at {event.end / 1000} s, before it begins at {event.start / 1000} s"
            fail(Where(source.name, 1), what, "a later end")
    segments = tuple(_segment(event, name) for event in events)
    return Corpus(segments, format=name, path=source.name)


def _check(source: Source, name: str) -> None:
    if name == "sami":
        if not _SAMI.match(source.text):
            first = source.head(1)[0] if source.text else ""
            fail(Where(source.name, 1), "no SAMI file", "<SAMI> at its beginning", first)
        return
    problems = Problems()
    for place, line in enumerate(source.lines(), 1):
        if line.strip() and not _MPL2.fullmatch(line):
            problems.add(Where(source.name, place), "a line without times", "[4][22]text", line)
    problems.check()


def _segment(event: Any, name: str) -> Segment:
    raw = str(event.text)
    text, kept = texts(raw, _bare(raw), name)
    made = dict(kept).get(LINES, "").replace("\n", "\\N")
    needed: Attributes = tuple(pair for pair in kept if pair[0] == LINES or pair[1] != made)
    return Segment(start=event.start / 1000, end=event.end / 1000, text=text, attributes=needed)


def _bare(text: str) -> str:
    return _OVERRIDE.sub("", text).replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")


def write(corpus: Corpus, *, name: str) -> Iterator[str]:
    """Yields a file; every segment needs times."""
    pysubs2 = library()
    file = pysubs2.SSAFile()
    for segment in corpus.segments:
        start, end = times_of(segment, name)
        times = {"start": round(start * 1000), "end": round(end * 1000)}
        file.events.append(pysubs2.SSAEvent(**times, text=_text(segment, name)))
    text = str(file.to_string(name))
    yield text.rstrip("\n") + "\n" * bool(text.strip())


def _text(segment: Segment, name: str) -> str:
    text = plain_text(segment)
    attributes = dict(segment.attributes) if segment.attributes else {}
    raw = attributes.get(f"{name}:text")
    if raw is not None and words(_bare(raw)) == words(text):
        return raw
    lines = attributes.get(LINES)
    if lines is not None and words(lines) == words(text):
        text = lines
    if any(sign in text for sign in "{}\\|") or text.startswith("/"):
        raise UsageError(f"{name} has no way to write the text {text!r}: some of it would be taken for markup")
    return text.replace("\n", "\\N")


def _sniff(name: str, lines: Sequence[str]) -> bool:
    if name == "sami":
        return bool(_SAMI.match("\n".join(lines)))
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_MPL2.fullmatch, data))


def _record(name: str, suffixes: tuple[str, ...], summary: str, writes: bool = True) -> Format:
    writer = partial(write, name=name) if writes else read_only
    functions = partial(read, name=name), writer, partial(_sniff, name)
    return subtitles(name, suffixes, summary, functions)  # type: ignore[arg-type]


MPL2 = _record("mpl2", (".mpl",), "MPL2: tenths of seconds and text")
SAMI = _record("sami", (".smi",), "SAMI", writes=False)
