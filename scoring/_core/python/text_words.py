"""The words of texts on both sides as numbers, and alignments of the parts of which words are made."""

from __future__ import annotations

from array import array
from itertools import pairwise

from .columns import integers
from .policy import check_policy
from .side import FoldedText
from .symbols import steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .side import Side
    from .symbols import Triple

_NO_NUMBER = -1


def text_words(ref: Side, hyp: Side, /) -> TextWords:
    """The words of the texts of two sides, between which white space stands, as numbers."""
    if len(ref) != len(hyp):
        raise ValueError("sides of different lengths")
    numbers: dict[bytes, int] = {}
    texts = [
        [[numbers.setdefault(word, len(numbers)) for word in text.split()] for text in pair]
        for pair in zip(_texts(ref), _texts(hyp), strict=True)
    ]
    return TextWords([*numbers], texts)


def _texts(side: Side) -> Iterator[bytes]:
    for item in side.items:
        text = item.text if isinstance(item, FoldedText) else item
        if not isinstance(text, bytes):
            raise ValueError("lists of words; expected texts")
        yield text


class TextWords:
    """The words of texts on both sides as numbers.

    >>> from scorelite.scoring import _core as core
    >>> words = text_words(core.texts(["a, b"]), core.texts(["a b,"]))
    >>> words.words()
    [b'a,', b'b', b'a', b'b,']
    >>> firsts, numbers = array("q", [0, 2, 3, 4, 6]).tobytes(), array("i", [0, -1, 1, 0, 1, -1]).tobytes()
    >>> marks = array("i", [0, 1, 0, 0, 0, 1]).tobytes()
    >>> counts, utterances, letters, *marks = words.aligned(firsts, numbers, marks, (1, 1, 1), "SID")
    >>> array("i", counts).tolist(), letters, [array("i", side).tolist() for side in marks]
    ([2, 0, 0, 0], b'CC', [[1, 0], [0, 1]])
    """

    __slots__ = ("_spelt", "_texts")

    def __init__(self, spelt: list[bytes], texts: Sequence[Sequence[list[int]]]) -> None:
        self._spelt = spelt
        self._texts = texts

    def words(self, /) -> list[bytes]:
        """The different words, by their numbers."""
        return self._spelt[:]

    def aligned(
        self, firsts: bytes, numbers: bytes, marks: bytes, costs: Triple, ties: str, /
    ) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """Aligns the texts as rows of parts, which stand between two places (int64) for each word.

        A part is a number (int32) that is compared, and a mark (int32). One without a number, -1, is not aligned, and
        adds its mark to that of a part right before it. Four int32 an utterance: correct, substitutions, deletions,
        insertions; then, of each step with a mark, the utterance (int64), the operation (a letter) and the marks of
        both sides (int32), 0 for none.
        """
        parts = self._parts(integers("q", firsts), integers("i", numbers), integers("i", marks))
        check_policy(costs, ties)
        counts, utterances, letters, kept = array("i"), array("q"), bytearray(), (array("i"), array("i"))
        for i, texts in enumerate(self._texts):
            ref, hyp = ([part for word in text for part in parts[word]] for text in texts)
            found = {"C": 0, "S": 0, "D": 0, "I": 0}
            for letter, said, heard in _followed(_aligned(ref), _aligned(hyp), costs, ties):
                found[letter] += 1
                if said or heard:
                    utterances.append(i)
                    letters += letter.encode()
                    kept[0].append(said)
                    kept[1].append(heard)
            counts.extend(found.values())
        return counts.tobytes(), utterances.tobytes(), bytes(letters), kept[0].tobytes(), kept[1].tobytes()

    def _parts(self, firsts: list[int], numbers: list[int], marks: list[int]) -> list[list[tuple[int, int]]]:
        """The parts of each word: number and mark."""
        ends = len(firsts) == len(self._spelt) + 1 and (firsts[0], firsts[-1]) == (0, len(numbers))
        if not ends or sorted(firsts) != firsts or len(marks) != len(numbers):
            raise ValueError("parts that are not divided among the words")
        for number in numbers:
            if not _NO_NUMBER <= number < len(numbers):
                raise ValueError(f"a part with the number {number}")
        every = list(zip(numbers, marks, strict=True))
        return [every[first:end] for first, end in pairwise(firsts)]


def _aligned(parts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts that have numbers, with the mark of the one behind added where that has none."""
    made = []
    for (number, mark), (following, more) in pairwise([*parts, (0, 0)]):
        if number != _NO_NUMBER:
            made.append((number, mark + more if following == _NO_NUMBER else mark))
    return made


def _followed(
    ref: Sequence[tuple[int, int]], hyp: Sequence[tuple[int, int]], costs: Triple, ties: str
) -> Iterator[tuple[str, int, int]]:
    """The operation and the marks of both sides of each step."""
    i = j = 0
    for rows, columns in steps([number for number, _ in ref], [number for number, _ in hyp], costs, ties, False):
        said, heard = (ref[i] if rows else (0, 0)), (hyp[j] if columns else (0, 0))
        letter = "D" if not columns else "I" if not rows else "C" if said[0] == heard[0] else "S"
        yield letter, said[1], heard[1]
        i += rows
        j += columns
