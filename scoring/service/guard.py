"""The guard in front of all routes: names of hosts, origins of pages, and the headers of every answer.

A page of another site can lead its name to this machine (DNS rebinding), or send requests to it; both carry names that
are not the service's.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from .answers import PROBLEM, Answer, problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
EVERY_ANSWER: Headers = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[^\[\]:@/\s]+))(?::[0-9]+)?")


class Guard:
    """Refuses requests under foreign names, and adds headers to every answer."""

    def __init__(self, inside: ASGIApp, names: Iterable[str]) -> None:
        self._inside = inside
        self._names = frozenset(name.lower() for name in ("localhost", *names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["type"] != "http":
            await self._inside(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *EVERY_ANSWER]
            await send(message)

        refused = refusal(scope["headers"], self._names)
        if refused is None:
            await self._inside(scope, receive, sent)
        else:
            await sent(
                {
                    "type": "http.response.start",
                    "status": refused.status,
                    "headers": [
                        (b"content-type", PROBLEM.encode()),
                        (b"content-length", str(len(refused.body)).encode()),
                        (b"connection", b"close"),
                    ],
                }
            )
            await send({"type": "http.response.body", "body": refused.body})


def refusal(headers: Collection[tuple[bytes, bytes]], names: Collection[str]) -> Answer | None:
    """The answer to a request under a foreign name; None where its names are the service's.

    >>> refusal([(b"host", b"localhost:8080")], {"localhost"}) is None
    True
    >>> refusal([(b"host", b"rebound.example")], {"localhost"}).status
    400
    """
    hosts = [value for name, value in headers if name == b"host"]
    origins = [value for name, value in headers if name == b"origin"]
    sites = [value for name, value in headers if name == b"sec-fetch-site"]
    if len(hosts) != 1 or not _is_own(hosts[0].decode("latin-1"), names):
        return problem(
            400, "Bad Request", "the Host header does not name this service; --allow-host NAME allows another name"
        )
    if {b"content-length", b"transfer-encoding"} <= {name for name, _ in headers}:
        # Where a proxy goes by the one and the server by the other, a body could hide a second request.
        return problem(400, "Bad Request", "the request has both Content-Length and Transfer-Encoding")
    host = hosts[0].lower()
    if any(origin.lower() not in (b"http://" + host, b"https://" + host) for origin in origins):
        return problem(403, "Forbidden", "the request comes from a page of another site")
    if any(site == b"cross-site" for site in sites) and any(name == b"origin" for name, _ in headers):
        return problem(403, "Forbidden", "the request comes from a page of another site")
    return None


def _is_own(host: str, names: Collection[str]) -> bool:
    """Whether a host is a known name or an address: an address cannot be led elsewhere."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    if match["name"] and match["name"].lower().removesuffix(".") in names:
        return True
    try:
        ipaddress.ip_address(match["name"] or match["address"])
    except ValueError:
        return False
    return True
