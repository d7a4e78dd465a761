"""Reading of NIST's small XML formats: checked against a schema of ours, and harmless whatever the file holds.

A document type declaration is refused, so there are no entities to expand and nothing to fetch. A bypass for files that
are too large for a tree is in `kwslist.py`; this module reads whole documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, NoReturn

from formats.errors import LimitError, Problems, UsageError, Where, fail
from formats.source import Source

if TYPE_CHECKING:
    from lxml import etree

_PROLOGUE = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_ROOT = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*<([A-Za-z_]+)[\s/>]", re.DOTALL)
_ENCODING = "utf-8"
# The parser compares all attributes of a tag with each other.
_LONG_TAG, _MOST_ATTRIBUTES = 4096, 100
_LONG_HEAD = 1 << 16


def library() -> Any:
    """The module lxml.etree, or an error that says what to install."""
    try:
        from lxml import etree
    except ImportError:
        raise UsageError("reading NIST's XML needs lxml: pip install lxml") from None
    return etree


def schema(name: str) -> Any:
    """A schema of ours, ready to check with."""
    etree = library()
    data = (resources.files("resources") / "kws" / f"{name}.xsd").read_bytes()
    return etree.XMLSchema(etree.fromstring(data))


def document(source: Source, name: str, encoding: str | None = None, *, huge: bool = False) -> etree._Element:
    """The root element of a document that holds what the schema of this name demands."""
    refuse_harm(source)
    etree = library()
    parser = etree.XMLParser(encoding=encoding, **{**safe_options(), "huge_tree": huge})
    try:
        root = etree.fromstring(source.data, parser)
    except etree.XMLSyntaxError as error:
        refuse(source, parser.error_log, "well-formed XML", str(error.msg))
    if root.getroottree().docinfo.doctype:
        fail(Where(source.name, 1), "a document type declaration", "none: such files are not read")
    checker = schema(name)
    if not checker.validate(root):
        refuse(source, checker.error_log, f"what {name}.xsd allows", "not what the schema allows")
    return root  # type: ignore[no-any-return]


def safe_options() -> dict[str, bool]:
    """The options of lxml's parsers under which a file can do nothing but be read."""
    return {
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        "dtd_validation": False,
        "huge_tree": False,
        "remove_pis": True,
        "remove_comments": True,
    }


def refuse_harm(source: Source) -> None:
    """Refuses, before a parser sees it, a document type declaration and a tag so full that it would take hours."""
    for piece in source.data.split(b"<"):
        if len(piece) > _LONG_TAG and not piece.startswith(b"!") and piece.count(b"=") > _MOST_ATTRIBUTES:
            raise LimitError(f"{source.name}: a tag with more than {_MOST_ATTRIBUTES} attributes")
    match = _PROLOGUE.match(source.data)
    place = match.end() if match else 0
    if source.data[place : place + 9].upper() == b"<!DOCTYPE":
        fail(where(source, place), "a document type declaration", "none: such files are not read")


def refuse(source: Source, log: Iterable[Any], expected: str, otherwise: str) -> NoReturn:
    """Raises what libxml2 found, with the places."""
    lines = source.data.split(b"\n")
    problems = Problems()
    seen = set()
    for entry in log:
        text = entry.message.strip()
        if (entry.line, text) in seen:
            continue
        seen.add((entry.line, text))
        line = _shown(lines, entry.line)
        # libxml2 knows no column when it checks a schema; the element is what the eye looks for.
        column = entry.column or len(line) - len(line.lstrip()) + 1
        problems.add(Where(source.name, max(entry.line, 1), column), _worded(text), expected, line)
    problems.check()
    fail(Where(source.name, 1), otherwise, expected)


def root_name(lines: Sequence[str]) -> str:
    """The name of the root element, told from the first lines of a file; empty if they begin with none.

    >>> root_name(['<?xml version="1.0"?>', "<!-- <a> -->", "<ecf>"])
    'ecf'
    """
    match = _ROOT.match("\n".join(lines)[:_LONG_HEAD])
    return match[1] if match else ""


def where(source: Source, offset: int) -> Where:
    """The place of a byte."""
    begin = source.data.rfind(b"\n", 0, offset) + 1
    column = len(source.data[begin:offset].decode(_ENCODING, "replace")) + 1
    return Where(source.name, source.data.count(b"\n", 0, offset) + 1, column)


class Places:
    """The places of the elements of one document, as well as the parser knows them: by line."""

    __slots__ = ("_lines", "_name")

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._lines = source.data.split(b"\n")

    def of(self, element: Any) -> Where:
        """The place of an element."""
        number = element.sourceline or 1
        column = _shown(self._lines, number).find(f"<{element.tag!s}") + 1
        return Where(self._name, number, max(column, 1))


def escaped(text: str) -> str:
    """Text as xmllint writes it, which is how KWSEval sees it: entities are never decoded there.

    >>> escaped('a&b <x> "q"')
    'a&amp;b &lt;x&gt; "q"'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _shown(lines: list[bytes], number: int) -> str:
    return lines[number - 1].decode(_ENCODING, "replace").rstrip("\r") if 0 < number <= len(lines) else ""


def _worded(text: str) -> str:
    """A message of libxml2 without the final stop and with a small letter, to stand after a place."""
    text = text.rstrip(".")
    return text[:1].lower() + text[1:]
