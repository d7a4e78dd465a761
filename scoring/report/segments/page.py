"""A table of scored segments as a page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scoring.report.segments.table import Sheet

_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{padding:.2em .8em;border-bottom:1px solid #ccc;text-align:right}"
    "th:first-child,td:first-child{text-align:left}tfoot td{font-weight:bold;border-top:2px solid #333}"
)


def page(sheet: Sheet, heading: str, signature: str) -> Iterator[str]:
    """The page, line by line; names are escaped.

    >>> sheet = Sheet("hyp", "l|r", ("CLASS", "Err"), [("<b>", "2.0")], ("Sum", "2.0"))
    >>> "<tr><td>&lt;b&gt;</td><td>2.0</td></tr>" in "".join(page(sheet, "x", "y"))
    True
    """
    title = _escaped(f"{heading}: {sheet.title}")
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>\n'
    yield f"<style>{_STYLE}</style></head>\n<body>\n<h1>{_escaped(heading)}</h1>\n<p>{_escaped(sheet.title)}</p>\n"
    yield f"<table>\n<thead>{_row(sheet.heads, 'th')}</thead>\n<tbody>\n"
    for row in sheet.rows:
        yield _row(row, "td") + "\n"
    yield f"</tbody>\n<tfoot>{_row(sheet.total, 'td')}</tfoot>\n</table>\n"
    yield f"<p><code>{_escaped(signature)}</code></p>\n</body>\n</html>\n"


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{_escaped(cell)}</{tag}>" for cell in cells) + "</tr>"


def _escaped(text: str) -> str:
    return escape(text.encode("utf-8", "replace").decode("utf-8"))
