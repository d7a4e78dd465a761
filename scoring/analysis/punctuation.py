"""Rates of punctuation marks by two rules, and of capitals, from the texts before any normalisation.

Words are runs of letters, digits, underscores and apostrophes; of the other signs, marks count and the rest are blanks.
By the rule `nemo`, as in NeMo's punct_er, marks are aligned along with the words, each as a word of its own; a mark
beside another one is right or substituted, and any other one is deleted or inserted. By the rule `words`, the words
alone are aligned, whatever their case, and what is compared is the first mark behind each; one inside a word or number,
as in 3.5, 10:30 and info@x.de, is none.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import core
from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass, replace
from ..common.analyses import BY_NAME
from ..common.counts import Summed, percent
from ..common.results import Immutable
from ..common.tie_policy import policy_of
from .analysis import Analysis
from .as_written import AsWritten, as_written, unread, unread_note
from .breakdown import Breakdown, signed
from .spec import Spec, with_commas
from .steps import Steps
from .tally import tally_of

if TYPE_CHECKING:
    from ..common.arrays import Integers, Mask
    from ..words.result import Result
    from .tally import Tally

MARKS = ".,?!"
RULES = ("words", "nemo")
ALL = "all"
"""The row of all marks of a rule."""
CAPITALS = "capitals"
"""The row of capitals, by utterance."""


@dataclass(frozen=True, slots=True)
class MarkPair(Immutable):
    """How often a mark of the reference was aligned with one of the hypothesis; empty is none."""

    rule: str
    ref: str
    hyp: str
    times: int


@dataclass(frozen=True, slots=True)
class MarkRow(Immutable):
    """The counts of one mark, or of all, by one rule."""

    rule: str
    mark: str
    correct: int
    substitutions: int
    """Marks of the reference that became another one."""
    deletions: int
    insertions: int
    taken: int
    """Marks of the hypothesis that stand for another one."""

    @property
    def name(self) -> str:
        """The rule and the mark."""
        return f"{self.rule} {self.mark}"

    @property
    def rate(self) -> float | None:
        """Errors divided by all marks, matched or not."""
        total = self.correct + self.substitutions + self.deletions + self.insertions
        return 1 - self.correct / total if total else None

    @property
    def precision(self) -> float | None:
        """Correct marks divided by those of the hypothesis."""
        said = self.correct + self.insertions + self.taken
        return self.correct / said if said else None

    @property
    def recall(self) -> float | None:
        """Correct marks divided by those of the reference."""
        there = self.correct + self.deletions + self.substitutions
        return self.correct / there if there else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        both = 2 * self.correct + self.deletions + self.insertions + self.substitutions + self.taken
        return 2 * self.correct / both if both else None


_COUNTS = {"C": "correct", "S": "substitutions", "D": "deletions", "I": "insertions"}
"""The counts of a row, by their heads."""


@dataclass(frozen=True, slots=True)
class Capitals(Summed):
    """Capitals of words that are equal except for case."""

    words: int = 0
    both: int = 0
    ref: int = 0
    """Words with a capital in the reference."""
    hyp: int = 0

    @property
    def rate(self) -> float | None:
        """Words with a capital on one side only, divided by those with one on either side."""
        either = self.ref + self.hyp - self.both
        return 1 - self.both / either if either else None

    @property
    def precision(self) -> float | None:
        """Share of the hypothesis's capitals that the reference has, too."""
        return self.both / self.hyp if self.hyp else None

    @property
    def recall(self) -> float | None:
        """Share of the reference's capitals that the hypothesis has, too."""
        return self.both / self.ref if self.ref else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Punctuation(Breakdown):
    """Error rates of punctuation by rule, and of capitals.

    >>> import scorelite
    >>> punctuation = scorelite.score(["Well, we saw Ann."], ["Well we saw ann."]).punctuation()
    >>> punctuation["words", ","].rate, punctuation["words", "all"].rate, punctuation.capitals.recall
    (1.0, 0.5, 0.5)
    """

    TITLE: ClassVar[str] = "Punctuation and capitals"
    NAME: ClassVar[str] = "punctuation"
    SPEC: ClassVar[Spec] = Spec(
        columns={
            "text": ["rule", "mark"],
            "integer": [*_COUNTS.values(), "taken"],
            "number": ["rate", "precision", "recall", "f1"],
        },
        table={
            "rate": ("rate", percent),
            **{head: (name, with_commas) for head, name in _COUNTS.items()},
            **{head: (head.lower(), percent) for head in ("precision", "recall", "F1")},
        },
    )

    marks: str
    pairs: tuple[MarkPair, ...]
    capitals: Capitals

    def __getitem__(self, key: tuple[str, str]) -> MarkRow:
        """The row of a rule and a mark, or of `all`."""
        for row in self.rows:
            if (row.rule, row.mark) == key:
                return row
        raise KeyError(key)

    @property
    def rows(self) -> tuple[MarkRow, ...]:
        """A row for each mark and rule, after the sum of all."""
        return tuple(self._row(rule, mark) for rule in RULES for mark in (ALL, *self.marks))

    def _row(self, rule: str, mark: str) -> MarkRow:
        pairs = [pair for pair in self.pairs if pair.rule == rule]
        ref = [pair for pair in pairs if pair.ref and mark in (ALL, pair.ref)]
        hyp = [pair for pair in pairs if pair.hyp and mark in (ALL, pair.hyp)]
        return MarkRow(
            rule,
            mark,
            correct=sum(pair.times for pair in ref if pair.ref == pair.hyp),
            substitutions=sum(pair.times for pair in ref if pair.hyp and pair.ref != pair.hyp),
            deletions=sum(pair.times for pair in ref if not pair.hyp),
            insertions=sum(pair.times for pair in hyp if not pair.ref),
            taken=sum(pair.times for pair in hyp if pair.ref and pair.ref != pair.hyp),
        )

    def facts(self) -> Mapping[str, Any]:
        """Capitals, pairs of punctuation marks, and formats whose punctuation was not read."""
        capitals = self.capitals
        names = ("words", "both", "ref", "hyp", "precision", "recall")
        swapped = [pair for pair in self.pairs if pair.ref and pair.hyp and pair.ref != pair.hyp]
        return {
            "capitals": {name: getattr(capitals, name) for name in names},
            "substitutions": [
                {name: getattr(pair, name) for name in ("rule", "ref", "hyp", "times")} for pair in swapped
            ],
            "unread": unread(self.signature),
        }

    def notes(self) -> Iterable[str]:
        """Capitals, and punctuation that was not read."""
        capitals = self.capitals
        rates = f"precision {percent(capitals.precision)}, recall {percent(capitals.recall)}"
        yield f"capitals of {quantity(capitals.words, 'word')} that are equal except for case: {rates}"
        yield "words: aligned without punctuation and case; the first mark after each counts, none inside (3.5)"
        yield "nemo: marks aligned along with the words, as NeMo's punct_er does"
        yield from unread_note(unread(self.signature))

    def _added(self, other: Punctuation) -> Punctuation:
        times: Counter[tuple[str, str, str]] = Counter()
        for pair in (*self.pairs, *other.pairs):
            times[pair.rule, pair.ref, pair.hyp] += pair.times
        return replace(self, pairs=_pairs(times), capitals=self.capitals + other.capitals)


