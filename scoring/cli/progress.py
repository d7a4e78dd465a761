"""Progress of a long task: one line, shown only on a terminal."""

from __future__ import annotations

import time
from typing import TextIO

from ...formats.errors import quantity

_EVERY = 0.2


class Progress:
    """Progress line, updated a few times a second and removed at the end."""

    __slots__ = ("_last", "_on", "_shown", "_stream", "_whole")

    def __init__(self, stream: TextIO, whole: int) -> None:
        self._stream = stream
        self._whole = whole
        # A stream that was closed before the start is None.
        self._on = stream is not None and stream.isatty()
        self._shown = False
        self._last = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def bytes(self, done: int) -> None:
        """Shows the number of bytes read so far."""
        share = f" ({min(100, 100 * done // self._whole)} %)" if self._whole else ""
        self._say(f"{done >> 20} MiB{share}")

    def files(self, done: int) -> None:
        """Shows the number of files done so far."""
        self._say(f"{done:,} of {quantity(self._whole, 'file')}")

    def clear(self) -> None:
        """Removes the line, for instance before a message."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False

    def _say(self, text: str) -> None:
        if not self._on or time.monotonic() - self._last < _EVERY:
            return
        self._last = time.monotonic()
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
        self._shown = True
