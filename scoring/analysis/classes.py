"""Errors by class of words: names, terms, numbers, scripts, whatever marks say, on the one alignment of a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import dataclass, replace
from ..common.analyses import BY_NAME
from ..common.arrays import counts_table
from ..common.counts import Counts, percent
from ..maths.stretches import Stretches, among, different, owners_of
from .analysis import Analysis
from .breakdown import Breakdown, SummedRow, signed, without
from .mark import Insertions, Mark
from .mark_checks import check_marks
from .marks import digest, marks_of
from .occurrences import BITS, Occurrences, occurrences
from .spec import Spec, with_commas
from .steps import CORRECT, DELETION, INSERTION, OPERATIONS, SUBSTITUTION, Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrays import Integers, Mask
    from ..normalise.chain import Chain
    from ..words.result import Result

REST = "rest"
"""The row of all words that belong to no class."""
_ERRORS_AND_WORDS = (("substitutions", "deletions", "insertions"), ("correct", "substitutions", "deletions"))
"""Systems are compared by errors and words."""


@dataclass(frozen=True, slots=True)
class ClassRow(SummedRow):
    """The counts of one class: its words and its occurrences (spans, phrases or listed words)."""

    name: str
    counts: Counts
    occurrences: int = 0
    """Occurrences in the reference, without those inside a longer one of the class."""
    hits: int = 0
    """Occurrences all of whose words are correct; with insertions `inside`, those with none between their words."""
    false_alarms: int = 0
    """Occurrences in the hypothesis that are none of those hits; spans have none."""

    @property
    def missed(self) -> int:
        """Occurrences in the reference that are no hits."""
        return self.occurrences - self.hits

    @property
    def rate(self) -> float | None:
        """Errors divided by reference words of the class; None without any."""
        return self.counts.wer

    @property
    def recall(self) -> float | None:
        """Hits divided by occurrences in the reference."""
        return self.hits / self.occurrences if self.occurrences else None

    @property
    def precision(self) -> float | None:
        """Hits divided by hits and false alarms."""
        said = self.hits + self.false_alarms
        return self.hits / said if said else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        both = self.occurrences + self.hits + self.false_alarms
        return 2 * self.hits / both if both else None

    correct = property(lambda self: self.counts.correct)
    substitutions = property(lambda self: self.counts.substitutions)
    deletions = property(lambda self: self.counts.deletions)
    insertions = property(lambda self: self.counts.insertions)
    words = property(lambda self: self.counts.reference)


_NUMBERS = {
    "words": "words",
    "C": "correct",
    "S": "substitutions",
    "D": "deletions",
    "I": "insertions",
    "occurrences": "occurrences",
    "hits": "hits",
    "missed": "missed",
    "false alarms": "false_alarms",
}
"""The counts of a row, by their heads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes(Breakdown):
    """Errors by class of words, and of all other words.

    >>> import scorelite
    >>> result = scorelite.score(["we saw ann lee"], ["we saw an lee"])
    >>> print(result.classes({"name": ["ann lee"]}))
    Errors by class of words
            rate  words  C  S  D  I  occurrences  hits  missed  false alarms
      name  50.0 %      2  1  1  0  0            1     0       1             0
      rest   0.0 %      2  2  0  0  0            0     0       0             0
    """

    TITLE: ClassVar[str] = "Errors by class of words"
    NAME: ClassVar[str] = "classes"
    SPEC: ClassVar[Spec] = Spec(
        name="class",
        columns={
            "text": ["class"],
            "integer": [*_NUMBERS.values()],
            "number": ["rate", "recall", "precision", "f1"],
        },
        table={"rate": ("rate", percent), **{head: (name, with_commas) for head, name in _NUMBERS.items()}},
    )

    rows: tuple[ClassRow, ...]

    def notes(self) -> Iterator[str]:
        """Classes without a word in any text."""
        said = {row.name for row in self.rows if row.words or row.insertions or row.false_alarms}
        said.add(REST)
        idle = [row.name for row in self.rows if row.name not in said]
        yield from without(idle, "class", "a word in any text")


