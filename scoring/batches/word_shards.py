"""Shards of utterances and of words with times."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...formats.engine.columns import layout_of
from ...formats.values import field_names
from ..common.settings import Settings, settings_of
from ..words.api import score_pair
from ..words.inputs.column_names import both_among
from ..words.job import RENAMING, job_of
from .batch import Scoring, scored_batches
from .files import counted, table_file
from .opened import opened, target
from .shards import Shard, Task

# As many rows are read at once, in pieces of so many bytes: a worker has one processor and little memory.
_ROWS = 1 << 15
_BUFFER = 1 << 20
_SUFFIX = ".parquet"
_SETTINGS = frozenset(field_names(Settings))


def word_task(keywords: Mapping[str, Any], speakers: str = "spu_id") -> Task:
    """The scoring of shards of words; `keywords` are those of `score_files`."""
    names = sorted((name, repr(value)) for name, value in keywords.items() if name not in _SETTINGS)
    return Task(partial(_table, keywords, speakers), repr((_settings(keywords).signature, speakers, names)))


def _settings(keywords: Mapping[str, Any]) -> Settings:
    return settings_of({name: value for name, value in keywords.items() if name in _SETTINGS})  # type: ignore[arg-type]


def _table(keywords: Mapping[str, Any], speakers: str, shard: Shard) -> tuple[Any, tuple[str, ...]]:
    """The counts of one shard, and the options whose names it has."""
    if shard.hyp is None and shard.ref.endswith(_SUFFIX) and not any(map(keywords.get, RENAMING)):
        return _of_parquet(keywords, speakers, shard.ref), ()
    # Names that are not in this shard may be in another one.
    job, renaming = job_of(keywords)
    result = score_pair(target(shard.ref), shard.hyp and target(shard.hyp), job, renaming)
    return counted(result.totals()), tuple(renaming.used(result))


def _of_parquet(keywords: Mapping[str, Any], speakers: str, path: str) -> Any:
    """The counts of a Parquet file, whose texts are read a part at a time."""
    columns = job_of(keywords)[0].how.columns
    facts = {"ref_name": path, "hyp_name": path}
    facts |= {"ref_format": columns.signed("parquet", 0), "hyp_format": columns.signed("parquet", 1)}
    with opened(path) as file:
        reader = table_file(file, buffer_size=_BUFFER)
        names = reader.schema_arrow.names
        ref, hyp = both_among(names, columns, path)
        ids = columns.id or layout_of(names, {}).column("id") or "id"
        further: Any = {"speakers": speakers, "missing": keywords["missing"], "facts": facts}
        how = Scoring(_settings(keywords), ids, ref, hyp, **further)
        wanted = [name for name in dict.fromkeys((ids, ref, hyp)) if name in names]
        return scored_batches(reader.iter_batches(_ROWS, columns=wanted, use_threads=False), reader.schema_arrow, how)
