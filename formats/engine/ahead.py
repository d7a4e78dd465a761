"""Transcript files read ahead, each in a thread of its own, while the modules that score them are imported."""

from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread

from ... import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...core import Spans
    from ..source import Target

# Beside the time that larger files take, that of imports is short.
_LARGEST = 64 << 20
_THREADS = 2


class _File:
    """A file, read by the thread that asks first; another one waits. A failure is not kept: who asks again gets it."""

    __slots__ = ("_busy", "_data", "_path", "_spans")

    def __init__(self, path: str) -> None:
        self._path = path
        self._busy = allocate_lock()
        self._data: bytes | None = None
        self._spans: list[Spans | None] = []

    def data(self) -> bytes:
        """Its bytes."""
        if self._data is None:
            with self._busy:
                if self._data is None:
                    with open(self._path, "rb") as file:
                        self._data = file.read()
        return self._data

    def spans(self) -> Spans | None:
        """Its utterances as places in its bytes."""
        data = self.data()
        with self._busy:
            if not self._spans:
                self._spans.append(core.read_trn(data, None, None, _THREADS))
        return self._spans[0]


_files: dict[str, _File] = {}


def begin(paths: Iterable[str]) -> None:
    """Begins to read the first two transcript files among these: others are scored after these."""
    for path in [*filter(_is_transcript, paths)][:_THREADS]:
        file = _files[path] = _File(path)
        try:
            start_new_thread(_read, (file,))
        except RuntimeError:  # no more threads are allowed: who asks for the file reads it
            return


def content_of(target: Target) -> tuple[Target, str]:
    """The bytes and the name of a file read ahead; of others, what they are, and no name."""
    file = _files.get(target) if isinstance(target, str) else None
    return (target, "") if file is None else (file.data(), str(target))


def spans_of(path: str, data: bytes) -> Spans | None:
    """The utterances of a transcript file with these bytes, if it was read ahead and has nothing odd."""
    file = _files.pop(path, None)
    return None if file is None or file.data() is not data else file.spans()


def _is_transcript(path: str) -> bool:
    return path.endswith(".trn") and os.path.isfile(path) and os.path.getsize(path) <= _LARGEST


def _read(file: _File) -> None:
    try:
        file.spans()
    except Exception:
        return  # the thread that asks for the file meets the failure too, and reports it
