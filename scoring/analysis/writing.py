"""How much of a rate is writing: the errors that go away with case, numbers, punctuation, spelling and blanks.

Both sides are written alike, one kind of difference after the other, and scored after each: what goes away with a kind
is its part, and what stays is the part of the words. So each error has one cause, and the parts add up to the whole.
Contractions are spoken differently (can't, cannot), so they stay among the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import compress
from operator import ne, or_
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ... import core
from ...formats.errors import UsageError
from ...formats.values import dataclass
from ..common.analyses import BY_NAME
from ..common.arrays import counts_table, errors_and_words
from ..common.counts import Counts, percent
from ..common.settings import settings_of
from ..common.tie_policy import policy_of
from ..normalise.catalogue import built_in
from ..normalise.chain import Chain
from ..normalise.operation import Function
from ..normalise.spoken_numbers import having_numbers
from ..normalise.tables import built_in as table
from .analysis import Analysis
from .as_written import as_written, unread, unread_note
from .breakdown import Breakdown, SummedRow, signed
from .spec import Spec, with_commas
from .steps import Steps, decoded, spelled
from .tally import Tally, rows_of

if TYPE_CHECKING:
    from ..common.arrays import Integers, Mask
    from ..words.result import Result

LANGUAGES = ("en", "none")
WORDS = "words"
"""The cause of errors that no way of writing explains."""


@dataclass(frozen=True, slots=True)
class WritingRow(SummedRow):
    """One cause, and the errors that disappear with it; negative if normalising it adds errors."""

    name: str
    errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing(Breakdown):
    """Errors of unnormalised texts, by cause.

    >>> import scorelite
    >>> writing = scorelite.score(["Well, we saw 20 boats"], ["well we saw twenty goats"]).writing()
    >>> {row.name: row.errors for row in writing.rows}
    {'case': 0, 'numbers': 1, 'punctuation': 1, 'spelling': 0, 'spacing': 0, 'words': 1}
    """

    TITLE: ClassVar[str] = "Errors by cause"
    NAME: ClassVar[str] = "writing"
    SPEC: ClassVar[Spec] = Spec(
        name="cause",
        # Errors may be negative: writing alike may make more of them.
        columns={"text": ["cause"], "number": ["errors", "points", "share"]},
        table={"errors": ("errors", with_commas), "of reference": ("points", percent), "share": ("share", percent)},
        adds=("raw", "alike"),
    )

    raw: Counts
    """The counts of the texts as they were written."""
    alike: Counts
    """The counts of the texts after all."""
    rows: tuple[WritingRow, ...]

    def points(self, name: str) -> float | None:
        """The errors of a cause, divided by the words of the unnormalised references."""
        return self[name].errors / self.raw.reference if self.raw.reference else None

    def share(self, name: str) -> float | None:
        """The share of the errors with this cause."""
        return self[name].errors / self.raw.errors if self.raw.errors else None

    def cells(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Errors by cause, below their sum."""
        heads, rows = Breakdown.cells(self)
        whole = (
            "as written",
            with_commas(self.raw.errors),
            percent(self.raw.wer),
            percent(1.0 if self.raw.errors else None),
        )
        return heads, [whole, *rows]

    def facts(self) -> Mapping[str, Any]:
        """The counts before and after, and formats whose punctuation was not read."""
        return {"as_written": self.raw.to_dict(), "alike": self.alike.to_dict(), "unread": unread(self.signature)}

    def notes(self) -> Iterable[str]:
        """The texts that are meant, their rate when they are written alike, and punctuation that was not read."""
        if "|normalise:" in self.signature:
            yield "errors of the texts before normalisation"
        yield f"written alike: {percent(self.alike.wer)} of {self.alike.reference:,} words"
        yield from unread_note(unread(self.signature))


def writing(result: Result, language: str = "en", steps: Steps | None = None) -> Writing:
    """The errors of a result by cause, from its texts before normalisation."""
    stages = [*_stages(steps or Steps(result), language)]
    raw, alike = (Counts(*counts.sum(axis=0).tolist()) for _, counts in (stages[0], stages[-1]))
    return Writing(
        signature=signed(result, "writing", f"language={language}"),
        raw=raw,
        alike=alike,
        rows=rows_of(WritingRow, _tallies(stages)),
    )


