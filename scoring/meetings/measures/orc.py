"""The ORC-WER and MIMO-WER, with and without times: optimal where memory and time allow, otherwise certified bounds."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from time import monotonic
from typing import Final

from .... import core
from ....formats.errors import UsageError
from ...common.counts import Counts
from ..prepared import Prepared, joined
from ..scores import Assigned, Measure, MeetingScore, Speakers
from .greedy import greedy_places, matches_by_stream, score_places, small_optimum, surplus

_ERRORS = (1, 1, 1)
_SECONDS = 60.0


def score_orc(prepared: Prepared) -> Assigned:
    """The score of the best combination of the reference's segments into the streams of the hypothesis."""
    _check_costs(prepared)
    ref, hyp = prepared.ref, prepared.hyp
    if not ref.segments or not hyp.names:
        return score_places(prepared, [0] * len(ref.segments), ref.words + hyp.words)
    places, low = best_places(prepared, _end(prepared))
    return score_places(prepared, places, low)


def best_places(prepared: Prepared, end: float) -> tuple[list[int], int]:
    """The stream of each segment of the reference, and a number of errors that no combination undercuts.

    The search goes on until `end`, as `monotonic` counts.
    """
    best = small_optimum(prepared, _left(end))
    if best is not None:
        return best
    ref, hyp, memory = prepared.ref, prepared.hyp, prepared.settings.memory
    start = array("i", greedy_places(prepared, _left(end))).tobytes()
    streams, errors, low = core.best_combination(ref.segments, hyp.streams, start, memory, _left(end))
    if low < errors:
        low = max(low, _low(prepared))
    return array("i", streams).tolist(), low


def _end(prepared: Prepared) -> float:
    """The time at which the search for an optimum ends, as `monotonic` counts."""
    limit = prepared.settings.time
    return monotonic() + (_SECONDS if limit is None else limit)


def _left(end: float) -> float:
    return max(0.0, end - monotonic())


def score_mimo(prepared: Prepared) -> Assigned:
    """The score of the best combination of segments that keep their order within each speaker alone."""
    _check_costs(prepared)
    ref, hyp = prepared.ref, prepared.hyp
    places_of_speakers = [
        [place for place, its_speaker in enumerate(ref.speakers) if its_speaker == speaker]
        for speaker in range(len(ref.names))
    ]
    if not ref.segments or not hyp.names:
        return _scored(prepared, [], ref.words + hyp.words)
    segments = [[ref.segments[place] for place in places] for places in places_of_speakers]
    end = _end(prepared)
    best = core.interleaved(segments, hyp.streams, prepared.settings.memory, _left(end))
    if best is None:
        # Every combination in the order of all segments is one of these, too.
        places, _ = best_places(prepared, end)
        return _scored(prepared, list(enumerate(places)), _low(prepared))
    following = [iter(places) for places in places_of_speakers]
    pairs = array("i", best[0])
    order = [(next(following[speaker]), stream) for speaker, stream in zip(pairs[::2], pairs[1::2], strict=True)]
    return _scored(prepared, order, best[1])


def _low(prepared: Prepared) -> int:
    """A number of errors that no assignment undercuts: of words that the other side does not have."""
    ref, hyp = joined(list(prepared.ref.streams)), joined(list(prepared.hyp.streams))
    bounds = array("q", core.stream_bounds([ref], [hyp])).tolist()
    return max(surplus(prepared), *bounds)


def _scored(prepared: Prepared, order: Sequence[tuple[int, int]], low: int) -> Assigned:
    """The score of segments in this order, each with its stream."""
    ref = prepared.ref
    if not prepared.hyp.names:
        order = [(place, 0) for place in range(len(ref.segments))]
    matches = matches_by_stream(prepared, order)
    counts = sum((match.counts for match in matches), Counts())
    assignment = tuple((ref.names[ref.speakers[place]], matches[stream].hyp) for place, stream in order)
    return Assigned(MeetingScore(counts, Speakers(len(ref.names)), low), tuple(matches), assignment)


def _check_costs(prepared: Prepared) -> None:
    if prepared.settings.rules[0] != _ERRORS:
        raise UsageError(
            "ORC and MIMO measures count errors, with all costs 1; expected a policy such as kaldi_wer or 1/1/1:SID"
        )


_ORC = "speakers' names, and segments of a speaker in several streams"
_MIMO = f"{_ORC}, and the order of segments of different speakers"
_IN_TIME = "times within the collar"
_SEGMENTS: Final = "reference segments"
ORC = Measure("orc", "ORC-WER", _ORC, False, score_orc, _SEGMENTS, searches=True)
TCORC = Measure("tcorc", "tcORC-WER", f"{_ORC}, {_IN_TIME}", True, score_orc, _SEGMENTS, searches=True)
MIMO = Measure("mimo", "MIMO-WER", _MIMO, False, score_mimo, _SEGMENTS, searches=True)
TCMIMO = Measure("tcmimo", "tcMIMO-WER", f"{_MIMO}, {_IN_TIME}", True, score_mimo, _SEGMENTS, searches=True)
