"""SAMI: subtitles in a form like HTML, read by the library pysubs2.

<SAMI><BODY><SYNC Start=400><P>Good<br>day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .engine.cues import Markup, cue_lines, subtitles
from .engine.scrolling import said_once
from .engine.substation import with_breaks
from .errors import LimitError, Problems, UsageError, Where, fail, short
from .optional import library
from .record import read_only
from .schema import NOTICE, Attributes, Corpus
from .schema.filling import Filling
from .source import Source

_ROOT = re.compile(r"\s*<SAMI\b", re.IGNORECASE)
_CUE = re.compile("<SYNC", re.IGNORECASE)
_SYNC = re.compile(r"<SYNC\b(?:[^<>]*?\bStart\s*=\s*(\"[^\"<>]*\"|'[^'<>]*'|[^\s<>]*))?", re.IGNORECASE)
_NUMBER = re.compile("[0-9]{1,15}")
_P = re.compile(r"<P\b", re.IGNORECASE)
_CLASS = re.compile(r"<P\b[^<>]*?\bClass\s*=\s*(\"[^\"<>]*\"|'[^'<>]*'|[^\s<>\"']+)", re.IGNORECASE)
_PARAGRAPH = re.compile(_CLASS.pattern + r"[^<>]*>(?:(?!<(?:P|SYNC|/BODY)\b)[\s\S])*", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_MOST_WORK = 10**10
_LATEST = 1e11
"""Milliseconds."""


def read(source: Source, *, language: str = "") -> Corpus:
    """Reads cues; of a file in several languages, those of one: the class of its paragraphs.

    >>> read(Source(b"<SAMI><BODY><SYNC Start=400><P>Good<br>day.<SYNC Start=900><P>&nbsp;")).segments[0].text
    'Good day.'
    """
    if not _ROOT.match(source.text):
        first = source.head(1)[0] if source.text else ""
        fail(Where(source.name, 1), "no <SAMI> tag", "<SAMI> at the beginning", first)
    # The library copies the text of a cue at each of its tags.
    cost = sum(len(cue) * (cue.count("<") + cue.count("&")) for cue in _CUE.split(source.text))
    if cost > _MOST_WORK:
        raise LimitError(f"{source.name}: cues with too many tags; expected a few in each")
    text = "\n".join(cue_lines(source)) + "\n"
    classes = [*dict.fromkeys(name.strip("'\"") for name in _CLASS.findall(text))]
    if language:
        if language not in classes:
            raise UsageError(
                f"{source.name} has no language {language!r}; its classes are: {', '.join(classes) or 'none'}"
            )
        text = _PARAGRAPH.sub(lambda match: match[0] if match[1].strip("'\"") == language else "", text)
    # The library joins the paragraphs of a cue without a blank.
    first, *cues = _CUE.split(text)
    events = _events("<SYNC".join([first, *map(_with_breaks, cues)]), source.name)
    segments = Filling(source.name, "start", "end", "text", "attributes")
    for place, event in enumerate(events):
        if place + 1 < len(events):
            event.end = events[place + 1].start  # the library ends a cue of few letters early
        if not 0 <= event.start <= event.end < _LATEST:
            _report_times(text, source.name)
            fail(Where(source.name, 1), "a time out of range", f"seconds >= 0 and below {_LATEST / 1000:g}")
        shown, attributes = _MARKUP.read(str(event.text))
        if shown.strip():  # a blank cue, written `&nbsp;`, only ends the one before
            segments.add(event.start / 1000, event.end / 1000, shown, attributes)
    meta: Attributes = ()
    if classes[1:] and not language:
        what = f"paragraphs of {len(classes)} classes ({', '.join(classes)}): the words of all are read"
        meta = ((f"sami{NOTICE}", f"{what}; `scorelite convert IN OUT --option language={classes[0]}` reads one"),)
    return said_once(Corpus(segments.table(), meta=meta, format="sami", path=source.name))


def _with_breaks(cue: str) -> str:
    """A cue with a line break before each paragraph but the first."""
    paragraphs = _P.split(cue)
    return "<P".join(paragraphs[:2]) + "".join(["<br><P" + paragraph for paragraph in paragraphs[2:]])


def _events(text: str, path: str) -> list[Any]:
    """The cues that the library finds in a file."""
    pysubs2 = library("pysubs2", purpose="SAMI subtitles", install="pysubs2")
    try:
        # Without this tag, the library would lose the last cue.
        return list(pysubs2.SSAFile.from_string(text + "</BODY>", format_="sami").events)
    except Exception as error:  # the library raises errors of many types on a broken file
        _report_times(text, path)
        fail(Where(path, 1), f"pysubs2 cannot read it: {' '.join(str(error).split())}", "a file in sami")


def _report_times(text: str, path: str) -> None:
    """Raises the problems of the times of all cues, in a file with a wrong one; the library names only the first."""
    problems = Problems()
    before = 0
    for number, line in enumerate(text.split("\n"), 1):
        for tag in _SYNC.finditer(line):
            start = (tag[1] or "").strip("\"'")
            where = Where(path, number, max(tag.start(), tag.start(1)) + 1)
            if tag[1] is None:
                problems.add(where, "no Start", "<SYNC Start=400>", line)
            elif not _NUMBER.fullmatch(start) or int(start) >= _LATEST:
                problems.add(where, f"Start {short(start)!r} is not a time", "milliseconds such as 400", line)
            elif int(start) < before:
                problems.add(where, f"Start {start} is before {before}, that of the last cue", "cues in order", line)
            else:
                before = int(start)
    problems.check()


def _bare(text: str) -> str:
    return with_breaks(_OVERRIDE.sub("", text))


_MARKUP = Markup("sami", _bare, "\\N")


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first tag is <SAMI>."""
    return bool(_ROOT.match("\n".join(lines)))


FORMAT = subtitles("sami", (".smi",), "SAMI", (read, read_only, sniff))
