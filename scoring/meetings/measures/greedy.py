"""Segments moved greedily between streams: upper bounds of the ORC-WER, and the DI-cpWER, with and without times."""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import inf
from typing import Final

from .... import core
from ...common.counts import Counts
from ...common.tie_policy import KALDI_WER
from ..pairing import CostTable
from ..prepared import Prepared, joined
from ..scores import Assigned, Match, Measure, MeetingScore, Speakers, steps_of
from ..settings import MeetingSettings


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
    ref, hyp = prepared.ref, prepared.hyp
    names: tuple[str | None, ...] = hyp.names or (None,)
    streams = hyp.streams or ((b"", b"", b""),)
    matches = []
    for number, name in enumerate(names):
        its_places = [place for place, stream in enumerate(places) if stream == number]
        steps = steps_of(joined([ref.segments[place] for place in its_places]), streams[number], prepared.settings)
        refs = tuple(ref.order[place] for place in its_places)
        hyps = tuple(
            place for place, speaker in zip(hyp.order, hyp.speakers, strict=True) if hyp.names[speaker] == name
        )
        matches.append(_match(name, refs, hyps, steps, swapped))
    counts = sum((match.counts for match in matches), Counts())
    # In the order of the segments in their side.
    assignment = [names[stream] for _, stream in sorted(zip(ref.order, places, strict=True))]
    of_refs = prepared.hyp if swapped else prepared.ref
    score = MeetingScore(counts, Speakers(len(of_refs.names)), low)
    return Assigned(score, tuple(matches), tuple(assignment))


def _match(name: str | None, refs: tuple[int, ...], hyps: tuple[int, ...], steps: bytes, swapped: bool) -> Match:
    if not swapped:
        return Match(name, name, refs, hyps, steps)
    return Match(name, name, hyps, refs, steps.translate(bytes.maketrans(b"DI", b"ID")))


def surplus(prepared: Prepared) -> int:
    """The difference of the numbers of words: at least as many errors has any assignment."""
    return abs(prepared.ref.words - prepared.hyp.words)


def score_greedy(prepared: Prepared) -> Assigned:
    """The score of segments of the reference, each in a stream of the hypothesis."""
    return score_places(prepared, greedy_places(prepared, _seconds(prepared)), surplus(prepared))


def score_greedy_swapped(prepared: Prepared) -> Assigned:
    """The score of segments of the hypothesis, each with a speaker of the reference."""
    other = prepared.swapped
    return score_places(other, greedy_places(other, _seconds(prepared)), surplus(prepared), swapped=True)


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
