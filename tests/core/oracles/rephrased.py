"""Texts with other words for some phrases."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .phrases import PhraseTable

_MOST_SIGNS = 8


def bytes_of(texts: Sequence[object], signs: bytes) -> list[bytes] | None:
    """Texts in UTF-8; None where one is no str, has no UTF-8, or has one of the signs."""
    if len(signs) > _MOST_SIGNS:
        raise ValueError("more than 8 signs")
    refused = {*signs}
    out = []
    for text in texts:
        if type(text) is not str:
            return None
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return None
        if not refused.isdisjoint(data):
            return None
        out.append(data)
    return out


def rephrased(
    texts: Sequence[str],
    phrases: Sequence[bytes],
    rests: Sequence[bytes],
    signs: bytes,
    sensitive: bool,
    /,
) -> tuple[list[str], bytes] | None:
    """The texts with alternations for some phrases, of which `rests` has what stands behind the words of the text.

    Behind them the places (int64) of texts that are as they were, as phrases overlap or have no rest; None as for
    `holding`.

    >>> rephrased(["we are Gonna  go"], [b"gonna"], [b" / going to }"], b"", False)
    (['we are { Gonna / going to }  go'], b'')
    """
    table = PhraseTable(phrases, rests, sensitive)
    encoded = bytes_of(texts, signs)
    if encoded is None:
        return None
    made, others = list(texts), array("q")
    for place, text in enumerate(encoded):
        written = table.written(text)
        if written is None:
            others.append(place)
        elif written != text:
            made[place] = written.decode()
    return made, others.tobytes()
