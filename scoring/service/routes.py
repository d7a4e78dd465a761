"""The application: routes of the methods, the description, and the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from .addresses import JsonRpc
from .answers import JSON, PROBLEM, Answer, Refusal, in_json_rpc, problem
from .frames import JSON_RPC, Question
from .guard import Guard
from .limits import Limits
from .methods import METHODS
from .pages import Shown, missing, shown
from .pool import Pool

if TYPE_CHECKING:
    from starlette.types import ASGIApp


@dataclass(frozen=True, slots=True)
class Desk:
    """Receives requests, and hands bodies within the limits to the pool."""

    pool: Pool
    limits: Limits

    async def answered(self, method: str, request: Request) -> Answer:
        """The answer to a request for a method."""
        try:
            body = await asyncio.wait_for(self._body(request), self.limits.seconds)
        except Refusal as refusal:
            return refusal.answer
        except asyncio.TimeoutError:
            return problem(408, "Request Timeout", f"the body did not arrive within {self.limits.seconds:g} seconds")
        return await self.pool.ask(Question(method, request.headers.get("content-type", ""), body))

    async def _body(self, request: Request) -> bytes:
        most = self.limits.body
        refused = Refusal(413, f"the text or file {self.limits.body_exceeded}")
        size = request.headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > most:
            raise refused
        pieces, length = [], 0
        async for piece in request.stream():
            length += len(piece)
            if length > most:
                raise refused
            pieces.append(piece)
        return b"".join(pieces)


_MEANT = {
    **dict.fromkeys(("/docs", "/redoc", "/swagger"), "/"),
    **dict.fromkeys(("/wer", "/cer", "/v1/wer", "/v1/cer"), "/v1/score"),
    **dict.fromkeys(("/healthz", "/status", "/ping", "/metrics"), "/v1/health"),
}
"""Paths of other services, with ours; further ones are ours without their version."""


def application(pool: Pool, limits: Limits, rpc: JsonRpc, names: Iterable[str]) -> ASGIApp:
    """The application; `names` are those under which it may be called, beside addresses."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pool.warm()
        yield
        await pool.close()

    desk = Desk(pool, limits)
    inside = Starlette(
        routes=[*_rpc_routes(desk, rpc), *map(_page, shown(rpc)), *(() if rpc.alone else _method_routes(desk))],
        lifespan=lifespan,
        exception_handlers={HTTPException: _refused, ClientDisconnect: _left, Exception: _defect},
    )
    return Guard(inside, names)


def _method_routes(desk: Desk) -> Iterator[Route]:
    for method in METHODS:

        async def run(request: Request, name: str = method.name) -> Response:
            return response(await desk.answered(name, request))

        yield Route(f"/v1/{method.name}", run, methods=["POST"])
    yield _page(Shown("/v1/health", JSON, lambda: b'{"status":"ok"}'))


def _rpc_routes(desk: Desk, rpc: JsonRpc) -> Iterator[Route]:
    async def run(request: Request) -> Response:
        answer = await desk.answered(JSON_RPC, request)
        return response(in_json_rpc(answer) if answer.kind == PROBLEM else answer)

    yield Route(rpc.path, run, methods=["POST"])


def _page(shown: Shown) -> Route:
    async def show(_: Request) -> Response:
        return Response(shown.read(), media_type=shown.kind)

    return Route(shown.path, show, methods=["GET"])


def response(answer: Answer) -> Response:
    """An answer as a response."""
    # What has not arrived of a body is not waited for.
    headers = {"connection": "close"} if answer.status == 408 else None
    return Response(answer.body, answer.status, headers, media_type=answer.kind)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    links = [route.path for route in request.app.routes if isinstance(route, Route)]
    meant = _MEANT.get(request.url.path, f"/v1{request.url.path}")
    instead = f"expected {meant}; " if meant in links else ""
    details = {
        404: f"{request.url.path} does not exist; {instead}/openapi.json lists all paths",
        405: f"{request.url.path} does not accept {request.method}",
    }
    if status == HTTPStatus.NOT_FOUND and "text/html" in request.headers.get("accept", ""):
        return Response(missing(links), status, media_type="text/html")
    answer = response(problem(status, status.phrase, details.get(status, status.phrase)))
    answer.headers.update(error.headers or {})
    return answer


async def _left(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody reads it


async def _defect(request: Request, error: Exception) -> Response:
    return response(problem(500, "Internal Server Error", "an error of the service; its log has the details"))