def _pairs(times: Mapping[tuple[str, str, str], int]) -> tuple[MarkPair, ...]:
    return tuple(MarkPair(*key, times[key]) for key in sorted(times))


def punctuation(result: Result, marks: str = MARKS, steps: Steps | None = None) -> Punctuation:
    """The rates of marks and capitals in the texts of a result before normalisation."""
    written = _written(steps or Steps(result), marks)
    times: Mapping[tuple[str, str, str], int] = {}
    if _is_bare(written):
        capitals = Capitals(written.steps(case_sensitive=True).result.counts.correct)
    else:
        met = _met(written, result, marks)
        times = {key: number for rule in RULES for key, number in met[rule].pairs(rule, marks)}
        capitals = met["words"].capitals
    return Punctuation(
        signature=signed(result, "punctuation", f"marks={marks}"),
        marks=marks,
        pairs=_pairs(times),
        capitals=capitals,
    )


def tallies(steps: Steps, marks: str | None) -> Iterator[Tally]:
    """The wrong marks and all marks of each utterance, by rule and mark, and capitals likewise."""
    marks = MARKS if marks is None else marks
    written, size = _written(steps, marks), len(steps.first) - 1
    if _is_bare(written):
        nowhere = np.zeros(0, np.int64)
        names = [*(f"{rule} {mark}" for rule in RULES for mark in (ALL, *marks)), CAPITALS]
        yield from (tally_of(name, nowhere, {"wrong": 0, "marks": 0}, size) for name in names)
        return
    met = _met(written, steps.result, marks)
    for rule in RULES:
        ref, hyp, utterances = met[rule].ref, met[rule].hyp, met[rule].utterance
        # A mark of the hypothesis that stands for another one counts in the row of that one.
        owner, wrong = np.where(ref > 0, ref, hyp), ref != hyp
        for number, mark in enumerate((ALL, *marks)):
            inside = (owner == number) | (mark == ALL)
            yield tally_of(f"{rule} {mark}", utterances[inside], {"wrong": wrong[inside], "marks": 1}, size)
    utterances, wrong = met["words"].of_capitals
    yield tally_of(CAPITALS, utterances, {"wrong": wrong, "marks": 1}, size)


