"""Segments moved greedily between streams: upper bounds of the ORC-WER, and the DI-cpWER, with and without times."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from math import inf, prod
from typing import Final

from .... import core
from ...common.counts import Counts
from ...common.tie_policy import KALDI_WER
from ..pairing import CostTable
from ..prepared import NOTHING, Prepared, joined, size
from ..scores import Assigned, Match, Measure, MeetingScore, Speakers, steps_of
from ..settings import MeetingSettings

# A table of this many steps takes less time than bounds; larger ones are searched.
_SMALL = 20_000_000
# Greedy measures are quick: a proof of their optimum should take a few milliseconds.
_PROVABLE = 1_000_000


def greedy_places(prepared: Prepared, seconds: float) -> list[int]:
    """The stream of each segment of the reference: that of its speaker's best match at first, then moved greedily.

    Segments move with substitutions that cost two gaps, and then with ones that cost one, and no more when the time
    is over.
    """
    ref, hyp = prepared.ref, prepared.hyp
    if not ref.segments or not hyp.names:
        return [0] * len(ref.segments)
    places = array("i", _first_places(prepared)).tobytes()
    places_found, _ = core.combined(ref.segments, hyp.streams, places, "21", seconds)
    return array("i", places_found).tolist()


def _first_places(prepared: Prepared) -> list[int]:
    """The streams that the cpWER gives to the speakers; a speaker without one gets the cheapest."""
    settings: MeetingSettings = replace(prepared.settings, policy=KALDI_WER)
    table = CostTable.of(prepared.ref, prepared.hyp, settings)
    best, count = table.best(), len(prepared.hyp.names)
    of_speaker = [column if column < count else table.cheapest_of(row, count) for row, column in enumerate(best)]
    return [of_speaker[speaker] for speaker in prepared.ref.speakers]


def score_places(prepared: Prepared, places: list[int], low: int, *, swapped: bool = False) -> Assigned:
    """The score of segments of the reference in these streams of the hypothesis.

    `swapped` says that the sides of the session were exchanged before: counts and names are exchanged back.
    """
    matches = matches_by_stream(prepared, list(enumerate(places)))
    if swapped:
        matches = [Match(each.ref, each.hyp, each.hyps, each.refs, each.steps.translate(_SWAPPED)) for each in matches]
    counts = sum((match.counts for match in matches), Counts())
    # In the order of the segments in their side.
    assignment = [matches[stream].hyp for _, stream in sorted(zip(prepared.ref.order, places, strict=True))]
    of_refs = prepared.hyp if swapped else prepared.ref
    score = MeetingScore(counts, Speakers(len(of_refs.names)), low)
    return Assigned(score, tuple(matches), tuple(assignment))


_SWAPPED = bytes.maketrans(b"DI", b"ID")


def matches_by_stream(prepared: Prepared, order: Sequence[tuple[int, int]]) -> list[Match]:
    """Each stream of the hypothesis, aligned to its segments of the reference; `order` has places and their streams."""
    ref, hyp = prepared.ref, prepared.hyp
    matches = []
    for number, (name, stream) in enumerate(zip(hyp.names or (None,), hyp.streams or (NOTHING,), strict=True)):
        places = [place for place, its_stream in order if its_stream == number]
        steps = steps_of(joined([ref.segments[place] for place in places]), stream, prepared.settings)
        refs = tuple(ref.order[place] for place in places)
        hyps = tuple(
            place for place, speaker in zip(hyp.order, hyp.speakers, strict=True) if hyp.names[speaker] == name
        )
        matches.append(Match(name, name, refs, hyps, steps))
    return matches


def surplus(prepared: Prepared) -> int:
    """The difference of the numbers of words: at least as many errors has any assignment."""
    return abs(prepared.ref.words - prepared.hyp.words)


def small_optimum(prepared: Prepared, seconds: float, steps: int = _SMALL) -> tuple[list[int], int] | None:
    """The best stream of each segment of the reference, and its errors; None where the table is too large."""
    states = prod(size(stream) + 1 for stream in prepared.hyp.streams)
    if states * (prepared.ref.words + len(prepared.ref.segments)) > steps:
        return None
    best = core.interleaved([prepared.ref.segments], prepared.hyp.streams, prepared.settings.memory, seconds)
    return None if best is None else (array("i", best[0])[1::2].tolist(), best[1])


def score_greedy(prepared: Prepared) -> Assigned:
    """The score of segments of the reference, each in a stream of the hypothesis."""
    return _proven(prepared, score_places(prepared, greedy_places(prepared, _seconds(prepared)), surplus(prepared)))


def score_greedy_swapped(prepared: Prepared) -> Assigned:
    """The score of segments of the hypothesis, each with a speaker of the reference."""
    other = prepared.swapped
    places = greedy_places(other, _seconds(other))
    return _proven(other, score_places(other, places, surplus(other), swapped=True))


def _proven(prepared: Prepared, assigned: Assigned) -> Assigned:
    """The score with the number of errors of the best assignment, where the session is small enough to search."""
    best = None if assigned.score.is_optimal else small_optimum(prepared, _seconds(prepared), _PROVABLE)
    return assigned if best is None else replace(assigned, score=replace(assigned.score, low=best[1]))


def _seconds(prepared: Prepared) -> float:
    """The time that segments may be moved for: without a limit unless one is given."""
    limit = prepared.settings.time
    return inf if limit is None else limit


_ORC = "speakers' names, and segments of a speaker in several streams; greedy"
_DI = "the speakers of segments of the hypothesis; greedy"
_IN_TIME = "times within the collar"
_REFS: Final = "reference segments"
_HYPS: Final = "hypothesis segments"
GREEDY_ORC = Measure("greedy-orc", "greedy ORC-WER", _ORC, False, score_greedy, _REFS, moves=True)
GREEDY_TCORC = Measure("greedy-tcorc", "greedy tcORC-WER", f"{_ORC}, {_IN_TIME}", True, score_greedy, _REFS, moves=True)
DI_CP = Measure("di-cp", "DI-cpWER", _DI, False, score_greedy_swapped, _HYPS, moves=True)
DI_TCP = Measure(
    "di-tcp", "DI-tcpWER", f"{_DI}, {_IN_TIME}", True, score_greedy_swapped, _HYPS, widens_ref=True, moves=True
)
