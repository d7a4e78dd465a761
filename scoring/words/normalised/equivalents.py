"""Alternations of equivalents in texts that have marks of their own, in lists of words, and in words with times."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ....formats.errors import UsageError
from ....formats.schema.markup import mark
from ....formats.values import replace
from ...common.settings import Settings
from ...normalise.chain import Chain, Scoring
from ...normalise.equivalents import FRACTION, MARKS, SLASH, Readings, Span
from ..alignment import Text, have_none, words_of
from ..timed_words import TimedWords
from .both_sides import normalised, side_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Makes readings that have spans of single texts.
    Step: TypeAlias = Callable[[Mapping[int, Sequence[Span]]], Readings]

_MARK = re.compile(f"[{re.escape(MARKS)}]")


def marked_side(
    texts: Sequence[Text], step: Step | None, spans: Mapping[int, Sequence[Span]], settings: Settings
) -> Sequence[Text]:
    """A side whose texts have marks or slashes as letters, are lists of words, or have times; with alternations.

    `step` makes readings that have spans of single texts; None where no rule is read.
    """
    texts = _unslashed(texts, settings)
    if step is None:
        return _literal(texts, settings)
    bare = step(spans).bare(texts, MARKS)  # type: ignore[arg-type]
    return _read(texts, step, spans, settings) if bare is None else bare


def _unslashed(texts: Sequence[Text], settings: Settings) -> Sequence[Text]:
    """Texts whose words have no slash; those with alternations of their own stay as they are."""
    if isinstance(texts, TimedWords):
        if SLASH not in "".join(texts.words):
            return texts
        new = {word: word.replace(SLASH, FRACTION) for word in {*texts.words} if SLASH in word and word[:1] != "<"}
        return replace(texts, words=list(map(new.get, texts.words, texts.words)))
    if have_none(texts, SLASH):
        return texts
    changed: list[Text] = []
    for text in texts:
        if not isinstance(text, str):
            changed.append([word.replace(SLASH, FRACTION) for word in words_of(text)])
        else:
            changed.append(text if settings.markup and "{" in text else text.replace(SLASH, FRACTION))
    return changed


def _literal(texts: Sequence[Text], settings: Settings) -> Sequence[Text]:
    """Texts of which no letter becomes a mark when marks are read."""
    if settings.markup or isinstance(texts, TimedWords) or not _may_have_marks(texts):
        return texts
    return [words_of(text) for text in texts]


def _may_have_marks(texts: Sequence[Text]) -> bool:
    """Whether a text is a list, or has a letter that may be a mark."""
    return not have_none(texts, MARKS)


def _read(
    texts: Sequence[Text],
    step: Step,
    spans: Mapping[int, Sequence[Span]],
    settings: Settings,
) -> Sequence[Text]:
    """Texts with marks of their own, lists of words, or words with times, with alternations."""
    texts = _literal(texts, settings)
    bare = replace(settings, equivalents=None, markup=True)

    def reading(spans: Mapping[int, Sequence[Span]]) -> Settings:
        made = step(spans)
        return replace(bare, normalise=Chain((made,), scoring=Scoring(alternatives=made.place)))

    side = side_before(_marked(texts), reading({}))
    return normalised(side, reading(_by_text(side.owners(), spans)))


def _marked(texts: Sequence[Text]) -> Sequence[Text]:
    """Words with times, of which no letter becomes a mark when marks are read."""
    if not isinstance(texts, TimedWords) or texts.marked:
        return texts
    new = {word: mark(word) for word in {*texts.words} if _MARK.search(word)}
    return replace(texts, marked=True, words=list(map(new.get, texts.words, texts.words)))


def _by_text(owners: Sequence[int], spans: Mapping[int, Sequence[Span]]) -> dict[int, Sequence[Span]]:
    """The spans of utterances by the numbers of their texts."""
    numbers: dict[int, int] = {}
    for number, owner in enumerate(owners):
        if owner in spans and numbers.setdefault(owner, number) != number:
            raise UsageError("equivalents of words of a text that has alternations; expected texts without")
    return {number: spans[owner] for owner, number in numbers.items() if owner in spans}
