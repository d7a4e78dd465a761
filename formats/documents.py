"""Text of Word documents (.docx), a line for each paragraph, and tables as tsv; needs lxml.

A row of a table among paragraphs is one line if a time or a name stands before the text: `00:00:10 Ann: good day`.
What was deleted or moved away while changes were tracked is not read, nor is hidden text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .errors import LimitError, Where, fail
from .optional import library
from .packed import parts_of

_PART = "word/document.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TEXT = f"{_W}p", f"{_W}t"
_TABLE, _ROW, _CELL = f"{_W}tbl", f"{_W}tr", f"{_W}tc"
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# A copy of what stands before it, for older programs; the places of tabs; and what is no longer there.
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = (_FALLBACK, f"{_W}tabs", f"{_W}del", f"{_W}moveFrom")
# Properties of a row that is deleted, of hidden text, and of the end of a paragraph that runs on in the next one.
_DELETED_ROW = f"{_W}trPr/{_W}del"
_HIDDEN = f"{_W}rPr/{_W}vanish"
# What stands in the cells before the text of a turn.
_TIME = re.compile(r"[\[(]?\d{1,2}(?::\d\d){1,2}(?:[.,]\d+)?[\])]?")
_NAME = re.compile(r"[^\W\d][^.?!,;:]{0,39}:?")
_OPEN_ENDS = tuple(f"{_W}pPr/{_W}rPr/{_W}{name}" for name in ("del", "moveFrom", "vanish"))


def as_text(data: bytes, name: str) -> tuple[bytes, str]:
    """The paragraphs of a document as lines; or its only table as tsv, and the name of that format."""
    etree = library("lxml.etree", purpose="Word documents", install="'scorelite[all]'")
    try:
        with parts_of(data, name) as parts:
            content = parts.read(_PART)
        root = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except LimitError:
        raise
    except Exception as error:  # zipfile and what it unpacks with raise anything on broken data
        fail(Where(name, 1), f"a document that cannot be read ({error})", "a document as Word writes it, or plain text")
    tables = [*root.iter(_TABLE)]
    text, kind = "".join(_lines(root)), ""
    if len(tables) == 1 and "".join(_lines(tables[0])).split() == text.split():
        present = [row for row in tables[0].iter(_ROW) if not _is_gone(row)]
        text, kind = "".join("\t".join(_cells(row)) + "\n" for row in present), "tsv"
    return text.encode("utf-8", "surrogatepass"), kind


def _lines(element: Any) -> Iterator[str]:
    """The text in an element, with a line end behind each paragraph."""
    for child in element:
        if _is_gone(child):
            continue
        if child.tag == _TEXT:
            yield child.text or ""
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif child.tag == _ROW and (turn := _turn(_cells(child))):
            yield turn
        else:
            yield from _lines(child)
            if child.tag == _PARAGRAPH and not any(_is_on(child, each) for each in _OPEN_ENDS):
                yield "\n"


def _cells(row: Any) -> list[str]:
    return [" ".join("".join(_lines(cell)).split()) for cell in row.iter(_CELL)]


def _turn(cells: list[str]) -> str:
    """The line of a row with a time, a name or both before a text; empty where other things stand there."""
    *before, text = cells or [""]
    heads = [cell for cell in before if cell]
    times = [head for head in heads if _TIME.fullmatch(head)]
    names = [head for head in heads if _NAME.fullmatch(head)]
    if not text or not heads or len(times) > 2 or len(names) > 1 or len(times) + len(names) < len(heads):
        return ""
    return " ".join([*times, *(f"{name.rstrip(':')}:" for name in names), text]) + "\n"


def _is_gone(element: Any) -> bool:
    """Whether an element is not shown: deleted, moved to another place, or hidden."""
    return element.tag in _SKIPPED or _is_on(element, _HIDDEN) or _is_on(element, _DELETED_ROW)


def _is_on(element: Any, property: str) -> bool:
    """Whether an element has a property that is not switched off."""
    found = element.find(property)
    return found is not None and found.get(f"{_W}val", "true") not in ("0", "false", "off")
