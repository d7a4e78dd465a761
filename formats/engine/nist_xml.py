"""Reading of NIST's XML formats: validated with the schemas in `resources`, and safe for files of any origin.

Document type declarations are rejected: there are no entities to expand and nothing to fetch. This module reads whole
documents; `kwslist.py` has a faster way for files that are too large for a tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, AnyStr, NoReturn

from ..errors import FormatError, LimitError, Problems, Where, fail
from ..source import Source
from .xml_parts import Fed, Parts, Read, Tree
from .xml_source import bare, etree_library

if TYPE_CHECKING:
    from lxml import etree

_PROLOGUE = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_BEFORE_ROOT = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL)
_ROOT = re.compile(r"<([A-Za-z_]+)[\s/>]")
_ENCODING = "utf-8"
# The parser compares all attributes of a tag with each other: many of them take quadratic time.
_LONG_TAG, _MOST_ATTRIBUTES = 4096, 100
_LONG_HEAD = 1 << 16


def schema(name: str) -> Any:
    """A schema of the package `resources`, parsed."""
    etree = etree_library()
    from importlib import resources  # the list of formats does without it: it takes longer than all their other imports

    data = (resources.files("scorelite.resources") / "kws" / f"{name}.xsd").read_bytes()
    return etree.XMLSchema(etree.fromstring(data))


def document(source: Source, name: str, encoding: str | None = None, *, huge: bool = False) -> etree._Element:
    """The root element of a document that the schema of this name accepts."""
    refuse_harm(source)
    etree = etree_library()
    parser = etree.XMLParser(encoding=encoding, **{**safe_options(), "huge_tree": huge})
    try:
        root = etree.fromstring(source.data, parser)
    except etree.XMLSyntaxError as error:
        refuse(source, parser.error_log, "well-formed XML", str(error.msg))
    if _has_type(root):
        fail(Where(source.name, 1), "a document type declaration", "none, because declarations can be harmful")
    checker = schema(name)
    if not checker.validate(root):
        refuse(source, checker.error_log, f"a document valid by {name}.xsd", "invalid by the schema")
    return root  # type: ignore[no-any-return]


def read_records(source: Source, name: str, read: Callable[[Parts], Read], encoding: str | None = None) -> Read:
    """Reads a document that the schema of this name accepts part by part, once the whole of it is known to be valid.

    The errors of an invalid document are those of its tree.
    """
    refuse_harm(source)
    etree = etree_library()
    parser = partial(etree.XMLPullParser, encoding=encoding, **safe_options())
    try:
        valid = Fed(partial(parser, schema=schema(name)), source.data)
        for _ in valid.batches(bare(str(valid.root.tag))):
            pass
        if not _has_type(valid.root):
            # A parser that validates does not notice that a document breaks off: this one does.
            return read(Fed(parser, source.data))
    except (FormatError, etree.XMLSyntaxError):
        pass
    return read(Tree(document(source, name, encoding)))


def _has_type(root: Any) -> bool:
    """Whether the document of a root declares its type."""
    return bool(root.getroottree().docinfo.doctype)


def safe_options() -> dict[str, bool]:
    """Options of lxml's parsers: no entities, no network, no large trees."""
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
    """Rejects a document type declaration and a tag with too many attributes, before a parser sees them."""
    for piece in source.data.split(b"<"):
        if len(piece) > _LONG_TAG and not piece.startswith(b"!") and piece.count(b"=") > _MOST_ATTRIBUTES:
            raise LimitError(f"{source.name}: a tag with more than {_MOST_ATTRIBUTES} attributes; expected fewer")
    place = _end_of(_PROLOGUE, source.data, 3 * source.data.startswith(b"\xef\xbb\xbf"))
    if source.data[place : place + 9].upper() == b"<!DOCTYPE":
        fail(where(source, place), "a document type declaration", "none, because declarations can be harmful")


def refuse(source: Source, log: Iterable[Any], expected: str, otherwise: str) -> NoReturn:
    """Raises the problems that libxml2 found, with their places."""
    lines = source.data.split(b"\n")
    problems = Problems()
    seen = set()
    for entry in log:
        text = entry.message.strip()
        if (entry.line, text) in seen:
            continue
        seen.add((entry.line, text))
        line = _shown(lines, entry.line)
        # libxml2 gives no column when it validates: point at the start of the line.
        column = entry.column or len(line) - len(line.lstrip()) + 1
        problems.add(Where(source.name, max(entry.line, 1), column), _worded(text), expected, line)
    problems.check()
    fail(Where(source.name, 1), otherwise, expected)


def root_name(lines: Sequence[str]) -> str:
    """The name of the root element in the first lines of a file; empty if there is none.

    >>> root_name(['<?xml version="1.0"?>', "<!-- <a> -->", "<ecf>"])
    'ecf'
    """
    head = "\n".join(lines)[:_LONG_HEAD]
    match = _ROOT.match(head, _end_of(_BEFORE_ROOT, head, 0))
    return match[1] if match else ""


def _end_of(pattern: re.Pattern[AnyStr], text: AnyStr, place: int) -> int:
    """The end of the last of the matches that follow each other from a place on."""
    while match := pattern.match(text, place):
        place = match.end()
    return place


def where(source: Source, offset: int) -> Where:
    """The place of the byte at an offset."""
    begin = source.data.rfind(b"\n", 0, offset) + 1
    column = len(source.data[begin:offset].decode(_ENCODING, "replace")) + 1
    return Where(source.name, source.data.count(b"\n", 0, offset) + 1, column)


class Places:
    """The places of the elements of one document; the parser gives lines, the columns are searched."""

    __slots__ = ("_lines", "_name")

    def __init__(self, source: Source) -> None:
        self._name = source.name
        self._lines = source.data.split(b"\n")

    def of(self, element: Any, number: int) -> Where:
        """The place of an element, in a line."""
        line = self._lines[number - 1] if 0 < number <= len(self._lines) else b""
        offset = line.find(b"<" + str(element.tag).encode("utf-8"))
        column = len(line[:offset].decode(_ENCODING, "replace")) + 1 if offset > 0 else 1
        return Where(self._name, number, column)


def escaped(text: str) -> str:
    """Text as xmllint writes it and KWSEval reads it, with entities for markup characters.

    >>> escaped('a&b <x> "q"')
    'a&amp;b &lt;x&gt; "q"'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _shown(lines: list[bytes], number: int) -> str:
    return lines[number - 1].decode(_ENCODING, "replace").rstrip("\r") if 0 < number <= len(lines) else ""


def _worded(text: str) -> str:
    """A message of libxml2 without final stop and with a small first letter."""
    text = text.rstrip(".")
    return text[:1].lower() + text[1:]
