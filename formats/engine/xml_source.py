"""XML files: safe reading by lxml, with the place of every problem.

Entity declarations are errors, nothing is fetched, and size and depth are limited. The encoding is that of the option,
of a byte order mark or of the XML declaration, in this order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import FormatError, LimitError, Problem, Problems, UsageError, Where, fail
from ..optional import library
from ..source import Source

if TYPE_CHECKING:
    from lxml import etree

MAXIMUM_SIZE = 256 << 20
MAXIMUM_DEPTH = 200
_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>")
_ENTITY = re.compile(r"<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)\b", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(\[?)", re.IGNORECASE)
# References but those of XML itself, and what may hide them, with its end.
_HIDING = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
_REFERENCE = re.compile(r"<!--|<!\[CDATA\[|<\?|&(?!(?:lt|gt|amp|quot|apos);)[^\W\d][\w.:-]*;")
# The library compares all attributes of an element with each other.
MAXIMUM_ATTRIBUTES = 1000
_LONG_TAG = re.compile(r"<[^<]{4096,}")
_ATTRIBUTE = re.compile(r"""\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*')""")
_TAG_NAME = re.compile(r"""<[^\s=<>"'/]*""")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def etree_library() -> Any:
    """The module lxml.etree; an error with the install command where it is missing."""
    return library("lxml.etree", purpose="XML formats", install="lxml")


def root_of(source: Source) -> etree._Element:
    """The root element of a document.

    >>> root_of(Source(b"<a><b/></a>"))[0].tag
    'b'
    """
    body, skipped = body_of(source)
    etree = etree_library()
    parser = etree.XMLParser(**parser_options(source.text))
    try:
        root = etree.fromstring(body.encode("utf-8"), parser)
    except (UnicodeEncodeError, etree.XMLSyntaxError) as error:
        if match := _FORBIDDEN.search(source.text):
            expected = "characters that XML allows"
            _refuse_at(source, source.text, match.start(), "a character that XML does not allow", expected)
        _refuse_syntax(source, parser.error_log, error, skipped)
    if root is None:
        fail(Where(source.name, 1), "no element", "an XML document")
    check_depth(root, source.name)
    return root  # type: ignore[no-any-return]


def _refuse_references(source: Source, text: str) -> None:
    """Rejects references to entities that a document type outside of the file may declare: their text is unknown."""
    place = 0
    while match := _REFERENCE.search(text, place):
        end = _HIDING.get(match[0])
        if end is None:
            what = f"the entity {match[0]} is not declared in the file"
            _refuse_at(source, text, match.start(), what, "a character, or its number such as &#233;")
        place = text.find(end, match.end())
        if place < 0:
            return


def body_of(source: Source) -> tuple[str, int]:
    """The text of a document without its XML declaration, and the length of that; refuses what can be harmful.

    The newlines of the declaration stay, so that lines keep their numbers.
    """
    text = source.text
    if len(text) > MAXIMUM_SIZE:
        raise LimitError(f"{source.name}: {len(text)} characters of XML; expected at most {MAXIMUM_SIZE}")
    if "<!" in text and (harm := _declaration(text)) is not None:
        what, expected = "a declaration inside the document type", "none, because entities can be harmful"
        _refuse_at(source, text, harm, what, expected)
    # Without a document type the parser refuses them.
    if "<!DOCTYPE" in text and "&" in text:
        _refuse_references(source, text)
    for tag in _LONG_TAG.finditer(text):
        if tag[0].count("=") > MAXIMUM_ATTRIBUTES and _has_many_attributes(tag[0]):
            _refuse_at(source, text, tag.start(), "too many attributes", f"at most {MAXIMUM_ATTRIBUTES} in one tag")
    # The text is decoded already: the encoding in the declaration no longer applies.
    declared = _DECLARATION.match(text)
    skipped = declared.end() if declared else 0
    return "\n" * text.count("\n", 0, skipped) + text[skipped:], skipped


def parser_options(text: str) -> dict[str, Any]:
    """Options of lxml's parsers for a text: no entities, no network."""
    return {
        "encoding": "utf-8",
        "resolve_entities": False,
        "no_network": True,
        "load_dtd": False,
        # Subtitle editors write ids such as "1", which XML's own ids may not be, and repeat them. Where the parser does
        # not collect ids, it would load a document type that another file has.
        "collect_ids": "<!DOCTYPE" in text,
        "huge_tree": len(text) > 10_000_000,
        "remove_comments": True,
        "remove_pis": True,
    }


def undeclared(text: str) -> str:
    """A document without its XML declaration, whose encoding no longer applies.

    >>> undeclared('<?xml version="1.0" encoding="UTF-16"?><a/>')
    '<a/>'
    """
    match = _DECLARATION.match(text)
    return text[match.end() if match else 0 :].strip()


