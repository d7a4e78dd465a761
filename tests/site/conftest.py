"""The folder of the built site, and a server for it."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    folder = os.environ.get("SCORELITE_SITE")
    if not folder:
        pytest.skip("SCORELITE_SITE names no folder: tox -e site builds the site and tests it")
    return Path(folder).resolve()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class _WithoutSearch(_Quiet):
    """Pages build the index of the search as soon as they are opened, which takes longer than all the rest."""

    def do_GET(self) -> None:
        """Sends a file, except that index."""
        if self.path.endswith("/search_index.json"):
            self.send_error(404)
        else:
            super().do_GET()


@contextmanager
def served(folder: Path, handler: type[_Quiet] = _Quiet) -> Iterator[str]:
    """The address of a server of files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address under which the site is served."""
    with served(site) as place:
        yield place


@pytest.fixture(scope="session")
def without_search(site: Path) -> Iterator[str]:
    """The address under which the site is served without its search."""
    with served(site, _WithoutSearch) as place:
        yield place
