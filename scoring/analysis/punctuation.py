"""Rates of punctuation marks by two rules, and of capitals, from the texts before any normalisation.

Words are runs of letters, digits, underscores and apostrophes; of the other signs, marks count and the rest are blanks.
By the rule `nemo`, as in NeMo's punct_er, marks are aligned along with the words, each as a word of its own; a mark
beside another one is right or substituted, and any other one is deleted or inserted. By the rule `words`, the words
alone are aligned, whatever their case, and what is compared is the first mark behind each.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass
from ..common.counts import percent
from ..common.results import Immutable
from ..words.api import score
from .analysis import Analysis
from .as_written import AsWritten, as_written, unread, unread_note
from .breakdown import Breakdown, column, signed
from .steps import CORRECT, Steps
from .tally import Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..common.arrow import Column
    from ..words.result import Result
    from .steps import Integers, Mask

MARKS = ".,?!"
RULES = ("words", "nemo")
SIDES = ("ref", "hyp")
ALL = "all"
"""The row of all marks of a rule."""
_NEMO = "1/1/1:SID"
_MASK = "."
_WORD = re.compile(r"[\w']")
_LETTERS = (string.ascii_letters + string.digits + "_ '\n").encode()


@dataclass(frozen=True, slots=True)
class MarkPair(Immutable):
    """How often a mark of the reference met one of the hypothesis; empty is none."""

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
    def rate(self) -> float | None:
        """Errors by all marks, matched or not: 1 less the share of the correct ones."""
        total = self.correct + self.substitutions + self.deletions + self.insertions
        return 1 - self.correct / total if total else None

    @property
    def precision(self) -> float | None:
        """Correct marks by those of the hypothesis."""
        said = self.correct + self.insertions + self.taken
        return self.correct / said if said else None

    @property
    def recall(self) -> float | None:
        """Correct marks by those of the reference."""
        there = self.correct + self.deletions + self.substitutions
        return self.correct / there if there else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        both = 2 * self.correct + self.deletions + self.insertions + self.substitutions + self.taken
        return 2 * self.correct / both if both else None


@dataclass(frozen=True, slots=True)
class Capitals(Immutable):
    """How words begin that are equal but for case."""

    words: int = 0
    both: int = 0
    ref: int = 0
    """Words with a capital in the reference."""
    hyp: int = 0

    def __add__(self, other: Capitals) -> Capitals:
        names = ("words", "both", "ref", "hyp")
        return Capitals(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def precision(self) -> float | None:
        """Capitals of the hypothesis that the reference has, too."""
        return self.both / self.hyp if self.hyp else None

    @property
    def recall(self) -> float | None:
        """Capitals of the reference that the hypothesis has, too."""
        return self.both / self.ref if self.ref else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Punctuation(Breakdown):
    """Rates of marks by rule, and of capitals.

    >>> import scorelite
    >>> punctuation = scorelite.score(["Well, we saw Ann."], ["Well we saw ann."]).punctuation()
    >>> punctuation["words", ","].rate, punctuation["words", "all"].rate, punctuation.capitals.recall
    (1.0, 0.5, 0.5)
    """

    TITLE: ClassVar[str] = "Punctuation and capitals"
    NAME: ClassVar[str] = "punctuation"

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
        """A row for each mark by each rule, behind the sum of all."""
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

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Rates and counts by rule and mark."""
        heads = ("", "rate", "C", "S", "D", "I", "precision", "recall", "F1")
        rows = [
            (
                f"{row.rule} {row.mark}",
                percent(row.rate),
                *(f"{getattr(row, name):,}" for name in _COUNTS),
                *(percent(value) for value in (row.precision, row.recall, row.f1)),
            )
            for row in self.rows
        ]
        return heads, rows

    def columns(self) -> Mapping[str, Column]:
        """Rates and counts by rule and mark."""
        rows = self.rows
        return {
            **{name: column("text", rows, name) for name in ("rule", "mark")},
            **{name: column("integer", rows, name) for name in (*_COUNTS, "taken")},
            **{name: column("number", rows, name) for name in ("rate", "precision", "recall", "f1")},
        }

    def facts(self) -> Mapping[str, Any]:
        """Capitals, which marks stand for which, and formats whose marks were not read."""
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
        """The capitals, and marks that were not read."""
        capitals = self.capitals
        rates = f"precision {percent(capitals.precision)}, recall {percent(capitals.recall)}"
        yield f"capitals of {quantity(capitals.words, 'word')} that are equal but for case: {rates}"
        yield from unread_note(unread(self.signature))

    def _added(self, other: Punctuation) -> Punctuation:
        times = Counter({(pair.rule, pair.ref, pair.hyp): pair.times for pair in self.pairs})
        for pair in other.pairs:
            times[pair.rule, pair.ref, pair.hyp] += pair.times
        return Punctuation(
            signature=self.signature,
            marks=self.marks,
            pairs=_pairs(times),
            capitals=self.capitals + other.capitals,
        )