def classes(result: Result, given: Any, steps: Steps | None = None) -> Classes:
    """The errors of a result by class."""
    steps = steps or Steps(result)
    marks, by_label = _by_label(steps, given)
    rules = sorted({mark.insertions for mark in marks})
    return Classes(
        signature=signed(result, "classes", f"{digest(marks)}/insertions={'+'.join(rules)}"),
        rows=tuple(_Members(steps, by_label).rows()),
    )


def _by_label(steps: Steps, given: Any) -> tuple[Sequence[Mark], dict[str, list[Mark]]]:
    """The marks, and those of each class."""
    marks = marks_of(given)
    if steps.result.settings.unit != "word":
        raise UsageError("classes apply to words; score without unit='character' (-c)")
    if rest := next((mark for mark in marks if mark.label == REST), None):
        rest.refuse(f"a class called {REST!r}, the name of all other words", "another name")
    by_label: dict[str, list[Mark]] = {mark.label: [] for mark in marks}
    left_out = {*steps.result.missing, *steps.result.extra}
    for mark in _normalised(marks, steps.result.settings.chain):
        if mark.id is None or steps.texts_of(mark.id) or not (steps.is_part or mark.id in left_out):
            by_label[mark.label].append(mark)
    check_marks(chain.from_iterable(by_label.values()), steps)
    return marks, by_label


def _normalised(marks: Sequence[Mark], normaliser: Chain | None) -> Sequence[Mark]:
    """The marks with their phrases also as the normaliser writes them."""
    phrases = [*dict.fromkeys(chain.from_iterable(mark.phrases for mark in marks))]
    if normaliser is None or not phrases:
        return marks
    texts, _ = normaliser.apply([" ".join(phrase) for phrase in phrases])
    written = {phrase: tuple(text.split()) for phrase, text in zip(phrases, texts, strict=True)}
    made = []
    for mark in marks:
        forms = dict.fromkeys([form for phrase in mark.phrases for form in (phrase, written[phrase]) if form])
        made.append(replace(mark, phrases=tuple(forms)))
    return made


