"""Sound events by onset and offset, as sed_eval counts them: whole events that are right in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....formats.errors import check_flags
from ..bipartite import Edges, matching, near
from ..confusions import Confusions, confusions_of
from ..detections import Detections, SoundEvents, detection_measure, of_class
from ..measure import Recording, check_amounts
from ..slots import Slot
from ..turns import Turns, resolved_pair
from .events import EventPairs


@dataclass(frozen=True, slots=True)
class SoundEventSettings:
    """How far onset and offset may be off: `collar` seconds, and the offset also by a part of the event's length."""

    collar: float = 0.2
    length_part: float = 0.5
    onset: bool = True
    offset: bool = True

    def __post_init__(self) -> None:
        check_flags(self)
        check_amounts(collar=self.collar, length_part=self.length_part)

    @property
    def signature(self) -> str:
        """The settings in one line."""
        onset, offset = "" if self.onset else "|onset:no", f"{self.length_part:.15g}" if self.offset else "no"
        return f"collar:{self.collar:.15g}s{onset}|offset:{offset}"


def by_onsets(ref: Turns, hyp: Turns, settings: SoundEventSettings | None = None) -> SoundEvents:
    """Detections of whole events: as many hits as one-to-one pairs of one class can give.

    Events that are left over and right in time are substitutions, paired in the order of the labels.

    >>> from scorelite.scoring.segments.turns import turns_of
    >>> by_onsets(turns_of([("car", 1.0, 2.0)]), turns_of([("car", 1.1, 2.4), ("dog", 5.0, 6.0)])).overall
    Detections(reference=1, hypothesis=2, hits=1, substitutions=0, deletions=0, insertions=1)
    """
    paired = onset_pairs(ref, hyp, settings)
    pairs = np.array(paired.pairs, dtype=np.int64).reshape(-1, 2)
    names = sorted({*ref.names, *hyp.names})
    same = paired.confusions().correct
    hits = int(sum(same.values()))
    substitutions = len(pairs) - hits
    numbers = zip(names, _counts(paired.ref, names), _counts(paired.hyp, names), strict=True)
    return SoundEvents(
        Detections(
            len(paired.ref),
            len(paired.hyp),
            hits,
            substitutions,
            len(paired.ref) - len(pairs),
            len(paired.hyp) - len(pairs),
        ),
        {name: of_class(wanted, heard, int(same.get(name, 0))) for name, wanted, heard in numbers},
    )


def onset_pairs(ref: Turns, hyp: Turns, settings: SoundEventSettings | None = None) -> EventPairs:
    """The pairs of `by_onsets`: hits first, then substitutions."""
    ref, hyp = resolved_pair(ref, hyp, None)
    edges = _close(ref, hyp, settings or SoundEventSettings())
    numbers = {name: number for number, name in enumerate(ref.names)}
    code_of = np.array([numbers.get(name, -1) for name in hyp.names], dtype=np.int64)
    same = edges.where(code_of[hyp.codes[edges.hyp]] == ref.codes[edges.ref])
    hit = same.where(matching(same.ref, same.hyp, np.ones(len(same))))
    hits = zip(hit.ref.tolist(), hit.hyp.tolist(), strict=True)
    return EventPairs(ref, hyp, (*hits, *_leftovers(edges, hit)))


def _close(ref: Turns, hyp: Turns, settings: SoundEventSettings) -> Edges:
    """The candidate pairs that are right in time."""
    edges = near(ref.extents, hyp.extents, start_within=settings.collar if settings.onset else np.inf)
    if settings.offset:
        allowed = np.maximum(settings.collar, settings.length_part * (ref.ends - ref.starts))
        edges = edges.where(np.abs(ref.ends[edges.ref] - hyp.ends[edges.hyp]) <= allowed[edges.ref])
    return edges


def _leftovers(edges: Edges, hit: Edges) -> list[tuple[int, int]]:
    """Pairs of the labels without a hit: each label takes the first partner that is free."""
    done, taken = {*hit.ref.tolist()}, {*hit.hyp.tolist()}
    pairs: list[tuple[int, int]] = []
    for ref, hyp in zip(edges.ref.tolist(), edges.hyp.tolist(), strict=True):
        if ref not in done and hyp not in taken:
            done.add(ref)
            taken.add(hyp)
            pairs.append((ref, hyp))
    return pairs


def _counts(turns: Turns, names: list[str]) -> list[int]:
    counted = dict(zip(turns.names, np.bincount(turns.codes, minlength=len(turns.names)).tolist(), strict=True))
    return [counted.get(name, 0) for name in names]


def _score(recordings: Sequence[Recording], settings: SoundEventSettings) -> list[SoundEvents]:
    return [by_onsets(*recording.cropped(), settings) for recording in recordings]


def _slots(recording: Recording, score: object, settings: SoundEventSettings) -> list[Slot]:
    return onset_pairs(*recording.cropped(), settings).slots()


def _confusions(scored: Sequence[tuple[Recording, Any]], settings: SoundEventSettings) -> Confusions:
    return confusions_of(onset_pairs(*recording.cropped(), settings).confusions() for recording, _ in scored)


MEASURE = detection_measure("sound-events", SoundEventSettings, _score, _slots, _confusions)
