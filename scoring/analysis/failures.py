"""Failures of recognisers: stretches of errors that are no single wrong words, each with its place.

Every failure lies in one utterance. Kinds overlap: a loop is often a run of insertions as well.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import core
from ...formats.errors import UsageError, quantity, short
from ...formats.schema import OneByOne
from ...formats.values import dataclass, replace
from ..common.analyses import BY_NAME
from ..common.counts import percent
from ..common.results import Immutable
from ..maths.stretches import Stretches, among, different, owners_of
from ..words.alignment import words_of
from .analysis import Analysis
from .branches import first_words
from .breakdown import Breakdown, SummedRow, column, signed
from .letters import code_points, script_of
from .settings import checked, settings_of, settled
from .spec import Spec, with_commas
from .steps import Steps
from .tally import rows_of, tally_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from ..common.arrays import Integers, Mask
    from ..common.arrow import Column
    from ..words.result import Result
    from .tally import Tally

    # The first step, the step after the last one, and how many words, of each failure of a kind.
    Runs: TypeAlias = "tuple[Integers, Integers, Integers]"
    # Kinds whose smallest size no text reaches: names, sizes, and the most words or steps of a text.
    Unreached: TypeAlias = "tuple[tuple[str, int, int], ...]"
    # The numbers of the first and the last word of a failure on a side, and its words.
    _Words: TypeAlias = "tuple[int | None, int | None, list[str]]"

LONGEST_LOOP = 8
"""Words that a loop repeats at most."""
DEFAULTS = {"dropout": 5, "inserted": 5, "burst": 10, "loop": 4, "truncated": 5, "trailing": 3, "switch": 1}
"""The smallest failure of each kind: words, but of a loop how often a word comes in a row; a phrase, one time less.

