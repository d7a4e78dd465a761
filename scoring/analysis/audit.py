"""Suspicious references: places where systems agree with each other but not with the reference, by evidence.

At each place the outputs are weighed: how much likelier are they, in bits, if what the systems have in common was said,
than if the reference was? A system that often says the one for the other weighs little, one that never does much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log2
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...formats.errors import MismatchError, UsageError, quantity, short
from ...formats.values import dataclass, replace
from ..common.results import Immutable, listed
from ..words.alignment import words_of
from ..words.result import checked_names, checked_results
from .as_written import texts_given
from .branches import spoken_parts
from .breakdown import Breakdown, column
from .one_order import in_one_order
from .steps import CORRECT, Steps
from .written_words import WrittenWords, written_words

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..common.arrays import Integers, Mask
    from ..common.arrow import Column
    from ..words.result import Result
    from ..words.utterance_table import UtteranceTable

    Slot: TypeAlias = tuple[int, int]
    """An utterance, and a place in it: 2 n for the gap before word n, 2 n + 1 for the word."""
    Words: TypeAlias = tuple[str, ...]

_CONTEXT = 5
_WIDTH = 50
_LEAST = 2
"""Systems that have to agree."""


@dataclass(frozen=True, slots=True)
class Site(Immutable):
    """A place where systems agree, but not with the reference."""

    id: str
    begin: int
    """The first word of the reference as it is written that is meant, counted from 0."""
    end: int
    """The first one after them; words were inserted where it is the same."""
    ref: str
    alt: str
    """What the systems have in its place."""
    systems: tuple[str, ...]
    """Those that agree."""
    others: tuple[str, ...]
    """What each of the others has, as `name: words`."""
    bits: float
    """How much likelier the outputs are if `alt` was said than if `ref` was, as a power of two."""
    left: str
    right: str
    session: str = ""
    channel: str = ""
    speaker: str = ""
    start: float | None = None

    def in_context(self, width: int) -> str:
        """The words of the reference in brackets, with as much context as fits.

        >>> Site("u", 2, 3, "far", "for", (), (), 1.0, "it is so very", "away from the harbour", "").in_context(24)
        '... very [far] away ...'
        """
        words = f"[{short(self.ref, width - 2)}]"
        left, right = self.left, self.right
        side = (width - len(words)) // 2 - len(" ... ")
        if len(f"{left} {words} {right}".strip()) > width:
            if len(left) > side:
                left = f"... {left[len(left) - side - 1 :].partition(' ')[2]}".rstrip() if side >= 0 else ""
            if len(right) > side:
                right = f"{right[: side + 1].rpartition(' ')[0]} ...".lstrip() if side >= 0 else ""
        return f"{left} {words} {right}".strip()

    def to_dict(self) -> dict[str, Any]:
        """A line of a file of verdicts, without the verdict."""
        place = {name: getattr(self, name) for name in ("session", "channel", "speaker", "start")}
        return {
            **{name: getattr(self, name) for name in ("id", "begin", "end", "ref", "alt")},
            **({} if self.start is None else place),
            "left": self.left,
            "right": self.right,
            "systems": list(self.systems),
            "others": list(self.others),
            "bits": self.bits,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit(Breakdown):
    """Places where systems agree, but not with the reference, the most doubtful references first.

    >>> import scorelite
    >>> refs, hyps = ["the Grey cat sat"], ["the gray cat sat"]
    >>> sites = scorelite.analysis.audit([scorelite.score(refs, hyps), scorelite.score(refs, hyps)])
    >>> [(site.ref, site.alt, site.systems) for site in sites.rows]
    [('Grey', 'gray', ('A', 'B'))]
    """

    TITLE: ClassVar[str] = "Places where systems agree, but not with the reference"
    NAME: ClassVar[str] = "audit"

    names: tuple[str, ...]
    rows: tuple[Site, ...]
    shown: int | None = None
    """Rows of the text; None for all."""
    left_out: int = 0
    """Utterances in which systems took readings of different lengths, or whose words as written are not known."""

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Utterance, words in context, systems and bits."""
        heads = ("utterance", "word", "reference", "systems say", "agree", "bits", "context")
        rows = [
            (
                short(row.id, 24),
                str(row.begin),
                short(row.ref or "-", 30),
                short(row.alt or "-", 30),
                f"{len(row.systems)} of {len(self.names)}",
                f"{row.bits:+.1f}",
                row.in_context(_WIDTH),
            )
            for row in self.rows[: self.shown]
        ]
        return heads, rows

    def columns(self) -> Mapping[str, Column]:
        """The fields of each place."""
        words = {name: column("text", self.rows, name) for name in ("id", "ref", "alt", "left", "right")}
        places = {name: column("integer", self.rows, name) for name in ("begin", "end")}
        systems: dict[str, Column] = {
            name: ("texts", [list(getattr(row, name)) for row in self.rows]) for name in ("systems", "others")
        }
        numbers = {name: column("number", self.rows, name) for name in ("bits", "start")}
        return {**words, **places, **systems, **numbers, **self._segments()}

    def _segments(self) -> dict[str, Column]:
        """Names of the segment of each place; None for texts without times."""
        names = ("session", "channel", "speaker")
        timed = [None if row.start is None else row for row in self.rows]
        return {name: ("text", [row and getattr(row, name) for row in timed]) for name in names}

    def facts(self) -> Mapping[str, Any]:
        """The systems, and the number of places against the reference."""
        numbers = {"places": len(self.rows), "doubtful": self.doubtful, "left_out": self.left_out}
        return {"systems": list(self.names), **numbers}

    @property
    def doubtful(self) -> int:
        """The number of places where the evidence is against the reference."""
        return sum(row.bits > 0 for row in self.rows)

    def notes(self) -> Iterable[str]:
        """How many there are."""
        places = quantity(len(self.rows), "place")
        yield f"{places}; the evidence is against the reference in {self.doubtful:,} of them"
        if self.shown is not None and self.shown < len(self.rows):
            yield f"{len(self.rows) - self.shown:,} more"
        if self.left_out:
            why = "systems chose alternations of different lengths, or rules joined words of several places"
            yield f"{quantity(self.left_out, 'utterance')} left out: {why}"

    def _sum(self, others: Sequence[Audit]) -> Audit:
        if not others:
            return self
        raise UsageError(
            "audits cannot be added: bits depend on all utterances; expected an audit of the sum of results"
        )


