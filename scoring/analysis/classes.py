"""Errors by class of words: names, terms, numbers, scripts, whatever marks say, on the one alignment of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import dataclass, field_names
from ..common.analyses import BY_NAME
from ..common.counts import Counts, percent
from ..maths.stretches import Stretches, among, different, owners_of
from .analysis import Analysis
from .breakdown import Breakdown, SummedRow, column, row_named, signed, united, without
from .mark import Insertions, Mark
from .mark_checks import check_marks
from .marks import digest, marks_of
from .occurrences import BITS, Occurrences, occurrences, single_words
from .steps import CORRECT, DELETION, INSERTION, OPERATIONS, SUBSTITUTION, Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrays import Integers, Mask
    from ..common.arrow import Column
    from ..words.result import Result

REST = "rest"
"""The row of all words that belong to no class."""


@dataclass(frozen=True, slots=True)
class ClassRow(SummedRow):
    """The counts of one class: of its words, and of its occurrences, which are spans, phrases or listed words."""

    name: str
    counts: Counts
    occurrences: int = 0
    """Occurrences in the reference."""
    hits: int = 0
    """Occurrences all of whose words are correct; with insertions `inside`, those with none between their words."""
    missed: int = 0
    """Occurrences all of whose words are deleted."""
    false_alarms: int = 0
    """Occurrences in the hypothesis that are none of those hits; spans have none."""

    @property
    def rate(self) -> float | None:
        """Errors by words of the reference in the class; None without any."""
        return self.counts.wer

    @property
    def recall(self) -> float | None:
        """Hits by occurrences in the reference."""
        return self.hits / self.occurrences if self.occurrences else None

    @property
    def precision(self) -> float | None:
        """Hits by hits and false alarms."""
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


_NUMBERS = (
    *("words", "correct", "substitutions", "deletions", "insertions"),
    *("occurrences", "hits", "missed", "false_alarms"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes(Breakdown):
    """Errors by class, and of the words that belong to none.

    >>> import scorelite
    >>> result = scorelite.score(["we saw ann lee"], ["we saw an lee"])
    >>> print(result.classes({"name": ["ann lee"]}))
    Errors by class of words
            rate  words  C  S  D  I  occurrences  hits  missed  false alarms
      name  50.0 %      2  1  1  0  0            1     0       0             0
      rest   0.0 %      2  2  0  0  0            0     0       0             0
    """

    TITLE: ClassVar[str] = "Errors by class of words"
    NAME: ClassVar[str] = "classes"

    rows: tuple[ClassRow, ...]

    def __getitem__(self, name: str) -> ClassRow:
        """The row of a class, or of `rest`."""
        return row_named(self.rows, name)

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rates and counts by class."""
        heads = ("", "rate", "words", "C", "S", "D", "I", "occurrences", "hits", "missed", "false alarms")
        rows = [(row.name, percent(row.rate), *(f"{getattr(row, name):,}" for name in _NUMBERS)) for row in self.rows]
        return heads, rows

    def columns(self) -> Mapping[str, Column]:
        """Rates and counts by class."""
        rates = ("rate", "recall", "precision", "f1")
        return {
            "class": column("text", self.rows, "name"),
            **{name: column("integer", self.rows, name) for name in _NUMBERS},
            **{name: column("number", self.rows, name) for name in rates},
        }

    def notes(self) -> Iterator[str]:
        """Classes of which no text has a word."""
        said = {row.name for row in self.rows if row.words or row.insertions or row.false_alarms}
        said.add(REST)
        idle = [row.name for row in self.rows if row.name not in said]
        text = "text" if "|normalise:" not in self.signature else "text as the normaliser writes it"
        yield from without(idle, "class", f"a word in any {text}")

    def _added(self, other: Classes) -> Classes:
        return Classes(signature=self.signature, rows=united(self.rows, other.rows))


def classes(result: Result, given: Any, steps: Steps | None = None) -> Classes:
    """The errors of a result by class."""
    steps = steps or Steps(result)
    marks, by_label = _by_label(steps, given)
    rows = _rows_of_types(steps, by_label) if _is_of_types(result, marks) else _Members(steps, by_label).rows()
    rules = sorted({mark.insertions for mark in marks})
    return Classes(signature=signed(result, "classes", f"{digest(marks)}/insertions={'+'.join(rules)}"), rows=rows)


