"""The JSON-RPC interface as a WSGI application (PEP 3333), and a client that calls it without a network.

It answers within the process of its server, which limits the time and the number of requests.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from .....service.addresses import Address, JsonRpc
from .....service.answers import Answer, Refusal, in_json_rpc
from .....service.guard import EVERY_ANSWER, refusal
from .....service.limits import Limits
from .....service.pages import shown
from .....service.server import run
from . import rpc

Environment = Mapping[str, Any]


class Application:
    """A WSGI application; `names` are those under which it may be called, beside `localhost` and addresses."""

    def __init__(self, interface: JsonRpc, limits: Limits | None = None, names: Iterable[str] = ()) -> None:
        self._interface = interface
        self._limits = limits or Limits()
        self._names = frozenset(name.lower() for name in ("localhost", *names))
        self._pages = {page.path: page for page in shown(interface)}

    def __call__(self, environ: Environment, start_response: Callable[..., Any]) -> list[bytes]:
        """Answers a request."""
        answer = refusal(_headers(environ), self._names)
        if answer is None:
            try:
                answer = self._answered(environ)
            except Refusal as refused:
                answer = refused.answer
                if environ["PATH_INFO"] == self._interface.path:
                    answer = in_json_rpc(answer)
        headers = [("Content-Type", answer.kind), *((name.decode(), value.decode()) for name, value in EVERY_ANSWER)]
        if answer.status != HTTPStatus.NO_CONTENT:
            headers.append(("Content-Length", str(len(answer.body))))
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]

    def _answered(self, environ: Environment) -> Answer:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if method == "POST" and path == self._interface.path:
            return rpc.answer(self._body(environ), self._limits)
        if path not in self._pages and path != self._interface.path:
            raise Refusal(404, f"there is nothing at {path}")
        if path not in self._pages or method not in ("GET", "HEAD"):
            raise Refusal(405, f"{path} takes no {method}")
        page = self._pages[path]
        return Answer(200, page.read(), page.kind)

    def _body(self, environ: Environment) -> bytes:
        size, most = environ.get("CONTENT_LENGTH") or "0", self._limits.body
        if not size.isdecimal() or len(size) > 18 or int(size) > most:
            raise Refusal(413, f"the body has more than {most} bytes")
        body: bytes = environ["wsgi.input"].read(int(size))
        return body

    def test_client(self) -> Client:
        """A client that calls this application."""
        return Client(self)

    def run(self, host: str | None = None, port: int | None = None, debug: bool | None = None) -> None:
        """Serves the interface with worker processes until Ctrl-C, as `benchmarkstt-tools api` does."""
        run(Address(host or "127.0.0.1", 8080 if port is None else port), self._limits, rpc=self._interface)


def _headers(environ: Environment) -> list[tuple[bytes, bytes]]:
    """The headers of a request that tell who calls whom."""
    keys = {name: f"HTTP_{name.upper().replace('-', '_')}" for name in ("host", "origin", "sec-fetch-site")}
    return [(name.encode(), environ[key].encode("latin-1", "replace")) for name, key in keys.items() if key in environ]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a client."""

    status_code: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        """The value of the body."""
        return json.loads(self.data)


class Client:
    """Calls an application without a network."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to GET."""
        return self._called("GET", path, b"", headers)

    def post(self, path: str, data: str | bytes = b"", headers: Mapping[str, str] | None = None) -> Reply:
        """The answer to POST."""
        return self._called("POST", path, data.encode() if isinstance(data, str) else data, headers)

    def _called(self, method: str, path: str, body: bytes, headers: Mapping[str, str] | None) -> Reply:
        sent = {"Host": "localhost", **(headers or {})}
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in sent.items()},
        }
        told: list[Any] = []
        pieces = self._application(environ, lambda *started: told.extend(started))
        status, pairs = told
        return Reply(int(status.partition(" ")[0]), dict(pairs), b"".join(pieces))