def spans(result: Result, utterances: Collection[int] | None = None) -> tuple[Site, ...]:
    """Where one system differs from the reference, in the order of the texts: in some utterances, or in all."""
    return tuple(_audited([result], None, 1, utterances)[1])


def whole_utterance(result: Result, place: int) -> Site:
    """All words of an utterance as one site, for texts in which sites are not known."""
    ref, hyp = (words_of(side[place]) for side in texts_given(result))
    named = _segment(result.table, place)
    return Site(result.table.name(place), 0, len(ref), " ".join(ref), " ".join(hyp), ("A",), (), 0.0, "", "", **named)


def audit(results: Sequence[Result], names: Sequence[str] | None = None) -> Audit:
    """Where two systems or more agree against the reference that all were scored with."""
    results = checked_results(results)
    if len(results) < _LEAST:
        raise UsageError(f"{quantity(len(results), 'system')}; expected two or more, which may agree")
    called = checked_names(_letters(len(results)) if names is None else names, len(results))
    left_out, sites = _audited(results, called, _LEAST)
    signature = f"{results[0].signature}|audit:{'+'.join(called)}"
    rows = tuple(sorted(sites, key=_order))
    return Audit(signature=signature, names=tuple(called), rows=rows, left_out=left_out)


def _audited(
    results: Sequence[Result], names: Sequence[str] | None, least: int, wanted: Collection[int] | None = None
) -> tuple[int, list[Site]]:
    """How many utterances are left out, and the places at which so many systems agree, in the order of texts.

    `wanted` are the utterances that are looked at; None for all.
    """
    if any(result.settings.unit != "word" for result in results):
        raise UsageError("places consist of words; score without unit='character' (-c)")
    called = names or _letters(len(results))
    sides = [_System(name, Steps(result)) for name, result in zip(called, in_one_order(results), strict=True)]
    uneven = {owner for side in sides[1:] for owner in _uneven(sides[0], side)}
    ignored = uneven if wanted is None else uneven | {*range(len(sides[0].ids))} - {*wanted}
    for side in sides if ignored else ():
        side.leave_out(ignored)
    places = list(_places(sides, least))
    lost = {place.owner for place in places if not sides[0].ref(place.owner).is_sound}
    return len(uneven | lost), [_site(sides, place) for place in places if place.owner not in lost]