def tallies(steps: Steps, given: Any) -> Iterator[Tally]:
    """The errors and words of each utterance, by class."""
    yield from _Members(steps, _by_label(steps, given)[1]).tallies()


def _by_label(steps: Steps, given: Any) -> tuple[Sequence[Mark], dict[str, list[Mark]]]:
    """The marks, and those of each class."""
    marks = marks_of(given)
    if steps.result.settings.unit != "word":
        raise UsageError("classes are of words; score without unit='character' (-c)")
    if rest := next((mark for mark in marks if mark.label == REST), None):
        rest.refuse(f"a class called {REST!r}, the name of all other words", "another name")
    by_label: dict[str, list[Mark]] = {mark.label: [] for mark in marks}
    left_out = {*steps.result.missing, *steps.result.extra}
    for mark in marks:
        if mark.id is None or steps.texts_of(mark.id) or not (steps.is_part or mark.id in left_out):
            by_label[mark.label].append(mark)
    check_marks(chain.from_iterable(by_label.values()), steps)
    return marks, by_label


def _is_of_types(result: Result, marks: Iterable[Mark]) -> bool:
    """Whether all classes hold the same words wherever these stand, so that counts by word are enough."""
    return not (result.settings.fragments or result.settings.optional_words) and all(
        mark.id is None and mark.insertions in ("word", "none") and all(len(phrase) == 1 for phrase in mark.phrases)
        for mark in marks
    )


