"""Mark steps: the marks and capitals of texts, and where they meet in alignments of their words."""

from __future__ import annotations

from array import array
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from scorelite.core.python.columns import integers

from .sides import texts_of
from .symbols import steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorelite.core.python.side import Side

    from .symbols import Triple

    # What is aligned, with twice the number of a mark, and 1 more for a capital.
    Row = list[tuple[str, int]]
    Found = tuple[int, bytes, bytes, bytes, bytes]

_CAPITAL, _SMALL, _BLANK = range(-2, 1)


def other_letters(ref: Side, hyp: Side, /) -> list[bytes]:
    """The different letters of the texts of two sides that are not of ASCII, in order."""
    letters = {letter for text in chain(texts_of(ref), texts_of(hyp)) for letter in text.decode("utf-8", "ignore")}
    return sorted(letter.encode() for letter in letters if not letter.isascii())


def mark_steps(
    ref: Side,
    hyp: Side,
    letters: Sequence[bytes],
    kinds: bytes,
    folded: Sequence[bytes],
    with_marks: tuple[Triple, str],
    words: tuple[Triple, str],
    /,
) -> tuple[Found, Found]:
    """Where marks and capitals of texts meet.

    Each letter has a kind (int32): -2 a capital, -1 another letter of words, 0 a blank, as are letters that are not
    given, or the number of a mark, from 1 on; and a form in which words are compared without case.

    Texts are aligned twice, by costs and ties: words and marks, where all marks are equal, and words alone, folded,
    where each has the mark right behind it, but a sign of ASCII between two letters of at most two bytes is none. Of
    each: how many steps are correct, and four columns of the steps with a mark or a capital: the utterance (int64),
    whether it is correct (a byte), and for both sides (int32) twice the mark,
    and 1 more for a word that begins with a capital, which words that are aligned with marks have not.

    >>> from scorelite import core
    >>> letters, policy = [b"a", b"A", b","], ((1, 1, 1), "SID")
    >>> kinds = array("i", [-1, -2, 1]).tobytes()
    >>> sides = core.texts(["A, a"]), core.texts(["a, a,"])
    >>> _, words = core.mark_steps(*sides, letters, kinds, [b"a", b"a", b","], policy, policy)
    >>> words[0], words[2], array("i", words[3]).tolist(), array("i", words[4]).tolist()
    (2, b'\\x01\\x01', [3, 0], [2, 2])
    """
    known = _Letters(letters, integers("i", kinds), folded)
    rules = _Rule(*with_marks), _Rule(*words)
    if len(ref) != len(hyp):
        raise ValueError("sides of different lengths")
    for i, texts in enumerate(zip(texts_of(ref), texts_of(hyp), strict=True)):
        both = [list(known.items(text)) for text in texts]
        rules[0].align(i, *([("" if mark > 0 else word, 2 * max(mark, 0)) for word, _, mark, _ in row] for row in both))
        rules[1].align(i, *map(_words, both))
    return rules[0].found(), rules[1].found()


class _Letters:
    """The kinds of letters, and their folded forms."""

    def __init__(self, letters: Sequence[bytes], kinds: Sequence[int], folded: Sequence[bytes]) -> None:
        if len({len(letters), len(kinds), len(folded)}) > 1:
            raise ValueError("a kind for each letter expected")
        self._known: dict[str, tuple[int, str]] = {}
        for letter, kind, other in zip(letters, kinds, folded, strict=True):
            read = letter.decode("utf-8", "replace")
            if len(read) != 1 or read.encode() != letter:
                raise ValueError("letters expected")
            if kind < _CAPITAL:
                raise ValueError(f"a letter of kind {kind}")
            self._known[read] = kind, other.decode("utf-8", "surrogateescape")

    def items(self, text: bytes) -> Iterator[tuple[str, str, int, bool]]:
        """The words as written and folded, with -2 for a capital or -1; a mark has its number, and no word.

        The last value is whether a mark stands inside a word.
        """
        word = folded = ""
        capital = _SMALL
        letters = text.decode("utf-8", "surrogateescape") + " "
        for place, letter in enumerate(letters):
            kind, form = self._of(letter)
            if kind < _BLANK:
                capital = capital if word else kind
                word += letter
                folded += form
                continue
            if word:
                yield word, folded, capital, False
            word = folded = ""
            if kind > _BLANK:
                around = letters[place - 1 : place] + letters[place + 1 : place + 2]
                inside = letter.isascii() and len(around) == 2 and all(map(self._is_short, around))
                yield "", "", kind, inside

    def _of(self, letter: str) -> tuple[int, str]:
        return (_BLANK, "") if letter in _SPACES else self._known.get(letter, (_BLANK, ""))

    def _is_short(self, letter: str) -> bool:
        """Whether a letter of words has at most two bytes."""
        return self._of(letter)[0] < _BLANK and len(letter.encode()) < 3


_SPACES = " \t\n\v\f\r"


def _words(items: Sequence[tuple[str, str, int, bool]]) -> Row:
    """The words alone, each with the mark right behind it."""
    return [
        (folded, 2 * max(mark, 0) * (not inside) + (kind == _CAPITAL))
        for (word, folded, kind, _), (_, _, mark, inside) in pairwise([*items, ("", "", 0, False)])
        if word
    ]


class _Rule:
    """Costs and ties, and what is found by them."""

    def __init__(self, costs: Triple, ties: str) -> None:
        self._policy = costs, ties
        steps((), (), costs, ties, False)  # refuses bad ones
        self._correct, self._utterance, self._is_right = 0, array("q"), bytearray()
        self._marks = array("i"), array("i")

    def align(self, i: int, ref: Row, hyp: Row) -> None:
        """Aligns the texts of an utterance."""
        row = column = 0
        for down, across in steps([word for word, _ in ref], [word for word, _ in hyp], *self._policy, False):
            (word, said), (other, heard) = (ref[row] if down else ("", 0)), (hyp[column] if across else ("", 0))
            is_right = bool(down and across) and word == other
            self._correct += is_right
            if said or heard:
                self._utterance.append(i)
                self._is_right.append(is_right)
                self._marks[0].append(said)
                self._marks[1].append(heard)
            row, column = row + down, column + across

    def found(self) -> Found:
        """The correct steps, and the columns of those with marks."""
        ref, hyp = self._marks
        return self._correct, self._utterance.tobytes(), bytes(self._is_right), ref.tobytes(), hyp.tobytes()
