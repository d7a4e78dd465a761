"""The alignment of fstalign: pairs of words, some of which belong to a class or to a synonym that was read.

The alignment is the best one, as fstalign's own `standard` composition looks for. A synonym has a label of its own,
such as `___100000_SYN_1-2___` for two words in place of one; inside of a class there are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from .....formats.values import dataclass
from ....analysis.steps import Steps
from ....normalise.equivalents import Equivalents, Readings, Region, Span
from ....words.api import score
from .sides import Part
from .synonyms import Synonyms

if TYPE_CHECKING:
    from typing import TypeAlias

    # The words of a step on either side.
    Pair: TypeAlias = tuple[str, str]
    # First and end in the words of the alignment.
    Place: TypeAlias = tuple[int, int, str]

__all__: list[str] = []

_POLICY = "3/2/2:DIS"
"""What decides between readings: the lowest cost, 1 for an insertion or a deletion, 1.5 for a substitution."""
_COSTS = "1000/1001/1001"
"""Of these readings, fstalign shows an alignment with the fewest errors, and of several one with the fewest steps."""
_MANY = 10
"""Texts with more words on both sides are aligned roughly first, which decides where equal words stand."""
INSERTED, DELETED, NOTHING = "<ins>", "<del>", "!!noop-token!!"
GLOBAL = "global"
_FIRST_SYNONYM = 100_000
"""The number of the first synonym that has a place in the reference."""
_ID = "0"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pairs of words behind each other that have one label; those without have `global`."""

    label: str
    pairs: tuple[Pair, ...]

    @property
    def is_class(self) -> bool:
        """Whether the pairs belong to a class or a synonym."""
        return self.label != GLOBAL

    def counts(self) -> tuple[int, int, int, int]:
        """The insertions, deletions and substitutions, and the words of the reference."""
        inserted = sum(ref == INSERTED for ref, _ in self.pairs)
        deleted = sum(hyp == DELETED for _, hyp in self.pairs)
        wrong = sum(ref != hyp for ref, hyp in self.pairs)
        return inserted, deleted, wrong - inserted - deleted, len(self.pairs) - inserted


def aligned(parts: Sequence[Part], hyps: Sequence[str], synonyms: Synonyms) -> list[Stretch]:
    """The stretches of the best alignment of some parts with the words of the hypothesis.

    >>> [*aligned([Part(("a",)), Part(("1",), "___0_N___", (("one",),))], ["a", "one"], Synonyms())]
    [Stretch(label='global', pairs=(('a', 'a'),)), Stretch(label='___0_N___', pairs=(('one', 'one'),))]
    """
    numbers = _Numbers()
    words = [word for part in parts for word in part.words]
    spans = tuple(numbers.coded(span) for span in _spans(parts, synonyms))
    text = numbers.text(words)
    result = score(
        {_ID: text},
        {_ID: numbers.text(hyps)},
        equivalents=Equivalents(spans={_ID: spans}) if spans else None,
        policy=_POLICY,
        case_sensitive=True,
    )
    steps = Steps(result)
    places = _places(steps, text, spans, parts)
    read = " ".join(steps.words[number] for number in steps.ref[steps.ref_rows].tolist())
    policy = f"{_COSTS}:{'SIMD' if min(len(parts), len(hyps)) > _MANY else 'SIDM'}"
    shown = Steps(score({_ID: read}, {_ID: numbers.text(hyps)}, policy=policy, case_sensitive=True))
    pairs = [
        (numbers.word(shown, ref, INSERTED), numbers.word(shown, hyp, DELETED))
        for ref, hyp in zip(shown.ref.tolist(), shown.hyp.tolist(), strict=True)
    ]
    return [*_stretches(pairs, places)]


class _Numbers:
    """Words as numbers, which no grammar of texts reads as anything else."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._words: list[str] = []

    def _number(self, word: str) -> str:
        if word not in self._numbers:
            self._numbers[word] = str(len(self._words))
            self._words.append(word)
        return self._numbers[word]

    def text(self, words: Sequence[str]) -> str:
        return " ".join(map(self._number, words))

    def coded(self, span: Span) -> Span:
        readings = tuple(tuple(map(self._number, reading)) for reading in span.readings)
        return Span(span.first, span.end, readings, span.name)

    def word(self, steps: Steps, number: int, other: str) -> str:
        """The word of a step; `other` where it has none."""
        return other if number < 0 else self._words[int(steps.words[number])]


def _spans(parts: Sequence[Part], synonyms: Synonyms) -> Iterator[Span]:
    """Classes with all their readings, and the places of synonyms between them."""
    first = 0
    run: list[str] = []
    number = _FIRST_SYNONYM
    for part in (*parts, Part((), "end")):
        if not part.label:
            run += part.words
            continue
        for begin, end, other in synonyms.matches(run):
            label = f"___{number}_SYN_{end - begin}-{len(other)}___"
            yield Span(first + begin, first + end, (other,), label)
            number += 1
        first += len(run)
        run = []
        candidates = (part.words, *part.others)
        number += sum(1 for words in candidates for _ in synonyms.matches(words))
        readings = [other for words in candidates for other in synonyms.readings(words)]
        if others := tuple(other for other in dict.fromkeys(readings) if other != part.words):
            yield Span(first, first + len(part.words), others, part.label)
        first += len(part.words)


def _places(steps: Steps, text: str, spans: Sequence[Span], parts: Sequence[Part]) -> list[Place]:
    """Where classes and synonyms stand in the words of the alignment."""
    branches = steps.branches(0) if spans else None
    firsts = [*accumulate((len(part.words) for part in parts), initial=0)]
    if branches is None:
        classes = [(first, first + len(part.words), part.label) for first, part in zip(firsts, parts, strict=False)]
        return [place for place in classes if place[2]]
    places = [
        (*branches.span(first, first + len(part.words) - 1), part.label)
        for first, part in zip(firsts, parts, strict=False)
        if part.label
    ]
    read = Readings(Equivalents(), {0: spans}, case_sensitive=True)
    regions = {region.first: region for _, _, regions in read.regions([text]) for region in regions}
    labels = {part.label for part in parts}
    for taken in branches.taken:
        region = regions[taken.first]
        if taken.branch and not any(maker.name in labels for maker in region.readings[taken.branch].makers):
            places += _synonyms(region, taken.branch, taken.begin)
    return sorted(places)


def _synonyms(region: Region, branch: int, begin: int) -> Iterator[Place]:
    """The synonyms of a reading that begins at some word of the alignment."""
    place = region.first
    for maker in region.readings[branch].makers:
        assert isinstance(maker, Span)
        begin += maker.first - place
        yield begin, begin + len(maker.readings[0]), maker.name
        begin += len(maker.readings[0])
        place = maker.end


def _stretches(pairs: Sequence[Pair], places: Sequence[Place]) -> Iterator[Stretch]:
    """The pairs of words, cut at each place. Insertions before the first word of a place are inside of it."""
    behind = [0, *(row + 1 for row, (ref, _) in enumerate(pairs) if ref != INSERTED)]
    last = 0
    for first, end, label in places:
        if behind[first] > last:
            yield Stretch(GLOBAL, tuple(pairs[last : behind[first]]))
        yield Stretch(label, tuple(pairs[behind[first] : behind[end]]))
        last = behind[end]
    if last < len(pairs):
        yield Stretch(GLOBAL, tuple(pairs[last:]))