def _tallies(stages: Iterable[tuple[str, Integers]]) -> Iterator[Tally]:
    """The errors of each utterance by cause, and the words of its reference as written."""
    (_, raw), *others = stages
    before, words = errors_and_words(raw)
    for name, counts in (*others, (WORDS, np.zeros_like(raw))):
        after, _ = errors_and_words(counts)
        places = np.flatnonzero(before != after)
        yield Tally(name, {"errors": (before - after)[places]}, places, len(words), of_all=(words,))
        before = after


def _known(language: str | None) -> str | None:
    """A language whose ways of writing are known; None for the usual one."""
    if language is not None and language not in LANGUAGES:
        raise UsageError(f"language is {language!r}; expected one of {', '.join(LANGUAGES)}, the last for all others")
    return language


def _stages(steps: Steps, language: str) -> Iterator[tuple[str, Integers]]:
    """The counts of all utterances as written, then after each way of writing alike, by the cause that it removes."""
    _known(language)
    texts = _Texts(steps)
    ways = {"case": texts.fold, "numbers": texts.spell, "spacing": texts.space}
    yield "", texts.counts.copy()
    for name, chain in _chains(language):
        ways.get(name, texts.write)(chain)
        yield name, texts.counts.copy()


_UNIT = re.compile(r"([$€£])(\d+(?:\.\d+)?)|(?<![\w.,])(\d+(?:\.\d+)?)%")
_NAMES = {"$": "dollar", "€": "euro", "£": "pound"}


def _with_unit(number: re.Match[str]) -> str:
    """An amount or a percentage as it is spoken, but for its digits."""
    sign, amount, share = number.groups()
    return f"{share} percent" if share else f"{amount} {_NAMES[sign]}{'' if amount == '1' else 's'}"


_UNITS = Function("units", "dollars for $, percent for %", partial(_UNIT.sub, _with_unit))


