"""Two systems on one corpus: statistics of each utterance that add up to the paired tests of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ... import core
from ...formats.errors import LimitError, UsageError
from ...formats.values import dataclass, replace
from ..common.counts import Addable
from ..common.results import Immutable, Missing
from ..common.settings import Settings
from ..maths.paired_tests import BUFFER, REPLICATIONS, SEED, Bootstrap, MatchedPairs, bootstrap_of, matched_pairs_of
from ..words.tables import COUNTS
from .batch import arrow, score_batch
from .merged import Merged, combined, merge, tallied

_SIDES = ("first", "second")
_OF_SEGMENTS = ("segments", "segment_difference", "segment_squares")
_MOST = 1 << 31
_DEFAULT = Settings()


@dataclass(frozen=True, slots=True)
class Paired(Addable, Immutable):
    """Two systems on the same utterances: small, picklable, addable, however the corpus was divided."""

    first: Merged
    second: Merged
    differences: Mapping[int, int]
    """The number of utterances for each difference of errors, second less first."""
    segments: tuple[int, int, int]
    """The number of segments, and the sums of their differences and of the squares of these."""

    def bootstrap(self, replications: int = REPLICATIONS, *, seed: int = SEED, threads: int = 1) -> Bootstrap:
        """The paired bootstrap of utterances, as of `scorelite compare`."""
        number = sum(self.differences.values())
        if number >= _MOST:
            raise LimitError(f"bootstrap samples of {number} utterances; expected less than {_MOST}")
        return bootstrap_of(self.differences, replications=replications, seed=seed, threads=threads)

    def matched_pairs(self) -> MatchedPairs:
        """The matched pairs sentence-segment word error test."""
        return replace(matched_pairs_of(*self.segments), units=sum(self.differences.values()))

    def __add__(self, other: Paired) -> Paired:
        if not isinstance(other, Paired):
            return NotImplemented
        return _sum([self, other])


def score_pairs(
    batch: Any,
    settings: Settings = _DEFAULT,
    *,
    first: str,
    second: str,
    id: str = "id",
    ref: str = "ref",
    speakers: str = "spu_id",
    missing: Missing = "error",
    threads: int = 1,
) -> Any:
    """Scores two systems, with hypotheses in the columns `first` and `second`; returns a table with statistics of both.

    >>> import pyarrow
    >>> batch = pyarrow.table({"id": ["a-1"], "ref": ["x y z"], "one": ["x y z"], "two": ["x q z"]})
    >>> merge_pairs([score_pairs(batch, first="one", second="two")]).segments
    (1, 1, 1)
    """
    if missing == "skip":
        raise UsageError(
            "missing='skip' (--missing skip) does not work for two systems, which need the same utterances; expected "
            "missing='delete' (--missing delete)"
        )
    scored = [
        score_batch(
            batch,
            settings,
            id=id,
            ref=ref,
            hyp=hyp,
            speakers=speakers,
            missing=missing,
            operations=True,
            threads=threads,
        )
        for hyp in (first, second)
    ]
    letters = [[text.encode() for text in table.column("operations").to_pylist()] for table in scored]
    pyarrow = arrow()
    columns = {name: scored[0].column(name) for name in ("id", "speaker", "key", "signature")}
    for side, table in zip(_SIDES, scored, strict=True):
        columns |= {f"{side}_{name}": table.column(name) for name in COUNTS}
    statistics = [_segments(*pair) for pair in zip(*letters, strict=True)]
    for place, name in enumerate(_OF_SEGMENTS):
        columns[name] = pyarrow.array([row[place] for row in statistics], pyarrow.int64())
    made = pyarrow.table if isinstance(scored[0], pyarrow.Table) else pyarrow.record_batch
    return made(columns).replace_schema_metadata(scored[0].schema.metadata)


def merge_pairs(batches: Iterable[Any], settings: Settings | None = None, *, missing: Missing | None = None) -> Paired:
    """Adds batches of `score_pairs`, in any order; keywords are those of `merge`."""
    parts = [_paired(batch, settings, missing) for batch in batches]
    if not parts:
        raise UsageError("no batches to merge; expected one or more")
    return _sum(parts)


def _segments(first: bytes, second: bytes) -> tuple[int, int, int]:
    """The number of segments of an utterance in which a system has errors, and the sums of differences and squares."""
    if not first.strip(b"C") and not second.strip(b"C"):
        return 0, 0, 0
    sums = memoryview(core.paired_segments([first], [second], BUFFER)).cast("i").tolist()
    differences = [after - before for before, after in zip(sums[::2], sums[1::2], strict=True)]
    return len(differences), sum(differences), sum(difference * difference for difference in differences)


def _paired(batch: Any, settings: Settings | None, missing: Missing | None) -> Paired:
    names = batch.schema.names
    wanted = [f"{side}_{name}" for side in _SIDES for name in COUNTS]
    for name in ("id", "speaker", *wanted, *_OF_SEGMENTS):
        if name not in names:
            raise UsageError(f"this batch of two systems has no column {name!r}; it has: {', '.join(names)}")
    errors = [
        sum(np.asarray(batch.column(f"{side}_{name}").to_numpy(), np.int64) for name in COUNTS[1:]) for side in _SIDES
    ]
    values, numbers = np.unique(errors[1] - errors[0], return_counts=True)
    sums = [int(np.asarray(batch.column(name).to_numpy()).sum()) for name in _OF_SEGMENTS]
    sides = [merge([_side(batch, side)], settings, missing=missing) for side in _SIDES]
    return Paired(
        sides[0], sides[1], dict(zip(values.tolist(), numbers.tolist(), strict=True)), (sums[0], sums[1], sums[2])
    )


def _side(batch: Any, side: str) -> Any:
    """The counts of one of the systems."""
    columns = {name: batch.column(name) for name in ("id", "speaker", "key", "signature")}
    columns |= {name: batch.column(f"{side}_{name}") for name in COUNTS}
    return arrow().table(columns).replace_schema_metadata(batch.schema.metadata)


def _sum(parts: list[Paired]) -> Paired:
    first, second = combined([part.first for part in parts]), combined([part.second for part in parts])
    rows = zip(*(part.segments for part in parts), strict=True)
    count, total, squares = (sum(row) for row in rows)
    return Paired(first, second, tallied([part.differences for part in parts]), (count, total, squares))
