"""MPL2: subtitles with tenths of seconds.

    [4][22]Good|/day.

A line in italics begins with a slash. As in the library pysubs2, the details of a cue are those of SubStation Alpha.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.cues import Markup, cue_lines, subtitles
from .engine.row_reader import FilledTable
from .engine.scrolling import said_once
from .engine.substation import with_breaks
from .errors import UsageError
from .schema import Corpus
from .source import Source

_CUE = re.compile(r"\[(-?[0-9]{1,9})\]\[(-?[0-9]{1,9})\](.*)")
_OVERRIDE, _SETTING = re.compile(r"\{[^{}]*\}"), re.compile(r"\{[^}]*\}")
_MARKS = frozenset("{}\\|")
_DRAWING = re.compile(r"\\p[1-9]")
# Tenths of seconds have at most nine digits below this time.
_LATEST = 1e8


def read(source: Source) -> Corpus:
    """Reads cues.

    >>> corpus = read(Source(b"[4][22]Good|day.\\n"))
    >>> corpus.segments[0].text, corpus.segments[0].end
    ('Good day.', 2.2)
    """
    add = FilledTable(source.name, "start", "end", "text", "attributes", "lines")
    for add.number, add.line in enumerate(cue_lines(source), 1):
        row(add.line, add)
    add.problems.check()
    return said_once(Corpus(add.segments.table(), format="mpl2", path=source.name))


def row(line: str, add: FilledTable) -> None:
    """Reads one line: nothing, or begin and end in tenths of seconds and the text of a cue."""
    match = _CUE.fullmatch(line)
    if match is None:
        if line.strip():
            add.report_at(1, "no times", "[4][22]text")
        return
    start, end = int(match[1]) / 10, int(match[2]) / 10
    if start < 0:
        add.report_at(1, f"begin is {start:g} s", "a start at or after 0 s")
    elif end < start:
        add.report_at(1, f"end {end:g} s is before begin {start:g} s", "end >= begin")
    else:
        add.segments.add(start, end, *_MARKUP.read(_as_substation(match[3])), add.number)


def _as_substation(text: str) -> str:
    """A text with the codes of SubStation Alpha in place of those of MPL2."""
    lines = [line.strip() for line in text.split("|")]
    return "\\N".join([f"{{\\i1}}{line[1:].strip()}{{\\i0}}" if line.startswith("/") else line for line in lines])


def _bare(text: str) -> str:
    return with_breaks(_OVERRIDE.sub("", text))


def _marked(text: str) -> str:
    if text.startswith("/") or not _MARKS.isdisjoint(text):
        raise UsageError(f"mpl2 cannot hold the text {text!r}: part of it would be read as markup")
    return text.replace("\n", "\\N")


_MARKUP = Markup("mpl2", _bare, "\\N", _marked)


def write(corpus: Corpus) -> Iterator[str]:
    """Yields a file; every segment needs times."""
    starts, ends, texts = _MARKUP.cues(corpus, latest=_LATEST)
    lines = []
    for start, end, text in zip(starts, ends, texts, strict=True):
        settings = "".join(_SETTING.findall(text))
        if _DRAWING.search(settings) is None:
            shown = with_breaks(_SETTING.sub("", text)).replace("\n", "|")
            lines.append(f"[{round(start * 1000) // 100}][{round(end * 1000) // 100}] {shown}\n")
    yield "".join(lines)


def sniff(lines: Sequence[str]) -> bool:
    """Whether every line begins with two times in brackets."""
    data = [line for line in lines if line.strip()]
    return bool(data) and all(map(_CUE.fullmatch, data))


FORMAT = subtitles("mpl2", (".mpl",), "MPL2: tenths of seconds and text", (read, write, sniff))
