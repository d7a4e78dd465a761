"""HTML pages that need no other file: escaped elements, one stylesheet, own scripts, and then the data."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from ...common.display import unhidden
from ...common.palette import variables

_LONGEST = 200
# The end of a page hides the remark that it was cut short.
_END = "body:not(.told)::before { display: none; }"


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


def visible(text: str) -> str:
    """Text whose control characters are visible, cut at 200 characters.

    >>> visible("a\\u202eb"), visible("x" * 1000)[197:]
    ('a⟨202E⟩b', 'xxx… (1,000 characters)')
    """
    behind = f"… ({len(text):,} characters)" if len(text) > _LONGEST else ""
    return unhidden(text[:_LONGEST]) + behind


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


def scrolled(content: Iterable[Markup]) -> Markup:
    """Wide content that scrolls in itself, and shows at its edges that it does.

    >>> scrolled([element("p", "c")])
    '<div class="scrolled" tabindex="0"><p>c</p></div>\\n'
    """
    return Markup(f'<div class="scrolled" tabindex="0">{"".join(content)}</div>\n')


def opened(title: str, content: Iterable[Markup]) -> Iterator[Markup]:
    """A part of a page that is open at first and may be shut; wide content scrolls.

    >>> print(*opened("a & b", [element("p", "c")]), sep="", end="")
    <details class="fold" open="open"><summary>a &amp; b</summary><div class="scrolled" tabindex="0"><p>c</p></div>
    </details>
    """
    yield Markup(f'<details class="fold" open="open">{element("summary", title)}')
    yield scrolled(content)
    yield Markup("</details>\n")


def below(notices: Sequence[object], text: str) -> Iterator[Markup]:
    """The notices of a result, and its signature."""
    if notices:
        yield element("ul", *(element("li", visible(str(notice))) for notice in notices), class_="notices")
    yield signature(text)


def signature(text: str) -> Markup:
    """The line of a result's signature, which may break after each of its parts.

    >>> signature("a|b")
    '<p class="quiet"><code>a|<wbr>b</code></p>'
    """
    return element("p", element("code", Markup(escaped(text).replace("|", "|<wbr>"))), class_="quiet")


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


def page(
    title: str,
    body: Iterable[str],
    *,
    scripts: Sequence[str] = ("tables.js",),
    data: Iterable[Markup] = (),
    media: str = "",
) -> Iterator[Markup]:
    """A page, chunk by chunk; text in its body that is not `Markup` is escaped, and only its own scripts may run.

    `media` are the sources of audio that may be played. The scripts stand before the data: so a page that was cut short
    can say so.

    >>> chunks = list(page("a & b", ["<script>", element("p", "<b>")]))
    >>> print(*chunks[3:5])
    &lt;script&gt; <p>&lt;b&gt;</p>
    """
    cut, style, script = resource("cut.css"), variables() + resource("style.css"), "\n".join(map(resource, scripts))
    policy = _policy((cut, style, _END), script, media=media)
    allowed = element("meta", http_equiv="Content-Security-Policy", content=policy)
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield Markup(f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{allowed.removesuffix("</meta>")}')
    yield Markup(f"<style>{cut}</style>{view}\n{element('title', title)}\n")
    yield Markup(f'<style>{style}</style></head><body><main>\n<div id="damage"></div>\n')
    yield from map(escaped, body)
    yield Markup(f"</main>\n<script>{script}</script>\n")
    yield from data
    yield Markup(f'<style id="end">{_END}</style></body></html>\n')


def _policy(styles: Iterable[str], script: str, *, media: str) -> str:
    """The content security policy: of this page only its own style and script, and from elsewhere at most audio."""
    audio = f" media-src {media};" if media else ""
    allowed = " ".join(f"'{_digest(style)}'" for style in styles)
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src {allowed}; img-src data: blob:; "
        f"worker-src blob:;{audio} base-uri 'none'; form-action 'none'"
    )


@cache
def resource(name: str) -> str:
    """A file of the page: a script, the style, or a piece of HTML."""
    return (files("scorelite.resources") / "page" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The name of one allowed text in a content security policy."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
