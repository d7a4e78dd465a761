"""Alternations of equivalents in texts that have marks of their own, in lists of words, and in words with times."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ....formats.errors import UsageError
from ....formats.schema.markup import mark
from ....formats.values import replace
from ...common.settings import Settings
from ...normalise.chain import Chain, Scoring
from ...normalise.equivalents import MARKS, Equivalent, Readings, Span, with_stand_ins
from ..alignment import Text, have_none, words_of
from ..timed_words import TimedWords
from .both_sides import normalised, side_before

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...normalise.equivalents import OfTexts

    # Makes readings of what single texts have, but none of the texts that are `left_out`.
    Step: TypeAlias = Callable[..., Readings]

_MARK = re.compile(f"[{re.escape(MARKS)}]")


def marked_side(texts: Sequence[Text], step: Step | None, of_texts: OfTexts, settings: Settings) -> Sequence[Text]:
    """A side whose texts have marks as letters, are lists of words, or have times; with alternations.

    `step` makes readings of what single utterances have; None where no rule is read.
    """
    return _literal(texts, settings) if step is None else _read(texts, step, of_texts, settings)


def _literal(texts: Sequence[Text], settings: Settings) -> Sequence[Text]:
    """Texts of which no letter becomes a mark when marks are read."""
    if isinstance(texts, TimedWords):
        return _marked(texts)
    return texts if settings.markup or not _may_have_marks(texts) else [words_of(text) for text in texts]


def _may_have_marks(texts: Sequence[Text]) -> bool:
    """Whether a text is a list, or has a letter that may be a mark."""
    return not have_none(texts, MARKS)


def _read(texts: Sequence[Text], step: Step, of_texts: OfTexts, settings: Settings) -> Sequence[Text]:
    """Texts with marks of their own, lists of words, or words with times, with alternations."""
    texts = _literal(texts, settings)
    if not isinstance(texts, TimedWords):
        texts = [text if isinstance(text, str) else list(map(with_stand_ins, words_of(text))) for text in texts]
    bare = replace(settings, equivalents=None, markup=True)

    def reading(of_texts: OfTexts, left_out: frozenset[int] = frozenset()) -> Settings:
        made = step(of_texts, left_out=left_out)
        return replace(bare, normalise=Chain((made,), scoring=Scoring(alternatives=made.place)))

    side = side_before(texts, reading({}))
    # A word in brackets may be missing, which its readings could not.
    return normalised(side, reading(_by_text(side.owners(), of_texts), side.optional()))


def _marked(texts: TimedWords) -> TimedWords:
    """Words with times, of which no letter becomes a mark when marks are read."""
    if texts.marked:
        return texts
    new = {word: mark(with_stand_ins(word)) for word in {*texts.words} if _MARK.search(word)}
    return replace(texts, marked=True, words=list(map(new.get, texts.words, texts.words)))


def _by_text(owners: Sequence[int], of_utterances: OfTexts) -> OfTexts:
    """The spans and rules of utterances by the numbers of their texts."""
    of_texts: dict[int, Sequence[Equivalent | Span]] = {}
    seen: set[int] = set()
    for number, owner in enumerate(owners) if of_utterances else ():
        if owner not in of_utterances:
            continue
        of_texts[number] = of_utterances[owner]
        if owner in seen and any(isinstance(each, Span) for each in of_texts[number]):
            raise UsageError(
                "equivalents do not go with a text that has alternations; expected texts without alternations"
            )
        seen.add(owner)
    return of_texts