class _Texts:
    """The texts of both sides between two stages, with the counts of each utterance.

    What a stage does is asked of the vocabulary: only utterances with a word that it changes are aligned again. Those
    with other numbers are kept as texts of their own, since numbers are written by the words around them.
    """

    def __init__(self, steps: Steps) -> None:
        self._written = as_written(steps)
        self._steps = self._written.steps(case_sensitive=True)
        self._settings = settings_of({"policy": steps.result.settings.policy, "case_sensitive": True})
        self._policy = policy_of(self._settings.policy)
        self._forms: Sequence[str] = self._steps.words
        """What has become of each word as it was written."""
        self._written_so = self._steps.in_forms(self._forms)
        self._own: dict[str, dict[int, str]] = {"ref": {}, "hyp": {}}
        """The texts of utterances whose words no longer are the forms of what was written."""
        self.counts: Integers = counts_table(self._steps.result.table.counts)

    def write(self, chain: Chain) -> None:
        """Writes each word alike, whatever stands next to it."""
        self._align(self._change(chain))

    def fold(self, chain: Chain) -> None:
        """Folds case, as the alignment itself may have done."""
        places = self._change(chain)
        if self._written.is_ascii and self._written.is_scored(case_sensitive=False):
            self.counts = counts_table(self._written.steps(case_sensitive=False).result.table.counts)
        else:
            self._align(places)

    def spell(self, chain: Chain) -> None:
        """Writes numbers alike, by the words around them."""
        may_change = map(or_, having_numbers(self._forms), map(bool, map(_UNIT.search, self._forms)))
        places = np.flatnonzero(self._steps.having(np.fromiter(may_change, np.bool_, len(self._forms))))
        numbers, moved = places.tolist(), np.zeros(len(places), np.bool_)
        for side, own in self._own.items():
            old = decoded(self._texts(side, places))
            new = chain.apply(old)[0]
            moved |= np.fromiter(map(ne, old, new), np.bool_, len(places))
            own.update(zip(numbers, new, strict=True))
        self._own = {side: dict(compress(own.items(), moved)) for side, own in self._own.items()}
        self._align(places[moved])

    def space(self, _: Chain) -> None:
        """Aligns utterances again in which compounds may match what they are made of."""
        is_wrong = self.counts[:, 1:].any(axis=1)
        may_have = self._have_texts()
        in_forms = np.flatnonzero(is_wrong & ~may_have)
        may_have[np.frombuffer(self._written_so.compounds(in_forms.tobytes()), np.int64)] = True
        places = np.flatnonzero(is_wrong & may_have)
        ref, hyp = (core.texts(self._texts(side, places)) for side in self._own)
        costs, ties = self._policy.whole_costs, self._policy.ties
        rows, _texts, letters, bounds, _changes = core.respelled(ref, hyp, True, False, costs, ties)
        steps, ends = np.frombuffer(letters, np.uint8), np.frombuffer(bounds, np.int64)
        before = (np.concatenate(([0], np.cumsum(steps == letter))) for letter in b"CSDI")
        self.counts[places[np.frombuffer(rows, np.int64)]] = np.stack([np.diff(sums[ends]) for sums in before], 1)

    def _change(self, chain: Chain) -> Integers:
        """Writes all words alike; the utterances that this changes."""
        forms = chain.apply(self._forms)[0]
        changed = np.fromiter(map(ne, self._forms, forms), np.bool_, len(forms))
        there = np.zeros(len(self.counts), np.bool_)
        if changed.any():
            there |= self._steps.having(changed)
            self._forms, self._written_so = forms, self._steps.in_forms(forms)
        for own in self._own.values():
            texts = chain.apply([*own.values()])[0]
            places = np.fromiter(own, np.int64, len(own))
            there[places] |= np.fromiter(map(ne, own.values(), texts), np.bool_, len(own))
            own.update(zip(own, texts, strict=True))
        return np.flatnonzero(there)

    def _have_texts(self) -> Mask:
        """The utterances with texts of their own."""
        mask = np.zeros(len(self.counts), np.bool_)
        mask[np.fromiter(self._own["ref"], np.int64, len(self._own["ref"]))] = True
        return mask

    def _texts(self, side: str, places: Integers) -> list[bytes]:
        """The texts of a side in some utterances as they are now."""
        texts = self._written_so.texts(side == "hyp", places.tobytes())
        if own := self._own[side]:
            at = np.flatnonzero(np.isin(places, np.fromiter(own, np.int64, len(own)))).tolist()
            for place, text in zip(at, spelled([own[place] for place in places[at].tolist()]), strict=True):
                texts[place] = text
        return texts

    def _align(self, places: Integers) -> None:
        """Aligns some utterances as they are now; case and marks are errors."""
        have_texts = self._have_texts()[places]
        in_forms, others = places[~have_texts], places[have_texts]
        made = self._written_so.counts(in_forms.tobytes(), self._policy.whole_costs, self._policy.ties)
        self.counts[in_forms] = counts_table(made)
        ref, hyp = (core.texts(self._texts(side, others)) for side in self._own)
        self.counts[others] = counts_table(core.align(self._settings.rules(), ref, hyp).counts())


@lru_cache
def _chains(language: str) -> Sequence[tuple[str, Chain]]:
    """Chains that write texts alike, by the causes of errors that they take away; the order matters."""
    english = language == "en"
    return (
        ("case", built_in("casefold")),
        # Marks tell lists of numbers, and thousands, from single numbers.
        *([("numbers", built_in("numbers-en") + Chain((_UNITS,), "units"))] * english),
        ("punctuation", built_in("basic")),
        *([("spelling", Chain((table("en", "spelling", "whisper-spelling"),), "spelling-en"))] * english),
        ("spacing", Chain((), "spacing")),
    )


WRITING = Analysis(
    BY_NAME["writing"],
    title=Writing.TITLE,
    make=lambda steps, language: writing(steps.result, language or "en", steps),
    read=_known,
    by_utterance=lambda steps, language: _tallies(_stages(steps, language or "en")),
    of_marks=True,
)
