"""Texts that hold some words."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_MOST_SIGNS = 8
_SMALL = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz")


def holding(texts: Sequence[object], words: Collection[bytes], signs: bytes, sensitive: bool, /) -> bytes | None:
    """The places (int64) of texts that have one of some words, in bytes of small letters where capitals are equal.

    None where one of all texts has one of up to 8 signs, is no str, or has no UTF-8.

    >>> array("q", holding(["a B", "c"], [b"b"], b"{}", False) or b"").tolist()
    [0]
    >>> holding(["a b", "{c"], [], b"{}", False)
    """
    if len(signs) > _MOST_SIGNS:
        raise ValueError("more than 8 signs")
    wanted = set(words)
    places = array("q")
    for place, text in enumerate(texts):
        if type(text) is not str:
            return None
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return None
        if any(sign in data for sign in signs):
            return None
        if any(word in wanted for word in (data if sensitive else data.translate(_SMALL)).split()):
            places.append(place)
    return places.tobytes()


def all_text(*sequences: Sequence[object]) -> bool:
    """Whether all symbols of these sequences are str and nothing else.

    >>> all_text(["a"], ["b", "c"]), all_text(["a", 1])
    (True, False)
    """
    return all(type(symbol) is str for sequence in sequences for symbol in sequence)