def _declaration(text: str) -> int | None:
    """The place of the first declaration inside a document type, or of a document type that holds some."""
    places = [match.start() for match in [_ENTITY.search(text)] if match]
    places += next(([doctype.start()] for doctype in _DOCTYPE.finditer(text) if doctype[1]), [])
    return min(places, default=None)


def _has_many_attributes(tag: str) -> bool:
    match = _TAG_NAME.match(tag)
    number = 0
    while match and number <= MAXIMUM_ATTRIBUTES:
        match = _ATTRIBUTE.match(tag, match.end())
        number += 1
    return number > MAXIMUM_ATTRIBUTES


def check_depth(root: etree._Element, name: str) -> None:
    """Rejects a tree that is too deep."""
    if not _is_deep()(root):
        return
    depth = 0
    for event, element in etree_library().iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAXIMUM_DEPTH:
            fail(Where(name, element.sourceline or 1), "elements nested too deeply", f"at most {MAXIMUM_DEPTH} levels")


@lru_cache(maxsize=1)
def _is_deep() -> Any:
    """A compiled search for an element that is too deep."""
    return etree_library().XPath("boolean(/" + "*/" * MAXIMUM_DEPTH + "*)")


def _refuse_at(source: Source, text: str, offset: int, what: str, expected: str) -> NoReturn:
    begin = text.rfind("\n", 0, offset) + 1
    line = text[begin : begin + 4096].split("\n", 1)[0].rstrip("\r")
    fail(Where(source.name, text.count("\n", 0, offset) + 1, offset - begin + 1), what, expected, line)


def _refuse_syntax(source: Source, log: Iterable[Any], error: Any, skipped: int) -> NoReturn:
    """Raises the errors of the parser, which has not seen some characters at the start."""
    problems = []
    for entry in log:
        column = max(1, entry.column) + (skipped if entry.line == 1 else 0)
        where = Where(source.name, max(1, entry.line), column)
        problems.append(Problem(where, f"not well-formed: {' '.join(entry.message.split())}"))
    if not problems:
        problems = [Problem(Where(source.name, 1), f"not well-formed: {' '.join(str(error).split())}")]
    raise FormatError(tuple(problems[:20]), len(problems) > 20) from None


def local(element: etree._Element) -> str:
    """The name of an element without its namespace.

    >>> local(root_of(Source(b'<x:a xmlns:x="u"/>')))
    'a'
    """
    tag = element.tag
    return bare(tag) if isinstance(tag, str) else ""


@lru_cache(maxsize=1024)
def bare(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def children(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The child elements, or those of some names."""
    return (child for child in element if isinstance(child.tag, str) and (not names or local(child) in names))


def place(element: etree._Element, name: str) -> Where:
    """The line on which an element begins."""
    return Where(name, line_of(element))


def line_of(element: etree._Element) -> int:
    """The line on which an element begins."""
    line = element.sourceline
    return line if isinstance(line, int) else 1


def lines_of(elements: Sequence[etree._Element]) -> list[int]:
    """The lines on which elements begin."""
    lines = list(map(attrgetter("sourceline"), elements))
    return [1 if line is None else line for line in lines] if None in lines else lines


def path_of(element: etree._Element) -> str:
    """The XPath of an element, without namespaces.

    >>> path_of(root_of(Source(b"<a><b/><b/></a>"))[1])
    '/a/b[2]'
    """
    steps = []
    for step in (element, *element.iterancestors()):
        parent = step.getparent()
        same = [] if parent is None else [child for child in parent if child.tag == step.tag]
        steps.append(local(step) + (f"[{same.index(step) + 1}]" if len(same) > 1 else ""))
    return "/" + "/".join(reversed(steps))


def escape(text: str) -> str:
    """A text with entities for markup characters.

    >>> escape("a < b & c")
    'a &lt; b &amp; c'
    """
    if match := _FORBIDDEN.search(text):
        raise UsageError(f"XML cannot hold the character U+{ord(match[0]):04X}, as in {text[:40]!r}")
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escaped(texts: Sequence[str]) -> Sequence[str]:
    """Texts with entities for markup characters, as `escape` gives them one by one.

    >>> escaped(["a < b", "c"])
    ['a &lt; b', 'c']
    """
    joined = "".join(texts)
    if _FORBIDDEN.search(joined):
        escape(next(text for text in texts if _FORBIDDEN.search(text)))
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        texts = list(map(str.replace, texts, repeat(sign), repeat(entity))) if sign in joined else texts
    return texts


def quoteattr(text: str) -> str:
    """The value of an attribute, in its quotes.

    >>> quoteattr('a "b"')
    '"a &quot;b&quot;"'
    """
    text = escape(text).replace('"', "&quot;")
    return '"' + text.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;") + '"'


def note(problems: Problems, element: etree._Element, name: str, what: str, expected: str = "") -> None:
    """Adds a problem of an element, with its line and path."""
    problems.add(place(element, name), f"{path_of(element)}: {what}", expected)
