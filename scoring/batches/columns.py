"""Columns of batches: those that are scored, and those of the counts."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from ...formats.engine.optional import library
from ...formats.errors import UsageError
from .. import _core as core
from ..common.arrow import has_metadata
from ..common.counts import Counts
from ..common.results import Missing, check_signatures
from ..common.settings import Settings
from ..words.tables import COUNTS, INFORMATION
from ..words.totals import Totals
from ..words.utterance_table import UtteranceTable

OWN = ("id", "session", "speaker", *COUNTS, "reference", "hypothesis", "key", "signature", *INFORMATION, "operations")
"""Names of the columns of counts; groups and columns that are kept have names of their own."""


def arrow() -> Any:
    """The module pyarrow."""
    return library("pyarrow", purpose="Arrow tables", install="'scorelite[arrow]'")


def column(batch: Any, name: str, keyword: str) -> Any:
    """A column of a record batch, checked; a batch without it is refused."""
    if batch.schema.names.count(name) != 1:
        lack = "no" if name not in batch.schema.names else "more than one"
        shown = ", ".join(map(repr, batch.schema.names)) or "no columns"
        raise UsageError(f"{lack} column {name!r} among {shown}; expected one: {keyword}= names another")
    found = batch.column(batch.schema.names.index(name))
    try:
        found.validate(full=True)
    except arrow().ArrowInvalid as error:
        raise UsageError(f"column {name!r} is broken: {' '.join(str(error).split())[:200]}") from None
    return found


def texts(values: Any, name: str) -> core.Side:
    """The texts of a column, which are not copied."""
    pyarrow = arrow()
    if pyarrow.types.is_null(values.type):
        values = values.cast(pyarrow.string())
    try:
        return core.arrow_texts(values)
    except TypeError:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected texts") from None


def strings(values: Any, name: str) -> Any:
    """A column of texts as one of type string, whatever encoding of texts it has."""
    try:
        return values.cast(arrow().string())
    except arrow().ArrowException:
        raise UsageError(f"column {name!r} holds values of type {values.type}; expected texts") from None


def fingerprint(signature: str) -> int:
    """A number for a signature, which tables carry in every row: engines lose the metadata of tables.

    >>> fingerprint("scorelite:1|policy:sclite") == fingerprint("scorelite:1|policy:kaldi")
    False
    """
    return int.from_bytes(blake2b(signature.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big") >> 1


def nothing(settings: Settings, facts: dict[str, Any], missing: Sequence[str] = ()) -> Totals:
    """Totals without an utterance: what a table of counts says beside its rows."""
    table = UtteranceTable(b"", (), made_up=False)
    return Totals(
        counts=Counts(), sentences=0, sentence_errors=0, settings=settings, table=table, missing=tuple(missing), **facts
    )


def facts_of(totals: Totals) -> dict[str, Any]:
    """Fields of totals that tables keep beside their rows."""
    names = "missing_rule", "ref_name", "hyp_name", "ref_format", "hyp_format", "speaker_map", "version"
    return {name: getattr(totals, name) for name in names}


def template(batch: Any, settings: Settings | None, missing: Missing | None = None) -> Totals:
    """Everything about a batch of counts but its rows."""
    if not has_metadata(batch):
        if settings is None:
            raise UsageError(
                "a batch has lost the metadata of scorelite, as in some engines; expected settings=, as in score_batch"
            )
        return nothing(settings, {"missing_rule": missing or "error"})
    empty = batch.slice(0, 0)
    found = Totals.from_arrow(empty if isinstance(empty, arrow().Table) else arrow().Table.from_batches([empty]))
    if settings is not None or missing is not None:
        facts = {**facts_of(found), "missing_rule": missing or found.missing_rule}
        check_signatures(nothing(settings or found.settings, facts).signature, found.signature)
    return found
