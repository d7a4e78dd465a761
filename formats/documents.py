"""Text of Word documents (.docx), a line for each paragraph, and tables as tsv; needs lxml.

A row of a table among paragraphs is one line if a time or a name stands before the text: `00:00:10 Ann: good day`. So
are the rows of a document that is one table, without ids or times, of what speakers say, and the speeches of a script:
`Ann: good day`.
What was deleted or moved away while changes were tracked is not read, nor is hidden text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from .errors import LimitError, Where, fail
from .optional import library
from .packed import parts_of
from .roles import HYPOTHESES, REFERENCES, ROLES, TIMES, plain, time_column
from .screenplay import speeches

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
_NUMBER = re.compile(r"\d+\.?")
_TEXTS = frozenset((*REFERENCES, *HYPOTHESES))
_IDS = frozenset((*ROLES["id"], *ROLES["session"]))
# Styles of scripts: names, which capitals may only show, and what ends a speech.
_STYLE = f"{_W}pPr/{_W}pStyle"
_CHARACTER, _UNSPOKEN = "character", ("action", "sceneheading", "slugline", "shot", "transition")
_OPEN_ENDS = tuple(f"{_W}pPr/{_W}rPr/{_W}{name}" for name in ("del", "moveFrom", "vanish"))


def as_text(data: bytes, name: str) -> tuple[bytes, str, list[str]]:
    """The paragraphs of a document as lines, as are turns of its only table; or that table as tsv, and "tsv". The
    notices say what was left out of a script."""
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
    text, kind, notice = "".join(_lines(root)), "", ""
    if len(tables) == 1 and "".join(_lines(tables[0])).split() == text.split():
        rows = [_cells(row) for row in tables[0].iter(_ROW) if not _is_gone(row)]
        text = _spoken(rows)
        if not text:
            text, kind = "".join("\t".join(row) + "\n" for row in rows), "tsv"
    else:
        text, notice = speeches(text)
    return text.encode("utf-8", "surrogatepass"), kind, [notice] * bool(notice)


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
            style = _style_of(child)
            if style in _UNSPOKEN:
                yield "\n"  # as a script has it without styles
            yield from map(str.upper, _lines(child)) if style == _CHARACTER else _lines(child)
            if child.tag == _PARAGRAPH and not any(_is_on(child, each) for each in _OPEN_ENDS):
                yield "\n"


def _style_of(element: Any) -> str:
    """The name of the style of a paragraph, as templates for scripts have them; else nothing."""
    style = element.find(_STYLE) if element.tag == _PARAGRAPH else None
    return "" if style is None else "".join(filter(str.isalpha, style.get(f"{_W}val", ""))).lower()


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


def _spoken(rows: list[list[str]]) -> str:
    """The lines of a table with a column of texts, at most one of speakers, and else clock times and numbers of rows.

    It is empty for other tables, and for those with headings of ids, recordings or times. Headings are no line.

    >>> _spoken([["No.", "Who", "Text"], ["1", "Ann", "Good day."], ["2", "Ben", "Yes."], ["3", "Ann", "Well."]])
    'Ann: Good day.\\nBen: Yes.\\nAnn: Well.\\n'
    >>> _spoken([["id", "text"], ["a1", "Good day."]])
    ''
    """
    if len({len(row) for row in rows}) != 1:
        return ""
    names = [plain(cell) for cell in rows[0]]
    if not _IDS.isdisjoint(names) or any(time_column(ROLES[role], names) for role in TIMES):
        return ""
    texts, named = _headed(rows)
    said = rows[1:] if texts or named else rows
    columns = [*zip(*said, strict=True)]
    if len(texts) > 1 or not columns:
        return ""
    text = texts[0] if texts else max(range(len(columns)), key=lambda place: len("".join(columns[place])))
    others = [place for place, cells in enumerate(columns) if place != text and not _all(_NUMBER, cells)]
    speakers = [place for place in others if not _all(_TIME, columns[place])]
    if len(others) > len(speakers) + 2 or len(speakers) > 1 or not (texts or others):
        return ""
    for cells in (columns[place] for place in speakers if place not in named):
        # Speakers say more than one thing: what differs in all rows is something else.
        if len({*cells}) == len(cells) or not _all(_NAME, cells):
            return ""
    turns = [[*(row[place] for place in others), row[text]] for row in said]
    return "".join(_turn(turn) or turn[-1] + "\n" for turn in turns if turn[-1])


def _headed(rows: list[list[str]]) -> tuple[list[int], list[int]]:
    """The places of columns of texts and of speakers, by the first row; none where that is no heading.

    >>> _headed([["No.", "Speaker", "Text"], ["1", "Ann", "Good day."]]), _headed([["Ann", "Text"], ["Ben", "Text"]])
    (([2], [1]), ([], []))
    """
    names = [plain(cell) for cell in rows[0]]
    texts = [place for place, name in enumerate(names) if name in _TEXTS]
    named = [place for place, name in enumerate(names) if name in ROLES["speaker"]]
    # A name of a column that stands below it, too, is what somebody says, or who says it.
    is_heading = any(rows[0][place] not in [row[place] for row in rows[1:]] for place in (*texts, *named))
    return (texts, named) if is_heading else ([], [])


def _all(pattern: re.Pattern[str], cells: Iterable[str]) -> bool:
    """Whether all cells that are not empty are of a pattern."""
    return all(pattern.fullmatch(cell) for cell in cells if cell)


def _is_gone(element: Any) -> bool:
    """Whether an element is not shown: deleted, moved to another place, or hidden."""
    return element.tag in _SKIPPED or _is_on(element, _HIDDEN) or _is_on(element, _DELETED_ROW)


def _is_on(element: Any, property: str) -> bool:
    """Whether an element has a property that is not switched off."""
    found = element.find(property)
    return found is not None and found.get(f"{_W}val", "true") not in ("0", "false", "off")
