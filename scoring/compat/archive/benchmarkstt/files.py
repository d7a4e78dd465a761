"""Files that configurations, rules and metrics name: opened here, so that a service opens them in its own way."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import TextIOWrapper
from typing import BinaryIO, TextIO

from . import settings

_opener: ContextVar[Callable[[str], BinaryIO] | None] = ContextVar("opener", default=None)


def opened(name: str | os.PathLike[str], encoding: str | None = None) -> TextIO:
    """The file, open for reading, in an encoding or in that of the settings."""
    opener = _opener.get()
    encoding = encoding or settings.default_encoding
    return open(name, encoding=encoding) if opener is None else TextIOWrapper(opener(os.fspath(name)), encoding)


def exists(name: str) -> bool:
    """Whether there is a file of this name that may be opened."""
    opener = _opener.get()
    if opener is None:
        return os.path.exists(name)
    try:
        opener(name).close()
    except (OSError, ValueError):
        return False
    return True


@contextmanager
def opened_by(opener: Callable[[str], BinaryIO]) -> Iterator[None]:
    """While this runs, `opener` gives the bytes of the file of a name, or raises an OSError or ValueError."""
    token = _opener.set(opener)
    try:
        yield
    finally:
        _opener.reset(token)
