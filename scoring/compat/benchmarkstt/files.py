"""Files that configurations, rules and metrics name: opened here, so that a service can refuse them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

from scoring.compat.benchmarkstt import settings

_guard: ContextVar[Callable[[str], str] | None] = ContextVar("guard", default=None)


def opened(name: str | os.PathLike[str], encoding: str | None = None) -> TextIO:
    """The file, open for reading, in an encoding or in that of the settings."""
    guard = _guard.get()
    path = os.fspath(name)
    return open(guard(path) if guard else path, encoding=encoding or settings.default_encoding)


def exists(name: str) -> bool:
    """Whether there is a file of this name that may be opened."""
    guard = _guard.get()
    try:
        return os.path.exists(guard(name) if guard else name)
    except (OSError, ValueError):
        return False


@contextmanager
def guarded(guard: Callable[[str], str]) -> Iterator[None]:
    """While this runs, `guard` gives the path to open for each name, or raises an OSError or ValueError."""
    token = _guard.set(guard)
    try:
        yield
    finally:
        _guard.reset(token)
