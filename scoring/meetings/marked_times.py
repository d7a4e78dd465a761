"""Networks of texts with marks whose words have times: each speaker's words, alternatives beside each other.

An alternation takes the part of its segment that its longest alternative needs; each alternative has all of that part.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...formats.errors import FormatError, UsageError, Where
from ...formats.schema import Alternation, Grammar, Item
from ...formats.schema.markup import parse, render
from .. import _core as core
from .prepared import INTERVALS, KNOWN_TIMES
from .settings import MeetingSettings
from .sides import Side, place_of, several_words

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
        own = _times(widths, span, kind, self.collar)
        whole = _times(widths, span, INTERVALS.get(kind, kind), 0.0)
        found: list[_Node] = []
        for item, times, part in zip(items, own, whole, strict=True):
            if isinstance(item, Alternation):
                null = _Placed(None, part[0] - self.collar, part[1] + self.collar)
                found.append([self._placed(branch, part, timing) or [null] for branch in item.branches])
            else:
                found.append(_Placed(render((item,), "plain"), *times))
        return found

    def _width(self, item: Item, timing: str) -> int:
        if isinstance(item, Alternation):
            return max((sum(self._width(one, timing) for one in branch) for branch in item.branches), default=0) or 1
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
        found = []
        for source, target, placed in arcs:
            begin = places[placed.begin]
            found.append((source, target, placed.word, begin, places[placed.end] - begin, 0.0))
        return found

    ref, hyp = (core.networks([made(arcs) for arcs in side]) for side in sides)
    return (ref, hyp), times


def _arcs(nodes: list[_Node]) -> Iterator[tuple[int, int, _Placed]]:
    """Words between numbered nodes of a network; each comes behind those that lead to it."""
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
