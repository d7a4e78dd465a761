"""Batches of labels with times: speakers, sounds and classes, folded by recording as utterances are by id.

A batch is a table with a row for each label, of one or more whole recordings: `recording`, `side` (ref, hyp, or region
for a stretch that is scored), `value`, `start` and `end` in seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...formats.errors import MismatchError, UsageError
from ...formats.values import dataclass
from ..common.arrow import column_of
from ..common.results import Missing, listed
from ..common.version import __version__
from ..segments.api import score_segment_files, score_segments
from ..segments.totals import Totals
from .columns import arrow
from .opened import target
from .shards import Shard

REGION = "region"
_SIDES = ("ref", "hyp", REGION)
Rows = dict[str, dict[str, list[Any]]]


def score_labels(batch: Any, *, measure: str = "classes", missing: Missing = "delete", **settings: Any) -> Any:
    """Scores a table or record batch of labels; gives a table with the scores of each recording.

    Keywords are those of `score_segments`. Recordings must be whole: one that stands in two batches is refused by
    `merge_labels`. Rows of side `region` limit the scoring, as regions do.

    >>> import pyarrow
    >>> rows = [("talk", "ref", "anna", 0.0, 4.0), ("talk", "hyp", "x", 0.0, 3.0)]
    >>> names = ["recording", "side", "value", "start", "end"]
    >>> batch = pyarrow.table(dict(zip(names, map(list, zip(*rows)))))
    >>> merge_labels([score_labels(batch, measure="diarisation")]).error_rate
    0.25
    """
    found = rows_of(batch, ("value", "start", "end"))
    regions = {name: [row[1:] for row in rows] for name, rows in found[REGION].items()} or None
    result = score_segments(found["ref"], found["hyp"], measure=measure, regions=regions, missing=missing, **settings)
    return result.totals().to_arrow("scores")


def merge_labels(batches: Iterable[Any]) -> Totals:
    """Adds tables of `score_labels`, in any order and however they were divided.

    The sum has all scores by recording, class and speaker, and the reports sys and raw; totals add up again.
    """
    return Totals.merged([Totals.from_arrow(batch) for batch in batches])


def rows_of(batch: Any, columns: tuple[str, ...]) -> Rows:
    """The rows of a batch by side and recording; columns are those of a row."""
    pyarrow = arrow()
    table = pyarrow.Table.from_batches([batch]) if isinstance(batch, pyarrow.RecordBatch) else batch
    if not isinstance(table, pyarrow.Table):
        raise UsageError(f"a batch of type {type(batch).__name__}; expected a pyarrow RecordBatch or Table")
    found: Rows = {side: {} for side in _SIDES}
    names = column_of(table, "recording"), column_of(table, "side")
    for number, (recording, side, *row) in enumerate(
        zip(*names, *(column_of(table, name) for name in columns), strict=True)
    ):
        if side not in found:
            raise UsageError(f"row {number} of column 'side' is {side!r}; expected one of: {', '.join(_SIDES)}")
        if not isinstance(recording, str):
            raise UsageError(f"row {number} of column 'recording' is {recording!r}; expected a text in every row")
        found[side].setdefault(recording, []).append(tuple(row))
    return found


@dataclass(frozen=True, slots=True)
class LabelTask:
    """The scoring of a shard of labels with times: two files, and one of regions if there is a third."""

    keywords: Mapping[str, Any]
    """The keywords of `score_segment_files`."""

    @property
    def shared(self) -> tuple[str, ...]:
        """No file: the settings say everything."""
        return ()

    @property
    def signature(self) -> str:
        """The version and all keywords."""
        return repr((__version__, "segments", sorted(self.keywords.items())))

    def table(self, shard: Shard) -> tuple[Any, tuple[str, ...]]:
        """The scores of one shard."""
        regions = target(shard.more[0]) if shard.more else None
        result = score_segment_files(target(shard.ref), target(str(shard.hyp)), uem=regions, **self.keywords)
        if not result.parts:
            raise MismatchError(f"{shard.name} have no recording; expected labels with times")
        return result.totals().to_arrow("scores"), ()


def refuse_repeated(parts: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Refuses a recording that is in two files of totals; each part is the name of a file, and its recordings."""
    known: dict[str, str] = {}
    for path, recordings in parts:
        own = list(recordings)
        if twice := sorted(name for name in own if name in known):
            raise MismatchError(
                f"{listed(twice, 'recording')} counted twice: {twice[0]} is in {known[twice[0]]} and in {path}; leave "
                "one of the files out, or rename the recordings"
            )
        known |= dict.fromkeys(own, path)
