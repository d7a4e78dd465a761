"""Whole results of tables with texts and operations: every report of any rows, without a search for alignments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...formats.errors import UsageError
from ..common.settings import Settings
from ..words.result import Result
from ..words.scored import Pairs, scored
from .columns import arrow, column, facts_of, strings, template


def finish(
    table: Any,
    settings: Settings | None = None,
    *,
    id: str = "id",
    ref: str = "ref",
    hyp: str = "hyp",
    operations: str = "operations",
    threads: int = 1,
) -> Result:
    """The result of a table or record batch with ids, texts and operations: it has every report, and the page.

    Rows are any of those that `score_batch(..., operations=True, keep=["ref", "hyp"])` gave, in any order: filtered,
    sampled, from several batches. `settings` are those of `score_batch`; they are only needed where an engine has lost
    the metadata of tables. Operations that do not fit the words of their row are refused. Texts that are networks (with
    markup), and compounds, are aligned again, which gives what it gave before.

    >>> import pyarrow
    >>> from scorelite.scoring.batches import score_batch
    >>> batch = pyarrow.table({"id": ["a-1", "a-2"], "ref": ["the cat sat", "hey"], "hyp": ["the cat", "hey"]})
    >>> found = score_batch(batch, operations=True, keep=["ref", "hyp"])
    >>> str(finish(found.slice(0, 1)).utterances[0].alignment).split()[-1]
    'D'
    """
    pyarrow = arrow()
    if not isinstance(table, (pyarrow.Table, pyarrow.RecordBatch)):
        raise UsageError(f"a table of type {type(table).__name__}; expected a pyarrow RecordBatch or Table")
    about = template(table, settings)
    named = ((id, "id"), (ref, "ref"), (hyp, "hyp"), (operations, "operations"))
    ids, refs, hyps, letters = (_texts(table, name, keyword) for name, keyword in named)
    if settings is None and about.settings.chain is not None:
        raise UsageError("tables know only the name of their normaliser; expected settings=, as in score_batch")
    pairs = Pairs(refs, hyps, tuple(ids), steps=letters)
    return scored(pairs, settings or about.settings, threads, **facts_of(about))


def _texts(table: Any, name: str, keyword: str) -> Sequence[str]:
    """A column of texts, none of them null but hypotheses, which are missing ones."""
    whole = table.combine_chunks() if hasattr(table, "combine_chunks") else table
    batches = whole.to_batches() if hasattr(whole, "to_batches") else [whole]
    found: list[str] = []
    for batch in batches or [arrow().RecordBatch.from_pylist([], table.schema)]:
        values = strings(column(batch, name, keyword), name)
        if values.null_count and keyword != "hyp":
            row = values.is_null().index(True).as_py()
            raise UsageError(f"row {row} of column {name!r} is null; expected a text in every row")
        found += ["" if text is None else text for text in values.to_pylist()]
    return found
