"""Texts with sclite's marks: alternations, optional words and fragments, in the WER, the cpWER and the tcpWER."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product
from typing import Any

from ...formats.errors import UsageError
from .. import _core as core
from ..common.counts import Counts
from ..common.settings import Settings
from .marked_times import TimedTexts, networks_of
from .pairing import cheapest
from .prepared import order_of
from .scores import Assigned, MarkedWord, Match, MeetingScore, Speakers
from .settings import MeetingSettings
from .sides import Session, Side

MEASURES = ("wer", "cp", "tcp")
_TIMES = 5  # the core's bits for times of both sides


def check_marks(measure: str, settings: MeetingSettings) -> None:
    """Refuses marks in measures that do not read them."""
    if measure not in MEASURES:
        raise UsageError(
            f"measure {measure} does not read alternations, optional words and fragments; expected one of: "
            f"{', '.join(MEASURES)}"
        )
    if measure != "tcp":
        return
    if settings.unit == "character":
        raise UsageError("measure tcp reads no marks with unit='character' (--characters); score cp, or words")
    for side, sort in (("ref", settings.ref_sort), ("hyp", settings.hyp_sort)):
        if sort not in ("segment", "kept"):
            raise UsageError(
                f"{side}_sort={sort!r} (--{side}-sort {sort}) does not go with marks; expected segment or kept"
            )


def score_marked(session: Session, settings: MeetingSettings, *, timed: bool) -> Assigned:
    """The score of a session with the cheapest assignment of speakers."""
    ref, hyp = _Speakers(session.ref, settings.ref_sort), _Speakers(session.hyp, settings.hyp_sort)
    count = max(len(ref.names), len(hyp.names))
    if timed:
        texts = TimedTexts.of(session.name, session.ref, settings, is_ref=True)
        others = TimedTexts.of(session.name, session.hyp, settings, is_ref=False)
        lists = [
            [of.nodes(side.segments(place)) for place in range(count)] for of, side in ((texts, ref), (others, hyp))
        ]
        sides, times = networks_of(*lists)
    else:
        sides, times = (core.texts(ref.texts(count)), core.texts(hyp.texts(count))), []
    batch, rows = _aligned(sides, count, settings, timed)
    matches = []
    for row, column in enumerate(cheapest(rows) if count else ()):
        steps = batch.pairs(row * count + column, tuple, None, None, _TIMES if timed else 0)
        segments = ref.segments(row), hyp.segments(column)
        operations = batch.operations(row * count + column).encode()
        matches.append(
            Match(ref.name(row), hyp.name(column), *segments, operations, _words(steps, times, settings.collar or 0.0))
        )
    counts = sum((match.counts for match in matches), Counts())
    missed = len(ref.names) - len(hyp.names)
    speakers = Speakers(len(ref.names), max(0, missed), max(0, -missed))
    assignment = tuple((match.ref, match.hyp) for match in matches)
    return Assigned(MeetingScore(counts, speakers, counts.errors), tuple(matches), assignment)


def _words(
    steps: Sequence[tuple[Any, ...]], times: Sequence[float], collar: float
) -> tuple[tuple[MarkedWord, ...], tuple[MarkedWord, ...]]:
    """The words of both sides; an optional word that is missing is correct beside an empty one."""

    def word(text: str | None, places: Sequence[float | None], wider: float) -> MarkedWord:
        begin, end = places
        if begin is None or end is None:
            return text or "", (None, None)
        return text or "", (times[int(begin)] + wider, times[int(end)] - wider)

    refs = tuple(word(step[1], step[3:5], 0.0) for step in steps if step[0] != "I")
    return refs, tuple(word(step[2], step[6:8], collar) for step in steps if step[0] != "D")


def _aligned(
    sides: tuple[core.Side, core.Side], count: int, settings: MeetingSettings, timed: bool
) -> tuple[core.Batch, list[list[int]]]:
    """The alignments of all pairs of speakers, and the cost of each in a table."""
    rules = Settings(
        policy=settings.policy,
        case_sensitive=settings.case_sensitive,
        unit=settings.unit,
        optional_words=settings.optional_words,
        fragments=settings.fragments,
        markup=True,
    ).rules(overlap=timed)
    places = list(product(range(count), repeat=2))
    columns = tuple(array("q", [place[side] for place in places]).tobytes() for side in (0, 1))
    try:
        batch = core.align(rules, *sides, pairs=(columns[0], columns[1]))
    except core.TextError as error:
        raise UsageError(f"a text cannot be read: {error}") from None
    numbers = array("i", batch.counts())
    substitution, insertion, deletion = settings.rules[0]
    costs = [
        substitution * numbers[4 * place + 1] + deletion * numbers[4 * place + 2] + insertion * numbers[4 * place + 3]
        for place in range(len(places))
    ]
    return batch, [costs[row * count : (row + 1) * count] for row in range(count)]


class _Speakers:
    """The speakers of a side in the order of their first segments, and the segments of each."""

    def __init__(self, side: Side, sort: str) -> None:
        self._side = side
        own: dict[str, list[int]] = {}
        for place in order_of(side, sort):
            own.setdefault(side.speakers[place], []).append(place)
        self.names = list(own)
        self._segments = [tuple(places) for places in own.values()]

    def name(self, place: int) -> str | None:
        """The name of a speaker; None behind the last."""
        return self.names[place] if place < len(self.names) else None

    def segments(self, place: int) -> tuple[int, ...]:
        """The segments of a speaker; none behind the last."""
        return self._segments[place] if place < len(self.names) else ()

    def texts(self, count: int) -> list[str]:
        """The texts of the speakers, filled up with empty ones."""
        found = [" ".join(self._side.texts[place] for place in places) for places in self._segments]
        return found + [""] * (count - len(found))
