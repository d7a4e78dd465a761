"""Compounds: texts in which words of one side may be those of the other, split or joined elsewhere."""

from __future__ import annotations

from itertools import pairwise

from .side import texts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .side import Side


def may_have_compounds(ref: Side, hyp: Side, /) -> bytes:
    """A byte for each pair of texts: whether words of one go as a longer word of the other does.

    These are two words in a row, and the first one is the beginning of the longer word. Texts whose letters are equal,
    but cut into words in two ways, have such words.

    >>> from scorelite.scoring import _core as core
    >>> core.may_have_compounds(core.texts(["a white paper", "a paper"]), core.texts(["whitepapers", "a white paper"]))
    b'\\x01\\x00'
    """
    if len(ref) != len(hyp):
        raise ValueError("sides of different lengths")
    pairs = [(said.split(), heard.split()) for said, heard in zip(texts_of(ref), texts_of(hyp), strict=True)]
    return bytes(_has_longer(said, heard) or _has_longer(heard, said) for said, heard in pairs)


def _has_longer(words: Sequence[bytes], others: Sequence[bytes]) -> bool:
    return any(
        len(other) > len(first)
        and other.startswith(first)
        and (other.startswith(first + second) or (first + second).startswith(other))
        for first, second in pairwise(words)
        for other in others
    )