class _Members:
    """The words of the reference and the insertions of every class, as stretches of both.

    A class has a stretch of words for what it covers, and one of all insertions for those that are its errors: what
    lies in a stretch is counted by the places of errors alone, however long it is.
    """

    def __init__(self, steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> None:
        self._all = steps
        self._names = [*by_label]
        self._ref, self._hyp = (occurrences(steps, [*by_label.values()], side) for side in ("ref", "hyp"))
        self._rows = {operation: np.flatnonzero(steps.where(operation)) for operation in OPERATIONS[1:]}
        self._substituted, self._deleted = (self._in_words("ref", each) for each in (SUBSTITUTION, DELETION))
        self._errors: Integers = np.sort(np.concatenate([self._substituted, self._deleted]))
        alone = self._alone()
        self._inserted: Integers = np.sort(np.concatenate([self._rows[INSERTION], alone]))
        """The steps of words of the hypothesis paired with none of the reference: insertions, and optional words."""
        self._allowed: Integers = np.searchsorted(self._inserted, alone)
        """The places among them of optional words, which are correct."""
        self._said_more = steps.before("hyp", self._with_words("hyp", self._inserted))
        self._words: int = int(steps.ref_first[-1])
        self._covered = self._ref.words(self._words).joined()
        self._owned = self._insertions().joined()

    def _alone(self) -> Integers:
        """The steps of optional words that the hypothesis alone has."""
        steps = self._all
        if not steps.result.settings.optional_words:
            return np.zeros(0, np.int64)
        return np.flatnonzero(steps.where(CORRECT) & (steps.ref < 0) & (steps.hyp >= 0))

    def _in_words(self, side: str, operation: int) -> Integers:
        """The places among the words of a side of those with an operation."""
        return self._all.before(side, self._with_words(side, self._rows[operation]))

    def _with_words(self, side: str, rows: Integers) -> Integers:
        """The wrong steps, of some, that have a word of a side: in a few texts, words are empty."""
        steps, lacking = self._all, INSERTION if side == "ref" else DELETION
        if len(steps.operations) - len(self._rows[lacking]) == steps.first_of(side)[-1]:
            there: Mask = steps.operations[rows] != lacking
        else:
            there = getattr(steps, side)[rows] >= 0
        return rows[there]

    def _bounds(self, side: str, stood: Occurrences) -> tuple[Integers, Integers]:
        """The steps of the first and of the last word of occurrences."""
        first = self._all.rows_of(side, stood.begin)
        if stood.size.max(initial=1) == 1:
            return first, first
        return first, self._all.rows_of(side, stood.begin + stood.size - 1)

    def _insertions(self) -> Stretches:
        """The insertions that are errors of classes, by each of the rules."""
        parts = [self._listed(), self._inside(), self._beside("left"), self._beside("right")]
        return Stretches(*map(np.concatenate, zip(*parts, strict=True)))

    def _of_steps(self, label: Integers, begin: Integers, end: Integers) -> Stretches:
        """The insertions between steps."""
        base = label * (len(self._inserted) + 1)
        return Stretches(*(base + np.searchsorted(self._inserted, steps) for steps in (begin, end)))

    def _listed(self) -> Stretches:
        """Inserted words that lists name."""
        filled = self._with_words("hyp", self._inserted)  # an inserted word may be empty
        numbers, places = np.searchsorted(self._inserted, filled), self._said_more
        size = int(self._all.hyp_first[-1]) + 1
        stood = self._hyp.having("word").words(size - 1).joined()
        label = stood.begin // size
        held = Stretches(*(np.searchsorted(places, part - label * size) for part in stood))
        inserted = numbers[held.places()] + np.repeat(label, held.end - held.begin) * (len(self._inserted) + 1)
        return Stretches(inserted, inserted + 1)

    def _inside(self) -> Stretches:
        """Insertions between the first and the last word of occurrences."""
        stood = self._ref.having("inside")
        first, last = self._bounds("ref", stood)
        return self._of_steps(stood.label, first, last + 1)

    def _beside(self, rule: Insertions) -> Stretches:
        """Insertions after (left) or before (right) words; those after the last word of a text belong to that one."""
        steps, size = self._all, self._words + 1
        stood = self._ref.having(rule).words(self._words).joined()
        label = stood.begin // size
        begin, end = (part - label * size for part in stood)
        # Neighbours are of one text: stretches are cut at the bounds of texts.
        bounds = [owners_of(part, steps.ref_first) for part in (begin, end - 1)]
        pieces = bounds[1] - bounds[0] + 1
        text = Stretches(bounds[0], bounds[1] + 1).places()
        label, begin, end = (np.repeat(part, pieces) for part in (label, begin, end))
        begin, end = np.maximum(begin, steps.ref_first[text]), np.minimum(end, steps.ref_first[text + 1])
        some = end > begin
        label, text, begin, end = label[some], text[some], begin[some], end[some]
        first = steps.rows_of("ref", begin)
        if rule == "right":
            before = steps.rows_of("ref", np.maximum(begin - 1, 0)) + 1
            first = np.where(begin > steps.ref_first[text], before, steps.first[text])
        is_last = end == steps.ref_first[text + 1]
        behind = steps.rows_of("ref", np.where(is_last | (rule == "right"), end - 1, end)) + 1
        return self._of_steps(label, first, np.where(is_last, steps.first[text + 1], behind))

    def _of_any(self) -> tuple[Stretches, Stretches]:
        """The words and insertions of any class, as those of one."""
        sizes = self._words + 1, len(self._inserted) + 1
        every = zip((self._covered, self._owned), sizes, strict=True)
        both = [
            Stretches(each.begin % size, each.begin % size + each.end - each.begin).joined() for each, size in every
        ]
        return both[0], both[1]

    def rows(self) -> Iterator[ClassRow]:
        """The counts of all classes, and of the words that belong to none."""
        of_classes = zip(*(column.tolist() for column in self._occurrences()), strict=True)
        for tally, numbers in zip(self.tallies(), (*of_classes, ()), strict=True):
            counts = Counts(*(int(column.sum()) for column in tally.numbers.values()))
            yield ClassRow(tally.name, counts, *numbers)

    def tallies(self) -> Iterator[Tally]:
        """The counts of each utterance, by class, and of the words that belong to none."""
        sides = ((self._covered, self._words + 1), (self._owned, len(self._inserted) + 1))
        for number, name in enumerate(self._names):
            of_class = []
            for stretches, size in sides:
                first, last = np.searchsorted(stretches.begin, [number * size, (number + 1) * size])
                of_class.append(Stretches(*(part[first:last] - number * size for part in stretches)))
            yield self._tally(name, *of_class)
        of_any = self._tally(REST, *self._of_any())
        counts = counts_table(self._all.result.table.counts)
        counts[of_any.places] -= np.column_stack([*of_any.numbers.values()])
        places = np.flatnonzero(counts.any(axis=1))
        yield replace(of_any, numbers=dict(zip(of_any.numbers, counts[places].T, strict=True)), places=places)

    def _tally(self, name: str, covered: Stretches, insertions: Stretches) -> Tally:
        """The counts of one class, or of all, by the utterances that have some."""
        steps, words, inserted = self._all, covered.places(), insertions.places()
        in_ref, in_steps = owners_of(words, steps.ref_first), owners_of(self._inserted[inserted], steps.first)
        places = different(np.sort(np.concatenate([in_ref, in_steps]), kind="stable"))
        in_ref, in_steps = np.searchsorted(places, in_ref), np.searchsorted(places, in_steps)
        substituted, deleted = (among(words, wrong) for wrong in (self._substituted, self._deleted))
        allowed = among(inserted, self._allowed)
        texts = {
            "correct": np.concatenate([in_ref[~substituted & ~deleted], in_steps[allowed]]),
            "substitutions": in_ref[substituted],
            "deletions": in_ref[deleted],
            "insertions": in_steps[~allowed],
        }
        numbers = {column: np.bincount(owners, minlength=len(places)) for column, owners in texts.items()}
        return Tally(name, numbers, places, len(steps.first) - 1, compared=_ERRORS_AND_WORDS)

    def _occurrences(self) -> list[Integers]:
        """Of each class: its occurrences in the reference, hits, and false alarms."""
        ref, hyp = self._ref, self._hyp
        of_ref, of_hyp = self._bounds("ref", ref), self._bounds("hyp", hyp)
        end = ref.begin + ref.size
        # What is inserted between the words of an occurrence spoils it.
        is_spoilt = (ref.rules & BITS["inside"] != 0) & (of_ref[1] - of_ref[0] > ref.size - 1)
        hits = (_inside_of(self._errors, ref.begin, end) == 0) & ~is_spoilt
        wrong = np.sort(np.concatenate([self._in_words("hyp", SUBSTITUTION), self._said_more]))
        said = _inside_of(wrong, hyp.begin, hyp.begin + hyp.size) == 0
        of_hits, of_said = (
            (each.label[some] * len(self._all.operations) + first[some], last[some])
            for each, (first, last), some in ((ref, of_ref, hits), (hyp, of_hyp, said))
        )
        said[said] = _pairs_among(of_said, of_hits)
        # Of "insulin glargine" and "insulin" in one class, the longer one counts where both stand.
        outer, said_outer = ref.outermost(), hyp.outermost()
        labels = ref.label[outer], ref.label[hits & outer], hyp.label[~said & said_outer]
        return [np.bincount(label, minlength=len(self._names)) for label in labels]


def _inside_of(places: Integers, begin: Integers, end: Integers) -> Integers:
    """How many of some places, which rise, lie in each stretch."""
    counts: Integers = np.searchsorted(places, end) - np.searchsorted(places, begin)
    return counts


def _pairs_among(sought: tuple[Integers, Integers], rising: tuple[Integers, Integers]) -> Mask:
    """Which pairs of numbers are among others, which rise."""
    keys = different(rising[0])
    # The number of the first of a pair, and the second, are one number.
    base = int(max(column.max(initial=0) for _, column in (sought, rising))) + 1
    of_sought, of_rising = (np.searchsorted(keys, first) * base + second for first, second in (sought, rising))
    return among(sought[0], keys) & among(of_sought, of_rising)


CLASSES = Analysis(
    BY_NAME["classes"],
    title=Classes.TITLE,
    make=lambda steps, marks: classes(steps.result, marks, steps),
    read=marks_of,
    by_utterance=lambda steps, given: _Members(steps, _by_label(steps, given)[1]).tallies(),
)
