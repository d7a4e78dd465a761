"""Words that a normaliser moved: those after a word of which it makes more words, or fewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...formats.schema.markup import words
from ..common.settings import Settings
from ..normalise.equivalents import folded


def first_moved(
    before: Sequence[str], behind: Sequence[str], settings: Settings, cut: Callable[[str], Sequence[str]] = words
) -> int | None:
    """The first word of a text that did not stay one word when it was normalised; None where each did.

    `cut` gives the words of a text as the normaliser writes it, which may have alternations.

    >>> first_moved(["uh", "Ann", "I'm"], ["ann", "i", "am"], Settings(normalise="whisper-en"))
    0
    >>> first_moved(["Ann,", "saw"], ["ann", "saw"], Settings(normalise="whisper-en")) is None
    True
    """
    single = [*dict.fromkeys(before)]
    made = single if settings.chain is None else settings.chain.apply(single)[0]
    alone = {word: cut(text) for word, text in zip(single, made, strict=True)}
    odd = {word for word, own in alone.items() if len(own) != 1}
    if len(before) == len(behind) and not odd:
        return None
    fold = str if settings.case_sensitive else folded
    alike = (word not in odd and fold(alone[word][0]) == fold(new) for word, new in zip(before, behind, strict=False))
    return next((place for place, is_alike in enumerate(alike) if not is_alike), min(len(before), len(behind)))
