"""Normalised texts alone, without the changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...formats.errors import UsageError, short
from ..common.other_names import known_keywords
from ..common.results import check_order
from .catalogue import Wanted, chain_of

if TYPE_CHECKING:
    from typing import TypeVar

    Words = TypeVar("Words", str, list[str])


@known_keywords
def normalise(text: Words, wanted: Wanted | None = None) -> Words:
    """A text, or each text of a list, normalised by a built-in normaliser, a rule file, or several of these.

    `scorelite.scoring.normalise.normalise` also returns every change.

    >>> normalise("It's 5 o'clock!", "basic"), normalise(["Good DAY!"], "basic")
    ("it's 5 o'clock", ['good day'])
    """
    if wanted is None:
        raise UsageError("normalise() has no normaliser; expected its name, as in normalise(text, 'whisper-en')")
    if not isinstance(text, Iterable):
        raise UsageError(f"texts are {short(repr(text))}; expected a text, or a list of texts")
    check_order("texts", text, "a list of texts")
    given = [text] if isinstance(text, str) else list(text)
    for place, each in enumerate(given):
        if not isinstance(each, str):
            raise UsageError(f"texts[{place}] is {short(repr(each))}; expected a text")
    texts, _ = chain_of(wanted).apply(given, log=False)
    return texts[0] if isinstance(text, str) else list(texts)