_COUNTS = ("correct", "substitutions", "deletions", "insertions")


def _pairs(times: Mapping[tuple[str, str, str], int]) -> tuple[MarkPair, ...]:
    return tuple(MarkPair(*key, times[key]) for key in sorted(times))


def punctuation(result: Result, marks: str = MARKS, steps: Steps | None = None) -> Punctuation:
    """The rates of marks and capitals in the texts of a result before normalisation."""
    times: Counter[tuple[str, str, str]] = Counter()
    written = _written(steps or Steps(result), marks)
    if (bare := _bare(written)) is not None:
        capitals = Capitals(bare.result.counts.correct)
    else:
        by_rule, sides = _aligned(result, written, marks)
        for rule, (aligned, columns) in by_rule.items():
            for ref, hyp, number in _met(aligned, columns, len(marks) + 1):
                times[rule, ("", *marks)[ref], ("", *marks)[hyp]] += number
        capitals = _capitals(by_rule["words"][0], sides)
    return Punctuation(
        signature=signed(result, "punctuation", f"marks={marks}"),
        marks=marks,
        pairs=_pairs(times),
        capitals=capitals,
    )


def _written(steps: Steps, marks: str) -> AsWritten:
    """The texts as they were written, in which these marks count."""
    if not marks or len(set(marks)) < len(marks) or re.search(r"[\w'\s]", marks):
        raise UsageError(f"marks are {marks!r}; expected different signs that are no letters or blanks, such as '.,?!'")
    return as_written(steps)


def _bare(written: AsWritten) -> Steps | None:
    """The steps of texts that are words in lower case and nothing else, so that both rules see what is written."""
    if written.has_capitals:
        return None
    steps = written.steps(case_sensitive=True)
    plain = written.is_plain or all(
        _WORD.match(letter) and letter.lower() == letter and not letter.isupper()
        for letter in set("".join(steps.words))
    )
    return steps if plain else None


def _aligned(
    result: Result, written: AsWritten, marks: str
) -> tuple[dict[str, tuple[Steps, list[Integers]]], list[_Side]]:
    """The alignment by each rule with the kinds of marks on both sides, and what stands on these."""
    sides = [_Side(texts, marks) for texts in written.sides]
    nemo = Steps(score(*(side.masked() for side in sides), policy=_NEMO, case_sensitive=True))
    for name, side in zip(SIDES, sides, strict=True):
        side.read(nemo, name)
    plain = Steps(score(*(side.words() for side in sides), policy=result.settings.policy, case_sensitive=True))
    return {
        "nemo": (nemo, [side.kinds for side in sides]),
        "words": (plain, [side.behind for side in sides]),
    }, sides


def tallies(steps: Steps, _: Any) -> Iterator[Tally]:
    """The wrong marks and all marks of each utterance, by rule and mark."""
    written, size = _written(steps, MARKS), len(steps.first) - 1
    if _bare(written) is not None:
        nothing = np.zeros(size, np.int64)
        yield from (Tally(f"{rule} {mark}", (nothing, nothing)) for rule in RULES for mark in (ALL, *MARKS))
        return
    by_rule, _sides = _aligned(steps.result, written, MARKS)
    for rule in RULES:
        aligned, columns = by_rule[rule]
        ref, hyp = _kinds(aligned, columns)
        some = np.flatnonzero(ref + hyp)
        ref, hyp, utterances = ref[some], hyp[some], aligned.utterance[some]
        # A mark of the hypothesis that stands for another one counts in the row of that one.
        owner, wrong = np.where(ref > 0, ref, hyp), ref != hyp
        for number, mark in enumerate((ALL, *MARKS)):
            inside = (owner == number) | (mark == ALL)
            sides = utterances[inside & wrong], utterances[inside]
            yield Tally(f"{rule} {mark}", tuple(np.bincount(side, minlength=size) for side in sides))


