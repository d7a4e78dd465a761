"""Texts with alternations for words with hyphens: `well-known` for `well known`, and `th` for `th-`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .holding import SMALL, bytes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Words as they are compared, and those that may stand for them.
    Phrases: TypeAlias = dict[tuple[bytes, ...], list[bytes]]

MOST_BYTES, MOST_PARTS = 1000, 64
"""The longest compounds that are written."""
_SLASHES = (b"/", "\u2215".encode())


def hyphenated(
    refs: Sequence[str],
    hyps: Sequence[str],
    kinds: tuple[bool, bool],
    tags: Sequence[bytes],
    signs: bytes,
    sensitive: bool,
    /,
) -> tuple[list[str], list[str], bytes] | None:
    """Both texts of pairs with alternations for compounds of either text, or for words that were cut off: `kinds`.

    Behind them the places (int64) of pairs that are as they were: with compounds that overlap, that are spelled in two
    cases, that are long, or that have a slash; None as for `holding`. The words of a reading have one of two tags: that
    of a last word is the second one.

    >>> hyphenated(["a well-known man"], ["well known th-"], (True, True), (b"", b""), b"{}", False)
    (['a { well-known / well known } man'], ['{ well known / well-known } { th- / th }'], b'')
    """
    if len(refs) != len(hyps):
        raise ValueError("sides of different lengths")
    ref_bytes, hyp_bytes = bytes_of(refs, signs), bytes_of(hyps, signs)
    if ref_bytes is None or hyp_bytes is None:
        return None
    made: tuple[list[str], list[str]] = [*refs], [*hyps]
    others = array("q")
    for place, pair in enumerate(zip(ref_bytes, hyp_bytes, strict=True)):
        phrases = _phrases([word for text in pair for word in text.split() if b"-" in word], kinds, sensitive)
        new = [None if phrases is None else _written(text.split(), phrases, tags, sensitive) for text in pair]
        if new[0] is None or new[1] is None:
            others.append(place)
            continue
        for side, text, written in zip(made, pair, new, strict=True):
            if phrases and written != text.split():
                side[place] = b" ".join(written or ()).decode()
    return *made, others.tobytes()


def _phrases(words: Sequence[bytes], kinds: tuple[bool, bool], sensitive: bool) -> Phrases | None:
    """Phrases that words with hyphens make; None where one is long, has a slash, or comes in two cases."""
    phrases: Phrases = {}
    for word in dict.fromkeys(words):
        parts = word.split(b"-")
        is_compound = kinds[0] and all(parts)
        is_cut_off = kinds[1] and len(parts) == 2 and parts[0] and not parts[1]
        if not is_compound and not is_cut_off:
            continue
        own = word if sensitive else word.translate(SMALL)
        is_long = len(word) > MOST_BYTES or len(parts) > MOST_PARTS
        if is_long or (own,) in phrases or any(slash in word for slash in _SLASHES):
            return None
        phrases[own,] = parts if is_compound else parts[:1]
        if is_compound:
            phrases[tuple(own.split(b"-"))] = [word]
    return phrases


def _written(words: list[bytes], phrases: Phrases, tags: Sequence[bytes], sensitive: bool) -> list[bytes] | None:
    """The words of a text with alternations; None where phrases overlap."""
    keys = words if sensitive else [word.translate(SMALL) for word in words]
    sizes = {len(phrase) for phrase in phrases}
    out: list[bytes] = []
    done = 0
    for start in range(len(words)):
        for size in sizes:
            reading = phrases.get(tuple(keys[start : start + size]))
            if reading is None or start + size > len(words):
                continue
            if start < done:
                return None
            other = b" ".join([word + tags[0] for word in reading[:-1]] + [reading[-1] + tags[1]])
            out += [b"{ " + b" ".join(words[start : start + size]) + b" / " + other + b" }"]
            done = start + size
        if start >= done:
            out.append(words[start])
    return out
