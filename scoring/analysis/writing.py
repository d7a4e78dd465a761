"""How much of a rate is writing: the errors that go away with case, numbers, punctuation, spelling and blanks.

Both sides are written alike, one kind of difference after the other, and scored after each: what goes away with a kind
is its part, and what stays is the part of the words. So each error has one cause, and the parts add up to the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import dataclass
from ..common.counts import Counts, percent
from ..common.results import Immutable
from ..normalise.catalogue import built_in
from ..normalise.chain import Chain, Scoring
from ..normalise.tables import built_in as table
from ..words.api import score
from .analysis import Analysis
from .breakdown import Breakdown, column, signed, united
from .punctuation import written_texts
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.result import Result
    from .steps import Integers, Steps

LANGUAGES = ("en", "none")
WORDS = "words"
"""The cause of errors that no way of writing explains."""


@dataclass(frozen=True, slots=True)
class WritingRow(Immutable):
    """One cause, and the errors that go away with it; fewer than none where writing alike made more."""

    name: str
    errors: int

    def __add__(self, other: WritingRow) -> WritingRow:
        return WritingRow(self.name, self.errors + other.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing(Breakdown):
    """The errors of texts as they were written, by cause.

    >>> import scorelite
    >>> writing = scorelite.score(["Well, we saw 20 boats"], ["well we saw twenty goats"]).writing()
    >>> {row.name: row.errors for row in writing.rows}
    {'case': 0, 'numbers': 1, 'punctuation': 1, 'spelling': 0, 'spacing': 0, 'words': 1}
    """

    TITLE: ClassVar[str] = "Errors by cause"
    NAME: ClassVar[str] = "writing"

    raw: Counts
    """The counts of the texts as they were written."""
    alike: Counts
    """The counts of the texts after all."""
    rows: tuple[WritingRow, ...]

    def __getitem__(self, name: str) -> WritingRow:
        """The row of a cause."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def points(self, name: str) -> float | None:
        """The part of the raw rate that a cause is: its errors by the words of the references as written."""
        return self[name].errors / self.raw.reference if self.raw.reference else None

    def share(self, name: str) -> float | None:
        """The part of the errors that a cause has."""
        return self[name].errors / self.raw.errors if self.raw.errors else None

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Errors by cause, below their sum."""
        rows = [
            ("as written", f"{self.raw.errors:,}", percent(self.raw.wer), percent(1.0 if self.raw.errors else None))
        ]
        for row in self.rows:
            rows.append((row.name, f"{row.errors:,}", percent(self.points(row.name)), percent(self.share(row.name))))
        return ("", "errors", "of the rate", "share"), rows

    def columns(self) -> Mapping[str, Column]:
        """Errors by cause."""
        names = [row.name for row in self.rows]
        return {
            "cause": column("text", self.rows, "name"),
            # Errors may be negative: writing alike may make more of them.
            "errors": column("number", self.rows, "errors"),
            "points": ("number", [self.points(name) for name in names]),
            "share": ("number", [self.share(name) for name in names]),
        }

    def facts(self) -> Mapping[str, Any]:
        """The counts before and after."""
        return {"as_written": self.raw.to_dict(), "alike": self.alike.to_dict()}

    def notes(self) -> Iterable[str]:
        """The rate of texts that are written alike, whose words are others."""
        yield f"written alike: {percent(self.alike.wer)} of {self.alike.reference:,} words"

    def _added(self, other: Writing) -> Writing:
        return Writing(
            signature=self.signature,
            raw=self.raw + other.raw,
            alike=self.alike + other.alike,
            rows=united(self.rows, other.rows),
        )


def writing(result: Result, language: str = "en") -> Writing:
    """The errors of a result by cause, from its texts before normalisation."""
    (_, raw), *stages = ((name, scored.counts) for name, scored in _stages(result, language))
    before, rows = raw, []
    for name, after in stages:
        rows.append(WritingRow(name, before.errors - after.errors))
        before = after
    return Writing(
        signature=signed(result, "writing", f"language={language}"),
        raw=raw,
        alike=before,
        rows=(*rows, WritingRow(WORDS, before.errors)),
    )


def tallies(steps: Steps, language: str | None) -> Iterator[Tally]:
    """The errors of each utterance by cause, and the words of its reference as written."""
    stages = _stages(steps.result, language or "en")
    before, words = _errors(next(stages)[1])
    for name, scored in stages:
        after, _ = _errors(scored)
        yield Tally(name, (before - after, words), found=before != after)
        before = after
    yield Tally(WORDS, (before, words), found=before != 0)


def _errors(result: Result) -> tuple[Integers, Integers]:
    """Errors and words of the reference of each utterance."""
    counts = np.frombuffer(result.table.counts, np.int32).reshape(-1, 4).astype(np.int64)
    return counts[:, 1:].sum(axis=1), counts[:, :3].sum(axis=1)


def _stages(result: Result, language: str) -> Iterator[tuple[str, Result]]:
    """The texts as written, then after each way of writing them alike, by the cause that it takes away."""
    if language not in LANGUAGES:
        raise UsageError(f"language is {language!r}; expected one of {', '.join(LANGUAGES)}, the last for all others")
    sides: Sequence[Sequence[str]] = written_texts(result)
    yield "", _scored(result, sides)
    for name, chain in _chains(language):
        sides = [chain.apply(texts)[0] for texts in sides]
        yield name, _scored(result, sides, chain if chain.scoring.compounds else None)


def _scored(result: Result, sides: Sequence[Sequence[str]], chain: Chain | None = None) -> Result:
    """Texts scored by the policy of a result; case and marks are errors."""
    return score(*sides, policy=result.settings.policy, case_sensitive=True, normalise=chain)


def _chains(language: str) -> Iterable[tuple[str, Chain]]:
    """Chains that write texts alike, by the causes of errors that they take away; the order matters."""
    yield "case", built_in("casefold")
    if language == "en":
        yield "numbers", built_in("numbers-en")  # Marks tell lists of numbers, and thousands, from single numbers.
    yield "punctuation", built_in("basic")
    if language == "en":
        yield "spelling", Chain((table("en", "spelling", "whisper-spelling"),), "spelling-en")
    yield "spacing", Chain((), "spacing", Scoring("", "joined"))


WRITING = Analysis(
    name="writing",
    title=Writing.TITLE,
    summary="how much of the rate as written is case, numbers, punctuation, spelling, spacing, and words",
    make=lambda steps, language: writing(steps.result, language or "en"),
    argument="LANGUAGE",
    by_utterance=tallies,
)