def _rows_of_types(steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> tuple[ClassRow, ...]:
    """The rows of classes of single words: sums over the vocabulary."""
    marks = [(label, mark) for label, of_label in enumerate(by_label.values()) for mark in of_label]
    size = len(steps.counts)
    # A class and a word are one number.
    of_marks = single_words(steps, [mark for _, mark in marks])
    keys = [label * size + words for (label, _), words in zip(marks, of_marks, strict=True)]
    of_words = [key for key, (_, mark) in zip(keys, marks, strict=True) if mark.insertions == "word"]
    held, owned = (different(np.sort(np.concatenate([np.zeros(0, np.int64), *some]))) for some in (keys, of_words))
    correct, substituted, deleted, inserted, said = _sums(steps, held, len(by_label))
    inserted_words = _sums(steps, owned, len(by_label))[3]
    rest, without = np.ones((2, size), np.bool_)
    rest[held % size], without[owned % size] = False, False
    rows = [
        ClassRow(name, Counts(*map(int, counts)), int(sum(counts[:3])), int(counts[0]), int(counts[2]), int(others))
        for name, counts, others in zip(
            by_label, zip(correct, substituted, deleted, inserted_words, strict=True), inserted + said, strict=True
        )
    ]
    numbers = *steps.counts[rest].sum(axis=0)[:3], steps.counts[without, 3].sum()
    return *rows, ClassRow(REST, Counts(*map(int, numbers)))


def _sums(steps: Steps, keys: Integers, labels: int) -> Integers:
    """The counts of the words of each class, in the order of the columns of counts."""
    label, word = np.divmod(keys, max(len(steps.counts), 1))
    columns = (np.bincount(label, steps.counts[word, column], labels) for column in range(5))
    return np.array([column.astype(np.int64) for column in columns])


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
        """The steps of words of the hypothesis beside none of the reference: insertions, and optional words."""
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
        """Insertions behind (left) or before (right) words; those behind the last word of a text belong to that one."""
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

    def _counts(self, covered: Stretches, insertions: Stretches, labels: int) -> Integers:
        """The counts of each class: correct, substitutions, deletions, insertions."""
        size = self._words + 1
        label = covered.begin // size
        begin, end = (part - label * size for part in covered)
        wrong = [_inside_of(places, begin, end) for places in (self._substituted, self._deleted)]
        columns = [end - begin - wrong[0] - wrong[1], *wrong]
        sums = [np.bincount(label, column, labels) for column in columns]
        size = len(self._inserted) + 1
        label = insertions.begin // size
        begin, end = (part - label * size for part in insertions)
        allowed = _inside_of(self._allowed, begin, end)
        sums[0] = sums[0] + np.bincount(label, allowed, labels)
        sums.append(np.bincount(label, end - begin - allowed, labels))
        counts: Integers = np.array(sums).astype(np.int64).T
        return counts

    def _of_any(self) -> tuple[Stretches, Stretches]:
        """The words and insertions of any class, as those of one."""
        sizes = self._words + 1, len(self._inserted) + 1
        every = zip((self._covered, self._owned), sizes, strict=True)
        both = [
            Stretches(each.begin % size, each.begin % size + each.end - each.begin).joined() for each, size in every
        ]
        return both[0], both[1]

    def rows(self) -> tuple[ClassRow, ...]:
        """The counts of all classes, and of the words that belong to none."""
        labels = len(self._names)
        counts = self._counts(self._covered, self._owned, labels).tolist()
        columns = (column.tolist() for column in self._occurrences(labels))
        rows = [
            ClassRow(name, Counts(*numbers), *more)
            for name, numbers, *more in zip(self._names, counts, *columns, strict=True)
        ]
        of_any = Counts(*map(int, self._counts(*self._of_any(), 1)[0]))
        rest = (getattr(self._all.result.counts, name) - getattr(of_any, name) for name in field_names(Counts))
        return *rows, ClassRow(REST, Counts(*rest))

    def _occurrences(self, labels: int) -> list[Integers]:
        """Of each class: its occurrences in the reference, hits, those missed, and false alarms."""
        ref, hyp = self._ref, self._hyp
        of_ref, of_hyp = self._bounds("ref", ref), self._bounds("hyp", hyp)
        end = ref.begin + ref.size
        # What is inserted between the words of an occurrence spoils it.
        is_spoilt = (ref.rules & BITS["inside"] != 0) & (of_ref[1] - of_ref[0] > ref.size - 1)
        hits = (_inside_of(self._errors, ref.begin, end) == 0) & ~is_spoilt
        missed = _inside_of(self._deleted, ref.begin, end) == ref.size
        wrong = np.sort(np.concatenate([self._in_words("hyp", SUBSTITUTION), self._said_more]))
        said = _inside_of(wrong, hyp.begin, hyp.begin + hyp.size) == 0
        of_hits, of_said = (
            (each.label[some] * len(self._all.operations) + first[some], last[some])
            for each, (first, last), some in ((ref, of_ref, hits), (hyp, of_hyp, said))
        )
        said[said] = _pairs_among(of_said, of_hits)
        return [
            np.bincount(label, minlength=labels)
            for label in (ref.label, ref.label[hits], ref.label[missed], hyp.label[~said])
        ]

    def tallies(self) -> Iterator[Tally]:
        """The errors and words of each utterance, by class."""
        steps, count = self._all, len(self._all.first) - 1
        every = ((self._covered, self._words + 1), (self._owned, len(self._inserted) + 1))
        numbers = np.arange(len(self._names) + 1)
        bounds = [np.searchsorted(each.begin, numbers * size).tolist() for each, size in every]
        for number, name in enumerate(self._names):
            of_class = (
                Stretches(*(part[held[number] : held[number + 1]] - number * size for part in each))
                for (each, size), held in zip(every, bounds, strict=True)
            )
            yield self._tally(name, *of_class)
        of_any = self._tally(REST, *self._of_any()).columns
        of_all = (
            np.bincount(steps.utterance[steps.operations != operation], minlength=count)
            for operation in (CORRECT, INSERTION)
        )
        yield Tally(REST, tuple(every - some for every, some in zip(of_all, of_any, strict=True)))

    def _tally(self, name: str, covered: Stretches, insertions: Stretches) -> Tally:
        """The errors and words of one class, by the utterances that have some."""
        steps = self._all
        wrong = Stretches(*(np.searchsorted(self._errors, part) for part in covered)).places()
        places = insertions.places()
        allowed = among(places, self._allowed)
        texts = [
            *(owners_of(words, steps.ref_first) for words in (covered.places(), self._errors[wrong])),
            *(owners_of(self._inserted[some], steps.first) for some in (places[allowed], places[~allowed])),
        ]
        there = different(np.sort(np.concatenate(texts)))
        words, errors, optional, inserted = (
            np.bincount(np.searchsorted(there, some), minlength=len(there)) for some in texts
        )
        return Tally(name, (errors + inserted, words + optional), places=there, size=len(steps.first) - 1)


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
    by_utterance=tallies,
)
