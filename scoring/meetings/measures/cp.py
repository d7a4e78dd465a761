"""The cpWER and tcpWER: every speaker is paired with one of the other side; and the WER of a single stream."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from ....formats.errors import MismatchError
from ...common.results import listed
from ..pairing import CostTable
from ..prepared import NOTHING, Prepared, PreparedSide, joined
from ..scores import Assigned, Match, Measure, MeetingScore, Speakers, steps_of
from ..sides import place_of


def score_speakers(prepared: Prepared) -> Assigned:
    """The score with the cheapest assignment of speakers."""
    ref, hyp = prepared.ref, prepared.hyp
    table = CostTable.of(ref, hyp, prepared.settings)
    refs, hyps = segments_of(ref), segments_of(hyp)
    matches = []
    for row, column in enumerate(table.best()):
        names = _name(ref, row), _name(hyp, column)
        steps = steps_of(table.refs[row], table.hyps[column], prepared.settings)
        matches.append(Match(*names, refs[min(row, len(ref.names))], hyps[min(column, len(hyp.names))], steps))
    return Assigned.of_speakers(matches, len(ref.names), len(hyp.names))


def score_stream(prepared: Prepared) -> Assigned:
    """The score of a session with one speaker on each side."""
    ref, hyp = prepared.ref, prepared.hyp
    for side, name in ((ref, "reference"), (hyp, "hypothesis")):
        if len(side.names) > 1:
            raise MismatchError(
                f"{place_of(name, prepared.session.name)}: {listed(side.names, 'speaker')}; "
                "the measure wer needs one on each side; use cp for several"
            )
    steps = steps_of(_only(ref), _only(hyp), prepared.settings)
    names = _name(ref, 0), _name(hyp, 0)
    match = Match(*names, segments_of(ref)[0], segments_of(hyp)[0], steps)
    counts = match.counts
    return Assigned(MeetingScore(counts, Speakers(len(ref.names)), counts.errors), (match,), (names,))


def _only(side: PreparedSide) -> tuple[bytes, bytes, bytes]:
    return joined(list(side.streams)) if side.streams else NOTHING


def _name(side: PreparedSide, place: int) -> str | None:
    return side.names[place] if place < len(side.names) else None


def segments_of(side: PreparedSide) -> list[tuple[int, ...]]:
    """The segments of each speaker, as places in the side that was prepared; none for the speaker after the last."""
    rows = sorted(range(len(side.speakers)), key=side.speakers.__getitem__)
    places = tuple(map(side.order.__getitem__, rows))
    sizes = Counter(side.speakers)
    ends = [*accumulate([sizes[speaker] for speaker in range(len(side.names))], initial=0)]
    return [*map(places.__getitem__, map(slice, ends, ends[1:])), ()]


WER = Measure("wer", "WER", "nothing: one stream on each side", False, score_stream, "speakers")
CP = Measure("cp", "cpWER", "the names of speakers", False, score_speakers, "speakers")
TCP = Measure("tcp", "tcpWER", "the names of speakers, and times within the collar", True, score_speakers, "speakers")
