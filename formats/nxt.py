"""Words of the NITE XML Toolkit, as the AMI and ICSI meeting corpora have them: one speaker of a meeting in each file.

    <nite:root nite:id="EN2001a.A.words" xmlns:nite="http://nite.sourceforge.net/">
       <w nite:id="EN2001a.A.words0" starttime="5.57" endtime="5.94">Okay</w>
       <w nite:id="EN2001a.A.words1" starttime="5.94" endtime="5.94" punc="true">.</w>

All words of a file are one segment; the id names its session (EN2001a) and its speaker (A). A mark becomes part of the
printed form of the word before it. Vocal sounds, gaps and other elements are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .engine.fields import time_problem
from .engine.spoken import DISPLAY
from .engine.word_lists import displayed
from .engine.xml_parts import Parts, read_parts
from .engine.xml_source import local, note
from .errors import Problems
from .record import Format, read_only
from .schema import Corpus, LabelColumns, Table
from .schema.filling import Filling
from .schema.markup import words
from .source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "nxt"
_ID = "{http://nite.sourceforge.net/}id"
# The session and the speaker in an id of a word: EN2001a.A.words0 in AMI, Bmr001.A.word0 in files made of ICSI's.
_OF_WORD = re.compile(r"(.+?)\.([^.]+)\.w(?:ords?)?\.?[0-9,]*")


def read(source: Source, *, punctuation: bool = False) -> Corpus:
    """Reads words; `punctuation=True` gives them in their printed form.

    >>> text = b'''<nite:root nite:id="M1.A.words" xmlns:nite="http://nite.sourceforge.net/"><w nite:id="M1.A.words0"
    ... starttime="0.5" endtime="0.9">Hi</w><w nite:id="M1.A.words1" starttime="0.9" punc="true">.</w></nite:root>'''
    >>> segment, = read(Source(text)).segments
    >>> segment.session, segment.speaker, [(word.value, word.start, word.attributes) for word in segment.items]
    ('M1', 'A', [('Hi', 0.5, (('display', 'Hi.'),))])
    """
    segments = read_parts(source, lambda document: _table(source.name, document, punctuation))
    return Corpus(segments, format=NAME, path=source.name)


def _table(path: str, document: Parts, punctuation: bool) -> Table:
    """One segment of all words; none of a file without words."""
    problems = Problems()
    if local(document.root) != "root":
        note(problems, document.root, path, "not a file of NXT", "nite:root")
    values: list[str] = []
    printed: list[str] = []
    times: tuple[list[str | None], list[str | None]] = [], []
    of_file = document.root.get(_ID, "")
    named = _OF_WORD.fullmatch(of_file)
    for element in document.elements("w"):
        named = named or _OF_WORD.fullmatch(element.get(_ID, ""))
        text = "".join(words("".join(map(str, element.itertext()))))
        span = _span(element, path, problems)
        if element.get("punc") == "true" or not any(map(str.isalnum, text)):
            if printed:
                printed[-1] += text
        else:
            values.append(text)
            printed.append(text)
            for column, time in zip(times, span, strict=True):
                column.append(time)
    problems.check()
    session, speaker = named.groups() if named else ("", "")
    marks = [((DISPLAY, form),) if form != value else () for value, form in zip(values, printed, strict=True)]
    labels = LabelColumns(values, (*times, None), marks if any(marks) else None)
    segments = Filling(path, "session", "speaker", "text", "labels")
    if values:
        segments.add(session, speaker, None, displayed(labels) if punctuation else labels)
    return segments.table()


def _span(word: etree._Element, path: str, problems: Problems) -> tuple[str | None, str | None]:
    """Begin and end of a word, each of which it may lack."""
    times = []
    for name in ("starttime", "endtime"):
        time = word.get(name)
        if time is not None and (what := time_problem(name, time)):
            note(problems, word, path, what, "seconds")
            time = None
        times.append(time)
    start, end = times
    if start is not None and end is not None and float(end) < float(start):
        note(problems, word, path, f"endtime {end} is before starttime {start}", "endtime >= starttime")
    return start, end


def sniff(lines: Sequence[str]) -> bool:
    """Whether the document is of NXT and has words."""
    text = "\n".join(lines[:100])
    return "<nite:root" in text and re.search(r"<w[\s>]", text) is not None


FORMAT = Format(
    name=NAME,
    suffixes=(".words.xml",),
    summary="words of AMI and ICSI (NITE XML Toolkit)",
    carries=frozenset({"sessions", "speakers", "times", "display"}),
    read=read,
    write=read_only,
    sniff=sniff,
    family="annotation",
    printed=True,
)