def _uneven(first: _System, other: _System) -> Iterator[int]:
    """The texts of which two systems took readings of different lengths; other references are rejected."""
    if first.ids != other.ids:
        few = sorted({*first.ids} ^ {*other.ids})
        if not few:
            raise MismatchError("the systems were scored with different references; expected one for all")
        raise MismatchError(
            f"{listed(few, 'utterance')} in only one of {first.name} and {other.name}; expected the same for all: "
            "missing='delete' (--missing delete) scores an utterance without a hypothesis"
        )
    for owner, (taken, also) in enumerate(zip(first.texts, other.texts, strict=True)):
        if taken != also:
            if first.first_reading(owner) != other.first_reading(owner):
                raise MismatchError("the systems were scored with different references; expected one for all")
            if len(taken) != len(also):
                yield owner


def _letters(number: int) -> list[str]:
    return [chr(ord("A") + place) if number <= 26 else f"S{place + 1}" for place in range(number)]


def _order(site: Site) -> tuple[Any, ...]:
    return -site.bits, site.id, site.begin


class _Agreement(NamedTuple):
    """The words that some systems have in common at a slot."""

    alt: tuple[str, ...]
    systems: frozenset[int]


class _System:
    """The errors of a system by slot, and how often it says one word for another."""

    def __init__(self, name: str, steps: Steps) -> None:
        self.name = name
        self._steps = steps
        self.table = steps.result.table
        self.ids = self.table.names()
        self.texts = steps.texts("ref")
        self._written = steps.result.utterances
        self._kept: dict[tuple[str, int], WrittenWords] = {}
        self._heard = _slots(steps, steps.hyp_rows)
        """The slot of each word of the system in its text, in their order."""
        self.errors = _said(steps, steps.operations != CORRECT)
        """The words of the system at each slot where it is wrong."""
        # An optional word that is missing is correct, and so is another word for a fragment.
        self._correct = _said(steps, (steps.operations == CORRECT) & (steps.ref >= 0) & (steps.ref != steps.hyp))
        counts = steps.counts
        words = steps.words
        self.spoken: dict[str, int] = dict(zip(words, counts[:, :3].sum(axis=1).tolist(), strict=True))
        heard = np.bincount(steps.said("hyp"), minlength=len(words))
        self.said: dict[str, int] = dict(zip(words, heard.tolist(), strict=True))
        self.size = max(1, int(counts[:, :3].sum()))
        self.rate = min(0.5, max(1 / self.size, int(counts[:, 1:4].sum()) / self.size))
        self.pairs = self._pairs()

    def _pairs(self) -> Counter[tuple[str, Words]]:
        """How often words have been replaced by others; gaps are the empty word."""
        return Counter(
            (self.texts[slot[0]][slot[1] // 2] if slot[1] % 2 else "", alt) for slot, alt in self.errors.items()
        )

    def first_reading(self, owner: int) -> Sequence[str]:
        """The words of a reference with the first branch of each alternation."""
        if not self._steps.result.settings.markup:
            return self.texts[owner]
        parts = spoken_parts(self._written.refs[owner], self._steps.result.settings)
        return [word for part in parts for word in part[0]]

    def leave_out(self, owners: Collection[int]) -> None:
        """Leaves out the errors of some texts."""
        self.errors = {slot: said for slot, said in self.errors.items() if slot[0] not in owners}

    def chance(self, word: str, alt: Words, held: int) -> float:
        """How likely the system says this for a word; `held` times here, which do not count."""
        spoken = self.spoken.get(word, 0) if word else self.size
        usual = self.rate
        for each in alt or ("",):
            usual *= max(1, self.said.get(each, 0)) / self.size if each else self.rate
        return min(1.0, (max(0, self.pairs[word, alt] - held) + usual) / (max(0, spoken - held) + 1))

    def ref(self, owner: int) -> WrittenWords:
        """The words of a reference as they are written."""
        return self._words("ref", owner)

    def _words(self, side: str, owner: int) -> WrittenWords:
        if (side, owner) not in self._kept:
            self._kept[side, owner] = written_words(self._steps, side, owner)
        return self._kept[side, owner]

    def written(self, slots: Sequence[Slot]) -> Words:
        """The words of the system at some slots side by side, as they are written where these are whole words."""
        owner = slots[0][0]
        heard = self._heard[slice(*self._steps.hyp_first[owner : owner + 2].tolist())]
        begin = int(np.searchsorted(heard, slots[0][1], "left"))
        end = int(np.searchsorted(heard, slots[-1][1], "right"))
        if begin == end:
            return ()
        words = self._words("hyp", owner)
        if not words.is_sound or words.around(begin, end) != (begin, end):
            return self.at(slots)
        first, behind = words.span(begin, end)
        return tuple(words.words[first:behind])

    def at(self, slots: Iterable[Slot]) -> Words:
        """The words of the system at some slots."""
        said: list[str] = []
        for slot in slots:
            usual: Words = (self.texts[slot[0]][slot[1] // 2],) if slot[1] % 2 else ()
            said += self.errors.get(slot, self._correct.get(slot, usual))
        return tuple(said)


def _said(steps: Steps, mask: Mask) -> dict[Slot, Words]:
    """The words of the system in some steps, by slot; none where a word is missing."""
    rows = np.flatnonzero(mask)
    said: defaultdict[Slot, list[str]] = defaultdict(list)
    columns = (steps.utterance[rows], _slots(steps, rows), steps.hyp[rows])
    for owner, slot, word in zip(*(each.tolist() for each in columns), strict=True):
        said[owner, slot] += [] if word < 0 else [steps.words[word]]
    return {slot: tuple(words) for slot, words in said.items()}


def _slots(steps: Steps, rows: Integers) -> Integers:
    """The slots of some steps in their texts."""
    refs = np.searchsorted(steps.ref_rows, rows) - steps.ref_first[steps.utterance[rows]]
    slots: Integers = 2 * refs + (steps.ref[rows] >= 0)
    return slots


def _agreements(sides: Sequence[_System], least: int) -> Iterator[tuple[list[Slot], frozenset[int]]]:
    """Stretches of slots at which the same systems agree; slots side by side are one stretch."""
    agreed: dict[Slot, _Agreement] = {}
    shared = Counter(slot for side in sides for slot in side.errors)
    for slot in sorted(slot for slot, number in shared.items() if number >= least):
        alts: defaultdict[Words, set[int]] = defaultdict(set)
        for number, side in enumerate(sides):
            if slot in side.errors:
                alts[side.errors[slot]].add(number)
        alt, systems = max(alts.items(), key=lambda each: (len(each[1]), each[0]))
        if len(systems) >= least:
            agreed[slot] = _Agreement(alt, frozenset(systems))
    run: list[Slot] = []
    for slot, agreement in agreed.items():
        if run and not (_is_next(run[-1], slot) and agreed[run[-1]].systems == agreement.systems):
            yield run, agreed[run[-1]].systems
            run = []
        run.append(slot)
    if run:
        yield run, agreed[run[-1]].systems


def _is_next(first: Slot, second: Slot) -> bool:
    """Whether no word of the reference stands between two slots."""
    return first[0] == second[0] and (second[1] == first[1] + 1 or (first[1] % 2 == 1 and second[1] == first[1] + 2))


@dataclass(frozen=True, slots=True)
class _Place:
    """Slots at which systems agree, and all those of the words as they are written that stand there."""

    owner: int
    errors: tuple[Slot, ...]
    first: int
    last: int
    systems: frozenset[int]

    @property
    def slots(self) -> Sequence[Slot]:
        """All slots."""
        return [(self.owner, slot) for slot in range(self.first, self.last + 1)]

    @property
    def words(self) -> tuple[int, int]:
        """The compared words of the reference: the first one, and the one after the last."""
        return self.first // 2, (self.last + 1) // 2


def _places(sides: Sequence[_System], least: int) -> Iterator[_Place]:
    """The places at which systems agree on all that stands for words as they are written, in the order of texts."""
    held: _Place | None = None
    for slots, systems in _agreements(sides, least):
        place = _whole(sides, _Place(slots[0][0], tuple(slots), slots[0][1], slots[-1][1], systems))
        if held is not None and held.owner == place.owner and place.first <= held.last:
            first, last = min(held.first, place.first), max(held.last, place.last)
            systems = held.systems | place.systems
            held = _whole(sides, _Place(place.owner, (*held.errors, *place.errors), first, last, systems))
            continue
        yield from _agreed(sides, held, least)
        held = place
    yield from _agreed(sides, held, least)


def _whole(sides: Sequence[_System], place: _Place) -> _Place:
    """The place with all slots of the words as they are written of which it has some."""
    text = sides[0].ref(place.owner)
    begin, end = text.around(*place.words) if text.is_sound else place.words
    if (begin, end) == place.words:
        return place
    return replace(place, first=min(place.first, 2 * begin + 1), last=max(place.last, 2 * end - 1))


def _agreed(sides: Sequence[_System], place: _Place | None, least: int) -> Iterator[_Place]:
    """The place with the systems that have the same words at all its slots, if there are enough."""
    if place is None:
        return
    said: defaultdict[Words, set[int]] = defaultdict(set)
    for number in sorted(place.systems):
        said[sides[number].at(place.slots)].add(number)
    _, systems = max(said.items(), key=lambda each: (len(each[1]), each[0]))
    if len(systems) >= least:
        yield replace(place, systems=frozenset(systems))


def _site(sides: Sequence[_System], place: _Place) -> Site:
    """The place as a person judges it."""
    owner, slots, agreeing = place.owner, place.slots, place.systems
    text = sides[0].ref(owner)
    begin, end = text.span(*place.words)
    said = {number: side.at(slots) for number, side in enumerate(sides)}
    others = [f"{sides[number].name}: {' '.join(words)}" for number, words in said.items() if number not in agreeing]
    return Site(
        sides[0].ids[owner],
        begin,
        end,
        " ".join(text.words[begin:end]),
        _written([sides[number].written(slots) for number in agreeing]),
        tuple(sides[number].name for number in sorted(agreeing)),
        tuple(others),
        _bits(sides, place.errors, agreeing),
        " ".join(text.words[max(0, begin - _CONTEXT) : begin]),
        " ".join(text.words[end : end + _CONTEXT]),
        **_segment(sides[0].table, owner),
    )


def _segment(table: UtteranceTable, owner: int) -> dict[str, Any]:
    """Recording, channel, speaker and start of an utterance; nothing without times."""
    timeline = table.timeline
    if timeline is None or not timeline.windows:
        return {}
    return {
        "session": timeline.sessions[owner],
        "channel": timeline.channels[owner],
        "speaker": timeline.speakers[owner],
        "start": timeline.start[owner],
    }


def _written(said: Iterable[Words]) -> str:
    """The words of systems that agree as most of them write these, of several ways the first one by its letters."""
    times = Counter(map(" ".join, said))
    return min(times, key=lambda text: (-times[text], text))


def _bits(sides: Sequence[_System], slots: Sequence[Slot], agreeing: frozenset[int]) -> float:
    """How much likelier the outputs are if the systems are right than if the reference is, as a power of two."""
    bits = 0.0
    for slot in slots:
        alt = sides[min(agreeing)].at([slot])
        for number, side in enumerate(sides):
            right = log2(1 - side.rate)
            if number in agreeing:
                ref = side.texts[slot[0]][slot[1] // 2] if slot[1] % 2 else ""
                bits += right - log2(side.chance(ref, alt, 1))
            elif slot not in side.errors:
                bits += log2(side.chance(" ".join(alt), side.at([slot]), 0)) - right
    return bits
