"""Words of utterances with times and confidences, as columns for the core."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, starmap
from math import isnan
from typing import overload

from ... import core
from ...formats.errors import Where, quantity
from ...formats.schema.markup import NULL_WORD
from ...formats.schema.spans import RowTexts
from ...formats.schema.words import ALT, ALT_BEGIN, ALT_END, Words, is_nothing_in_row, label_of_row, mark_of
from ...formats.values import dataclass
from .alignment import Text
from .pairing.by_time import Selection

_NOWHERE = Where("", 1)
_BRACES = {ALT_BEGIN: "{", ALT: "/", ALT_END: "}"}
_SHOWN = frozenset(_BRACES.values())
_WRITTEN = frozenset("".join((*_BRACES, *map(str.lower, _BRACES))))
"""Letters of the marks as rows have them."""


@dataclass(frozen=True, slots=True, eq=False)
class TimedWords(Sequence[str]):
    """Words with times, utterance after utterance; the marks of alternations are words without times.

    As a sequence, the text of every utterance, made when it is looked at; alternations are in braces.
    """

    words: Sequence[str]
    begin: array[float]
    duration: array[float]
    confidence: array[float]
    """NaN where a word has none."""
    first: array[int]
    """The first word of every utterance, and the number of words."""
    confident: bool
    """Whether every word has a confidence."""
    marked: bool
    """Whether words follow sclite's grammar; otherwise they are literal."""

    def side(self) -> core.Side:
        """Words for the core; words without confidences get -1, as in sclite."""
        confidence = array("d", [-1.0]) * len(self.words)
        if self.confident:
            confidence = self.confidence
            if isnan(sum(confidence)):
                confidence = array("d", confidence)
                # Only marks lack one, or null words in their places.
                for row in self._marks() if isinstance(self.words, RowTexts) else range(len(confidence)):
                    confidence[row] = 0.0 if isnan(confidence[row]) else confidence[row]
        columns = bytes(self.begin), bytes(self.duration), bytes(confidence)
        words = self.words.rows if isinstance(self.words, RowTexts) else self.words
        return core.rows(words, *columns, bytes(self.first))

    def _marks(self) -> Sequence[int]:
        """The rows of the marks of alternations, among rows of the core."""
        return array("q", self.words.rows.marks) if isinstance(self.words, RowTexts) else ()

    def taken(self, places: Sequence[int]) -> TimedWords:
        """Some utterances, in this order."""
        rows = [row for place in places for row in range(self.first[place], self.first[place + 1])]
        sizes = (self.first[place + 1] - self.first[place] for place in places)
        begin, duration, confidence = (
            array("d", [column[row] for row in rows]) for column in (self.begin, self.duration, self.confidence)
        )
        words, first = [self.words[row] for row in rows], array("q", accumulate(sizes, initial=0))
        return TimedWords(words, begin, duration, confidence, first, self.confident, self.marked)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return self._text(self.first[place], self.first[place + 1])

    def __iter__(self) -> Iterator[str]:
        return starmap(self._text, pairwise(self.first))

    def _text(self, first: int, last: int) -> str:
        words = self.words[first:last]
        text = " ".join(words)
        if "<" not in text:  # no word is a mark
            return text
        return " ".join(_BRACES.get(mark_of(word), word) for word in words)

    def beyond_ascii(self) -> tuple[list[str], int]:
        """The texts that are not ASCII, and the number of characters of all texts."""
        size = _size_in_ascii(self.words)
        if size is not None:  # with a blank between each two words of an utterance
            return [], size + len(self.words) - sum([first < last for first, last in pairwise(self.first)])
        return [text for text in self if not text.isascii()], sum(map(len, self))

    def lack(self, signs: str) -> bool:
        """Whether no text has one of up to 8 signs of ASCII, which are no blanks."""
        if isinstance(self.words, RowTexts) and not (self.words.rows.marked and _are_in_marks(signs)):
            return not self.words.has(signs)
        return core.holding(list(self), [], signs.encode(), True) is not None

    def unusual(self, letters: str) -> Sequence[int] | None:
        """The utterances with a character that is not ASCII, a control character, or one of these letters; None where
        that needs all texts."""
        if not isinstance(self.words, RowTexts):
            return None
        rows = {*self.words.unusual(letters)}
        if self.words.rows.marked and _are_in_marks(letters):
            # Marks are rows, such as <ALT_BEGIN>, but braces and slashes of texts.
            marks = {*self._marks()}
            rows = rows - marks if _SHOWN.isdisjoint(letters) else rows | marks
        return sorted({bisect_right(self.first, row) - 1 for row in rows})

    def as_written(self) -> Iterator[Text]:
        """The text of every utterance; its words one by one, without marks, where a brace is a letter of one."""
        for first, last in pairwise(self.first):
            words = self.words[first:last]
            has_braces = self.marked and not {"{", "}"}.isdisjoint("".join(words))
            yield tuple(_spoken(words)) if has_braces else self._text(first, last)

    def __len__(self) -> int:
        return len(self.first) - 1

    def __repr__(self) -> str:
        return f"<{quantity(len(self.words), 'word')} of {quantity(len(self), 'utterance')}>"


