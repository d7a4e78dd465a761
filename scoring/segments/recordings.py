"""The recordings to be scored: those of the reference or of the regions, checked, and sorted by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...formats.errors import MismatchError
from ..common.results import Missing, check_missing, listed
from .measure import Recording
from .turns import Row, Spans, Turns, checked_spans, turns_of

if TYPE_CHECKING:
    from .zones import Mark

Rows: TypeAlias = "Mapping[str, Turns | Iterable[Row]]"


class Gathered(NamedTuple):
    """The recordings to be scored, and the names that only one side has."""

    recordings: list[Recording]
    missing: tuple[str, ...]
    """Recordings of the reference without a hypothesis."""
    extra: tuple[str, ...]
    """Recordings of the hypothesis without a reference."""


def gathered(
    refs: Rows,
    hyps: Rows,
    *,
    regions: Mapping[str, Spans] | None,
    marks: Mapping[str, Sequence[Mark]] | None,
    missing: Missing,
) -> Gathered:
    """The recordings of the reference and of the regions; with regions only those that have some."""
    check_missing(missing)
    names = sorted(refs if regions is None else regions)
    if regions is not None and refs and regions and not any(name in refs for name in regions):
        raise MismatchError(
            f"regions are of other recordings: {listed(sorted(regions), 'recording')}; the reference has "
            f"{listed(sorted(refs), 'recording')}"
        )
    absent = tuple(name for name in names if name not in hyps and name in refs)
    if absent and missing == "error":
        raise MismatchError(
            f"{listed(absent, 'recording')} of the reference without a hypothesis; missing='delete' (--missing "
            "delete) scores them as missed, missing='skip' (--missing skip) leaves them out"
        )
    kept = [name for name in names if missing != "skip" or name in hyps]
    recordings = [
        Recording(
            name,
            turns_of(refs.get(name, ()), where=name),
            turns_of(hyps.get(name, ()), where=name),
            None if regions is None else tuple(map(tuple, checked_spans(regions[name], where=name).tolist())),
            tuple((marks or {}).get(name, ())),
        )
        for name in kept
    ]
    extra = tuple(sorted(name for name in hyps if name not in names and name not in refs))
    return Gathered(recordings, absent, extra)