def _kinds(steps: Steps, columns: Sequence[Integers]) -> list[Integers]:
    """The kinds of marks of both sides at each step; a column has the kind at each word of its side."""
    return [_at_steps(steps, side, column) for side, column in zip(SIDES, columns, strict=True)]


def _at_steps(steps: Steps, side: str, column: NDArray[Any]) -> NDArray[Any]:
    """A column with a value at each word of a side, of which most are 0, as one with a value at each step."""
    words = np.flatnonzero(column)
    values = np.zeros(len(steps.operations), column.dtype)
    values[steps.rows_of(side, words)] = column[words]
    return values


def _met(steps: Steps, columns: Sequence[Integers], size: int) -> Iterator[tuple[int, int, int]]:
    """How often which kinds of marks of both sides meet."""
    ref, hyp = _kinds(steps, columns)
    some = np.flatnonzero(ref | hyp)
    tally = np.bincount(ref[some] * size + hyp[some], minlength=1)
    for key in np.flatnonzero(tally).tolist():
        yield *divmod(key, size), int(tally[key])


def _capitals(steps: Steps, sides: Sequence[_Side]) -> Capitals:
    """The capitals of correct words."""
    flags = [_at_steps(steps, name, side.capital) for name, side in zip(SIDES, sides, strict=True)]
    right = steps.where(CORRECT)
    ref, hyp = (flag & right for flag in flags)
    return Capitals(*(int(mask.sum()) for mask in (right, ref & hyp, ref, hyp)))


class _Side:
    """The texts of a side as words and marks, and what stands at each of them."""

    kinds: Integers
    """The number of the mark, from 1, at each word or mark; 0 at words."""
    behind: Integers
    """The number of the first mark behind each word."""
    capital: Mask
    """Whether each word begins with a capital."""

    def __init__(self, texts: Sequence[str], marks: str) -> None:
        # All texts at once: the price is that of a few searches in one text.
        whole = "\n".join(texts)
        if whole.count("\n") >= max(len(texts), 1):
            whole = "\n".join([text.replace("\n", " ") for text in texts])
        for sign in _signs(whole) - set(marks):
            whole = whole.replace(sign, " ")
        self._whole, self._marks = whole, marks

    def masked(self) -> list[str]:
        """The texts with a mask for each mark."""
        whole = self._whole
        for mark in self._marks[::-1]:
            whole = whole.replace(mark, "\0")
        return whole.replace("\0", f" {_MASK} ").split("\n")

    def words(self) -> list[str]:
        """The texts without marks, and without case."""
        whole = self._whole
        for mark in self._marks:
            whole = whole.replace(mark, " ")
        return whole.lower().split("\n")

    def read(self, steps: Steps, side: str) -> None:
        """Reads kinds and capitals off the words of the masked texts."""
        said = steps.said(side)
        is_mark = said == steps.numbers_of([_MASK]).get(_MASK, -1)
        self.kinds = np.zeros(len(said), np.int32)
        self.kinds[is_mark] = self._order()
        following = np.append(self.kinds[1:], np.int32(0))
        ends = steps.first_of(side)[1:]
        following[ends[ends > 0] - 1] = 0
        self.behind = following[~is_mark]
        capital = np.array([word[:1].isupper() for word in steps.words], np.bool_)
        self.capital = capital[said[~is_mark]]

    def _order(self) -> NDArray[Any]:
        """The number of each mark, from 1, in the order of the texts."""
        if self._marks.isascii():  # no byte of another letter is one of ASCII
            marks = self._marks.encode()
            other = bytes({*range(256)} - {*marks})
            table = bytes.maketrans(marks, bytes(range(1, len(marks) + 1)))
            return np.frombuffer(self._whole.encode("utf-8", "surrogatepass").translate(table, other), np.uint8)
        order = {mark: place for place, mark in enumerate(self._marks, 1)}
        return np.array([order[mark] for mark in re.findall(f"[{re.escape(self._marks)}]", self._whole)], np.int32)


def _signs(text: str) -> set[str]:
    """The different signs of a text that are no part of a word, without blanks and ends of lines."""
    letters = {*text.encode().translate(None, _LETTERS).decode()} if text.isascii() else {*text}
    return {letter for letter in letters - {"\n", "'", " "} if not re.match(r"\w", letter)}


PUNCTUATION = Analysis(
    name="punctuation",
    title=Punctuation.TITLE,
    summary="rates of punctuation marks, aligned as words and as NeMo does, and of capitals",
    make=lambda steps, _: punctuation(steps.result, steps=steps),
    by_utterance=tallies,
    of_marks=True,
)
