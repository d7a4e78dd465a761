"""The old words that new words of normalised texts come from: words that split or join share their times."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise
from operator import attrgetter

from ...core import opcodes
from ...formats.schema.markup import words
from ...formats.values import dataclass
from .chain import Chain
from .log import Change, columns_of

PLACES = 3
"""Decimals of times that are made up."""
# Letters of an old piece times those of a new one up to which they are compared letter by letter, not word by word.
_FINE = 50_000
_PIECES = re.compile(r"\S+|\s+")
_BLANK = re.compile(r"\s")
_LETTER = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Shares:
    """New words of many texts as columns: which old words each comes from, and which of the letters of those is its.

    >>> from scorelite.scoring.normalise import chain_of
    >>> chain, texts = chain_of("whisper-en"), ["I can't"]
    >>> results, changes = chain.apply(texts, log=True)
    >>> shares = Origins(chain, texts, changes).shares([0, 2], ["I", "can't"], texts, results)
    >>> shares.words, shares.first, shares.times([0.0, 1.0], [1.0, 2.0])
    (['i', 'can', 'not'], array('q', [0, 1, 1]), (array('d', [0.0, 1.0, 1.5]), array('d', [1.0, 1.5, 2.0])))
    """

    words: list[str]
    first: array[int]
    """The first old word that each new word comes from."""
    last: array[int]
    parts: dict[int, tuple[int, int, int]]
    """For new words that are not all that became of one old word: the letters of the new words of the same old words
    before it, those and its own, and all of them."""
    behind: list[int]
    """The number of new words before each old word, and that of all."""

    def times(self, starts: Sequence[float], ends: Sequence[float]) -> tuple[array[float], array[float]]:
        """The begins and the ends of the new words, from those of the old ones."""
        begins = array("d", [starts[row] for row in self.first])
        finals = array("d", [ends[row] for row in self.last])
        for place, (before, done, letters) in self.parts.items():
            start, end = begins[place], finals[place]
            if before:
                begins[place] = round(start + (end - start) * before / letters, PLACES)
            if done < letters:
                finals[place] = round(start + (end - start) * done / letters, PLACES)
        return begins, finals


def _parts_of(values: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """For each of the new words of a group: the letters before it, those and its own, and all of them."""
    done = list(accumulate(map(len, values), initial=0))
    return [(before, behind, done[-1]) for before, behind in pairwise(done)]


class Origins:
    """The old words that new words come from, in texts that were normalised.

    In most texts each word becomes what it becomes alone: then its new words come from it. In others the changes tell.

    >>> from scorelite.scoring.normalise import chain_of
    >>> chain, texts = chain_of("whisper-en"), ["I can't", "twenty one"]
    >>> results, changes = chain.apply(texts, log=True)
    >>> origins = Origins(chain, texts, changes)
    >>> [list(origins.groups(number, texts[number].split(), results[number])) for number in (0, 1)]
    [[(0, 0, ['i']), (1, 1, ['can', 'not'])], [(0, 1, ['21'])]]
    """

    __slots__ = ("_alone", "_changes", "_numbers")

    def __init__(self, steps: Chain, texts: Iterable[str], changes: Sequence[Change]) -> None:
        vocabulary = list({*words(" ".join(texts))})
        results = steps.of_any_texts().apply(vocabulary)[0]
        # A printable text has no white space but the blank.
        cut = str.split if "".join(results).isprintable() else words
        self._alone: dict[str, list[str]] = dict(zip(vocabulary, map(cut, results), strict=True))
        self._changes = changes
        self._numbers: list[int] | None = None

    def shares(self, bounds: Sequence[int], old: Sequence[str], texts: Sequence[str], results: Sequence[str]) -> Shares:
        """The new words of all texts; `bounds` are the first old word of each, and the number of all."""
        new: list[str] = []
        first_rows, last_rows = array("q"), array("q")
        parts: dict[int, tuple[int, int, int]] = {}
        counts = [0] * len(old)
        parts_of = cache(_parts_of)  # most words that split are frequent
        for number, (begin, end) in enumerate(pairwise(bounds)):
            here = old[begin:end]
            if texts[number] != results[number]:
                groups = self.groups(number, here, results[number])
            elif all(here):
                new += here
                first_rows.extend(range(begin, end))
                last_rows.extend(range(begin, end))
                counts[begin:end] = [1] * (end - begin)
                continue
            else:
                groups = ((place, place, [word]) for place, word in enumerate(here) if word)
            for first, last, values in groups:
                counts[begin + first] = len(values)
                if first < last or len(values) > 1:
                    parts.update(enumerate(parts_of(tuple(values)), len(new)))
                for word in values:
                    new.append(word)
                    first_rows.append(begin + first)
                    last_rows.append(begin + last)
        return Shares(new, first_rows, last_rows, parts, list(accumulate(counts, initial=0)))

    def words_alone(self) -> dict[str, str]:
        """Words by what each was, as they become where each is changed alone."""
        return dict(zip(self._alone, map(" ".join, self._alone.values()), strict=True))

    def alone(self, old: Sequence[str], text: str) -> list[list[str]] | None:
        """The new words of each old word; None where words were changed together."""
        pieces = [self._alone.get(word) for word in old]
        if None in pieces or list(chain.from_iterable(filter(None, pieces))) != words(text):
            return None
        return pieces  # type: ignore[return-value]  # none is None

    def groups(self, number: int, old: Sequence[str], text: str) -> Iterator[tuple[int, int, list[str]]]:
        """Groups of new words of a text that come from common old words: numbers of the first and the last of these."""
        pieces = self.alone(old, text)
        if pieces is not None:
            return ((place, place, piece) for place, piece in enumerate(pieces) if piece)
        return _shares_of_changes(old, text, self._changes_of(number))

    def _changes_of(self, number: int) -> Sequence[Change]:
        """The changes of one text; those of all are in the order of the texts unless several programs made them."""
        if self._numbers is None:
            numbers = columns_of(self._changes)[0]
            if sorted(numbers) != numbers:
                self._changes = sorted(self._changes, key=attrgetter("utterance"))
                numbers.sort()
            self._numbers = numbers
        first, last = bisect_left(self._numbers, number), bisect_right(self._numbers, number)
        return self._changes[first:last]


class _Letters:
    """Numbers of the words, first and last, that each letter of a text comes from.

    The letters are kept in two stacks that meet where the last change was made, since a step goes from left to right.
    """

    __slots__ = ("_left", "_right")

    def __init__(self, sizes: Sequence[int]) -> None:
        # A blank belongs to the word before it.
        self._left = [(word, word) for word, size in enumerate(sizes) for _ in range(size + 1)]
        if self._left:
            self._left.pop()
        self._right: list[tuple[int, int]] = []

    def change(self, change: Change) -> None:
        """Replaces letters by others: letters that stay keep their words, the others are from all words between."""
        self._move(change.end)
        replaced = self._left[change.start :]
        del self._left[change.start :]
        around = self._left[-1:] or self._right[-1:] or [(0, 0)]
        made: list[tuple[int, int]] = []
        for start, end, size, equal in _blocks(change.before, change.after):
            if equal:
                made += replaced[start:end]
                continue
            pairs = zip(replaced[start:end], change.before[start:end], strict=True)
            visible = [numbers for numbers, letter in pairs if not letter.isspace()]
            visible = visible or replaced[max(start - 1, 0) : max(end, 1)] or around
            made += [(min(first for first, _ in visible), max(last for _, last in visible))] * size
        _keep_words(change, replaced, made)
        self._left += made

    def _move(self, place: int) -> None:
        moved = place - len(self._left)
        if moved > 0:
            self._left += self._right[: -moved - 1 : -1]
            del self._right[-moved:]
        elif moved:
            self._right += self._left[: place - 1 if place else None : -1]
            del self._left[place:]

    def all(self) -> list[tuple[int, int]]:
        """The numbers of all letters."""
        return self._left + self._right[::-1]


def _keep_words(change: Change, replaced: Sequence[tuple[int, int]], made: list[tuple[int, int]]) -> None:
    """Gives words that no new letter comes from to the letter before them, or else behind them."""
    places = [place for place, letter in enumerate(change.after) if not letter.isspace()]
    if not places:
        return
    placed = {number for place in places for number in made[place]}
    old = [numbers for numbers, letter in zip(replaced, change.before, strict=True) if letter.isalnum()]
    for number in sorted({number for numbers in old for number in numbers} - placed):
        before = [place for place in places if made[place][0] <= number]
        place = before[-1] if before else places[0]
        first, last = made[place]
        made[place] = min(first, number), max(last, number)


def _blocks(before: str, after: str) -> Iterator[tuple[int, int, int, bool]]:
    """Start and end of the blocks of an old piece, the number of letters that replace each, and whether it stays."""
    if len(before.split()) < 2:
        yield 0, len(before), len(after), False
        return
    if len(before) == len(after) and _LETTER.sub("x", before) == _LETTER.sub("x", after):
        yield 0, len(before), len(after), True
        return
    # Compared word by word where letters would take too long.
    old: Sequence[str] = before
    new: Sequence[str] = after
    if len(before) * len(after) > _FINE:
        old, new = _PIECES.findall(before), _PIECES.findall(after)
    offsets = list(accumulate(map(len, old), initial=0))
    for tag, i, next_i, j, next_j in opcodes(old, new, False):
        yield offsets[i], offsets[next_i], sum(map(len, new[j:next_j])), tag == "equal"


def _shares_of_changes(
    old: Sequence[str], text: str, changes: Sequence[Change]
) -> Iterator[tuple[int, int, list[str]]]:
    new_words = words(text)
    if len(new_words) == len(old) and all(map(_keeps_blanks, changes)):
        return ((place, place, [word]) for place, word in enumerate(new_words))
    origins = _Letters(list(map(len, old)))
    for change in changes:
        origins.change(change)
    return _shares(text, origins.all())


def _keeps_blanks(change: Change) -> bool:
    """Whether a change is inside a word, or leaves every blank in its place."""
    before, after = change.before, change.after
    if _BLANK.search(before) is None:
        return bool(before) and _BLANK.search(after) is None
    return len(before) == len(after) and _LETTER.sub("x", before) == _LETTER.sub("x", after)


def _shares(text: str, origins: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, list[str]]]:
    place, last = 0, -1
    first, values = 0, list[str]()
    for word in words(text):
        place = text.index(word, place)
        letters_of_word = origins[place : place + len(word)]
        place += len(word)
        begin, end = min(number for number, _ in letters_of_word), max(number for _, number in letters_of_word)
        if values and begin <= last:
            first, last = min(first, begin), max(last, end)
            values.append(word)
            continue
        if values:
            yield first, last, values
        first, last, values = begin, end, [word]
    if values:
        yield first, last, values


def shared_time(
    values: Sequence[str], start: float | None, end: float | None
) -> Iterator[tuple[str, float | None, float | None]]:
    """Words with the begin and the end that each has of a stretch of time: shares by their letters."""
    total = sum(map(len, values))
    begin, done = start, 0
    for value in values:
        done += len(value)
        stop = end
        if start is not None and end is not None and done < total:
            stop = round(start + (end - start) * done / total, PLACES)
        yield value, begin, stop
        begin = stop
