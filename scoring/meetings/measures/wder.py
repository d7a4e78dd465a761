"""The WDER: of the words that both sides have, right or wrong, how many have another speaker.

After Shafey, Soltau and Shafran (2019), equation 2: S_IS and C_IS, substituted and correct words of a wrong speaker,
divided by S + C. Missed and inserted words do not count, so a WDER says little without the WER.
"""

from __future__ import annotations

from collections import Counter

from ...common.counts import Counts
from ...maths.full_table import FullTable
from ..prepared import PlacedWord, Prepared, PreparedSide, joined, placed_words
from ..scores import Assigned, MarkedWord, Match, Measure, MeetingScore, Speakers, steps_of
from ..settings import MeetingSettings
from ..sides import Side

Pair = tuple[PlacedWord, PlacedWord]
"""A word of the reference, and the word of the hypothesis that stands for it."""


def score_wder(prepared: Prepared) -> Assigned:
    """The score with the assignment of speakers that makes most words right."""
    session = prepared.session
    pairs = _pairs(prepared)
    names = prepared.ref.names, prepared.hyp.names
    common = Counter((session.ref.speakers[ref.place], session.hyp.speakers[hyp.place]) for ref, hyp in pairs)
    partner = _partners(names, common)
    matches = []
    for name in names[0]:
        own = [pair for pair in pairs if session.ref.speakers[pair[0].place] == name]
        matches.append(_match(own, name, partner.get(name), session.hyp))
    counts = sum((match.counts for match in matches), Counts())
    missed = len(names[0]) - len(names[1])
    speakers = Speakers(len(names[0]), max(0, missed), max(0, -missed))
    assignment: list[tuple[str | None, str | None]] = [(name, partner.get(name)) for name in names[0]]
    assignment += [(None, name) for name in names[1] if name not in partner.values()]
    return Assigned(MeetingScore(counts, speakers, counts.errors), tuple(matches), tuple(assignment))


def _pairs(prepared: Prepared) -> list[Pair]:
    """The words of all speakers that an alignment of both sides puts side by side."""
    settings = prepared.settings
    steps = steps_of(_all(prepared.ref), _all(prepared.hyp), settings)
    refs = iter(_words(prepared.session.ref, prepared.ref, settings.ref_timing, settings))
    hyps = iter(_words(prepared.session.hyp, prepared.hyp, settings.hyp_timing, settings))
    pairs = []
    for step in steps.decode():
        ref = None if step == "I" else next(refs)
        hyp = None if step == "D" else next(hyps)
        if ref is not None and hyp is not None:
            pairs.append((ref, hyp))
    return pairs


def _all(side: PreparedSide) -> tuple[bytes, bytes, bytes]:
    """The words of all speakers, in the order of their segments."""
    return joined(list(side.segments))


def _words(side: Side, prepared: PreparedSide, timing: str, settings: MeetingSettings) -> list[PlacedWord]:
    return placed_words(side, prepared.order, timing, settings.unit)


def _partners(names: tuple[tuple[str, ...], tuple[str, ...]], common: Counter[tuple[str, str]]) -> dict[str, str]:
    """The speaker of the hypothesis for each one of the reference, so that they have most words in common."""
    refs, hyps = names
    size = max(len(refs), len(hyps))
    costs = [[0] * size for _ in range(size)]
    for row, ref in enumerate(refs):
        for column, hyp in enumerate(hyps):
            costs[row][column] = -common[ref, hyp]
    columns = FullTable(costs, size).columns() if size else []
    return {ref: hyps[column] for ref, column in zip(refs, columns, strict=False) if column < len(hyps)}


def _match(pairs: list[Pair], name: str, partner: str | None, hyp: Side) -> Match:
    """The words of one speaker of the reference: correct where the hypothesis has them of the partner."""
    is_right = [hyp.speakers[said.place] == partner for _, said in pairs]
    steps = bytes(b"C"[0] if right else b"S"[0] for right in is_right)
    refs: list[MarkedWord] = [(ref.word, ref.time) for ref, _ in pairs]
    hyps: list[MarkedWord] = [
        (said.word if right else f"{hyp.speakers[said.place]}:{said.word}", said.time)
        for (_, said), right in zip(pairs, is_right, strict=True)
    ]
    places = [tuple(dict.fromkeys(pair[side].place for pair in pairs)) for side in (0, 1)]
    return Match(name, partner, places[0], places[1], steps, (tuple(refs), tuple(hyps)))


WDER = Measure(
    "wder",
    "WDER",
    "missed, inserted and substituted words: counts words with the wrong speaker",
    False,
    score_wder,
    "speakers",
    joins=True,
)
