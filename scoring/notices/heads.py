"""The names, numbers or times before the texts of one side alone, which count as words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ..normalise.chain import Chain
from ..normalise.repairs import without_head

LOOKED = 200
"""The number of texts of each side that are looked at."""
# They stand before all of two texts, or this part of the texts of one side, and before hardly any of the other.
_FEWEST_OF_ALL, _FEWEST, _MOST, _HARDLY = 2, 3, 0.5, 0.2


def heads_of_one_side(
    refs: Sequence[str], hyps: Sequence[str], chain: Chain | None = None
) -> tuple[int, list[str], int] | None:
    """The side whose texts begin with heads, these texts, and the number of texts that were looked at.

    The sides are 0 and 1; a `chain` may remove heads.

    >>> heads_of_one_side(["good day", "hello"], ["[00:01] good day", "[00:03] hello"])
    (1, ['[00:01] good day', '[00:03] hello'], 2)
    """
    sides = [[text for text in side[:LOOKED] if text] for side in (refs, hyps)]
    odd = [with_unspoken(texts, without_head, chain) for texts in sides]
    odd = [[] if _are_spoken(texts, sides[1 - place]) else texts for place, texts in enumerate(odd)]
    for place, (with_head, texts) in enumerate(zip(odd, sides, strict=True)):
        other = 1 - place
        fewest = _FEWEST if len(with_head) < len(texts) else _FEWEST_OF_ALL
        if len(with_head) >= max(fewest, _MOST * len(texts)) and len(odd[other]) <= _HARDLY * len(sides[other]):
            return place, with_head, len(texts)
    return None


def _are_spoken(with_head: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the other side has most of the words before texts, such as 'Allergies' of 'Allergies: none'."""
    heads = [text[: text.rfind(without_head(text))] for text in with_head]
    before = Counter(letters_of(head.split(maxsplit=1)[0]) for head in heads)
    words = Counter(letters_of(word) for text in others for word in text.split())
    return bool(before) and sum((before & words).values()) > before.total() / 2


def letters_of(word: str) -> str:
    """The letters and digits of a word, in lower case."""
    return "".join(filter(str.isalnum, word)).casefold()


def with_unspoken(texts: Sequence[str], spoken: Callable[[str], str], chain: Chain | None) -> list[str]:
    """The texts with more letters than are spoken, as they are scored after a chain; not all scripts have blanks."""
    marked = [text for text in texts if spoken(text) != text]
    rows = zip(marked, _sizes(marked, chain), _sizes([*map(spoken, marked)], chain), strict=True)
    return [text for text, size, spoken_size in rows if size > spoken_size]


def _sizes(texts: Sequence[str], chain: Chain | None) -> list[int]:
    """The number of letters of each text as it is scored."""
    return [len("".join(text.split())) for text in (chain.apply([*texts])[0] if chain else texts)]
