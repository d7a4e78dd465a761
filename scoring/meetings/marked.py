"""Texts with sclite's marks: alternations, optional words and fragments, in the WER, the cpWER and the tcpWER."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from ... import core
from ...formats.errors import FormatError, UsageError, Where
from ...formats.schema import Alternation, Grammar, Item
from ...formats.schema.markup import parse, render
from ..common.settings import Settings
from .pairing import cheapest
from .prepared import INTERVALS, KNOWN_TIMES, order_of
from .scores import Assigned, MarkedWord, Match
from .settings import MeetingSettings
from .sides import Session, Side, place_of, several_words

MEASURES = ("wer", "cp", "tcp")
_TIMES = 5  # the core's bits for times of both sides


def check_marks(measure: str, settings: MeetingSettings) -> None:
    """Rejects marks in measures that do not read them."""
    if measure not in MEASURES:
        raise UsageError(
            f"measure {measure} does not read alternations, optional words and fragments; expected one of: "
            f"{', '.join(MEASURES)}"
        )
    if measure != "tcp":
        return
    if settings.unit == "character":
        raise UsageError("measure tcp reads no marks with unit='character' (--characters); score cp, or compare words")
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
            [texts_of_side.nodes(side.segments(place)) for place in range(count)]
            for texts_of_side, side in ((texts, ref), (others, hyp))
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
    return Assigned.of_speakers(matches, len(ref.names), len(hyp.names))


def _words(
    steps: Sequence[tuple[Any, ...]], times: Sequence[float], collar: float
) -> tuple[tuple[MarkedWord, ...], tuple[MarkedWord, ...]]:
    """The words of both sides; an optional word that is missing is correct against an empty one."""

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
        places_of: dict[str, list[int]] = {}
        for place in order_of(side, sort):
            places_of.setdefault(side.speakers[place], []).append(place)
        self.names = list(places_of)
        self._segments = [tuple(places) for places in places_of.values()]

    def name(self, place: int) -> str | None:
        """The name of a speaker; None after the last."""
        return self.names[place] if place < len(self.names) else None

    def segments(self, place: int) -> tuple[int, ...]:
        """The segments of a speaker; none after the last."""
        return self._segments[place] if place < len(self.names) else ()

    def texts(self, count: int) -> list[str]:
        """The texts of the speakers, filled up with empty ones."""
        texts = [" ".join(self._side.texts[place] for place in places) for places in self._segments]
        return texts + [""] * (count - len(texts))


_Node: TypeAlias = "_Placed | list[list[_Node]]"
"""A word, or the branches of an alternation."""
_EVEN = {"equidistant_intervals": "character_based", "equidistant_points": "character_based_points"}


@dataclass(frozen=True, slots=True)
class _Placed:
    """A word of a network, and its times; the null word is None."""

    word: str | None
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class TimedTexts:
    """The segments of a side, and how their words get times."""

    side: Side
    where: str
    """Side and session, as messages name them."""
    timing: str
    collar: float
    grammar: Grammar

    @classmethod
    def of(cls, session: str, side: Side, settings: MeetingSettings, *, is_ref: bool) -> TimedTexts:
        """The texts of the reference, or of the hypothesis, whose words the collar widens."""
        where = place_of("reference" if is_ref else "hypothesis", session)
        assert side.starts is not None
        assert side.ends is not None
        timing = settings.ref_timing if is_ref else settings.hyp_timing
        collar = 0.0 if is_ref else settings.collar or 0.0
        return cls(side, where, timing, collar, "sclite" if settings.markup else "plain")

    def nodes(self, places: Sequence[int]) -> list[_Node]:
        """The words of these segments in their order."""
        return [node for place in places for node in self._segment(place)]

    def _segment(self, place: int) -> list[_Node]:
        text = self.side.texts[place]
        assert self.side.starts is not None
        assert self.side.ends is not None
        try:
            items = parse(text, self.grammar, Where(self.where, place + 1))
        except FormatError as error:
            raise UsageError(f"a text cannot be read: {error}") from None
        if self.timing == "none" and len(items) > 1:
            raise several_words(self.where, [text])
        timing = KNOWN_TIMES if self.timing == "none" else self.timing
        return self._placed(items, (self.side.starts[place], self.side.ends[place]), timing)

    def _placed(self, items: Sequence[Item], span: tuple[float, float], timing: str) -> list[_Node]:
        widths = [self._width(item, timing) for item in items]
        if not any(isinstance(item, Alternation) for item in items):
            return [
                _Placed(render((item,), "plain"), *times)
                for item, times in zip(items, _times(widths, span, timing, self.collar), strict=True)
            ]
        # Words of equal parts have one width each, and alternations that of their longest alternative.
        kind = _EVEN.get(timing, timing)
        its_times = _times(widths, span, kind, self.collar)
        whole = _times(widths, span, INTERVALS.get(kind, kind), 0.0)
        nodes: list[_Node] = []
        for item, times, part in zip(items, its_times, whole, strict=True):
            if isinstance(item, Alternation):
                null = _Placed(None, part[0] - self.collar, part[1] + self.collar)
                nodes.append([self._placed(branch, part, timing) or [null] for branch in item.branches])
            else:
                nodes.append(_Placed(render((item,), "plain"), *times))
        return nodes

    def _width(self, item: Item, timing: str) -> int:
        if isinstance(item, Alternation):
            return max((sum(self._width(each, timing) for each in branch) for branch in item.branches), default=0) or 1
        return 1 if timing in _EVEN else len(render((item,), "plain"))


def _times(widths: Sequence[int], span: tuple[float, float], timing: str, collar: float) -> list[tuple[float, float]]:
    counts, lengths = array("i", [len(widths)]).tobytes(), array("i", widths).tobytes()
    start, end = (array("d", [time]).tobytes() for time in span)
    begins, ends = core.word_times(counts, lengths, start, end, timing, collar)
    return list(zip(array("d", begins), array("d", ends), strict=True))


def networks_of(
    refs: Sequence[list[_Node]], hyps: Sequence[list[_Node]]
) -> tuple[tuple[core.Side, core.Side], list[float]]:
    """The networks of both sides, and all times in order: places among these decide what overlaps, exactly."""
    sides = [[list(_arcs(nodes)) for nodes in side] for side in (refs, hyps)]
    times = sorted({time for side in sides for arcs in side for _, _, word in arcs for time in (word.begin, word.end)})
    places = {time: float(place) for place, time in enumerate(times)}

    def made(arcs: list[tuple[int, int, _Placed]]) -> list[tuple[int, int, str | None, float, float, float]]:
        network = []
        for source, target, placed in arcs:
            begin = places[placed.begin]
            network.append((source, target, placed.word, begin, places[placed.end] - begin, 0.0))
        return network

    ref, hyp = (core.networks([made(arcs) for arcs in side]) for side in sides)
    return (ref, hyp), times


def _arcs(nodes: list[_Node]) -> Iterator[tuple[int, int, _Placed]]:
    """Words between numbered nodes of a network; each comes after those that lead to it."""
    count = 0

    def add(sequence: list[_Node], source: int, target: int | None) -> Iterator[tuple[int, int, _Placed]]:
        nonlocal count
        for place, node in enumerate(sequence):
            follower = target if place == len(sequence) - 1 else None
            if follower is None:
                count += 1
                follower = count
            if isinstance(node, _Placed):
                yield source, follower, node
            else:
                for branch in node:
                    yield from add(branch, source, follower)
            source = follower

    return add(nodes, 0, None)
