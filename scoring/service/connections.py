"""Connections of the server: one whose request does not begin in time is closed."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


def connection_class(seconds: float) -> type[H11Protocol]:
    """The protocol of connections, on which the headers of a request have so many seconds to arrive.

    Bodies have their own limit, and idle connections between two requests that of uvicorn.
    """

    class Connection(H11Protocol):
        _due: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_headers()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                self._await_headers()
            else:
                self._stop_waiting()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _await_headers(self) -> None:
            if self._due is None:
                self._due = self.loop.call_later(seconds, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._due is not None:
                self._due.cancel()
                self._due = None

    return Connection
