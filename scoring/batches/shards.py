"""Shards of a corpus on disk: each becomes a file of totals, and one that has become it is not scored again."""

from __future__ import annotations

import io
import os
from hashlib import blake2b
from typing import Any

from formats.engine.columns import layout_of
from formats.errors import FormatError, ScoreliteError
from formats.values import dataclass, field_names
from scoring.batches.batch import Scoring, scored_batches
from scoring.batches.columns import Names
from scoring.batches.files import counted, parquet, shard_of, write_totals
from scoring.batches.opened import opened
from scoring.settings import Settings, settings_of
from scoring.words.api import job_of, score_pair
from scoring.words.column_names import both_among
from scoring.words.columns import Columns
from scoring.words.renaming import Renaming

_PIECE = 1 << 20
_ROWS = 1 << 16
_SUFFIX = ".parquet"


@dataclass(frozen=True, slots=True)
class Shard:
    """A table of references and hypotheses, or one file of each."""

    ref: str
    hyp: str | None = None

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


@dataclass(frozen=True, slots=True)
class Work:
    """The scoring of shards into a folder; picklable, so that any process does it."""

    folder: str
    keywords: dict[str, Any]
    """The keywords of `score_files`."""
    speakers: str = "spu_id"

    def __call__(self, shard: Shard) -> Done:
        """Scores a shard unless its file of totals is there already; errors are told, not raised."""
        path = os.path.join(self.folder, totals_name(shard))
        try:
            key = self._key(shard)
            if shard_of(path).get("key") == key:
                return Done(shard, path, key)
            table = self._table(shard)
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
            write_totals(path, table, {"key": key, "name": shard.name})
        except OSError as error:
            return Done(shard, path, key, f"cannot write {path}: {error.strerror or error}", full=True)
        return Done(shard, path, key)

    def _key(self, shard: Shard) -> str:
        """The key of a shard: its content, and everything that can move its numbers."""
        names = sorted((name, repr(value)) for name, value in self.keywords.items() if name not in _SETTINGS)
        key = blake2b(digest_size=16)
        key.update(repr((self._settings().signature, self.speakers, names)).encode("utf-8", "surrogateescape"))
        for path in filter(None, (shard.ref, shard.hyp)):
            key.update(b"\0")
            with opened(path) as file:
                while piece := file.read(_PIECE):
                    key.update(piece)
        return key.hexdigest()

    def _settings(self) -> Settings:
        return settings_of({name: value for name, value in self.keywords.items() if name in _SETTINGS})  # type: ignore[arg-type]

    def _table(self, shard: Shard) -> Any:
        """The counts of one shard."""
        plain = not any(self.keywords.get(name) for name in ("session", "channel", "speaker_map"))
        if shard.hyp is None and shard.ref.endswith(_SUFFIX) and plain:
            return self._of_parquet(shard.ref)
        paths = [path if path is None or "://" not in path else _Named(path) for path in (shard.ref, shard.hyp)]
        given = dict(self.keywords)
        # Names that are not in this shard may be in another one.
        renaming = Renaming(*(given.pop(name, None) for name in ("session", "channel", "speaker_map")))
        return counted(score_pair(paths[0], paths[1], job_of(**given), renaming).totals())  # type: ignore[arg-type]

    def _of_parquet(self, path: str) -> Any:
        """The counts of a Parquet file, whose texts are read a part at a time."""
        missing = self.keywords["missing"]
        columns = Columns(*(self.keywords.get(f"{role}_column") for role in ("ref", "hyp", "id")))
        facts = {"missing_rule": missing, "ref_name": path, "hyp_name": path}
        facts |= {"ref_format": "parquet", "hyp_format": "parquet"}
        with opened(path) as file:
            reader = parquet().ParquetFile(file)
            names = reader.schema_arrow.names
            ref, hyp = both_among(names, columns, path)
            known = Names(id=columns.id or layout_of(names, {}).column("id") or "id", ref=ref, hyp=hyp)
            how = Scoring(self._settings(), known, self.speakers, missing, False, 1, facts)
            wanted = [name for name in dict.fromkeys((known.id, ref, hyp)) if name in names]
            return scored_batches(reader.iter_batches(_ROWS, columns=wanted), reader.schema_arrow, how)


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


class _Named(io.BytesIO):
    """The bytes of a file of another machine."""

    def __init__(self, path: str) -> None:
        with opened(path) as file:
            super().__init__(file.read())
        self.name = path


def totals_name(shard: Shard) -> str:
    """The name of the file of totals: that of the shard, and a number for its folder.

    >>> totals_name(Shard("s3://corpus/part-7.parquet"))
    'part-7-e4f61e94.totals.parquet'
    """
    places = [path if "://" in path else os.path.abspath(path) for path in filter(None, (shard.ref, shard.hyp))]
    number = blake2b("\0".join(places).encode("utf-8", "surrogateescape"), digest_size=4).hexdigest()
    return f"{os.path.basename(shard.ref).split('.')[0]}-{number}.totals.parquet"


_SETTINGS = frozenset(field_names(Settings))
