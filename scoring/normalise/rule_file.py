"""The record of one kind of rule file, and how rule files are opened."""

from __future__ import annotations

import os
from collections.abc import Callable

from ...formats.errors import LimitError
from ...formats.source import SideFile, Source, Target
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


def opened(file: Target, encoding: str | None = None) -> Source:
    """A rule file; a LimitError where it is too large."""
    if isinstance(file, (str, os.PathLike)) and os.path.isfile(file):
        _check_size(os.fspath(file), os.path.getsize(file))
    source = SideFile(file, encoding=encoding)
    _check_size(source.name, len(source.data))
    return source


def _check_size(name: str, size: int) -> None:
    if size > MOST_BYTES:
        raise LimitError(f"{name}: {size} bytes; a rule file has at most {MOST_BYTES}")
