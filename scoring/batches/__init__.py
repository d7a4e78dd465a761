"""Scores of corpora larger than a machine: batches of Arrow tables become counts, and counts become one result.

`score_batch` is a function of one batch and its settings, so that any engine can map it over a corpus; `merge` adds
its counts, in any order and in any number of steps.

>>> import pyarrow
>>> from scorelite import batches
>>> shards = [
...     pyarrow.table({"id": ["anna-1"], "ref": ["the cat sat"], "hyp": ["the cat"]}),
...     pyarrow.table({"id": ["ben-1"], "ref": ["good day"], "hyp": ["good way"]}),
... ]
>>> found = batches.merge(batches.score_batch(shard) for shard in shards)
>>> found.counts, found.wer
(Counts(correct=3, substitutions=1, deletions=1, insertions=0), 0.4)
>>> found == batches.merge(batches.score_batch(shard) for shard in reversed(shards))
True
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .batch import score_batch
    from .detections import merge_detections, score_detections
    from .engines import beam_fold, fold_dask, fold_ray, fold_spark, fold_tables
    from .finished import finish
    from .labels import merge_labels, score_labels
    from .merged import Merged, merge
    from .paired import Paired, merge_pairs, score_pairs

__all__ = [
    "Merged",
    "Paired",
    "beam_fold",
    "finish",
    "fold_dask",
    "fold_ray",
    "fold_spark",
    "fold_tables",
    "merge",
    "merge_detections",
    "merge_labels",
    "merge_pairs",
    "score_batch",
    "score_detections",
    "score_labels",
    "score_pairs",
]

# Modules are imported when one of their names is asked for, because they need numpy.
_HOMES = {
    "Merged": "merged",
    "Paired": "paired",
    "beam_fold": "engines",
    "finish": "finished",
    "fold_dask": "engines",
    "fold_ray": "engines",
    "fold_spark": "engines",
    "fold_tables": "engines",
    "merge": "merged",
    "merge_detections": "detections",
    "merge_labels": "labels",
    "merge_pairs": "paired",
    "score_batch": "batch",
    "score_detections": "detections",
    "score_labels": "labels",
    "score_pairs": "paired",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scorelite.scoring.batches' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scorelite.scoring.batches.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
