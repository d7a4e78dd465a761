"""Scores of corpora larger than a machine: batches of Arrow tables become counts, and counts become one result.

`score_batch` is a function of one batch and its settings, so that any engine can map it over a corpus; `merge` adds
its counts, in any order and in any number of steps.

>>> import pyarrow
>>> from scoring import batches
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
    from scoring.batches.batch import score_batch
    from scoring.batches.merged import Merged, merge

__all__ = [
    "Merged",
    "merge",
    "score_batch",
]

# Modules are imported when one of their names is asked for, because they need numpy.
_HOMES = {
    "Merged": "merged",
    "merge": "merged",
    "score_batch": "batch",
}


# Type checkers see the imports above, and so refuse a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module 'scoring.batches' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"scoring.batches.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
