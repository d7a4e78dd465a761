"""The server: listens, prints its address, and ends at Ctrl-C or SIGTERM."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

from ...formats.errors import UsageError
from ...formats.optional import library
from .addresses import Address, JsonRpc
from .limits import Limits

_INSTALL = "'scorelite[serve]'"
# Seconds that requests have to end after Ctrl-C.
_PATIENCE = 3
# Another port may be free.
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


def run(
    address: Address,
    limits: Limits,
    workers: int = 0,
    *,
    rpc: JsonRpc,
    say: Callable[[str], None] = print,
) -> None:
    """Runs the service until Ctrl-C or SIGTERM; `say` receives its address. 0 workers: one for each processor."""
    for name in ("starlette", "uvicorn"):
        library(name, purpose="the service's connections", install=_INSTALL)
    if limits.files and not os.path.isdir(limits.files):
        raise UsageError(f"{limits.files}: not a folder; expected the folder whose files requests may name")
    if limits.files and os.open not in os.supports_dir_fd:
        raise UsageError("--files needs a system that opens files relative to folders, which this one does not")
    if limits.files:
        limits = replace(limits, files=os.path.realpath(limits.files))
    import uvicorn

    from .connections import connection_class
    from .pool import Pool
    from .routes import application

    listener = _listener(address)
    pool = Pool(limits, workers or os.cpu_count() or 1, rpc.work, rpc.load)
    inside = application(pool, limits, rpc, (address.host, *address.names))
    config = uvicorn.Config(
        inside,
        access_log=False,
        log_level="error",
        server_header=False,
        proxy_headers=False,
        http=connection_class(limits.seconds),
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=_PATIENCE,
        limit_concurrency=2000,
    )
    host, port = listener.getsockname()[:2]
    say(f"http://{f'[{host}]' if ':' in host else host}:{port}/")
    sys.stdout.flush()
    before = {number: signal.signal(number, _ended) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        listener.close()


def _ended(number: int, frame: FrameType | None) -> None:
    """Takes a signal that has ended the server, which uvicorn raises again."""


def _listener(address: Address) -> socket.socket:
    try:
        addresses = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = addresses[0]
        listener = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen(2048)
            listener.set_inheritable(False)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        what = getattr(error, "strerror", None) or error
        another = "; --port 0 picks a free one" if getattr(error, "errno", None) in _TAKEN else ""
        raise UsageError(f"cannot listen on {address.host or repr('')}, port {address.port}: {what}{another}") from None
    return listener
