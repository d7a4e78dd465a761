"""Errors by class of words: names, terms, numbers, scripts, whatever marks say, on the one alignment of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass
from ..common.counts import Counts, percent
from ..common.results import Immutable
from .analysis import Analysis
from .breakdown import Breakdown, column, signed, united
from .mark import Mark
from .marks import digest, marks_of
from .occurrences import fitting, occurrences
from .steps import CORRECT, DELETION, INSERTION, SUBSTITUTION, Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.result import Result
    from .steps import Integers, Mask

_SHOWN = 5
REST = "rest"
"""The row of all words that belong to no class."""


@dataclass(frozen=True, slots=True)
class ClassRow(Immutable):
    """The counts of one class: of its words, and of its occurrences, which are spans, phrases or listed words."""

    name: str
    counts: Counts
    occurrences: int = 0
    """Occurrences in the reference."""
    hits: int = 0
    """Occurrences all of whose words are correct, with no error of the class inside."""
    missed: int = 0
    """Occurrences all of whose words are deleted."""
    false_alarms: int = 0
    """Occurrences in the hypothesis that are none of those hits; spans have none."""

    def __add__(self, other: ClassRow) -> ClassRow:
        names = ("counts", "occurrences", "hits", "missed", "false_alarms")
        return ClassRow(self.name, *(getattr(self, name) + getattr(other, name) for name in names))

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
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

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
        if idle := [row.name for row in self.rows if row.name not in said]:
            names = ", ".join(short(name, 40) for name in idle[:_SHOWN]) + " and others" * (len(idle) > _SHOWN)
            yield f"{quantity(len(idle), 'class')} without a word in any text: {names}"

    def _added(self, other: Classes) -> Classes:
        return Classes(signature=self.signature, rows=united(self.rows, other.rows))


def classes(result: Result, given: Any, steps: Steps | None = None) -> Classes:
    """The errors of a result by class."""
    steps = steps or Steps(result)
    marks, by_label = _by_label(steps, given)
    rows = _rows_of_types(steps, by_label) if _is_of_types(result, marks) else _rows_of_steps(steps, by_label)
    rules = sorted({mark.insertions for mark in marks})
    return Classes(signature=signed(result, "classes", f"{digest(marks)}/insertions={'+'.join(rules)}"), rows=rows)


def tallies(steps: Steps, given: Any) -> Iterator[Tally]:
    """The errors and words of each utterance, by class."""
    rest = np.ones(len(steps.operations), np.bool_)
    for label, marks in _by_label(steps, given)[1].items():
        members = _Members(steps, label, marks).steps
        rest &= ~members
        yield _tally(steps, label, members)
    yield _tally(steps, REST, rest)


def _tally(steps: Steps, name: str, members: Mask) -> Tally:
    """The errors and words of each utterance among some steps."""
    utterances, operations = steps.utterance[members], steps.operations[members]
    sides = (utterances[operations != CORRECT], utterances[operations != INSERTION])
    return Tally(name, tuple(np.bincount(side, minlength=len(steps.first) - 1) for side in sides))


def _by_label(steps: Steps, given: Any) -> tuple[Sequence[Mark], dict[str, list[Mark]]]:
    """The marks, and those of each class."""
    marks = marks_of(given)
    if steps.result.settings.unit != "word":
        raise UsageError("classes are of words; score without unit='character' (-c)")
    if rest := next((mark for mark in marks if mark.label == REST), None):
        place = f"{rest.place.where}: " if rest.place else ""
        raise UsageError(f"{place}a class called {REST!r}, the name of all other words; expected another name")
    by_label: dict[str, list[Mark]] = {mark.label: [] for mark in marks}
    for mark in marks:
        if not steps.is_part or mark.id is None or mark.id in steps.places:
            by_label[mark.label].append(mark)
    for of_class in by_label.values():
        _check_ids(of_class, steps)
    return marks, by_label


def _is_of_types(result: Result, marks: Iterable[Mark]) -> bool:
    """Whether all classes hold the same words wherever these stand, so that counts by word are enough."""
    return not result.settings.fragments and all(
        mark.id is None and mark.insertions in ("word", "none") and all(len(phrase) == 1 for phrase in mark.phrases)
        for mark in marks
    )


def _rows_of_types(steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> tuple[ClassRow, ...]:
    """The rows of classes of single words: sums over the vocabulary."""
    rows, rest = [], np.ones(len(steps.words), np.bool_)
    owned = np.zeros(len(steps.words), np.bool_)
    for label, marks in by_label.items():
        held = np.zeros(len(steps.words), np.bool_)
        for mark in marks:
            held |= fitting(mark, steps)
        correct, substituted, deleted, inserted, said = (int(number) for number in steps.counts[held].sum(axis=0))
        by_word = any(mark.insertions == "word" for mark in marks)
        counts = Counts(correct, substituted, deleted, inserted * by_word)
        rows.append(ClassRow(label, counts, counts.reference, correct, deleted, inserted + said))
        rest &= ~held
        owned |= held & by_word
    correct, substituted, deleted, _, _ = (int(number) for number in steps.counts[rest].sum(axis=0))
    return *rows, ClassRow(REST, Counts(correct, substituted, deleted, int(steps.counts[~owned, 3].sum())))


def _rows_of_steps(steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> tuple[ClassRow, ...]:
    """The rows of classes of phrases, spans, and words of single texts: sums over the steps."""
    members = [_Members(steps, label, group) for label, group in by_label.items()]
    rest = np.ones(len(steps.operations), np.bool_)
    for each in members:
        rest &= ~each.steps
    return *(each.row() for each in members), ClassRow(REST, _counts(steps, rest))


def _check_ids(marks: Iterable[Mark], steps: Steps) -> None:
    """Refuses marks of texts that are not there, and spans beyond the end of a text."""
    for mark in marks:
        if mark.id is None:
            continue
        place = steps.places.get(mark.id)
        if place is None:
            mark.refuse(f"no utterance {short(mark.id)}", "the id of a scored utterance")
        if mark.span is None:
            continue
        branches = steps.branches(place)
        size = int(np.diff(steps.ref_first[place : place + 2])[0]) if branches is None else len(branches)
        if mark.span[1] >= size:
            spoken = quantity(size, "word")
            mark.refuse(f"a span up to word {mark.span[1]} of {short(mark.id)}, which has {spoken}", "places from 0")
        if mark.size not in (None, size):
            counted = (
                f"{quantity(mark.size or 0, 'word')} beside its tags, and {quantity(size, 'word')} as it is scored"
            )
            mark.refuse(f"{short(mark.id)} has {counted}", "the same words in both: tags are none")


def _counts(steps: Steps, mask: Mask) -> Counts:
    """The counts of some steps."""
    tally = np.bincount(steps.operations[mask], minlength=128)
    return Counts(*(int(tally[operation]) for operation in (CORRECT, SUBSTITUTION, DELETION, INSERTION)))


class _Members:
    """The steps of one class: its words in the reference, and the inserted words that are its errors."""

    def __init__(self, steps: Steps, label: str, marks: Sequence[Mark]) -> None:
        self._all = steps
        self._label = label
        self._ref = occurrences(steps, marks, "ref")
        self._hyp = occurrences(steps, [mark for mark in marks if mark.span is None], "hyp")
        self._words = np.zeros(len(steps.operations), np.bool_)
        self._words[steps.ref_rows[self._ref.covered(len(steps.ref_rows))]] = True
        self._rules = {mark.insertions for mark in marks}
        self.steps = self._words | self._insertions()

    def _insertions(self) -> Mask:
        """The inserted words that are errors of the class by any of its rules."""
        steps, rules = self._all, self._rules
        owned = np.zeros(len(steps.operations), np.bool_)
        if "word" in rules:
            owned[steps.hyp_rows[self._hyp.covered(len(steps.hyp_rows))]] = True
        if "inside" in rules:
            owned |= self._inside()
        if rules & {"left", "right"}:
            before, behind = self._neighbours()
            if "left" in rules:
                owned |= (before >= 0) & self._words[before]
            if "right" in rules:
                # Behind the last word of a text, an insertion belongs to that one.
                owner = np.where(behind >= 0, behind, before)
                owned |= (owner >= 0) & self._words[owner]
        return owned & steps.where(INSERTION)

    def _neighbours(self) -> tuple[Integers, Integers]:
        """The steps with the words of the reference before and behind each step, in its text; -1 for none."""
        steps = self._all
        place = np.searchsorted(steps.ref_rows, np.arange(len(steps.operations)))
        first, last = steps.ref_first[:-1][steps.utterance], steps.ref_first[1:][steps.utterance]
        rows = np.append(steps.ref_rows, -1)
        return np.where(place > first, rows[place - 1], -1), np.where(place < last, rows[place], -1)

    def _inside(self) -> Mask:
        """The steps between the first and the last word of an occurrence."""
        steps = self._all
        change = np.zeros(len(steps.operations) + 1, np.int64)
        np.add.at(change, steps.ref_rows[self._ref.begin], 1)
        np.add.at(change, steps.ref_rows[self._ref.begin + self._ref.size - 1], -1)
        mask: Mask = np.cumsum(change[:-1]) > 0
        return mask

    def row(self) -> ClassRow:
        """The counts of the class."""
        steps, ref, hyp = self._all, self._ref, self._hyp
        sound = steps.where(CORRECT)
        begins = steps.ref_rows[ref.begin]
        hits = ref.all_in(sound[steps.ref_rows])
        if "inside" in self._rules:  # what is inserted between the words of an occurrence spoils it
            hits &= steps.ref_rows[ref.begin + ref.size - 1] - begins == ref.size - 1
        said = hyp.all_in(sound[steps.hyp_rows]) & np.isin(steps.hyp_rows[hyp.begin], begins[hits])
        missed = ref.all_in(steps.where(DELETION)[steps.ref_rows])
        numbers = len(ref), int(hits.sum()), int(missed.sum()), len(hyp) - int(said.sum())
        return ClassRow(self._label, _counts(steps, self.steps), *numbers)


CLASSES = Analysis(
    name="classes",
    title=Classes.TITLE,
    summary="errors by class of words: names, terms, numbers, scripts, as a file of marks says",
    make=lambda steps, marks: classes(steps.result, marks, steps),
    argument="FILE",
    needed=True,
    by_utterance=tallies,
)