def _are_in_marks(letters: str) -> bool:
    """Whether one of these letters is in the mark of an alternation, as a row or in a text."""
    return not _SHOWN.isdisjoint(letters) or not _WRITTEN.isdisjoint(letters)


def _size_in_ascii(words: Sequence[str]) -> int | None:
    """The number of characters of words of ASCII without marks; None of others."""
    if isinstance(words, RowTexts) and words.is_ascii and not words.rows.marked:
        return words.rows.letters
    joined = "".join(words)
    return len(joined) if joined.isascii() and "<" not in joined else None


def _spoken(written: Sequence[str]) -> Iterator[str]:
    """The words of rows without marks, of an alternation those of its first branch.

    >>> list(_spoken(["<ALT_BEGIN>", "b}", "<ALT>", "c", "<ALT_END>", "d*", "@"]))
    ['b}', 'd']
    """
    branch = 0
    for word in written:
        if mark := mark_of(word):
            branch = branch + 1 if mark == ALT else 0
        elif not branch and not is_nothing_in_row(word):
            yield label_of_row(word, _NOWHERE).value


def selected(table: Words, selection: Selection, *, confident: bool) -> TimedWords:
    """The words of a table that a pairing selects."""
    size, marked = len(table.begin), table.grammar == "sclite"
    if len(selection.firsts) == 1 and (selection.firsts[0], selection.behinds[0]) == (0, size):
        columns = table.begin, table.duration, table.confidence
        return TimedWords(table.words, *columns, selection.first, confident, marked)
    words: list[str] = []
    begin, duration, confidence = array("d"), array("d"), array("d")
    gathered = (begin, table.begin), (duration, table.duration), (confidence, table.confidence)
    for start, behind in zip(selection.firsts, selection.behinds, strict=True):
        if start < 0:
            words.append(NULL_WORD)
            start, behind = ~start, ~start + 1
        else:
            words += table.words[start:behind]
        for column, source in gathered:
            column.extend(source[start:behind])
    return TimedWords(words, begin, duration, confidence, selection.first, confident, marked)


def is_confident(table: Words) -> bool:
    """Whether there are words, and every one has a confidence; marks of alternations need none."""
    if not isnan(sum(table.confidence)):  # a number that is none makes the sum one
        return len(table.confidence) > 0
    marks = table.marks()
    if not marks:
        return False
    others = array("d", table.confidence)
    for row in marks:
        others[row] = 0.0
    are_known = not isnan(sum(others))
    return are_known and (len(marks) < len(others) or not all(isnan(table.confidence[row]) for row in marks))
