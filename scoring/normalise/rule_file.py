"""The record of one kind of rule file, and how rule files are opened."""

from __future__ import annotations

import os
from collections.abc import Callable

from ...formats.errors import LimitError
from ...formats.source import SideFile, Source
from ...formats.values import dataclass
from .chain import Chain

MOST_BYTES = 16 << 20
"""Bytes that a rule file may have: a hundred thousand rules are a tenth of that."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A kind of rule file: its name, its suffixes, and the function that reads it into a chain."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    read: Callable[[Source], Chain]


def opened(path: str | os.PathLike[str], encoding: str | None = None) -> Source:
    """The rule file at a path; a LimitError where it is too large."""
    if os.path.isfile(path):
        _check_size(path, os.path.getsize(path))
    source = SideFile(path, encoding=encoding)
    _check_size(path, len(source.data))
    return source


def _check_size(path: str | os.PathLike[str], size: int) -> None:
    if size > MOST_BYTES:
        raise LimitError(f"{os.fspath(path)}: {size} bytes; a rule file has at most {MOST_BYTES}")
