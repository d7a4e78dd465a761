"""Checks of marks against the texts that they name: whether these are there, and have the words of their spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from ...formats.errors import quantity, short
from ..words.moved import first_moved
from .branches import first_words
from .mark import Mark
from .steps import Steps

if TYPE_CHECKING:
    from ..words.alignment import Text


def check_marks(marks: Iterable[Mark], steps: Steps) -> None:
    """Rejects marks of texts that are not there, and spans that are of no words, or of words that nobody can find."""
    size_of, before, texts_of = cache(partial(_size, steps)), cache(partial(_Before, steps)), cache(steps.texts_of)
    for mark in marks:
        if mark.id is None:
            continue
        if not texts_of(mark.id):
            mark.refuse(f"no utterance {short(mark.id)}", "the id of a scored utterance, or the name of a recording")
        if not mark.spans:
            continue
        last = max(last for _, last in mark.spans)
        if not mark.in_order and steps.result.table.timeline is not None:
            mark.refuse(f"words of {short(mark.id)} that are not in the order of time", "rows in that order")
        size = size_of(mark.id)
        if size is None:
            mark.refuse(f"a span of the recording {short(mark.id)}, which has alternations", "the id of an utterance")
        is_checked = steps.result.settings.chain is not None and before(mark.id).check(mark, last)
        if not is_checked and mark.size not in (None, size):
            counted = f"{quantity(mark.size or 0, 'word')} with tags, and {quantity(size, 'word')} as it is scored"
            mark.refuse(f"{short(mark.id)} has {counted}", "the same words in both: tags are not words")
        if last >= size:
            spoken = quantity(size, "word")
            mark.refuse(f"a span up to word {last} of {short(mark.id)}, which has {spoken}", "places from 0")


class _Before:
    """The reference of an utterance, or of a recording, before its normaliser."""

    def __init__(self, steps: Steps, name: str) -> None:
        self._steps = steps
        self._texts = steps.texts_of(name)
        given = steps.result.texts_given()
        self._words = None if given is None else self._words_of(given[0])

    def _words_of(self, texts: Sequence[Text]) -> list[str]:
        return [word for place in self._texts for word in first_words(texts[place])]

    def check(self, mark: Mark, last: int) -> bool:
        """Whether spans are of words before the normaliser; they are rejected up to a word that it may have moved."""
        if self._words is None:
            if mark.size is None:
                mark.refuse(
                    f"a span of {short(mark.id or '')}, in a saved result, which has no texts before its normaliser",
                    "a score of the files, or spans of texts that were normalised beforehand",
                )
            return False
        if mark.size not in (None, len(self._words)):
            return False
        if self._changed is not None and self._changed <= last:
            mark.refuse(
                f"a span of {short(mark.id or '')} after word {self._changed}, where the normaliser changes the number "
                "of words",
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
