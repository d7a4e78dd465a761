"""How much of the labels of both sides was scored: within regions, and beyond the ends of the other side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from ..notices.took_part import Part, TookPart, milliseconds
from .measure import Recording
from .turns import Row, Turns, turns_of


def took_part_in(
    recordings: Sequence[Recording], refs: Mapping[str, Turns | Iterable[Row]], regions: Collection[str] | None
) -> TookPart:
    """How much of these recordings is scored; regions, which name recordings, leave out others of the reference.

    >>> talk, walk = (turns_of([("anna", 0.0, 4.0), ("ben", 4.0, 8.0)]) for _ in range(2))
    >>> part = took_part_in([Recording("talk", talk, talk, ((0.0, 5.0),))], {"talk": talk, "walk": walk}, ["talk"])
    >>> part.ref.to_dict()["recordings"], part.ref.to_dict()["items"], part.hyp.to_dict()["items"]
    ({'scored': 1, 'all': 2}, {'scored': 1, 'all': 4}, {'scored': 1, 'all': 2})
    """
    total = TookPart()
    for each in recordings:
        total += _part_of(each)
    for name, rows in refs.items():
        if regions is not None and name not in regions:
            turns = turns_of(rows if isinstance(rows, Turns) else list(rows), where=name)
            left_out = Part(all_recordings=1, all_milliseconds=_length(turns), all_items=len(turns))
            total += TookPart(left_out, Part())
    return total


def _part_of(recording: Recording) -> TookPart:
    """How much of one recording is scored."""
    sides = recording.resolved()
    chosen = recording.cropped() if recording.regions is not None else sides
    return TookPart(*[_side(chosen[place], sides[place], sides[1 - place]) for place in (0, 1)])


def _side(chosen: Turns, turns: Turns, other: Turns) -> Part:
    beyond = 0
    if len(turns) and len(other):
        beyond = int(np.count_nonzero((turns.starts >= other.ends.max()) | (turns.ends <= other.starts.min())))
    return Part(
        recordings=1,
        all_recordings=1,
        milliseconds=_length(chosen),
        all_milliseconds=_length(turns),
        items=len(chosen),
        all_items=len(turns),
        outside=len(turns) - len(chosen),
        beyond=beyond,
    )


def _length(turns: Turns) -> int:
    """The length of all labels, in milliseconds."""
    lengths = np.where(np.isfinite(turns.ends), turns.ends - turns.starts, 0.0)
    return milliseconds(lengths.tolist())
