"""Cues by the library pysubs2, for subtitle formats that are rare today.

The library skips what it cannot read, so the reader of a format checks its lines first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ..errors import UsageError, Where, fail
from ..schema import Corpus
from ..schema.filling import Filling
from ..source import Source
from .cues import Markup
from .optional import library

# Tenths of seconds have at most nine digits below this time.
_LATEST = 1e8
_DRAWING = re.compile(r"\\p[1-9]")
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_ODD = re.compile(r"[{}\\|/\t\n\v\f\r]|  |^ | \Z")


def read(source: Source, name: str, parts: Iterable[list[str]]) -> Corpus:
    """Reads the cues of a file in the format that pysubs2 knows by this name, from lists of lines that are files."""
    markup = _markup(name)
    cues = Filling(source.name, "start", "end", "text", "attributes")
    for event in chain.from_iterable(_events("\n".join(lines) + "\n", source.name, name) for lines in parts):
        if not 0 <= event.start < _LATEST * 1000 or not 0 <= event.end < _LATEST * 1000:
            fail(Where(source.name, 1), "a time out of range", f"seconds >= 0 and below {_LATEST:g}")
        if event.end < event.start:
            what = f"a cue ends at {event.end / 1000} s, before its begin at {event.start / 1000} s"
            fail(Where(source.name, 1), what, "an end at or after the begin")
        cues.add(event.start / 1000, event.end / 1000, *markup.read(str(event.text)))
    return Corpus(cues.table(), format=name, path=source.name)


def _events(text: str, path: str, name: str) -> list[Any]:
    pysubs2 = library("pysubs2", purpose="MPL2 and SAMI subtitles", install="pysubs2")
    try:
        return list(pysubs2.SSAFile.from_string(text, format_=name).events)
    except Exception as error:  # the library raises errors of many types on a broken file
        fail(Where(path, 1), f"pysubs2 cannot read it: {' '.join(str(error).split())}", f"a file in {name}")


def _bare(text: str) -> str:
    return _OVERRIDE.sub("", text).replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")


def write(corpus: Corpus, name: str) -> Iterator[str]:
    """Yields a file; every segment needs times."""
    pysubs2 = library("pysubs2", purpose="MPL2 and SAMI subtitles", install="pysubs2")
    file = pysubs2.SSAFile()
    for start, end, text in zip(*_markup(name).cues(corpus, latest=_LATEST), strict=True):
        text = _less_override(text, pysubs2.SSAEvent.OVERRIDE_SEQUENCE) if "{" in text else text
        file.events.append(pysubs2.SSAEvent(start=round(start * 1000), end=round(end * 1000), text=text))
    written = str(file.to_string(name))
    yield written.rstrip("\n") + "\n" * bool(written.strip())


def _less_override(text: str, sequence: re.Pattern[str]) -> str:
    """The text with at most one override, that of a drawing; the library drops all of them in quadratic time."""
    parts = sequence.findall(text)
    if not parts:
        return text
    drawing = _DRAWING.search("".join(parts))
    return (f"{{{drawing[0]}}}" if drawing else "") + sequence.sub("", text)


def _markup(name: str) -> Markup:
    def mark(text: str) -> str:
        if any(sign in text for sign in "{}\\|") or text.startswith("/"):
            raise UsageError(f"{name} has no way to write the text {text!r}: some of it would be read as markup")
        return text.replace("\n", "\\N")

    return Markup(name, _bare, _ODD, "\\N", mark)