Three or four insertions in a row are common inside a text, where an id is spelled or a filler heard, and rare at its
end: there they are what a recogniser invents after the speech, such as "thank you for watching".
"""
_LIMITED = {
    **dict.fromkeys(("dropout", "truncated"), "reference"),
    **dict.fromkeys(("inserted", "loop", "trailing", "switch"), "hypothesis"),
    "burst": "alignment",
}
"""What has the words, or the steps, of a failure."""
_MOST_SMALLER = 1032
"""How many times smaller zlib makes a text at most."""
_SHOWN = 5
_WIDE = 60


@dataclass(frozen=True, slots=True)
class Failure(Immutable):
    """A failure and its place; words are counted from 0, and a side without words of it has None."""

    kind: str
    id: str
    words: int
    ref_first: int | None
    ref_last: int | None
    hyp_first: int | None
    hyp_last: int | None
    start: float | None
    end: float | None
    text: str
    """The words: of the hypothesis if it has any there, else of the reference."""


@dataclass(frozen=True, slots=True)
class FailureRow(SummedRow):
    """All failures of one kind."""

    LARGEST: ClassVar[Collection[str]] = ("longest",)

    name: str
    places: int = 0
    utterances: int = 0
    words: int = 0
    errors: int = 0
    """Errors of the alignment inside them."""
    longest: int = 0


_NUMBERS = ("places", "utterances", "words", "longest", "errors")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures(Breakdown):
    """The failures of a recogniser: counts by kind, and their places.

    >>> import scorelite
    >>> failures = scorelite.score(["we saw it go"], ["we saw saw saw saw saw saw it go"]).failures()
    >>> failures["loop"].places, failures.places[0].text
    (1, 'saw saw saw saw saw')
    """

    TITLE: ClassVar[str] = "Failures"
    NAME: ClassVar[str] = "failures"
    SPEC: ClassVar[Spec] = Spec(
        table={**{name: (name, with_commas) for name in _NUMBERS}, "of reference": ("points", percent)},
        adds=("reference",),
    )

    reference: int
    """Words of all references."""
    rows: tuple[FailureRow, ...]
    places: Sequence[Failure]
    unreached: Unreached = ()
    """Kinds whose smallest size no text reaches, that size, and the most words, or steps, of a text."""

    def points(self, name: str) -> float | None:
        """The errors in all failures of a kind, divided by all reference words."""
        return self[name].errors / self.reference if self.reference else None

    def columns(self) -> Mapping[str, Column]:
        """The place of each failure."""
        whole, places = ("words", "ref_first", "ref_last", "hyp_first", "hyp_last"), tuple(self.places)
        return {
            **{name: column("text", places, name) for name in ("kind", "id")},
            **{name: column("integer", places, name) for name in whole},
            **{name: column("number", places, name) for name in ("start", "end")},
            "text": column("text", places, "text"),
        }

    def facts(self) -> Mapping[str, Any]:
        """Counts by kind."""
        kinds = {
            row.name: {**{name: getattr(row, name) for name in _NUMBERS}, "points": self.points(row.name)}
            for row in self.rows
        }
        return {"reference_words": self.reference, "kinds": kinds}

    def notes(self) -> Iterable[str]:
        """The longest failures."""
        for place in _longest(self.places, _SHOWN):
            when = "" if place.start is None or place.end is None else f" {place.start:.2f} to {place.end:.2f} s"
            yield f"{place.kind} in {short(place.id)}{when}: {short(place.text, _WIDE)}"
        if len(self.places) > _SHOWN:
            yield f"the longest {_SHOWN} of {len(self.places):,} places; JSON has all"

    def _added(self, other: Failures) -> Failures:
        return replace(
            Breakdown._added(self, other),
            places=tuple(sorted((*self.places, *other.places), key=lambda place: place.id)),  # parts in any order
            unreached=_in_both(self.unreached, other.unreached),
        )

    def check_whole(self) -> None:
        """Rejects sizes above the usual ones that no text reaches; of a part of a corpus, others may reach them."""
        for unreached in self.unreached:
            _refuse(unreached)


def failures(
    result: Result, *, compression: float | None = None, steps: Steps | None = None, **smallest: int
) -> Failures:
    """The failures in a result that are at least as large as the settings say."""
    settings = _checked(settings_of(smallest, DEFAULTS) | ({} if compression is None else {"compression": compression}))
    steps = steps or Steps(result)
    unreached = _unreached(settings, steps)
    if unreached and not steps.is_part:
        _refuse(unreached[0])
    kinds = dict(_Search(steps, settings).kinds())
    return Failures(
        signature=signed(result, "failures", settled(settings)),
        reference=int(steps.ref_first[-1]),
        rows=rows_of(FailureRow, _tallies(steps, kinds.items())),
        places=_Places(steps, kinds),
        unreached=unreached,
    )


def _unreached(settings: Mapping[str, Any], steps: Steps) -> Unreached:
    """Sizes above the usual ones that no text reaches."""
    first = {"reference": steps.ref_first, "hypothesis": steps.hyp_first, "alignment": steps.first}
    asked = [name for name in _LIMITED if settings[name] > DEFAULTS[name]]
    longest = {name: int(np.diff(first[_LIMITED[name]]).max(initial=0)) for name in asked}
    return tuple([(name, settings[name], most) for name, most in longest.items() if settings[name] > most])


def _in_both(first: Unreached, other: Unreached) -> Unreached:
    """Sizes that no text of two parts reaches."""
    behind = {name: most for name, _, most in other}
    return tuple([(name, size, max(most, behind[name])) for name, size, most in first if name in behind])


def _refuse(unreached: tuple[str, int, int]) -> None:
    """Rejects a size that no text reaches."""
    name, size, longest = unreached
    side = _LIMITED[name]
    most = quantity(longest, "step" if side == "alignment" else "word")
    raise UsageError(
        f"{name} is {size}, but no text of the {side} has more than {most}; expected a number up to {longest}"
    )


def _check(systems: Sequence[Steps], argument: Any) -> None:
    """Rejects sizes that no text of any system reaches."""
    settings = _checked(_settings(argument))
    for unreached in reduce(_in_both, [_unreached(settings, steps) for steps in systems]):
        _refuse(unreached)


def _tallies(steps: Steps, kinds: Iterable[tuple[str, Runs]]) -> Iterator[Tally]:
    """The failures of each utterance, by kind: two systems are compared by the errors inside them."""
    for name, (begin, end, words) in kinds:
        texts = owners_of(begin, steps.first)
        numbers = {
            "places": 1,
            "utterances": np.diff(texts, prepend=-1) > 0,
            "words": words,
            "errors": steps.errors(texts, begin, end),
            "longest": words,
        }
        yield tally_of(
            name,
            texts,
            numbers,
            len(steps.first) - 1,
            largest=FailureRow.LARGEST,
            compared=[["errors"]],
            of_all=(steps.ref_sizes,),
        )


class _Search:
    """The search for failures among the steps of a result."""

    def __init__(self, steps: Steps, settings: Mapping[str, Any]) -> None:
        self._all = steps
        self._settings = settings
        self._ref_sizes, self._hyp_sizes = steps.ref_sizes, steps.hyp_sizes

    def kinds(self) -> Iterator[tuple[str, Runs]]:
        """The failures of each kind, by its name."""
        yield "dropout", self._runs(b"D", "dropout")
        yield "inserted", self._runs(b"I", "inserted")
        yield "burst", self._runs(b"SDI", "burst")
        yield "loop", self._loops()
        yield "truncated", self._at_end(b"D", "truncated", "hyp")
        yield "trailing", self._at_end(b"I", "trailing", "ref")
        yield "empty", self._wrong(self._hyp_sizes == 0, self._ref_sizes)
        yield "invented", self._wrong(self._ref_sizes == 0, self._hyp_sizes)
        yield "switch", self._switched()
        if "compression" in self._settings:
            yield "compressed", self._compressed()

    def _runs(self, operations: bytes, name: str) -> Runs:
        begin, end = self._all.stretches(operations, self._settings[name])
        return begin, end, end - begin

    def _at_end(self, operation: bytes, name: str, other: str) -> Runs:
        """Deletions or insertions at the end of a text of which the other side has words, none of them after these."""
        steps = self._all
        begin, end, words = self._runs(operation, name)
        texts = owners_of(begin, steps.first)
        first = steps.first_of(other)
        last = (first[texts + 1] > first[texts]) & (steps.before(other, end) == first[texts + 1])
        last &= steps.errors(texts, end, steps.first[texts + 1]) == 0
        return begin[last], end[last], words[last]

    def _texts(self, mask: Mask, sizes: Integers) -> Runs:
        """All steps of some texts."""
        texts = np.flatnonzero(mask)
        return self._all.first[texts], self._all.first[texts + 1], sizes[texts]

    def _wrong(self, mask: Mask, sizes: Integers) -> Runs:
        """All steps of some texts, those with errors: optional words that are missing, or alone, are none."""
        begin, end, words = self._texts(mask, sizes)
        wrong = self._all.errors(np.flatnonzero(mask), begin, end) > 0
        return begin[wrong], end[wrong], words[wrong]

    def _loops(self) -> Runs:
        """Words that come in a row as often nowhere in the reference of the same text."""
        begin, end, periods = self._repeats("hyp", None, LONGEST_LOOP)
        texts = owners_of(begin, self._all.hyp_first)
        there: set[tuple[int, ...]] = set()
        for longest in different(np.sort(periods)).tolist():
            # A repeat of few words may stand inside a longer one of more words, which is reported instead.
            ref_begin, _, ref_periods = self._repeats("ref", different(texts[periods == longest]), longest)
            there.update(self._cycles("ref", ref_begin, ref_periods))
        fresh = np.ones(len(begin), np.bool_)
        asked = np.flatnonzero(among(texts, np.array(sorted({text for text, *_ in there}), np.int64)))
        fresh[asked] = [key not in there for key in self._cycles("hyp", begin[asked], periods[asked])]
        return self._rows_of_words(begin[fresh], end[fresh])

    def _repeats(self, side: str, texts: Integers | None, longest: int) -> Sequence[Integers]:
        """Stretches of repeated words: of a phrase, one time less is enough, for speakers repeat words, hardly phrases.

        Characters are often repeated in pairs, too, as in "papapa".
        """
        times = self._settings["loop"]
        if self._all.result.settings.unit == "character":
            return self._all.repeats(side, texts, times, longest)
        begin, end, periods = self._all.repeats(side, texts, max(2, times - 1), longest)
        enough = (periods > 1) | (end - begin >= times * periods)
        return begin[enough], end[enough], periods[enough]

    def _rows_of_words(self, begin: Integers, end: Integers) -> Runs:
        """The steps of stretches of words of the hypothesis."""
        first, last = (self._all.rows_of("hyp", part) for part in (begin, end - 1))
        return first, last + 1, end - begin

    def _cycles(self, side: str, begins: Integers, periods: Integers) -> Iterator[tuple[int, ...]]:
        """The text and the words of each loop, which are a circle: from the place that makes them smallest."""
        texts, alike = owners_of(begins, self._all.first_of(side)).tolist(), self._all.alike
        for text, words in zip(texts, _words_in(self._all, side, begins, begins + periods), strict=True):
            circle = words if alike is None else alike[words].tolist()
            yield text, *min(circle[place:] + circle[:place] for place in range(len(circle)))

    def _switched(self) -> Runs:
        """Runs of words of the hypothesis in scripts that the reference of the text has not."""
        steps = self._all
        bits = np.zeros(1, np.int64) if steps.is_ascii else _script_bits(steps.words)
        if len({*bits.tolist()} - {0}) < 2:  # One script: no word can be of another.
            return self._texts(np.zeros(len(self._ref_sizes), np.bool_), self._ref_sizes)
        there = np.zeros(len(self._ref_sizes), np.int64)
        some = np.flatnonzero(self._ref_sizes)
        if len(some):
            there[some] = np.bitwise_or.reduceat(bits[steps.said("ref")], steps.ref_first[some])
        said = bits[steps.said("hyp")]
        lacking = np.repeat(there, self._hyp_sizes)
        odd = ((said != 0) & (lacking != 0) & (said & lacking == 0)).astype(np.uint8).tobytes()
        firsts = steps.hyp_first.tobytes()
        begin, end = (
            np.frombuffer(part, np.int64) for part in core.stretches(odd, firsts, b"\1", self._settings["switch"])
        )
        return self._rows_of_words(begin, end)

    def _compressed(self) -> Runs:
        """Texts that zlib makes so many times smaller, as Whisper asks before it decodes again."""
        result = self._all.result
        cut = first_words if result.settings.markup else words_of
        texts = [" ".join(cut(text)).encode("utf-8", "surrogateescape") for text in result.utterances.hyps]
        ratios = np.array([len(text) / len(zlib.compress(text)) for text in texts])
        return self._texts((ratios > self._settings["compression"]) & (self._hyp_sizes > 0), self._hyp_sizes)


def _script_bits(words: Sequence[str]) -> Integers:
    """The scripts of each word as bits; those of one bit too many share the last one."""
    letters = code_points(words)
    of_letters = np.zeros(int(letters.max(initial=0)) + 1, np.int64)
    of_letters[letters] = 1
    numbers: dict[str, int] = {}
    for letter in np.flatnonzero(of_letters).tolist():
        script = script_of(chr(letter))
        of_letters[letter] = 1 << min(numbers.setdefault(script, len(numbers)), 62) if script else 0
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    bits, some = np.zeros(len(words), np.int64), np.flatnonzero(sizes)
    if len(some):
        bits[some] = np.bitwise_or.reduceat(of_letters[letters], (np.cumsum(sizes) - sizes)[some])
    return bits


class _Places(OneByOne[Failure]):
    """The failures of all kinds in the order of utterances, made when they are looked at: most look at few of many."""

    __slots__ = ("_all", "_columns", "_names", "_pairs", "_timed")

    def __init__(self, steps: Steps, kinds: Mapping[str, Runs]) -> None:
        self._all, self._names = steps, [*kinds]
        carried = steps.result.utterances.carried()
        self._timed = carried.ref_times or carried.hyp_times
        self._pairs: tuple[int, Any] = (-1, ())
        kind = np.repeat(np.arange(len(kinds)), [len(begin) for begin, _, _ in kinds.values()])
        begin, end, words = (np.concatenate(part) for part in zip(*kinds.values(), strict=True))
        order = np.lexsort((end, kind, begin))
        texts = owners_of(begin, steps.first)
        self._columns = tuple(column[order] for column in (texts, kind, begin, end, words))

    def __len__(self) -> int:
        return len(self._columns[0])

    def _item(self, place: int) -> Failure:
        return next(self._made(np.array([place])))

    def __iter__(self) -> Iterator[Failure]:
        return self._made(np.arange(len(self)))

    def picked(self, places: Sequence[int]) -> list[Failure]:
        """The failures at these places."""
        return list(self._made(np.array(places, np.int64)))

    def longest(self, count: int) -> list[Failure]:
        """The failures of the most words; of equally long ones those whose ids come first."""
        texts, _, _, _, words = self._columns
        least = np.sort(words)[-count:][:1]
        long = np.flatnonzero(words >= least).tolist() if len(words) else []
        names = self._all.names
        long.sort(key=lambda place: (-int(words[place]), names[int(texts[place])]))
        return self.picked(long[:count])

    def _made(self, places: Integers) -> Iterator[Failure]:
        columns = [column[places] for column in self._columns]
        texts, kinds, begins, ends, words = (column.tolist() for column in columns)
        sides = [_Said(self._all, side, columns[2], columns[3]) for side in ("ref", "hyp")]
        stretches = zip(begins, ends, words, strict=True)
        for place, (text, kind, stretch) in enumerate(zip(texts, kinds, stretches, strict=True)):
            yield self._failure(self._names[kind], text, stretch, [side.between(place, text) for side in sides])

    def _failure(self, name: str, text: int, stretch: tuple[int, int, int], sides: Sequence[_Words]) -> Failure:
        begin, end, words = stretch
        (ref_first, ref_last, ref), (hyp_first, hyp_last, hyp) = sides
        start, stop = self._times(text, begin, end) if self._timed else (None, None)
        numbers_of_words, utterance = (ref_first, ref_last, hyp_first, hyp_last), self._all.names[text]
        return Failure(name, utterance, words, *numbers_of_words, start, stop, " ".join(hyp or ref))

    def _times(self, text: int, begin: int, end: int) -> tuple[float | None, float | None]:
        """The times of the words, or else the end of the word before and the start of the one after."""
        if self._pairs[0] != text:
            self._pairs = text, self._all.result.utterances.alignment(text).pairs
        pairs, first = self._pairs[1], int(self._all.first[text])
        inside = [times for pair in pairs[begin - first : end - first] for times in _times_of(pair)]
        if inside:
            return min(start for start, _ in inside), max(stop for _, stop in inside)
        segment = self._all.result.utterances.segment(text)
        before = (stop for place in range(begin - first - 1, -1, -1) for _, stop in _times_of(pairs[place]))
        behind = (start for place in range(end - first, len(pairs)) for start, _ in _times_of(pairs[place]))
        around = (segment.start, segment.end) if segment else (None, None)
        return next(before, around[0]), next(behind, around[1])


def _longest(places: Sequence[Failure], count: int) -> Sequence[Failure]:
    """The failures of the most words; of equally long ones those whose ids come first."""
    if isinstance(places, _Places):
        return places.longest(count)
    return sorted(places, key=lambda place: (-place.words, place.id))[:count]


class _Said:
    """The words of one side in stretches, each from a step to the step after its last one."""

    def __init__(self, steps: Steps, side: str, begins: Integers, ends: Integers) -> None:
        self._first, self._word = steps.first_of(side), cache(steps.word)
        bounds = [steps.before(side, part) for part in (begins, ends)]
        self._begins = bounds[0].tolist()
        self._numbers = _words_in(steps, side, *bounds)

    def between(self, place: int, text: int) -> _Words:
        """The first and the last word of the next stretch, counted from the start of its text, and all of them."""
        said = [self._word(number) for number in next(self._numbers)]
        first = self._begins[place] - int(self._first[text])
        return (first, first + len(said) - 1, said) if said else (None, None, said)


def _words_in(steps: Steps, side: str, begin: Integers, end: Integers) -> Iterator[list[int]]:
    """The numbers of the words of stretches of a side."""
    words = steps.said_at(side, Stretches(begin, end).places()).tolist()
    for first, last in pairwise([0, *np.cumsum(end - begin).tolist()]):
        yield words[first:last]


def _times_of(pair: Any) -> Iterator[tuple[float, float]]:
    """Start and end of the words of a step that have both."""
    for start, stop in ((pair.ref_start, pair.ref_end), (pair.hyp_start, pair.hyp_end)):
        if start is not None and stop is not None:
            yield start, stop


def _settings(argument: Any) -> dict[str, Any]:
    return settings_of(argument, {**DEFAULTS, "compression": None})


def _checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """All settings, none of which is out of its bounds."""
    whole: dict[str, Any] = DEFAULTS | {name: number for name, number in settings.items() if name != "compression"}
    for name, number in whole.items():
        checked(name, number, 2 if name == "loop" else 1)
    if "compression" in settings:
        whole["compression"] = float(checked("compression", settings["compression"], 0, _MOST_SMALLER, whole=False))
    return whole


FAILURES = Analysis(
    BY_NAME["failures"],
    title=Failures.TITLE,
    make=lambda steps, argument: failures(steps.result, **_settings(argument), steps=steps),
    read=lambda argument: _checked(_settings(argument)),
    by_utterance=lambda steps, argument: _tallies(steps, _Search(steps, _checked(_settings(argument))).kinds()),
    check=_check,
)
