"""HTML pages that need no other file: escaped elements, one stylesheet, and tables that sort by a click on a head."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files


class Markup(str):
    """Finished HTML; any other text is escaped where it enters an element or a page."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: what it shows, and the key by which its column sorts if that is another text."""

    shown: str
    key: str | None = None
    text: bool = False
    """Aligned left, as words are; numbers are aligned right."""


def escaped(text: str) -> Markup:
    """Text as HTML; a lone surrogate becomes a question mark, because UTF-8 cannot hold it.

    >>> escaped("<b> & c"), escaped(Markup("<b>"))
    ('&lt;b&gt; &amp; c', '<b>')
    """
    if isinstance(text, Markup):
        return text
    return Markup(escape(text.encode("utf-8", "replace").decode("utf-8")))


def element(name: str, *content: str, **attributes: object) -> Markup:
    """An element; attributes are written `class_` and `data_value` for `class` and `data-value`, None omits one.

    >>> element("td", "a < b", class_="text", data_value='"')
    '<td class="text" data-value="&quot;">a &lt; b</td>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{''.join(map(escaped, content))}</{name}>")


def table(
    heads: Sequence[Cell],
    rows: Iterable[Sequence[Cell]],
    foot: Sequence[Cell] = (),
    *,
    name: str | None = None,
    sortable: bool = True,
) -> Iterator[Markup]:
    """A table, a chunk a row; `name` is its id; a sortable one sorts by a click on a head, or Enter on it.

    >>> print("".join(table([Cell("word", text=True), Cell("count")], [[Cell("a", text=True), Cell("2")]])))
    <table class="sortable"><thead><tr><th scope="col" class="text" tabindex="0">word</th><th scope="col"
    tabindex="0">count</th></tr></thead><tbody>
    <tr><td class="text">a</td><td>2</td></tr>
    </tbody></table>
    """
    opened = element("table", id=name, class_="sortable" if sortable else None).removesuffix("</table>")
    focus = 0 if sortable else None
    titles = (element("th", head.shown, scope="col", class_=_class(head), tabindex=focus) for head in heads)
    yield Markup(f"{opened}<thead>{element('tr', *titles)}</thead><tbody>\n")
    for row in rows:
        yield Markup(f"{_row(row)}\n")
    yield Markup(f"</tbody>{element('tfoot', _row(foot)) if foot else ''}</table>\n")


def _row(cells: Iterable[Cell]) -> Markup:
    return element("tr", *(element("td", cell.shown, class_=_class(cell), data_value=cell.key) for cell in cells))


def _class(cell: Cell) -> str | None:
    return "text" if cell.text else None


def page(title: str, body: Iterable[str]) -> Iterator[Markup]:
    """A page, chunk by chunk; text in its body that is not `Markup` is escaped, and only the sorting script may run.

    >>> chunks = list(page("a & b", ["<script>", element("p", "<b>")]))
    >>> print(*chunks[2:4])
    &lt;script&gt; <p>&lt;b&gt;</p>
    """
    style, script = _resource("style.css"), _resource("sort.js")
    policy = f"default-src 'none'; base-uri 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{escaped(policy)}">'
    yield Markup(f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{allowed}\n{element("title", title)}\n')
    yield Markup(f"<style>{style}</style></head><body>\n")
    yield from map(escaped, body)
    yield Markup(f"<script>{script}</script></body></html>\n")


@cache
def _resource(name: str) -> str:
    return (files("resources") / "templates" / "page" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The name of one allowed text in a content security policy."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
