"""Shards of a corpus on disk: each becomes a file of totals, and one that has become it is not scored again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

from ...formats.engine.columns import layout_of
from ...formats.errors import FormatError, MismatchError, ScoreliteError, UsageError
from ...formats.registry import stem
from ...formats.values import dataclass, field_names
from ..analysis.join import check_ids
from ..common.settings import Settings, settings_of
from ..common.version import __version__
from ..kws.job import score_files
from ..kws.settings import KwsSettings
from ..segments.api import score_segment_files
from ..words.files import score_pair
from ..words.inputs.column_names import both_among
from ..words.job import RENAMING, for_parts, job_of
from .analyses import Wanted, written
from .batch import Scoring, scored_batches
from .files import counted, opened, shard_of, table_file, target, write_totals

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


COLUMNS = "slices"
"""The option of a table with columns, among those whose names a shard has."""


class Part(NamedTuple):
    """The scores of a shard."""

    table: Any
    """Its totals as an Arrow table."""
    used: tuple[str, ...] = ()
    """The options whose names it has."""
    analyses: bytes = b""


@dataclass(frozen=True, slots=True)
class Task:
    """The scoring of one shard; picklable, so that any process does it."""

    table: Callable[[Shard], Part]
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
            written = shard_of(path)
            if written.get("key") == key:
                return Done(shard, path, key, used=tuple(written.get("used", "").split()))
            part = self.task.table(shard)
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
            about = {"key": key, "name": shard.name, "used": " ".join(part.used)}
            write_totals(path, part.table, about, part.analyses)
        except OSError as error:
            return Done(shard, path, key, f"cannot write {path}: {error.strerror or error}", full=True)
        return Done(shard, path, key, used=part.used)

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


# As many rows are read at once, in pieces of so many bytes: a worker has one processor and little memory.
_ROWS = 1 << 15
_BUFFER = 1 << 20
_SUFFIX = ".parquet"
_SETTINGS = frozenset(field_names(Settings))


def word_task(keywords: Mapping[str, Any], speakers: str | None = None, analyses: Wanted | None = None) -> Task:
    """The scoring of shards of words; `keywords` are those of `score_files`, `speakers` the kind that ids name."""
    keywords = for_parts(keywords)
    names = sorted((name, repr(value)) for name, value in keywords.items() if name not in _SETTINGS)
    signature = (_settings(keywords).signature, speakers, names, *([analyses.signature] if analyses else ()))
    return Task(partial(_table, keywords, speakers, analyses), repr(signature))


def _settings(keywords: Mapping[str, Any]) -> Settings:
    return settings_of({name: value for name, value in keywords.items() if name in _SETTINGS})  # type: ignore[arg-type]


def _table(keywords: Mapping[str, Any], speakers: str | None, analyses: Wanted | None, shard: Shard) -> Part:
    """The scores of one shard."""
    whole = analyses is not None or any(map(keywords.get, RENAMING))
    if shard.hyp is None and shard.ref.endswith(_SUFFIX) and not whole:
        made = _of_parquet(keywords, speakers, shard.ref)
        return Part(made, tuple(_used(keywords, made.column("id").to_pylist())))
    # Names that are not in this shard may be in another one.
    job, renaming = job_of(keywords)
    result = score_pair(target(shard.ref), shard.hyp and target(shard.hyp), job, renaming)
    if shard.hyp:
        result = result.under_ids(stem(os.path.basename(shard.ref)))
    used = [*renaming.used(result), *_used(keywords, result.table.names())]
    if "equivalents" in used:
        check_ids(result, True, "equivalents for single texts")
    if speakers and result.table.timeline is not None:
        raise UsageError(
            "speakers= (--speakers) reads ids; leave it out for words with times: their files name the speakers"
        )
    made, is_met = analyses.of(result) if analyses else ({}, False)
    used += [COLUMNS] * is_met
    return Part(counted(result.totals(), speakers), tuple(used), written(made) if analyses else b"")


def _used(keywords: Mapping[str, Any], ids: Iterable[str]) -> Iterator[str]:
    """The option of equivalents, if some of its spans are of texts of a shard."""
    rules = keywords.get("equivalents")
    if rules is not None and not rules.spans.keys().isdisjoint(ids):
        yield "equivalents"


def _of_parquet(keywords: Mapping[str, Any], speakers: str | None, path: str) -> Any:
    """The counts of a Parquet file, whose texts are read a part at a time."""
    columns = job_of(keywords)[0].how.columns
    facts = {"ref_name": path, "hyp_name": path}
    facts |= {"ref_format": columns.signed("parquet", 0), "hyp_format": columns.signed("parquet", 1)}
    with opened(path) as file:
        reader = table_file(file, buffer_size=_BUFFER)
        names = reader.schema_arrow.names
        ref, hyp = both_among(names, columns, path)
        ids = columns.id_among(lambda: names) or layout_of(names, {}).column("id") or "id"
        further: Any = {"speakers": speakers or "spu_id", "missing": keywords.get("missing", "error"), "facts": facts}
        how = Scoring(_settings(keywords), ids, ref, hyp, **further)
        wanted = [name for name in dict.fromkeys((ids, ref, hyp)) if name in names]
        return scored_batches(reader.iter_batches(_ROWS, columns=wanted, use_threads=False), reader.schema_arrow, how)


def label_task(keywords: Mapping[str, Any]) -> Task:
    """The scoring of shards of labels with times: two files, and one of regions if there is a third.

    `keywords` are those of `score_segment_files`.
    """
    return Task(partial(_label_table, keywords), repr((__version__, "segments", sorted(keywords.items()))))


def _label_table(keywords: Mapping[str, Any], shard: Shard) -> Part:
    """The scores of one shard."""
    regions = target(shard.more[0]) if shard.more else None
    result = score_segment_files(target(shard.ref), target(str(shard.hyp)), uem=regions, **keywords)
    if not result.parts:
        raise MismatchError(f"{shard.name} name no recording; expected labels with times")
    return Part(result.totals().to_arrow("scores"))


def detection_task(kwlist: str, settings: KwsSettings, threshold: float | None, files: tuple[str, ...]) -> Task:
    """The scoring of shards of detections: their words, detections and what was searched, with one list of keywords.

    Without a threshold systems have decided, or the default counts; `files` are patterns of file/channel.
    """
    keywords = {"settings": settings, "threshold": threshold, "files": files}
    signature = repr((__version__, "kws", settings.signature, threshold, files))
    return Task(partial(_trial_table, kwlist, keywords), signature, (kwlist,))


def _trial_table(kwlist: str, keywords: Mapping[str, Any], shard: Shard) -> Part:
    """The trials of one shard."""
    paths = (*shard.more, shard.ref, kwlist, str(shard.hyp))
    return Part(score_files(*map(target, paths), **keywords).result.to_arrow("trials"))
