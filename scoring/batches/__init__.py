"""Scores of large corpora: batches of Arrow tables become counts, and counts become one result.

`score_batch` is a function of one batch and its settings, so that any engine can map it over a corpus; `merge` adds
its counts, in any order and in any number of steps.

>>> import pyarrow
>>> from scorelite import batches
>>> shards = [
...     pyarrow.table({"id": ["anna-1"], "ref": ["the cat sat"], "hyp": ["the cat"]}),
...     pyarrow.table({"id": ["ben-1"], "ref": ["good day"], "hyp": ["good way"]}),
... ]
>>> total = batches.merge(batches.score_batch(shard) for shard in shards)
>>> total.counts, total.wer
(Counts(correct=3, substitutions=1, deletions=1, insertions=0), 0.4)
>>> total == batches.merge(batches.score_batch(shard) for shard in reversed(shards))
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .batch import finish as finish
    from .batch import score_batch as score_batch
    from .engines import beam_fold as beam_fold
    from .engines import fold_dask as fold_dask
    from .engines import fold_ray as fold_ray
    from .engines import fold_spark as fold_spark
    from .engines import fold_tables as fold_tables
    from .labels import merge_detections as merge_detections
    from .labels import merge_labels as merge_labels
    from .labels import score_detections as score_detections
    from .labels import score_labels as score_labels
    from .merged import Merged as Merged
    from .merged import merge as merge
    from .paired import Paired as Paired
    from .paired import merge_pairs as merge_pairs
    from .paired import score_pairs as score_pairs

# Modules are imported when one of their names is asked for, because they need numpy.
# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:
    from ..common.lazy import lazy

    __all__, __getattr__, __dir__ = lazy(
        __name__,
        {
            "batch": "finish score_batch",
            "engines": "beam_fold fold_dask fold_ray fold_spark fold_tables",
            "labels": "merge_detections merge_labels score_detections score_labels",
            "merged": "Merged merge",
            "paired": "Paired merge_pairs score_pairs",
        },
    )
