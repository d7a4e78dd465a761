"""Batches of detections: keyword spotting, folded by recording as utterances are by id.

A batch is a table with a row for each label, of one or more whole recordings: `recording`, `side` (ref for a word that
was said, hyp for a detection, region for a stretch that was searched), `value`, `start`, `end`, and `score`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...formats.errors import UsageError
from ...formats.values import dataclass
from ..common.results import listed
from ..common.version import __version__
from ..kws.job import score_files
from ..kws.memory import evaluate
from ..kws.result import KwsResult
from ..kws.settings import KwsSettings
from .labels import REGION, rows_of
from .opened import target
from .shards import Shard


def score_detections(
    batch: Any, keywords: Sequence[str] | Mapping[str, str], settings: KwsSettings | None = None, **more: Any
) -> Any:
    """Scores a table or record batch of words and detections; gives a table with the trials of each recording.

    Every recording has a row of side `region` for what was searched. Further keywords are those of `kws.evaluate`.

    >>> import pyarrow
    >>> rows = [("talk", "region", None, 0.0, 60.0, None)]
    >>> rows += [("talk", "ref", "hello", 1.0, 1.5, None), ("talk", "hyp", "hello", 1.1, 1.5, 0.9)]
    >>> names = ["recording", "side", "value", "start", "end", "score"]
    >>> batch = pyarrow.table(dict(zip(names, map(list, zip(*rows)))))
    >>> merge_detections([score_detections(batch, ["hello"])]).atwv
    1.0
    """
    found = rows_of(batch, ("value", "start", "end", "score"))
    searched = {name: [(start, end) for _, start, end, _ in rows] for name, rows in found[REGION].items()}
    lacking = sorted({*found["ref"], *found["hyp"]} - searched.keys())
    if lacking or not searched:
        names = listed(lacking, "recording") if lacking else "a batch"
        raise UsageError(f"{names} without a row of side 'region'; expected the searched stretch of each recording")
    refs = {name: [row[:3] for row in found["ref"].get(name, ())] for name in searched}
    hyps = {name: [row[:3] if row[3] is None else row for row in rows] for name, rows in found["hyp"].items()}
    return evaluate(refs, hyps, keywords, searched, settings=settings, **more).to_arrow("trials")


def merge_detections(batches: Iterable[Any]) -> KwsResult:
    """Adds tables of `score_detections`, in any order and however they were divided.

    The sum is a result with all values, keywords, reports and the curve: all follow from the trials.
    """
    return KwsResult.merged([KwsResult.from_arrow(batch) for batch in batches])


@dataclass(frozen=True, slots=True)
class DetectionTask:
    """The scoring of a shard of detections: its words, detections and what was searched, with one list of keywords."""

    kwlist: str
    settings: KwsSettings
    threshold: float | None = None
    """The least score of a detection that counts; None where systems have decided, else the default."""
    files: tuple[str, ...] = ()
    """Patterns of file/channel that limit the scoring."""

    @property
    def shared(self) -> tuple[str, ...]:
        """The list of keywords."""
        return (self.kwlist,)

    @property
    def signature(self) -> str:
        """The version and all settings."""
        return repr((__version__, "kws", self.settings.signature, self.threshold, self.files))

    def table(self, shard: Shard) -> tuple[Any, tuple[str, ...]]:
        """The trials of one shard."""
        paths = (*shard.more, shard.ref, self.kwlist, str(shard.hyp))
        job = score_files(*map(target, paths), settings=self.settings, threshold=self.threshold, files=self.files)
        return job.result.to_arrow("trials"), ()
