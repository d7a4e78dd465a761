"""How much of the labels of both sides was scored: within regions, and beyond the ends of the other side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from ..notices.took_part import Part, TookPart, milliseconds
from .measure import Recording
from .turns import Row, Spans, Turns, joined, turns_of


def took_part_in(
    recordings: Sequence[Recording],
    refs: Mapping[str, Turns | Iterable[Row]],
    regions: Collection[str] | None,
    *,
    in_seconds: bool = False,
) -> TookPart:
    """How much of these recordings is scored; regions, which name recordings, leave out others of the reference.

    Measures that count labels score those whose middle lies in a region; measures `in_seconds`, all that reach into it.

    >>> talk, walk = (turns_of([("anna", 0.0, 4.0), ("ben", 4.0, 8.0)]) for _ in range(2))
    >>> part = took_part_in([Recording("talk", talk, talk, ((0.0, 5.0),))], {"talk": talk, "walk": walk}, ["talk"])
    >>> part.ref.to_dict()["recordings"], part.ref.to_dict()["items"], part.hyp.to_dict()["items"]
    ({'scored': 1, 'all': 2}, {'scored': 1, 'all': 4}, {'scored': 1, 'all': 2})
    """
    total = TookPart()
    for each in recordings:
        total += _part_of(each, in_seconds=in_seconds)
    for name, rows in refs.items():
        if regions is not None and name not in regions:
            turns = turns_of(rows if isinstance(rows, Turns) else list(rows), where=name)
            left_out = Part(all_recordings=1, all_milliseconds=_length(turns), all_items=len(turns))
            total += TookPart(left_out, Part())
    return total


def _part_of(recording: Recording, *, in_seconds: bool) -> TookPart:
    """How much of one recording is scored."""
    sides = recording.resolved()
    chosen = recording.cropped() if recording.regions is not None else sides
    lengths = list(map(_length, chosen))
    if in_seconds and recording.regions is not None:
        chosen = _reaching_into(sides[0], recording.regions), _reaching_into(sides[1], recording.regions)
        lengths = [_length_within(turns, recording.regions) for turns in sides]
    return TookPart(*[_side(chosen[place], lengths[place], sides[place], sides[1 - place]) for place in (0, 1)])


def _reaching_into(turns: Turns, regions: Spans) -> Turns:
    """The labels of which a part lies in a region."""
    mask = np.zeros(len(turns), dtype=bool)
    for start, end in regions:
        mask |= (turns.starts < end) & (turns.ends > start)
    return turns.where(mask)


def _length_within(turns: Turns, regions: Spans) -> int:
    """The length of the parts of labels that lie in regions, in milliseconds."""
    merged = joined(turns_of([("", start, end) for start, end in regions]))
    return sum(_length(turns.within(start, end)) for _, start, end in merged.rows())


def _side(chosen: Turns, length: int, turns: Turns, other: Turns) -> Part:
    beyond = 0
    if len(turns) and len(other):
        beyond = int(np.count_nonzero((turns.starts >= other.ends.max()) | (turns.ends <= other.starts.min())))
    return Part(
        recordings=1,
        all_recordings=1,
        milliseconds=length,
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
