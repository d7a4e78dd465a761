"""Shards of a corpus on disk: each becomes a file of totals, and one that has become it is not scored again."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import blake2b, sha256
from typing import Any

from ...formats.errors import FormatError, ScoreliteError
from ...formats.values import dataclass
from .files import shard_of, write_totals
from .opened import opened

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Shard:
    """A table of references and hypotheses, or one file of each, and further files such as regions."""

    ref: str
    hyp: str | None = None
    more: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The files of the shard."""
        return (self.ref, *(() if self.hyp is None else (self.hyp,)), *self.more)

    @property
    def name(self) -> str:
        """The name of the shard in messages."""
        return self.ref if self.hyp is None else f"{self.ref} and {self.hyp}"


@dataclass(frozen=True, slots=True)
class Done:
    """A shard and its file of totals."""

    shard: Shard
    path: str
    key: str = ""
    problem: str = ""
    """The reason why there is no such file."""
    full: bool = False
    """Whether the reason is that the file could not be written."""
    used: tuple[str, ...] = ()
    """Options whose names are those of this shard, such as the map of speakers."""


@dataclass(frozen=True, slots=True)
class Task:
    """The scoring of one shard; picklable, so that any process does it."""

    table: Callable[[Shard], tuple[Any, tuple[str, ...]]]
    """The totals of a shard as an Arrow table, and the options whose names it has."""
    signature: str
    """Everything but the shard that can move its numbers."""
    shared: tuple[str, ...] = ()
    """Files that belong to every shard, such as a list of keywords."""


@dataclass(frozen=True, slots=True)
class Work:
    """The scoring of shards into a folder."""

    folder: str
    task: Task

    def __call__(self, shard: Shard) -> Done:
        """Scores a shard unless its file of totals is there already; errors are told, not raised."""
        path = os.path.join(self.folder, totals_name(shard))
        try:
            key = self._key(shard)
            known = shard_of(path)
            if known.get("key") == key:
                return Done(shard, path, key, used=tuple(known.get("used", "").split()))
            table, used = self.task.table(shard)
        except FormatError as error:
            return Done(shard, path, problem=str(error))
        except ScoreliteError as error:
            said = str(error)
            return Done(shard, path, problem=said if said.startswith(f"{shard.ref}:") else f"{shard.name}: {said}")
        except OSError as error:
            return Done(shard, path, problem=f"{shard.name}: {error.strerror or _line(error)}")
        except ValueError as error:  # of pyarrow, about broken files
            return Done(shard, path, problem=f"{shard.name}: {_line(error)}")
        try:
            write_totals(path, table, {"key": key, "name": shard.name, "used": " ".join(used)})
        except OSError as error:
            return Done(shard, path, key, f"cannot write {path}: {error.strerror or error}", full=True)
        return Done(shard, path, key, used=used)

    def _key(self, shard: Shard) -> str:
        """The key of a shard: its content, and everything that can move its numbers."""
        key = sha256()  # processors have instructions for it
        key.update(self.task.signature.encode("utf-8", "surrogateescape"))
        for path in (*shard.paths, *self.task.shared):
            key.update(b"\0")
            with opened(path) as file:
                while piece := file.read(_PIECE):
                    key.update(piece)
        return key.hexdigest()[:32]


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def totals_name(shard: Shard) -> str:
    """The name of the file of totals: that of the shard, and a number for its folder.

    >>> totals_name(Shard("s3://corpus/part-7.parquet"))
    'part-7-e4f61e94.totals.parquet'
    """
    places = [path if "://" in path else os.path.abspath(path) for path in shard.paths]
    number = blake2b("\0".join(places).encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()
    return f"{os.path.basename(shard.ref).split('.')[0]}-{number}.totals.parquet"
