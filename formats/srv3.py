"""The captions of YouTube in XML, as yt-dlp saves them: srv3 (`fmt=3`, also .ytt), srv2 and srv1.

    <timedtext format="3"><body>
    <p t="1000" d="2500"><s ac="248">Good</s><s t="400" ac="252"> day.</s></p>
    </body></timedtext>

In srv3, pieces of a text may have times; readings of characters (ruby) are no text. The texts of the others,
`<timedtext><text t="1000" d="2500">` and `<transcript><text start="1" dur="2.5">`, are escaped twice. Styles, windows
and the confidence of recognisers (`ac`, of 255) are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .engine.cues import subtitles, unescaped
from .engine.xml_source import local, note, root_of
from .engine.youtube import Event, Piece, corpus_of
from .errors import Problems
from .record import read_only
from .schema import Corpus
from .source import Source

if TYPE_CHECKING:
    from lxml import etree

NAME = "srv3"
_HEAD = re.compile(r"<timedtext[\s>]|<transcript>\s*<text\s")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_MILLISECONDS, _SECONDS = re.compile("-?[0-9]{1,12}"), re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_READINGS = ("2", "4", "5")
"""Ruby: brackets around a reading, and readings above and below."""


def read(source: Source) -> Corpus:
    """Reads the events of a file.

    >>> text = b'<timedtext format="3"><body><p t="1000" d="2500">Good day.</p></body></timedtext>'
    >>> segment = read(Source(text)).segments[0]
    >>> segment.text, segment.start, segment.end
    ('Good day.', 1.0, 3.5)
    """
    root = root_of(source)
    reader = _Reader(root, source.name)
    events = [*reader.events()]
    reader.problems.check()
    return corpus_of(events, NAME, source.name)


class _Reader:
    def __init__(self, root: etree._Element, path: str) -> None:
        self._root, self._path = root, path
        self.problems = Problems()
        if local(root) not in ("timedtext", "transcript"):
            note(self.problems, root, path, f"the root is <{local(root)}>", "<timedtext> or <transcript>")
            self.problems.check()
        self._readings = {pen.get("id", "") for pen in root.iter("pen") if pen.get("rb") in _READINGS}

    def events(self) -> Iterator[Event]:
        """The events in the order of the file."""
        for element in self._root.iter("p"):
            start, length = self._time(element, "t"), self._time(element, "d")
            yield Event(start or 0.0, length, [piece for piece in self._pieces(element) if piece.text])
        names = ("start", "dur") if local(self._root) == "transcript" else ("t", "d")
        for element in self._root.iter("text"):
            start, length = (self._time(element, name) for name in names)
            yield Event(start or 0.0, length, [Piece(_TAG.sub("", unescaped(_text(element))))])

    def _pieces(self, element: etree._Element) -> Iterator[Piece]:
        """The pieces of a text. Blanks without width stand between styles."""
        yield Piece((element.text or "").replace("\u200b", ""))
        for child in element:
            if child.get("p", "") not in self._readings:
                yield Piece(
                    "\n" if local(child) == "br" else _text(child).replace("\u200b", ""), self._time(child, "t")
                )
            yield Piece((child.tail or "").replace("\u200b", ""))

    def _time(self, element: etree._Element, name: str) -> float | None:
        """The seconds of an attribute; None where there is none."""
        written = element.get(name)
        if written is None:
            return None
        is_count = name in ("t", "d")
        if not (_MILLISECONDS if is_count else _SECONDS).fullmatch(written.strip()):
            expected = "a whole number of milliseconds" if is_count else "seconds, such as 1.5"
            note(self.problems, element, self._path, f"{name} is {written!r}", expected)
            return None
        return float(written) / (1000 if is_count else 1)


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def sniff(lines: Sequence[str]) -> bool:
    """Whether the document begins as captions of YouTube do."""
    return bool(_HEAD.search("\n".join(lines)[:2000]))


FORMAT = subtitles(
    NAME,
    (".srv3", ".srv2", ".srv1", ".ytt"),
    "XML of YouTube's captions, with word times",
    (read, read_only, sniff),
    "times",
)
