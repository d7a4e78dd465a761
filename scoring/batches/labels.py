"""Batches of labels with times and of detections of keywords, folded by recording as utterances are by id.

A batch is a table with a row for each label, of one or more whole recordings: `recording`, `side` (ref, hyp, or region
for a stretch that is scored or was searched), `value`, `start` and `end` in seconds; of detections also `score`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...formats.errors import UsageError
from ..common.arrow import column_of
from ..common.results import Missing, listed
from ..kws.memory import evaluate
from ..kws.result import KwsResult
from ..kws.settings import KwsSettings
from ..segments.api import score_segments
from ..segments.totals import Totals
from .batch import arrow

REGION = "region"
_SIDES = ("ref", "hyp", REGION)
Rows = dict[str, dict[str, list[Any]]]


def score_labels(batch: Any, *, measure: str = "classes", missing: Missing = "delete", **settings: Any) -> Any:
    """Scores a table or record batch of labels; returns a table with the scores of each recording.

    Keywords are those of `score_segments`. Recordings must be whole: `merge_labels` rejects one that occurs in two
    batches. Rows of side `region` limit the scoring, as regions do.

    >>> import pyarrow
    >>> rows = [("talk", "ref", "anna", 0.0, 4.0), ("talk", "hyp", "x", 0.0, 3.0)]
    >>> names = ["recording", "side", "value", "start", "end"]
    >>> batch = pyarrow.table(dict(zip(names, map(list, zip(*rows)))))
    >>> merge_labels([score_labels(batch, measure="diarisation")]).error_rate
    0.25
    """
    by_side = rows_of(batch, ("value", "start", "end"))
    regions = {name: [row[1:] for row in rows] for name, rows in by_side[REGION].items()} or None
    result = score_segments(
        by_side["ref"], by_side["hyp"], measure=measure, regions=regions, missing=missing, **settings
    )
    return result.totals().to_arrow("scores")


def merge_labels(batches: Iterable[Any]) -> Totals:
    """Adds tables of `score_labels`, in any order and however they were divided.

    The sum has all scores by recording, class and speaker, and the reports sys and raw; totals add up again.
    """
    return Totals.merged([Totals.from_arrow(batch) for batch in batches])


def score_detections(
    batch: Any, keywords: Sequence[str] | Mapping[str, str], settings: KwsSettings | None = None, **more: Any
) -> Any:
    """Scores a table or record batch of words and detections; returns a table with the trials of each recording.

    Every recording has a row of side `region` for what was searched. Further keywords are those of `kws.evaluate`.

    >>> import pyarrow
    >>> rows = [("talk", "region", None, 0.0, 60.0, None)]
    >>> rows += [("talk", "ref", "hello", 1.0, 1.5, None), ("talk", "hyp", "hello", 1.1, 1.5, 0.9)]
    >>> names = ["recording", "side", "value", "start", "end", "score"]
    >>> batch = pyarrow.table(dict(zip(names, map(list, zip(*rows)))))
    >>> merge_detections([score_detections(batch, ["hello"])]).atwv
    1.0
    """
    by_side = rows_of(batch, ("value", "start", "end", "score"))
    searched = {name: [(start, end) for _, start, end, _ in rows] for name, rows in by_side[REGION].items()}
    lacking = sorted({*by_side["ref"], *by_side["hyp"]} - searched.keys())
    if lacking or not searched:
        names = listed(lacking, "recording") if lacking else "a batch"
        raise UsageError(f"{names} without a row of side 'region'; expected the searched part of each recording")
    refs = {name: [row[:3] for row in by_side["ref"].get(name, ())] for name in searched}
    hyps = {name: [row[:3] if row[3] is None else row for row in rows] for name, rows in by_side["hyp"].items()}
    return evaluate(refs, hyps, keywords, searched, settings=settings, **more).to_arrow("trials")


def merge_detections(batches: Iterable[Any]) -> KwsResult:
    """Adds tables of `score_detections`, in any order and however they were divided.

    The sum is a result with all values, keywords, reports and the curve: all follow from the trials.
    """
    return KwsResult.merged([KwsResult.from_arrow(batch) for batch in batches])


def rows_of(batch: Any, columns: tuple[str, ...]) -> Rows:
    """The rows of a batch by side and recording; columns are those of a row."""
    pyarrow = arrow()
    table = pyarrow.Table.from_batches([batch]) if isinstance(batch, pyarrow.RecordBatch) else batch
    if not isinstance(table, pyarrow.Table):
        raise UsageError(f"a batch of type {type(batch).__name__}; expected a pyarrow RecordBatch or Table")
    sides: Rows = {side: {} for side in _SIDES}
    names = column_of(table, "recording"), column_of(table, "side")
    for number, (recording, side, *row) in enumerate(
        zip(*names, *(column_of(table, name) for name in columns), strict=True)
    ):
        if side not in sides:
            raise UsageError(f"row {number} of column 'side' is {side!r}; expected one of: {', '.join(_SIDES)}")
        if not isinstance(recording, str):
            raise UsageError(f"row {number} of column 'recording' is {recording!r}; expected a text in every row")
        sides[side].setdefault(recording, []).append(tuple(row))
    return sides
