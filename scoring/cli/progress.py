"""Progress of a long task: one line, shown only on a terminal, from two seconds on."""

from __future__ import annotations

import sys
import time
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_EVERY = 0.2
_AFTER = 2.0


class Seconds:
    """A line with the seconds that have passed, made by a second thread; the first output ends it."""

    __slots__ = ("_ended", "_name", "_shown", "_start", "_waits", "_writes")

    def __init__(self, name: str) -> None:
        self._name = name
        self._start = time.monotonic()
        self._shown = self._ended = False
        self._writes = allocate_lock()
        self._waits = allocate_lock()
        self._waits.acquire()  # until the end: a writer that waits for it in vain may write
        start_new_thread(self._tick, ())

    def _tick(self) -> None:
        wait = _AFTER
        while not self._waits.acquire(timeout=wait):
            with self._writes:
                if self._ended:
                    return
                self._shown = True
                sys.stderr.write(f"\r\x1b[K{self._name}: {time.monotonic() - self._start:.0f} s")
                sys.stderr.flush()
            wait = 1.0

    def end(self) -> None:
        """Removes the line for good."""
        with self._writes:
            self._ended = True
            if self._shown:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()
        self._waits.release()


_seconds: Seconds | None = None


def begin_seconds(name: str) -> None:
    """Shows the seconds that a command takes, if stderr is a terminal."""
    global _seconds
    if sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty():
        _seconds = Seconds(name)


def end_seconds() -> None:
    """Removes the line before anything else is written."""
    global _seconds
    if _seconds is not None:
        _seconds.end()
        _seconds = None


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
        self._say(f"{done:,} of {self._whole:,} {'file' if self._whole == 1 else 'files'}")

    def clear(self) -> None:
        """Removes the line, for instance before a message."""
        end_seconds()
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False

    def _say(self, text: str) -> None:
        if not self._on or time.monotonic() - self._last < _EVERY:
            return
        self._last = time.monotonic()
        end_seconds()
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()
        self._shown = True
