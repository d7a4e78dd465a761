"""Engines that people have: each maps `score_batch` over the parts of a corpus, and `merge` adds the counts.

Every function takes a corpus of its engine, the settings, and the keywords of `score_batch`. The engine does the rest:
parts that were lost with a worker are scored again, and each is counted once, because utterances in two batches are
refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from ...formats.optional import library
from ..common.settings import Settings
from .batch import arrow, score_batch
from .merged import Merged, combined, merge

_DEFAULT = Settings()


def fold_tables(tables: Iterable[Any], settings: Settings = _DEFAULT, **columns: Any) -> Merged:
    """Scores tables or record batches of pyarrow one after the other, or anything that gives one of them.

    Polars has `frame.iter_slices(50_000)`, DuckDB `relation.to_arrow_reader()`, and Hugging Face's datasets
    `dataset.with_format("arrow").iter(50_000)`.

    >>> import pyarrow
    >>> fold_tables([pyarrow.table({"id": ["a-1"], "ref": ["x"], "hyp": ["x"]})]).wer
    0.0
    """
    counts = (score_batch(_table(part), settings, **columns) for part in tables)
    return merge(counts, groups=columns.get("groups", ()))


def fold_dask(frame: Any, settings: Settings = _DEFAULT, **columns: Any) -> Merged:
    """Scores the partitions of a Dask data frame where they are; only sums travel."""
    dask = library("dask", purpose="Dask data frames", install="'scorelite[dask]'")
    part = dask.delayed(partial(_of_pandas, settings=settings, columns=columns))
    add = dask.delayed(combined)
    level = [part(each) for each in frame.to_delayed()]
    while len(level) > 1:
        level = [add(level[place : place + _FAN]) for place in range(0, len(level), _FAN)]
    total: Merged = level[0].compute()
    return total


# As many sums are added by one task.
_FAN = 16


def fold_ray(dataset: Any, settings: Settings = _DEFAULT, **columns: Any) -> Merged:
    """Scores the blocks of a Ray data set where they are; tables of counts travel."""
    counts = dataset.map_batches(partial(score_batch, settings=settings, **columns), batch_format="pyarrow")
    tables = counts.iter_batches(batch_format="pyarrow", batch_size=None)
    return merge(tables, settings, **_rules(columns))


def fold_spark(frame: Any, settings: Settings = _DEFAULT, **columns: Any) -> Merged:
    """Scores the partitions of a Spark data frame where they are; tables of counts travel."""
    spark_types = library("pyspark.sql.pandas.types", purpose="Spark data frames", install="pyspark")
    empty = spark_types.to_arrow_schema(frame.schema).empty_table()
    types = score_batch(empty, settings, **columns).schema
    scored = frame.mapInArrow(partial(_each, settings=settings, columns=columns), spark_types.from_arrow_schema(types))
    return merge([arrow().Table.from_pandas(scored.toPandas())], settings, **_rules(columns))


def beam_fold(settings: Settings = _DEFAULT, **columns: Any) -> Any:
    """A CombineFn for Beam, whose elements are tables: `tables | beam.CombineGlobally(beam_fold())`; None for none."""
    base: Any = library("apache_beam", purpose="Beam pipelines", install="apache-beam").CombineFn

    class Fold(base):  # type: ignore[misc]  # the base is only known where Beam is installed
        def create_accumulator(self) -> Merged | None:
            return None

        def add_input(self, sums: Merged | None, element: Any) -> Merged | None:
            return self.merge_accumulators([sums, fold_tables([element], settings, **columns)])

        def merge_accumulators(self, accumulators: Iterable[Merged | None]) -> Merged | None:
            present = [part for part in accumulators if part is not None]
            return combined(present) if present else None

        def extract_output(self, sums: Merged | None) -> Merged | None:
            return sums

    return Fold()


def _rules(columns: dict[str, Any]) -> dict[str, Any]:
    """The keywords of `merge` among those of `score_batch`."""
    return {name: columns[name] for name in ("groups", "missing") if name in columns}


def _table(part: Any) -> Any:
    """A part as pyarrow has it."""
    pyarrow = arrow()
    if isinstance(part, (pyarrow.Table, pyarrow.RecordBatch)):
        return part
    return part.to_arrow() if hasattr(part, "to_arrow") else part


def _of_pandas(frame: Any, settings: Settings, columns: dict[str, Any]) -> Merged:
    table = arrow().Table.from_pandas(frame, preserve_index=False)
    return fold_tables([table], settings, **columns)


def _each(batches: Iterator[Any], settings: Settings, columns: dict[str, Any]) -> Iterator[Any]:
    for batch in batches:
        yield score_batch(batch, settings, **columns)
