"""The pages: files of `resources/service`, those of HTML in one frame, and the description of the methods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from importlib.resources import files
from string import Template

from ..common.palette import variables
from .addresses import JsonRpc
from .answers import JSON, written
from .openapi import document


@dataclass(frozen=True, slots=True)
class Page:
    """A file under its path."""

    path: str
    name: str
    kind: str
    explorer: bool = False
    """Whether the explorer needs it."""
    title: str = ""
    """The title of a page of HTML."""
    link: str = ""
    """Its name in the links of all pages."""
    script: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer to GET under a path."""

    path: str
    kind: str
    read: Callable[[], bytes]


_HTML, _SCRIPT, _STYLE = "text/html", "text/javascript", "text/css"
_EXPLORER = Page("/explorer", "explorer.html", _HTML, True, "explorer of methods", "Explorer", "explorer.js")
_PAGES = (
    Page("/", "index.html", _HTML, False, "score texts and files", "Score", "compare.js"),
    _EXPLORER,
    Page("/compare.js", "compare.js", _SCRIPT),
    Page("/examples.js", "examples.js", _SCRIPT),
    Page("/explorer.js", "explorer.js", _SCRIPT, explorer=True),
    Page("/elements.js", "elements.js", _SCRIPT, explorer=True),
    Page("/transport.js", "transport.js", _SCRIPT, explorer=True),
    Page("/service.css", "service.css", _STYLE, explorer=True),
)


def shown(rpc: JsonRpc) -> Iterator[Shown]:
    """All pages of a service, and files that they need; none where it has JSON-RPC alone and no explorer."""
    pages = [page for page in _PAGES if (rpc.explorer or not page.explorer) and (page.explorer or not rpc.alone)]
    links = tuple((page.path, page.link) for page in pages if page.link)
    for page in pages:
        read = partial(_framed, page, links) if page.title else partial(content_of, page.name)
        yield Shown(page.path, page.kind, read)
        if page is _EXPLORER:
            yield Shown(rpc.path, page.kind, read)
    if pages:
        yield Shown("/openapi.json", JSON, partial(described, rpc))


def missing(paths: Collection[str]) -> bytes:
    """The page for a browser that asks for what is not there, with links to the pages among some paths."""
    links = "\n".join(
        f'<a href="{page.path}">{escape(page.link)}</a>' for page in _PAGES if page.link and page.path in paths
    )
    return framed("missing.html", "nothing here", "", links=links, base="/")


@cache
def content_of(name: str) -> bytes:
    """A file of the pages; a style sheet begins with the colours of all reports."""
    colours = variables().encode("ascii") if name.endswith(".css") else b""
    return colours + (files("scorelite.resources") / "service" / name).read_bytes()


def framed(name: str, title: str, script: str, *, links: str = "", base: str = "", head: str = "") -> bytes:
    """A page in the frame of all pages, whose other files lie under `base`."""
    frame = Template(content_of("frame.html").decode("utf-8"))
    content = content_of(name).decode("utf-8")
    called = f'<script src="{base}{script}" type="module"></script>\n' if script else ""
    values = {"title": title, "script": called, "links": links, "content": content, "base": base, "head": head}
    return frame.substitute(values).encode("utf-8")


@cache
def described(rpc: JsonRpc) -> bytes:
    """The description of the methods in OpenAPI."""
    return written(document(rpc))


@cache
def _framed(page: Page, links: tuple[tuple[str, str], ...]) -> bytes:
    current = {page.path: ' aria-current="page"'}
    shown = [
        f'<a href="{path}"{current.get(path, "")}>{escape(name)}</a>'
        for path, name in (*links, ("/openapi.json", "openapi.json"))
    ]
    return framed(page.name, page.title, page.script, links="\n".join(shown), base="/")
