"""Pictures of segments: error rates of recordings, and their parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....formats.errors import UsageError
from ...segments.totals import Totals
from ..engine.pictures import Drawing, Series, cut, most_rows
from ..engine.rates import barred
from ..engine.stacked import Stack, stacked


def drawing(results: Sequence[Totals], kind: str) -> Drawing:
    """The picture of this kind of one result: a row for all recordings, then one for each, the worst first."""
    (result,) = results
    record = result.record
    if record.error_rate is None:
        raise UsageError(
            f"measure {record.name!r} has no error rate to draw; expected the measure diarisation, classes or events"
        )
    whole = "all", _shares(result, [part.score for part in result.parts])
    rows = [(part.name or "none", _shares(result, [part.score])) for part in result.parts]
    rows.sort(key=lambda row: -sum(row[1] or ()))
    shown, rest = most_rows([whole, *rows] if len(rows) > 1 else rows)
    names = cut([name for name, _ in shown])
    title = ("DER (% of speech)" if record.name == "diarisation" else "errors (% of the reference)") + rest
    if kind == "rates":
        return barred(names, Series("", [None if shares is None else sum(shares) for _, shares in shown]), title)
    words = result.count_names.values()
    columns = zip(*[shares or (None,) * len(words) for _, shares in shown], strict=True)
    return stacked(Stack(names, dict(zip(words, columns, strict=True)), title))


def _shares(result: Totals, scores: Sequence[Any]) -> tuple[float, ...] | None:
    """Substituted, deleted and inserted in shares of the reference; None where the reference is empty."""
    record = result.record
    correct, *errors = (value or 0.0 for value in record.counted(record.overall(record.total(scores))))
    whole = correct + errors[0] + errors[1]
    return tuple(value / whole for value in errors) if whole else None
