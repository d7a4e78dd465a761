"""Files of this machine, and of others where fsspec is installed: paths such as s3://bucket/shard.parquet."""

from __future__ import annotations

import glob
import io
import os
from typing import Any

from ...formats.engine.optional import library
from ...formats.errors import LimitError, UsageError


def opened(path: str) -> Any:
    """A binary file to read from, as a context."""
    if not is_remote(path):
        return open(path, "rb")
    return _fsspec().open(path, "rb")


def target(path: str) -> Any:
    """A file as readers take it: its path, or the bytes of a file of another machine under its name."""
    return _Named(path) if is_remote(path) else path


class _Named(io.BytesIO):
    """The bytes of a file of another machine."""

    def __init__(self, path: str) -> None:
        with opened(path) as file:
            super().__init__(file.read())
        self.name = path


def append(path: str, data: bytes) -> None:
    """Appends to a temporary file; where that fails, the error says how another folder is chosen."""
    try:
        with open(path, "ab") as file:
            file.write(data)
    except OSError as error:
        folder = os.path.dirname(path)
        raise LimitError(
            f"cannot write temporary files in {folder}: {error.strerror}; expected room for a copy of the input: the "
            "environment variable TMPDIR names another folder"
        ) from None


def expanded(paths: list[str]) -> list[str]:
    """The paths, with patterns replaced by the files that they match and folders by their files, sorted."""
    found: list[str] = []
    for path in paths:
        matched = _matched(path)
        if not matched:
            raise UsageError(f"{path}: no file matches; expected files, folders or patterns of files")
        found += matched
    return found


def _matched(path: str) -> list[str]:
    if is_remote(path):
        system, place = _fsspec().core.url_to_fs(path)
        if any(mark in path for mark in "*?["):
            names = sorted(system.glob(place))
        elif system.isdir(place):
            names = sorted(name for name in system.ls(place, detail=False) if not system.isdir(name))
        else:
            names = [place]
        return [system.unstrip_protocol(name) for name in names]
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if not name.startswith("."))
        return [name for name in (os.path.join(path, name) for name in names) if os.path.isfile(name)]
    if not glob.has_magic(path) or os.path.lexists(path):
        return [path]
    return sorted(glob.glob(path, recursive=True))


def is_remote(path: str) -> bool:
    """Whether a path is one of fsspec."""
    return "://" in path


def _fsspec() -> Any:
    return library("fsspec", purpose="paths such as s3://bucket/shard", install="fsspec")
