"""Redactions: marks in a reference for speech that was removed or not understood, such as [NAME], **** or [inaudible].

A normaliser would take the marks away before anything is aligned. Meanwhile a word of plain letters, which normalisers
keep, stands for each of them; it becomes `<*>` when equivalents are read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...formats.schema.spans import SpanTexts
from ..common.redactions import STAND_IN, WITH_SIGNS
from .equivalents import WILD

if TYPE_CHECKING:
    from typing import TypeAlias

    Text: TypeAlias = "str | bytes | Sequence[str] | Sequence[bytes]"

_STOOD_FOR = re.compile(rf"[^\s{{}}]*{STAND_IN}[^\s{{}}]*", re.IGNORECASE)


def with_stand_in(texts: Sequence[Text]) -> Sequence[Text]:
    """Texts with a word that normalisers keep for each redaction; words with times are looked at one by one.

    >>> with_stand_in(["call [NAME], at ****.", ["so", "[PHONE]"], "[laughter]"])
    ['call redactedspeech at redactedspeech', ['so', 'redactedspeech'], '[laughter]']
    """
    return _replaced(texts, WITH_SIGNS, STAND_IN)


def with_any_words(texts: Sequence[Text]) -> Sequence[Text]:
    """Texts with `<*>`, which matches any words, for what stands for redactions.

    >>> with_any_words(["call redactedspeech at { redactedspeech / @ }"])
    ['call <*> at { <*> / @ }']
    """
    return _replaced(texts, _STOOD_FOR, WILD)


def _replaced(texts: Sequence[Text], pattern: re.Pattern[str], new: str) -> Sequence[Text]:
    """Texts with a word for each match of a pattern."""
    if (words := getattr(texts, "words", None)) is not None:
        # Imported only now: most texts have no times.
        from ...formats.values import replace

        return replace(texts, words=_words(words, pattern, new))  # type: ignore[type-var]
    changed = {place: made for place, text in enumerate(texts) if (made := _of_text(text, pattern, new)) != text}
    if not changed:
        return texts
    if isinstance(texts, SpanTexts):
        return texts.replaced([*changed], [*changed.values()])  # type: ignore[list-item]  # its texts are of str
    return [changed.get(place, text) for place, text in enumerate(texts)]


def _of_text(text: Text, pattern: re.Pattern[str], new: str) -> Text:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if isinstance(text, str):
        return " ".join(pattern.sub(f" {new} ", text).split()) if pattern.search(text) else text
    return _words(text, pattern, new)


def _words(words: Sequence[str] | Sequence[bytes], pattern: re.Pattern[str], new: str) -> list[str]:
    spelled = [word.decode("utf-8", "surrogateescape") if isinstance(word, bytes) else word for word in words]
    return [new if pattern.search(word) else word for word in spelled]
