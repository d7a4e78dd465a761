"""Texts that hold some words, and texts with other words for some phrases."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence

_MOST_SIGNS = 8
SMALL = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz")


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


def holding(texts: Sequence[object], words: Collection[bytes], signs: bytes, sensitive: bool, /) -> bytes | None:
    """The places (int64) of texts that have one of some words, in bytes of small letters where capitals are equal.

    None where one of all texts has one of up to 8 signs, is no str, or has no UTF-8.

    >>> array("q", holding(["a B", "c"], [b"b"], b"{}", False) or b"").tolist()
    [0]
    >>> holding(["a b", "{c"], [], b"{}", False)
    """
    encoded = bytes_of(texts, signs)
    if encoded is None:
        return None
    wanted = {*words} - {b""}
    spoken = ((text if sensitive else text.translate(SMALL)).split() for text in encoded)
    return array("q", [place for place, said in enumerate(spoken) if not wanted.isdisjoint(said)]).tobytes()


def _words_of(text: bytes) -> list[tuple[bytes, int]]:
    """The words of a text, each with its place."""
    words, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        words.append((word, at))
        at += len(word)
    return words


def rephrased(
    texts: Sequence[str],
    phrases: Sequence[bytes],
    written: Sequence[bytes],
    signs: bytes,
    sensitive: bool,
    /,
) -> tuple[list[str], bytes] | None:
    """The texts with what is written for some phrases, none of which has the first word of another.

    Behind them the places (int64) of texts that are as they were because they have a phrase in another case; None as
    for `holding`.

    >>> rephrased(["we are gonna  go"], [b"gonna"], [b"{ gonna / going to }"], b"", False)
    (['we are { gonna / going to }  go'], b'')
    """
    if len(phrases) != len(written):
        raise ValueError("phrases and texts that are not as many")
    table = {tuple(phrase.split()): new for phrase, new in zip(phrases, written, strict=True)}
    heads = {phrase[:1]: phrase for phrase in table}
    if len(heads) < len(phrases) or () in heads:
        raise ValueError("phrases that are empty or have one first word")
    encoded = bytes_of(texts, signs)
    if encoded is None:
        return None
    made, others = list(texts), array("q")
    for place, text in enumerate(encoded):
        words = _words_of(text)
        keys = [word if sensitive else word.translate(SMALL) for word, _ in words]
        pieces, done, k = [], 0, 0
        while k < len(words):
            phrase = heads.get((keys[k],), ())
            end = k + len(phrase)
            if not phrase or tuple(keys[k:end]) != phrase:
                k += 1
                continue
            if tuple(word for word, _ in words[k:end]) != phrase:
                others.append(place)
                break
            pieces += [text[done : words[k][1]], table[phrase]]
            done, k = words[end - 1][1] + len(words[end - 1][0]), end
        else:
            made[place] = b"".join([*pieces, text[done:]]).decode() if pieces else texts[place]
    return made, others.tobytes()
