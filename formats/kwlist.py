"""KWList, NIST's list of terms: the keywords to search, with attributes.

<kwlist ecf_filename="e.xml" language="english" encoding="UTF-8" compareNormalize="lowercase" version="1">
  <kw kwid="KW-1"><kwtext>good morning</kwtext>
    <kwinfo><attr><name>Words</name><value>2</value></attr></kwinfo></kw>
</kwlist>

`read_kwlist` reads the list for keyword scoring; `read` gives a segment for each keyword, with its id and text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from .engine import nist_xml
from .engine.xml_parts import Parts
from .errors import Problems, Where
from .record import Format, read_only
from .schema import Attributes, Corpus, Segment
from .source import Source
from .values import dataclass

if TYPE_CHECKING:
    from lxml import etree

_HEAD = re.compile(rb"<kwlist\b[^>]*\bencoding\s*=\s*[\"']gb2312[\"']", re.IGNORECASE)
_DECLARED = re.compile(rb"\s*<\?xml[^>]*\bencoding\b")


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword: an id, a text of one or more words, and attributes for grouping."""

    id: str
    text: str
    attributes: Attributes = ()
    where: Where | None = None

    def attribute(self, name: str) -> str | None:
        """The value of an attribute; None where the keyword has none of this name."""
        for key, value in self.attributes:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class KwList:
    """A list of keywords."""

    keywords: tuple[Keyword, ...]
    language: str = ""
    encoding: str = "UTF-8"
    normalize: str = ""
    """The normalisation of keywords and transcripts before comparison: `lowercase` or empty."""
    path: str = ""


def read_kwlist(source: Source, *, strict: bool = False) -> KwList:
    """Reads a list of keywords; `strict` keeps entities and the bytes of GB2312 undecoded, as KWSEval does.

    >>> read_kwlist(Source(b'<kwlist ecf_filename="" language="x" encoding="UTF-8" compareNormalize="" version="1">'
    ...     b'<kw kwid="A"><kwtext>one two</kwtext></kw></kwlist>')).keywords[0].text
    'one two'
    """
    encoding = None
    if _HEAD.search(source.data[:2048]) and not _DECLARED.match(source.data):
        encoding = "iso-8859-1" if strict else "gb18030"
    return nist_xml.read_records(source, "kwlist", partial(_list, source, strict), encoding)


def _list(source: Source, strict: bool, document: Parts) -> KwList:
    problems = Problems()
    places = nist_xml.Places(source)
    keywords: list[Keyword] = []
    line_of: dict[str, int] = {}
    for element in document.elements("kw"):
        place = places.of(element, document.lines([element])[0])
        keyword = _keyword(element, place, strict)
        if keyword.id in line_of:
            problems.add(
                place, f"keyword id {keyword.id!r} is already used on line {line_of[keyword.id]}", "a different id"
            )
        if "\n" in keyword.text:
            problems.add(place, f"the text of keyword {keyword.id!r} spans lines", "one line")
        line_of.setdefault(keyword.id, place.line)
        keywords.append(keyword)
    problems.check()
    root = document.root
    return KwList(
        tuple(keywords),
        root.get("language", ""),
        root.get("encoding", ""),
        root.get("compareNormalize", ""),
        source.name,
    )


def _keyword(element: etree._Element, place: Where, strict: bool) -> Keyword:
    """One keyword; of several attributes with one name the last one counts."""
    text = _text(element, "kwtext", strict)
    attributes: dict[str, str] = {}
    for attribute in (each for info in element.iterchildren("kwinfo") for each in info.iterchildren("attr")):
        name, value = _text(attribute, "name", strict), _text(attribute, "value", strict)
        if name == "Syllables":
            value = _two_digits(value)
        if name == "TEXT":
            # KWSEval keeps text and attributes in one table, so an attribute of this name replaces the text.
            text = value if strict else text
        attributes[name] = value
    return Keyword(element.get("kwid", ""), text, tuple(attributes.items()), place)


def _text(parent: etree._Element, name: str, strict: bool) -> str:
    """The text of the first child of a name."""
    element = next(parent.iterchildren(name), None)
    if element is None:
        return ""
    text = "".join(map(str, element.itertext())) if len(element) else element.text or ""
    return nist_xml.escaped(text) if strict else text


def _two_digits(value: str) -> str:
    """A number of syllables in KWSEval's form, which sorts as text: 7 becomes 07."""
    match = re.match(r"\s*[-+]?\d+", value)
    return f"{int(match[0]) if match else 0:02d}"


def read(source: Source) -> Corpus:
    """Reads keywords as segments.

    >>> corpus = read(Source(b'<kwlist ecf_filename="" language="x" encoding="UTF-8" compareNormalize="" version="1">'
    ...     b'<kw kwid="A"><kwtext>one two</kwtext></kw></kwlist>'))
    >>> corpus.segments[0].id, corpus.segments[0].text
    ('A', 'one two')
    """
    segments = tuple(
        Segment(
            id=keyword.id,
            text=keyword.text,
            attributes=tuple((f"kwlist:{name}", value) for name, value in keyword.attributes),
            where=keyword.where,
        )
        for keyword in read_kwlist(source).keywords
    )
    return Corpus(segments, format="kwlist", path=source.name)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the root element is that of a list of keywords."""
    return nist_xml.root_name(lines) == "kwlist"


FORMAT = Format(
    name="kwlist",
    suffixes=(".kwlist", ".kwlist.xml"),
    summary="NIST keywords: ids, texts and attributes",
    carries=frozenset({"attributes", "ids"}),
    read=read,
    write=read_only,
    sniff=sniff,
)
