"""Pairs of texts with alternations for phrases, and for words with hyphens of either text: `th` for `th-`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from .phrases import PhraseTable
from .rephrased import bytes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # Words as they are compared, and those that may stand for them.
    Hyphened: TypeAlias = dict[tuple[bytes, ...], list[bytes]]

MOST_BYTES, MOST_PARTS = 1000, 64
"""The longest compounds that are written."""
_SLASHES = (b"/", "\u2215".encode())


def alternations(
    refs: Sequence[str],
    hyps: Sequence[str],
    sides: tuple[bool, bool],
    phrases: tuple[Sequence[bytes], Sequence[bytes]],
    kinds: tuple[bool, bool],
    tags: Sequence[bytes],
    signs: bytes,
    sensitive: bool,
    /,
) -> tuple[Sequence[str], Sequence[str], bytes] | None:
    """Texts of pairs with alternations for phrases, compounds of either text, or words that were cut off: `kinds`.

    Only texts of some `sides` have alternations; those of others are what they were. Behind them the places (int64) of
    pairs that are as they were: with words for which others may stand that overlap, or have to be read otherwise, and
    with words with hyphens that are spelled in two cases, long, or have a slash; None as for `holding`. Words of a
    reading have one of two tags: that of a last word is the second one.

    >>> both = (True, True)
    >>> alternations(["a well-known man"], ["well known th-"], both, ((), ()), both, (b"", b""), b"{}", False)
    (['a { well-known / well known } man'], ['{ well known / well-known } { th- / th }'], b'')
    """
    if len(refs) != len(hyps):
        raise ValueError("sides of different lengths")
    table = PhraseTable(*phrases, sensitive)
    ref_bytes, hyp_bytes = bytes_of(refs, signs), bytes_of(hyps, signs)
    if ref_bytes is None or hyp_bytes is None:
        return None
    made = [[*texts] for texts in (refs, hyps)]
    others = array("q")
    for place, pair in enumerate(zip(ref_bytes, hyp_bytes, strict=True)):
        has_hyphens = any(kinds) and any(b"-" in text for text in pair)
        with_hyphens = [word for text in pair for word in text.split() if b"-" in word] if has_hyphens else []
        hyphened = _hyphened(with_hyphens, kinds, table)
        new: list[bytes | None] = [None]
        if hyphened is not None:
            new = [_written(text, table, hyphened, tags) if has_hyphens else table.written(text) for text in pair]
            new = [written if is_written else text for is_written, text, written in zip(sides, pair, new, strict=True)]
        if None in new:
            others.append(place)
            continue
        for side, text, written in zip(made, pair, new, strict=True):
            if written != text:
                side[place] = (written or b"").decode()
    return made[0] if sides[0] else refs, made[1] if sides[1] else hyps, others.tobytes()


def _hyphened(words: Sequence[bytes], kinds: tuple[bool, bool], table: PhraseTable) -> Hyphened | None:
    """Phrases that words with hyphens make; None where one is long, has a slash, or comes in two cases."""
    hyphened: Hyphened = {}
    for word in dict.fromkeys(words):
        parts = word.split(b"-")
        is_compound = kinds[0] and all(parts)
        is_cut_off = kinds[1] and len(parts) == 2 and parts[0] and not parts[1]
        if not is_compound and not is_cut_off:
            continue
        (own,) = table.keys([word])
        is_long = len(word) > MOST_BYTES or len(parts) > MOST_PARTS
        if is_long or (own,) in hyphened or any(slash in word for slash in _SLASHES):
            return None
        hyphened[own,] = parts if is_compound else parts[:1]
        if is_compound:
            hyphened[tuple(own.split(b"-"))] = [word]
    return hyphened


def _written(text: bytes, table: PhraseTable, hyphened: Hyphened, tags: Sequence[bytes]) -> bytes | None:
    """A text with alternations; None where words for which others may stand overlap, or have to be read otherwise."""
    words = text.split()
    keys = table.keys(words)
    sizes = {len(phrase) for phrase in hyphened}

    def rests(start: int) -> Iterator[tuple[int, bytes]]:
        yield from table.at(keys, start)
        for size in sizes:
            reading = hyphened.get(tuple(keys[start : start + size]))
            if reading is not None and start + size <= len(words):
                tagged = [word + tags[0] for word in reading[:-1]] + [reading[-1] + tags[1]]
                yield size, b" / " + b" ".join(tagged) + b" }"

    out: list[bytes] = []
    done = 0
    for start in range(len(words)):
        for size, rest in rests(start):
            if start < done or not rest:
                return None
            out += [b"{ " + b" ".join(words[start : start + size]) + rest]
            done = start + size
        if start >= done:
            out.append(words[start])
    return b" ".join(out) if any(word[:2] == b"{ " for word in out) else text