def _written(steps: Steps, marks: str) -> AsWritten:
    """The texts as they were written, in which these marks count."""
    _checked(marks)
    return as_written(steps)


def _checked(marks: Any) -> str:
    """Marks that are different signs."""
    if not isinstance(marks, str) or not marks or len(set(marks)) < len(marks) or re.search(r"[\w'\s]", marks):
        raise UsageError(
            f"marks are {marks!r}; expected different signs that are not letters or blanks, such as '.,?!'"
        )
    return marks


def _is_bare(written: AsWritten) -> bool:
    """Whether texts are words in lower case and nothing else, so that both rules see what is written."""
    return written.is_plain or (
        not written.has_capitals
        and all(_is_word(letter) and letter == _folded(letter) and not letter.isupper() for letter in written.letters)
    )


def _is_word(letter: str) -> bool:
    return re.match(r"[\w']", letter) is not None


def _folded(letter: str) -> str:
    """A letter without case; where a word ends, the Greek sigma has another form."""
    return letter.lower().replace("\u03c2", "\u03c3")


def _met(written: AsWritten, result: Result, marks: str) -> dict[str, _Met]:
    """The marks that meet, by rule."""
    letters = [*string.ascii_lowercase, *string.digits, "'", *written.letters]
    order = {mark: number for number, mark in enumerate(marks, 1)}
    kinds = [order.get(letter, -_is_word(letter) * (1 + letter.isupper())) for letter in letters]
    policy = policy_of(result.settings.policy)
    nemo, words = core.mark_steps(
        *written.core_sides,
        [letter.encode() for letter in letters],
        np.array(kinds, np.int32).tobytes(),
        [_folded(letter).encode() for letter in letters],
        ((1, 1, 1), "SID"),
        (policy.whole_costs, policy.ties),
    )
    return {"nemo": _Met(*nemo), "words": _Met(*words)}


class _Met:
    """The marks that meet, with their places, and the capitals of equal words."""

    utterance: Integers
    """Where each step with a mark stands."""
    ref: Integers
    """The number of its mark of the reference, from 1; 0 for none."""
    hyp: Integers

    def __init__(self, correct: int, utterance: bytes, is_right: bytes, *sides: bytes) -> None:
        ref, hyp = (np.frombuffer(side, np.int32) for side in sides)
        right = np.frombuffer(is_right, np.uint8)
        capitals = (int((mask & right & 1).sum()) for mask in (ref & hyp, ref, hyp))
        self.capitals = Capitals(correct, *capitals)
        owners = np.frombuffer(utterance, np.int64)
        on_both, on_any = ref & hyp & 1, (ref | hyp) & right & 1
        capital = np.flatnonzero(on_any)
        self.of_capitals: tuple[Integers, Mask] = owners[capital], (on_any > on_both)[capital]
        """Of each equal word with a capital on some side: the utterance, and whether one side alone has it."""
        some = np.flatnonzero((ref | hyp) > 1)
        self.utterance = owners[some]
        self.ref, self.hyp = ref[some] >> 1, hyp[some] >> 1

    def pairs(self, rule: str, marks: str) -> Iterator[tuple[tuple[str, str, str], int]]:
        """How often which marks meet."""
        names, size = ("", *marks), len(marks) + 1
        tally = np.bincount(self.ref * size + self.hyp)
        for key in np.flatnonzero(tally).tolist():
            yield (rule, names[key // size], names[key % size]), int(tally[key])


PUNCTUATION = Analysis(
    BY_NAME["punctuation"],
    title=Punctuation.TITLE,
    make=lambda steps, marks: punctuation(steps.result, MARKS if marks is None else marks, steps),
    read=lambda marks: marks if marks is None else _checked(marks),
    by_utterance=tallies,
    of_marks=True,
)
