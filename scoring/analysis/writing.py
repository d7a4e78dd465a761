"""How much of a rate is writing: the errors that go away with case, numbers, punctuation, spelling and blanks.

Both sides are written alike, one kind of difference after the other, and scored after each: what goes away with a kind
is its part, and what stays is the part of the words. So each error has one cause, and the parts add up to the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...formats.errors import UsageError
from ...formats.values import dataclass
from .. import _core as core
from ..common.counts import Counts, percent
from ..common.results import Immutable
from ..normalise.catalogue import built_in
from ..normalise.chain import Chain, Scoring
from ..normalise.spoken_numbers import all_spelled, having_numbers
from ..normalise.tables import built_in as table
from ..words.api import score
from .analysis import Analysis
from .as_written import as_written, unread, unread_note
from .breakdown import Breakdown, column, signed, united
from .steps import Steps
from .tally import Tally

if TYPE_CHECKING:
    from ..common.arrow import Column
    from ..words.result import Result
    from .steps import Integers, Mask

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
        """The counts before and after, and formats whose marks were not read."""
        return {"as_written": self.raw.to_dict(), "alike": self.alike.to_dict(), "unread": unread(self.signature)}

    def notes(self) -> Iterable[str]:
        """The rate of texts that are written alike, whose words are others, and marks that were not read."""
        yield f"written alike: {percent(self.alike.wer)} of {self.alike.reference:,} words"
        yield from unread_note(unread(self.signature))

    def _added(self, other: Writing) -> Writing:
        return Writing(
            signature=self.signature,
            raw=self.raw + other.raw,
            alike=self.alike + other.alike,
            rows=united(self.rows, other.rows),
        )


def writing(result: Result, language: str = "en", steps: Steps | None = None) -> Writing:
    """The errors of a result by cause, from its texts before normalisation."""
    stages = _stages(steps or Steps(result), language)
    raw = before = Counts(*next(stages)[1].sum(axis=0).tolist())
    rows = []
    for name, counts in stages:
        after = Counts(*counts.sum(axis=0).tolist())
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
    stages = _stages(steps, language or "en")
    raw = next(stages)[1]
    before, words = raw[:, 1:].sum(axis=1), raw[:, :3].sum(axis=1)
    for name, counts in stages:
        after = counts[:, 1:].sum(axis=1)
        yield Tally(name, (before - after, words), owners=before != after)
        before = after
    yield Tally(WORDS, (before, words), owners=before != 0)


def _known(language: str | None) -> str | None:
    """A language whose ways of writing are known; None for the usual one."""
    if language is not None and language not in LANGUAGES:
        raise UsageError(f"language is {language!r}; expected one of {', '.join(LANGUAGES)}, the last for all others")
    return language


def _stages(steps: Steps, language: str) -> Iterator[tuple[str, Integers]]:
    """The counts of all utterances as written, then after each way of writing alike, by the cause that it removes."""
    _known(language)
    texts = _Texts(steps)
    yield "", texts.counts.copy()
    for name, chain in _chains(language):
        if chain.scoring.compounds:
            texts.space(chain)
        else:
            texts.write(chain, by_word=name != "numbers")
        yield name, texts.counts.copy()


class _Texts:
    """The texts of both sides between two stages, with the counts of each utterance.

    What a stage does is asked of the vocabulary: only utterances with a word that it changes are written and aligned
    again.
    """

    def __init__(self, steps: Steps) -> None:
        written = as_written(steps)
        self._steps = written.steps(case_sensitive=True)
        self._policy = steps.result.settings.policy
        self._written = written
        self._forms: Sequence[str] = self._steps.words
        """What has become of each word as it was written."""
        self._loose = np.zeros(len(steps.result.table), np.bool_)
        """Utterances whose words no longer are the forms of what was written."""
        self._changed = self._loose.copy()
        self.counts: Integers = _counts(self._steps.result)

    @cached_property
    def _sides(self) -> tuple[list[str], ...]:
        """The texts of both sides as they are now."""
        return tuple(map(list, self._written.sides))

    def write(self, chain: Chain, *, by_word: bool) -> None:
        """Runs a chain; one that is not `by_word` changes words by their neighbours, if at all those with signs."""
        if by_word:
            forms = chain.apply(self._forms)[0]
            changed = list(map(ne, self._forms, forms))
            self._forms = forms
        else:
            changed = having_numbers(self._forms)
        self._run(chain, self._having(np.array(changed, np.bool_)), by_word=by_word)

    def _run(self, chain: Chain, places: Sequence[int], *, by_word: bool) -> None:
        """Runs a chain on some utterances; those that change are aligned again."""
        if not places:
            return
        changed = np.zeros(len(self._changed), np.bool_)
        for side in self._sides:
            old = [side[place] for place in places]
            new = chain.apply(old)[0] if by_word else all_spelled(old)
            differs = list(map(ne, old, new))
            moved = list(compress(places, differs))
            for place, after in zip(moved, compress(new, differs), strict=True):
                side[place] = after
            changed[moved] = True
        rows = np.flatnonzero(changed)
        if len(rows):
            self.counts[rows] = _counts(self._scored(rows))
            self._changed[rows] = True
            self._loose[rows] |= not by_word

    def space(self, chain: Chain) -> None:
        """Aligns utterances again in which compounds may match what they are made of."""
        wrong = np.flatnonzero(self.counts[:, 1:].any(axis=1))
        sides = map(core.texts, self._sides) if self._changed.any() else self._written.core_sides
        found = core.may_have_compounds(*(side.take(wrong.tobytes()) for side in sides))
        rows = wrong[np.frombuffer(found, np.bool_)]
        if len(rows):
            self.counts[rows] = _counts(self._scored(rows, chain))

    def _having(self, words: Mask) -> Sequence[int]:
        """The utterances that have one of these words, and those of which that is not known."""
        there = self._loose.copy()
        if words.any():
            steps, flags = self._steps, np.append(words, False)  # -1 is the last one
            there[steps.utterance[flags[steps.ref] | flags[steps.hyp]]] = True
        places: list[int] = np.flatnonzero(there).tolist()
        return places

    def _scored(self, rows: Integers, chain: Chain | None = None) -> Result:
        """Some utterances scored as they are now; case and marks are errors."""
        refs, hyps = ([side[place] for place in rows.tolist()] for side in self._sides)
        return score(refs, hyps, policy=self._policy, case_sensitive=True, normalise=chain)


def _counts(result: Result) -> Integers:
    """The counts of each utterance."""
    return np.frombuffer(result.table.counts, np.int32).reshape(-1, 4).astype(np.int64)


@lru_cache
def _chains(language: str) -> Sequence[tuple[str, Chain]]:
    """Chains that write texts alike, by the causes of errors that they take away; the order matters."""
    english = language == "en"
    return (
        ("case", built_in("casefold")),
        # Marks tell lists of numbers, and thousands, from single numbers.
        *([("numbers", built_in("numbers-en"))] * english),
        ("punctuation", built_in("basic")),
        *([("spelling", Chain((table("en", "spelling", "whisper-spelling"),), "spelling-en"))] * english),
        ("spacing", Chain((), "spacing", Scoring("", "joined"))),
    )


WRITING = Analysis(
    name="writing",
    title=Writing.TITLE,
    summary="how much of the rate as written is case, numbers, punctuation, spelling, spacing, and words",
    make=lambda steps, language: writing(steps.result, language or "en", steps),
    read=_known,
    argument="LANGUAGE",
    by_utterance=tallies,
    of_marks=True,
)
