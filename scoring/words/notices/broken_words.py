"""Words that a normaliser breaks: Whisper's has blanks for the vowel signs of Indic scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....formats.errors import quantity
from ...normalise.chain import Chain
from ...notices.notice import Notice

_SAMPLE = 1000
_INDIC = re.compile("[\u0900-\u0dff]")
# Numbers in words and words joined by signs make hardly more words than these.
_MANY = 1.2


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
