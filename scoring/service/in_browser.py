"""The page of the service without a service: Python answers in the browser, and nothing is sent anywhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from .addresses import JsonRpc
from .frames import Question
from .limits import MEBIBYTE, Limits
from .pages import content_of, described, framed
from .worker import answer

_LIMITS = Limits(body=512 * MEBIBYTE, words=10_000_000)
_FILES = ("compare.js", "elements.js", "examples.js", "service.css", "worker.js")
# Nothing is loaded from elsewhere and nothing is sent, whatever a file holds.
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
)


def answered(path: str, kind: str, body: memoryview) -> tuple[int, str, bytes]:
    """State, kind and body of the answer to a request that the page would send to a service."""
    reply = answer(Question(path.rpartition("/")[2], kind, bytes(body)), _LIMITS)
    return reply.status, reply.kind, reply.body


def write_pages(folder: str | os.PathLike[str], rpc: JsonRpc) -> None:
    """Writes the page, its scripts, and this package as an archive into a folder, which still needs `pyodide/`."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, content in _pages(rpc):
        (target / name).write_bytes(content)
    with ZipFile(target / "scorelite.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(_modules()):
            archive.writestr(name, content)


def _pages(rpc: JsonRpc) -> Iterator[tuple[str, bytes]]:
    head = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    links = '<a href="../">Documentation</a> <span>Your files stay in this page: nothing is sent.</span>'
    yield "index.html", framed("index.html", "score without installing", "compare.js", links=links, head=head)
    yield "transport.js", content_of("in_browser.js")
    yield "openapi.json", described(rpc)
    for name in _FILES:
        yield name, content_of(name)


def _modules() -> Iterator[tuple[str, bytes]]:
    """The Python files and the data of the package, under their names in it."""
    for part in ("scorelite", "scorelite.core", "scorelite.formats", "scorelite.resources", "scorelite.scoring"):
        top = Path(str(files(part)))
        for path in top.rglob("*"):
            inner = path.relative_to(top)
            is_ours = path.suffix == ".py" or (part == "scorelite.resources" and "demo_kws" not in inner.parts)
            if path.is_file() and is_ours and "__pycache__" not in inner.parts:
                yield f"{part.replace('.', '/')}/{inner.as_posix()}", path.read_bytes()
