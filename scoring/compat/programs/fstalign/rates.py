"""Rates of fstalign: of all words, of classes, speakers, changes of speakers, tags and sentences, and of capitals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .....formats.values import dataclass
from .numbers import share, shown
from .path import DELETED, INSERTED, Stretch
from .stitches import Stitch

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Json: TypeAlias = dict[str, Any]

__all__: list[str] = []

_ENDS = (".", "?", "!")


@dataclass(frozen=True, slots=True)
class Rate:
    """Insertions, deletions, substitutions and words of the reference; they add up."""

    insertions: int = 0
    deletions: int = 0
    substitutions: int = 0
    words: int = 0

    def __add__(self, other: Rate) -> Rate:
        return Rate(
            self.insertions + other.insertions,
            self.deletions + other.deletions,
            self.substitutions + other.substitutions,
            self.words + other.words,
        )

    @property
    def errors(self) -> int:
        """All errors."""
        return self.insertions + self.deletions + self.substitutions

    def member(self) -> Json:
        """The numbers in JSON."""
        return {
            "insertions": self.insertions,
            "deletions": self.deletions,
            "substitutions": self.substitutions,
            "numWordsInReference": self.words,
            "numErrors": self.errors,
            "wer": share(self.errors, self.words) if self.words else math.nan,
        }

    def text(self) -> str:
        """The numbers in the text."""
        return f"{self.errors}/{self.words} = {shown(share(self.errors, self.words) if self.words else math.nan, 4)}"


def rate_of(stretch: Stretch) -> Rate:
    """The rate of a stretch."""
    return Rate(*stretch.counts())


def _of_step(step: Stitch, words: int) -> Rate:
    return Rate(step.is_insertion, step.is_deletion, step.is_substitution, words)


def by_class(stretches: Iterable[Stretch]) -> dict[str, Rate]:
    """The rate of each class, and of synonyms by the numbers of their words."""
    made: dict[str, Rate] = {}
    for stretch in stretches:
        if stretch.is_class:
            label = stretch.label[3:-3].partition("_")[2] or stretch.label[3:-3]
            made[label] = made.get(label, Rate()) + rate_of(stretch)
    return dict(sorted(made.items()))


def by_speaker(steps: Iterable[Stitch]) -> dict[str, Rate]:
    """The rate of each speaker; an insertion belongs to the speaker of the word before it."""
    made: dict[str, Rate] = {}
    last = ""
    before = Rate()
    for step in steps:
        speaker = step.row.speaker
        if speaker and speaker != last:
            if last:
                made[last] = made.get(last, Rate()) + before
                before = Rate()
            last = speaker
        before += _of_step(step, bool(speaker))
    made[last] = made.get(last, Rate()) + before
    return dict(sorted(made.items()))


def by_tag(steps: Iterable[Stitch]) -> dict[str, Rate]:
    """The rate of each wer_tag."""
    made: dict[str, Rate] = {}
    for step in steps:
        for tag, _ in step.row.wer_tags:
            made[tag] = made.get(tag, Rate()) + _of_step(step, not step.is_insertion)
    return dict(sorted(made.items()))


def by_sentence(steps: Iterable[Stitch]) -> Iterator[Rate]:
    """The rate of each sentence, which ends with a word before `.`, `?` or `!`."""
    rate = Rate()
    for step in steps:
        rate += _of_step(step, not step.is_insertion)
        if step.row.punctuation in _ENDS:
            yield rate
            rate = Rate()
    if rate.words:
        yield rate


def around_changes(steps: Sequence[Stitch], window: int) -> Rate:
    """The rate of the words at most so many words before or behind a change of speakers."""
    changes = iter([*_changes(steps)])
    change = next(changes, None)
    rate, word = Rate(), 0
    for step in steps:
        if change is None:
            break
        if change - window <= word < change + window:
            # An insertion before the first word of the window is outside.
            is_outside = step.is_insertion and word == change - window
            rate += Rate() if is_outside else _of_step(step, not step.is_insertion)
        word += not step.is_insertion
        if word >= change + window:
            change = next(changes, None)
    return rate


def _changes(steps: Iterable[Stitch]) -> Iterator[int]:
    """The words of the reference with which another speaker begins."""
    last, word = "", 0
    for step in steps:
        if step.row.speaker and step.row.speaker != last:
            if last:
                yield word
            last = step.row.speaker
        word += not step.is_insertion


@dataclass(frozen=True, slots=True)
class Capitals:
    """Words with as many capitals as the reference, with more, and with fewer."""

    equal: int = 0
    more: int = 0
    fewer: int = 0

    @property
    def precision(self) -> float:
        return share(self.equal, self.equal + self.more)

    @property
    def recall(self) -> float:
        return share(self.equal, self.equal + self.fewer)

    def member(self) -> Json:
        """The numbers in JSON."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "true_positive": self.equal,
            "false_positive": self.more,
            "false_negative": self.fewer,
        }


def capitals(steps: Iterable[Stitch], *, matching: bool) -> Capitals:
    """The capitals of correct words, or of substituted ones, too; a word in lower case counts if the other has some."""
    equal = more = fewer = 0
    for step in steps:
        if step.hyp == DELETED or step.ref == INSERTED or (matching and step.ref != step.hyp):
            continue
        told, heard = _capitals(step.row.token), _capitals(step.heard.written)
        if step.row.case == "LC":
            more += heard > 0
        else:
            equal, more, fewer = equal + (told == heard), more + (told < heard), fewer + (told > heard)
    return Capitals(equal, more, fewer)


def _capitals(word: str) -> int:
    return sum("A" <= letter <= "Z" for letter in word)
