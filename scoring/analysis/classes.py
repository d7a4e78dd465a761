"""Errors by class of words: names, terms, numbers, scripts, whatever marks say, on the one alignment of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity, short
from ...formats.values import dataclass, field_names
from ..common.counts import Counts, percent
from ..common.results import Immutable
from ..words.moved import first_moved
from .analysis import Analysis
from .branches import first_words
from .breakdown import Breakdown, column, signed, united
from .mark import Mark
from .marks import digest, marks_of
from .occurrences import among, different, fitting, occurrences
from .steps import CORRECT, DELETION, INSERTION, SUBSTITUTION, Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.alignment import Text
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
    """Occurrences all of whose words are correct; with insertions `inside`, those with none between their words."""
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
        members = _Members(steps, label, marks).rows
        rest[members] = False
        yield _tally(steps, label, members)
    yield _tally(steps, REST, np.flatnonzero(rest))


def _tally(steps: Steps, name: str, rows: Integers) -> Tally:
    """The errors and words of each utterance among some steps."""
    utterances, operations = steps.utterance[rows], steps.operations[rows]
    sides = (utterances[operations != CORRECT], utterances[operations != INSERTION])
    return Tally(name, tuple(np.bincount(side, minlength=len(steps.first) - 1) for side in sides))


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
    for of_class in by_label.values():
        _check_ids(of_class, steps)
    return marks, by_label


def _is_of_types(result: Result, marks: Iterable[Mark]) -> bool:
    """Whether all classes hold the same words wherever these stand, so that counts by word are enough."""
    return not (result.settings.fragments or result.settings.optional_words) and all(
        mark.id is None and mark.insertions in ("word", "none") and all(len(phrase) == 1 for phrase in mark.phrases)
        for mark in marks
    )


def _rows_of_types(steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> tuple[ClassRow, ...]:
    """The rows of classes of single words: sums over the vocabulary."""
    rows, rest = [], np.ones(len(steps.counts), np.bool_)
    owned = np.zeros(len(steps.counts), np.bool_)
    for label, marks in by_label.items():
        held, with_inserted = np.zeros((2, len(steps.counts)), np.bool_)
        for mark in marks:
            fits = fitting(mark, steps)
            held |= fits
            with_inserted |= fits & (mark.insertions == "word")
        correct, substituted, deleted, inserted, said = (int(number) for number in steps.counts[held].sum(axis=0))
        counts = Counts(correct, substituted, deleted, int(steps.counts[with_inserted, 3].sum()))
        rows.append(ClassRow(label, counts, counts.reference, correct, deleted, inserted + said))
        rest &= ~held
        owned |= with_inserted
    correct, substituted, deleted, _, _ = (int(number) for number in steps.counts[rest].sum(axis=0))
    return *rows, ClassRow(REST, Counts(correct, substituted, deleted, int(steps.counts[~owned, 3].sum())))


def _rows_of_steps(steps: Steps, by_label: Mapping[str, Sequence[Mark]]) -> tuple[ClassRow, ...]:
    """The rows of classes of phrases, spans, and words of single texts: sums over the steps."""
    members = [_Members(steps, label, group) for label, group in by_label.items()]
    of_classes = [np.zeros(0, np.int64), *(each.rows for each in members)]
    owned = _counts(steps, different(np.sort(np.concatenate(of_classes))))
    rest = (getattr(steps.result.counts, name) - getattr(owned, name) for name in field_names(Counts))
    return *(each.row() for each in members), ClassRow(REST, Counts(*rest))


def _check_ids(marks: Iterable[Mark], steps: Steps) -> None:
    """Refuses marks of texts that are not there, and spans that are of no words, or of words that nobody can find."""
    size_of, before = cache(partial(_size, steps)), cache(partial(_Before, steps))
    for mark in marks:
        if mark.id is None:
            continue
        if not steps.texts_of(mark.id):
            mark.refuse(f"no utterance {short(mark.id)}", "the id of a scored utterance, or the name of a recording")
        if mark.span is None:
            continue
        if not mark.in_order and steps.result.table.timeline is not None:
            mark.refuse(f"words of {short(mark.id)} that are not in the order of time", "rows in that order")
        size = size_of(mark.id)
        if size is None:
            mark.refuse(f"a span of the recording {short(mark.id)}, which has alternations", "the id of an utterance")
        is_checked = steps.result.settings.chain is not None and before(mark.id).check(mark)
        if mark.span[1] >= size:
            spoken = quantity(size, "word")
            mark.refuse(f"a span up to word {mark.span[1]} of {short(mark.id)}, which has {spoken}", "places from 0")
        if not is_checked and mark.size not in (None, size):
            counted = (
                f"{quantity(mark.size or 0, 'word')} beside its tags, and {quantity(size, 'word')} as it is scored"
            )
            mark.refuse(f"{short(mark.id)} has {counted}", "the same words in both: tags are none")


class _Before:
    """The reference of an utterance, or of a recording, before its normaliser."""

    def __init__(self, steps: Steps, name: str) -> None:
        self._steps = steps
        self._texts = steps.texts_of(name)
        given = steps.result.texts_given()
        self._words = None if given is None else self._words_of(given[0])

    def _words_of(self, texts: Sequence[Text]) -> list[str]:
        return [word for place in self._texts for word in first_words(texts[place])]

    def check(self, mark: Mark) -> bool:
        """Whether the span is of words before the normaliser; one of words that it may have moved is refused."""
        if self._words is None:
            if mark.size is None:
                mark.refuse(
                    f"a span of {short(mark.id or '')}, in a saved result, which has no texts before its normaliser",
                    "a score of the files, or spans of texts that were normalised beforehand",
                )
            return False
        if mark.size not in (None, len(self._words)):
            return False
        if mark.span is not None and self._changed is not None and self._changed <= mark.span[1]:
            mark.refuse(
                f"a span of {short(mark.id or '')} behind word {self._changed}, of which the normaliser makes more "
                "or fewer",
                "spans of texts that were normalised beforehand (scorelite normalise), or a normaliser that leaves "
                "the number of words",
            )
        return True

    @cached_property
    def _changed(self) -> int | None:
        """The first word that did not stay one word when it was normalised; None where each did."""
        behind = self._words_of(self._steps.result.utterances.refs)
        return first_moved(self._words or [], behind, self._steps.result.settings, first_words)


def _size(steps: Steps, name: str) -> int | None:
    """The words of the reference of an utterance, with the first branches of alternations, or of a recording.

    None for a recording with alternations, whose words nobody counts alike.
    """
    texts = steps.texts_of(name)
    branches = list(map(steps.branches, texts))
    if branches[0] is not None and len(texts) == 1:
        return len(branches[0])
    if any(each is not None for each in branches):
        return None
    return int(steps.ref_first[texts.stop] - steps.ref_first[texts.start])


def _counts(steps: Steps, rows: Integers) -> Counts:
    """The counts of some steps."""
    tally = np.bincount(steps.operations[rows], minlength=128)
    return Counts(*(int(tally[operation]) for operation in (CORRECT, SUBSTITUTION, DELETION, INSERTION)))


class _Stood:
    """Occurrences on a side with the steps of their words."""

    def __init__(self, steps: Steps, marks: Sequence[Mark], side: str) -> None:
        found = occurrences(steps, marks, side)
        self.words: Integers = found.covered()
        """The places of their words among all words of the side."""
        self.rows: Integers = steps.rows_of(side, self.words)
        """The steps of these words."""
        self._operations = steps.operations[self.rows]
        self.keys: Integers = found.begin * (len(steps.operations) + 1) + found.size
        """A number for each occurrence, rising."""
        # The words of an occurrence stand side by side.
        self._begin = np.searchsorted(self.words, found.begin)
        self.sizes: Integers = found.size

    def __len__(self) -> int:
        return len(self._begin)

    def bounds(self) -> tuple[Integers, Integers]:
        """The steps of the first and of the last word of each occurrence."""
        return self.rows[self._begin], self.rows[self._begin + self.sizes - 1]

    def all(self, operation: int) -> Mask:
        """The occurrences all of whose words have an operation, such as `DELETION`."""
        sums = np.concatenate([[0], np.cumsum(self._operations == operation)])
        whole: Mask = sums[self._begin + self.sizes] - sums[self._begin] == self.sizes
        return whole

    def have(self, words: Integers) -> Mask:
        """Which of some words of the side lie in an occurrence."""
        return among(words, self.words)


class _Members:
    """The steps of one class: its words in the reference, and the inserted words that are its errors."""

    def __init__(self, steps: Steps, label: str, marks: Sequence[Mark]) -> None:
        self._all = steps
        self._label = label
        self._ref, self._hyp = _both_sides(steps, marks)
        rules = dict.fromkeys(mark.insertions for mark in marks)
        by_rule = {rule: [mark for mark in marks if mark.insertions == rule] for rule in rules}
        self._by_rule = {
            rule: (self._ref, self._hyp) if len(rules) == 1 else _both_sides(steps, of_rule)
            for rule, of_rule in by_rule.items()
        }
        rows = np.sort(np.concatenate([self._ref.rows, *self._insertions()]))
        self.rows: Integers = different(rows)

    def _insertions(self) -> Iterator[Integers]:
        """The steps of inserted words that are errors of the class, by each of its rules."""
        for rule, (ref, hyp) in self._by_rule.items():
            if rule == "word":
                yield self._inserted(hyp.rows)
            elif rule == "inside":
                yield self._inserted(_inside(ref))
            elif rule != "none":
                rows = np.flatnonzero(self._all.where(INSERTION))
                before, behind = self._neighbours(ref, rows)
                yield rows[before if rule == "left" else behind]

    def _inserted(self, rows: Integers) -> Integers:
        """The inserted words among some steps."""
        inserted: Integers = rows[self._all.operations[rows] == INSERTION]
        return inserted

    def _neighbours(self, ref: _Stood, rows: Integers) -> tuple[Mask, Mask]:
        """Whether the word of the reference before a step, and that behind it, in its text, lie in an occurrence."""
        steps = self._all
        place, owner = steps.before("ref", rows), np.searchsorted(steps.first, rows, side="right") - 1
        before = (place > steps.ref_first[owner]) & ref.have(place - 1)
        # Behind the last word of a text, an insertion belongs to that one.
        return before, np.where(place < steps.ref_first[owner + 1], ref.have(place), before)

    def row(self) -> ClassRow:
        """The counts of the class."""
        ref, hyp = self._ref, self._hyp
        hits = ref.all(CORRECT)
        if "inside" in self._by_rule:  # what is inserted between the words of an occurrence spoils it
            inside, _ = self._by_rule["inside"]
            begins, lasts = inside.bounds()
            hits &= ~among(ref.keys, inside.keys[lasts - begins > inside.sizes - 1])
        base = len(self._all.operations) + 1
        of_hits, of_said = (begins * base + lasts for begins, lasts in (ref.bounds(), hyp.bounds()))
        said = hyp.all(CORRECT) & among(of_said, of_hits[hits])
        numbers = len(ref), int(hits.sum()), int(ref.all(DELETION).sum()), len(hyp) - int(said.sum())
        return ClassRow(self._label, _counts(self._all, self.rows), *numbers)


def _both_sides(steps: Steps, marks: Sequence[Mark]) -> tuple[_Stood, _Stood]:
    """The occurrences of marks on both sides; spans are of the reference alone."""
    return _Stood(steps, marks, "ref"), _Stood(steps, [mark for mark in marks if mark.span is None], "hyp")


def _inside(ref: _Stood) -> Integers:
    """The steps between the first and the last word of each occurrence."""
    begin, last = ref.bounds()
    sizes = last - begin + 1
    ends = np.cumsum(sizes)
    steps: Integers = np.arange(ends[-1] if len(ends) else 0) + np.repeat(begin - (ends - sizes), sizes)
    return steps


CLASSES = Analysis(
    name="classes",
    title=Classes.TITLE,
    summary="errors by class of words: names, terms, numbers, scripts, as a file of marks says",
    make=lambda steps, marks: classes(steps.result, marks, steps),
    read=marks_of,
    argument="FILE",
    needed=True,
    by_utterance=tallies,
)
