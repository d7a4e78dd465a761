"""Normalisers that do not fit the language of texts: rules of English, blanks for vowel signs of Indic scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....formats.errors import quantity
from ...normalise.catalogue import NORMALISERS
from ...normalise.chain import Chain
from ...notices.notice import Notice
from ...notices.usual_words import counted_words, examples_of, language_of, number_of_usual

_SAMPLE = 500
# The part of usual words of English in texts of other languages.
_MOST_ENGLISH = 0.1
_INDIC = re.compile("[\u0900-\u0dff]")
# Numbers in words and words joined by signs make hardly more words than these.
_MANY = 1.2


def of_language(refs: Sequence[str], chain: Chain) -> Iterator[Notice]:
    """A notice if a normaliser of English changes texts of another language.

    >>> from ...normalise.catalogue import chain_of
    >>> texts = ["ich weiß es nicht und die Frau ist auch nicht da"] * 2
    >>> print(*of_language(texts, chain_of("whisper-en")))  # doctest: +ELLIPSIS
    the reference is German, by words such as 'nicht', 'auch', 'die', but whisper-en has rules of English: ...
    """
    of_english = {normaliser.name for normaliser in NORMALISERS if normaliser.languages == ("en",)}
    name = next((part for part in _names(chain) if part in of_english), "")
    if not name:
        return
    words = counted_words(refs[:_SAMPLE])
    language = language_of(words)
    if language in ("", "English") or number_of_usual(words, "English") > _MOST_ENGLISH * words.total():
        return
    yield Notice(
        "language",
        f"the reference is {language}, by words such as {examples_of(words, language)}, but {name} has rules of "
        "English: normalise='basic' (--normalise basic) fits all languages",
    )


def _names(chain: Chain) -> list[str]:
    return [part.partition("@")[0] for part in chain.label.split("+")]


def of_broken_words(refs: Sequence[str], chain: Chain) -> Iterator[Notice]:
    """A notice if the chain makes several words of one in texts of the reference as they were.

    >>> from ...normalise.catalogue import chain_of
    >>> print(*of_broken_words(["मैं स्कूल जाता हूँ"], chain_of(["whisper-basic"])))  # doctest: +ELLIPSIS
    the normaliser breaks words at vowel signs: 4 words of the reference become 7; normalise='basic' ...
    """
    texts = [text for text in refs[:_SAMPLE] if _INDIC.search(text)]
    if not texts:
        return
    words, parts = (sum(len(text.split()) for text in side) for side in (texts, chain.apply(texts)[0]))
    if parts > _MANY * words:
        yield Notice(
            "broken words",
            f"the normaliser breaks words at vowel signs: {quantity(words, 'word')} of the reference become {parts:,}; "
            "normalise='basic' (--normalise basic) keeps them whole",
        )
