"""The pages: files of `resources/service`, sent as they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Page:
    """A file under its path."""

    path: str
    name: str
    kind: str
    explorer: bool = False
    """Whether the explorer needs it."""

    def read(self) -> bytes:
        """The bytes of the file."""
        return _bytes(self.name)


@cache
def _bytes(name: str) -> bytes:
    return (files("resources") / "service" / name).read_bytes()


_HTML, _SCRIPT, _STYLE = "text/html", "text/javascript", "text/css"
EXPLORER = "explorer.html"
PAGES = (
    Page("/", "index.html", _HTML),
    Page("/compare.js", "compare.js", _SCRIPT),
    Page("/service.css", "service.css", _STYLE, explorer=True),
    Page("/explorer", EXPLORER, _HTML, explorer=True),
    Page("/explorer.js", "explorer.js", _SCRIPT, explorer=True),
)
