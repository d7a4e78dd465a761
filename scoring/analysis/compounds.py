"""Utterances in which words of one side may be those of the other, split or joined elsewhere."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .occurrences import different

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .steps import Integers, Mask, Steps

_LONG = 1000
"""Words of a text that is not looked at: one so long has such words nearly always."""
_LONG_WORD = 64
"""Letters of a word that is not looked at, so that a word has few beginnings."""
_KEYS, _CODES = (1 << 22) - 3, (1 << 18) - 5
"""Places of tables that say which numbers are there; numbers that share one are told apart later."""
_TOGETHER = 1 << 13
"""Utterances that are looked at together: the numbers of more would fill memory."""
_LETTERS = 1 << 21


class _Starts(NamedTuple):
    """Words that are the beginning of others, each with the letter that comes next there: a key."""

    keys: Integers
    """The different keys in order."""
    first: Integers
    """The places between which the keys of each word stand in `of_words`."""
    of_words: Integers
    """The numbers of keys that a word has: it begins so."""
    table: Mask
    """Whether a place of a table belongs to a key."""
    heads: Integers
    """The first letter of each word."""
    begins: Mask
    """Whether each word begins others."""


def may_have_compounds(steps: Steps, some: Mask) -> Mask:
    """The utterances among some that may have compounds.

    Where equal letters are cut into words in two ways, at the first difference a word of one side is the beginning of
    a word of the other, which goes on as the word behind it does. All other utterances have none.
    """
    flagged = some & ((np.diff(steps.first) > _LONG) | _with_long_words(steps))
    short = some & ~flagged
    starts = _starts(steps.words)
    if not len(starts.keys) or not short.any():
        return flagged
    said = {side: steps.said(side) for side in ("ref", "hyp")}
    for begin in range(0, len(short), _TOGETHER):
        inside = short[begin : begin + _TOGETHER]
        firsts = {side: steps.first_of(side)[begin : begin + len(inside) + 1] for side in said}
        sides = [_Side(numbers, firsts[side], inside) for side, numbers in said.items()]
        for side, other in zip(sides, sides[::-1], strict=True):
            flagged[begin + _split(steps.words, starts, side, other)] = True
    return flagged


class _Side:
    """The words of one side of some utterances."""

    def __init__(self, said: NDArray[np.int32], first: Integers, inside: Mask) -> None:
        self._inside = inside
        self._ends = first[1:] - first[0]
        self._owners = np.repeat(np.arange(len(inside)), np.diff(first))
        self.numbers: NDArray[np.int32] = said[first[0] : first[-1]]
        """The numbers of the words of all these utterances."""

    def places(self, held: Mask) -> Integers:
        """The places of words that are held, by their numbers, in utterances that are looked at."""
        return np.flatnonzero(held[self.numbers] & self._inside[self._owners])

    def owners(self, places: Integers) -> Integers:
        """The utterances of words."""
        owners: Integers = self._owners[places]
        return owners

    def is_followed(self, places: Integers) -> Mask:
        """Whether a word comes behind words, in their utterances."""
        mask: Mask = places + 1 < self._ends[self._owners[places]]
        return mask


def _with_long_words(steps: Steps) -> Mask:
    """The utterances that have a word which is not looked at."""
    having = np.zeros(len(steps.first) - 1, np.bool_)
    long = np.fromiter(map(len, steps.words), np.int64, len(steps.words)) > _LONG_WORD
    if long.any():
        for side in ("ref", "hyp"):
            having[np.searchsorted(steps.first_of(side), steps.places_of(side, long), "right") - 1] = True
    return having


def _starts(words: Sequence[str]) -> _Starts:
    """The words of a vocabulary that begin others."""
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    lengths[lengths > _LONG_WORD] = 0
    numbers = {word: number for word, number in zip(words, range(len(words)), strict=True) if len(word) < _LONG_WORD}
    of_words, keys = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for size in different(np.sort(lengths[lengths > 0])).tolist():
        longer = np.flatnonzero(lengths > size)
        heads = [words[number][:size] for number in longer.tolist()]
        begun = np.fromiter(map(numbers.get, heads, repeat(-1)), np.int64, len(heads))
        longer, begun = longer[begun >= 0], begun[begun >= 0]
        of_words.append(longer)
        letters = np.fromiter((ord(words[number][size]) for number in longer.tolist()), np.int64, len(longer))
        keys.append(begun * _LETTERS + letters)
    owners = np.concatenate(of_words)
    order = np.argsort(owners, kind="stable")
    unique, places = np.unique(np.concatenate(keys)[order], return_inverse=True)
    first = np.searchsorted(owners[order], np.arange(len(words) + 1))
    initials = np.array(words, "U1").view(np.uint32).astype(np.int64)
    begins = np.zeros(len(words), np.bool_)
    begins[unique // _LETTERS] = True
    return _Starts(unique, first, places.reshape(-1), _table(unique, _KEYS), initials, begins)


def _table(numbers: Integers, places: int) -> Mask:
    """A table of so many places that says which of them belong to numbers."""
    table = np.zeros(places, np.bool_)
    table[numbers % places] = True
    return table


def _split(words: Sequence[str], starts: _Starts, side: _Side, other: _Side) -> Integers:
    """The utterances in which two words of a side go as a word of the other one does."""
    utterances, place, follower = _followed(starts, side)
    owners, numbers, theirs = _begun(starts, place, other)
    codes, their_codes = utterances * len(starts.keys) + place, owners * len(starts.keys) + theirs
    mine, both = _shared(codes, their_codes)
    codes, place, follower = codes[mine], place[mine], follower[mine]
    numbers, their_codes = numbers[both], their_codes[both]
    order = np.argsort(their_codes, kind="stable")
    numbers, their_codes = numbers[order], their_codes[order]
    low, high = (np.searchsorted(their_codes, codes, side) for side in ("left", "right"))
    at, sizes = _spread(low, high)
    start = starts.keys[np.repeat(place, sizes)] // _LETTERS
    triples = np.column_stack([start, np.repeat(follower, sizes), numbers[at]])
    return np.repeat(codes // len(starts.keys), sizes)[_going_alike(words, triples)]


def _spread(low: Integers, high: Integers) -> tuple[Integers, Integers]:
    """All places from each low one to before its high one, and how many these are."""
    sizes = high - low
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(low - (ends - sizes), sizes), sizes


def _begun(starts: _Starts, wanted: Integers, side: _Side) -> tuple[Integers, ...]:
    """The utterance, the word and the key of each beginning of words of a side, where any of its keys is wanted."""
    used = np.zeros(len(starts.keys), np.bool_)
    used[wanted] = True
    before = np.concatenate([[0], np.cumsum(used[starts.of_words])])[starts.first]
    places = side.places(np.diff(before) > 0)
    owners, begun = side.owners(places), side.numbers[places].astype(np.int64)
    at, sizes = _spread(starts.first[begun], starts.first[begun + 1])
    return np.repeat(owners, sizes), np.repeat(begun, sizes), starts.of_words[at]


def _followed(starts: _Starts, side: _Side) -> tuple[Integers, Integers, Integers]:
    """Words of a side that begin others and are followed by a letter as these are: utterance, key, word behind."""
    at = side.places(starts.begins)
    at = at[side.is_followed(at)]
    keys = side.numbers[at].astype(np.int64) * _LETTERS + starts.heads[side.numbers[at + 1]]
    maybe = np.flatnonzero(starts.table[keys % _KEYS])
    at, keys = at[maybe], keys[maybe]
    place = np.minimum(np.searchsorted(starts.keys, keys), len(starts.keys) - 1)
    there = starts.keys[place] == keys
    at = at[there]
    return side.owners(at), place[there], side.numbers[at + 1].astype(np.int64)


def _shared(first: Integers, second: Integers) -> tuple[Mask, Mask]:
    """Which codes of either list may be in the other one."""
    in_first, in_second = (_table(codes, _CODES) for codes in (first, second))
    return in_second[first % _CODES], in_first[second % _CODES]


def _going_alike(words: Sequence[str], triples: Integers) -> Mask:
    """Whether of a word, the word behind it and a third one, the first two together go as the third one does."""
    size = len(words)
    pairs = triples[:, 0] * size + triples[:, 1]
    seconds, pairs = np.unique(pairs, return_inverse=True)
    different, places = np.unique(pairs.reshape(-1) * size + triples[:, 2], return_inverse=True)
    fits = np.zeros(len(different), np.bool_)
    for place, code in enumerate(different.tolist()):
        pair, third = divmod(code, size)
        start, follower = divmod(int(seconds[pair]), size)
        both = words[start] + words[follower]
        fits[place] = both.startswith(words[third]) or words[third].startswith(both)
    return fits[places.reshape(-1)]
