"""Compounds: texts in which words of one side may be those of the other, split or joined elsewhere."""

from __future__ import annotations

from array import array
from itertools import pairwise

from scorelite.core.python.opcodes import opcodes

from .sides import texts_of
from .symbols import steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorelite.core.python.side import Side

    from .symbols import Step, Triple

    # Words between two places, and the new ones.
    Edit = tuple[int, int, list[bytes]]
    # What was changed in one side: the columns of a log, and its pieces.
    Changes = tuple[bytes, str]


def respelled(
    ref: Side, hyp: Side, joins: bool, folds: bool, costs: Triple, ties: str, /
) -> tuple[bytes, tuple[list[str], list[str]], bytes, bytes, tuple[Changes, Changes]]:
    """Pairs of texts in which words of one side are a word of the other, spelled alike.

    Their numbers (int64), the new texts of both sides, the letters of their steps and the places (int64) between which
    those of each stand, and the changes of both sides as columns and pieces. Where words differ, but have equal
    letters, they are first made one word if `joins` asks for that; `folds` compares A-Z as a-z.

    >>> from scorelite import core
    >>> sides = core.texts(["a", "White paper"]), core.texts(["a", "a whitepaper"])
    >>> core.respelled(*sides, False, True, (1, 1, 1), "IDS")[1:3]
    ((['White paper'], ['a White paper']), b'ICC')
    """
    rows, places = array("q"), array("q", [0])
    texts: tuple[list[str], list[str]] = [], []
    logs = _Log(), _Log()
    letters = ""
    for row, pair in enumerate(_pairs(ref, hyp)):
        said, heard = (_Words(text.split(), folds) for text in pair)
        if not may_be_in(said.compared, heard.compared):
            continue
        edits: tuple[list[Edit], list[Edit]] = [], []
        for *stretch, is_equal in _stretches(said.compared, heard.compared) if joins else ():
            for side, words, (begin, end) in zip(edits, (said, heard), stretch, strict=True):
                if is_equal and end > begin + 1:
                    side.append((begin, end, [b"".join(words.written[begin:end])]))
        said.edit(row, edits[0], logs[0])
        heard.edit(row, edits[1], logs[1])
        path = steps(said.symbols, heard.symbols, costs, ties, True)
        if not any(edits) and all(left + right < 3 for left, right in path):
            continue
        letters += "".join(_letters(said.compared, heard.compared, path))
        heard.edit(row, list(_spelled_as(said.written, path)), logs[1])
        rows.append(row)
        places.append(len(letters))
        for side_texts, words in zip(texts, (said, heard), strict=True):
            side_texts.append(_decoded(b" ".join(words.written)))
    return rows.tobytes(), texts, letters.encode(), places.tobytes(), (logs[0].columns(), logs[1].columns())


class _Log:
    """Changes of the texts of one side, as a log has them."""

    __slots__ = ("_numbers", "_pieces")

    def __init__(self) -> None:
        self._numbers = array("i")
        self._pieces: list[str] = []

    def add(self, utterance: int, start: int, before: str, after: str) -> None:
        self._numbers.extend((utterance, start, 0, len(before), len(after)))
        self._pieces += (before, after)

    def columns(self) -> Changes:
        return self._numbers.tobytes(), "".join(self._pieces)


class _Words:
    """The words of a text, as they are written and as they are compared."""

    __slots__ = ("_folds", "written")

    def __init__(self, words: list[bytes], folds: bool) -> None:
        self.written = words
        self._folds = folds

    @property
    def compared(self) -> list[bytes]:
        return [word.lower() for word in self.written] if self._folds else self.written

    @property
    def symbols(self) -> list[str]:
        """The words for the aligner, a letter for each byte."""
        return [word.decode("latin-1") for word in self.compared]

    def edit(self, utterance: int, edits: Iterable[Edit], log: _Log) -> None:
        """Replaces stretches of words; the place of a change is that in the text that the changes before it left."""
        written: list[bytes] = []
        done = start = 0
        for begin, end, new in edits:
            kept = self.written[done:begin]
            start += sum(len(_decoded(word)) + 1 for word in kept)
            before, after = _decoded(b" ".join(self.written[begin:end])), _decoded(b" ".join(new))
            log.add(utterance, start, before, after)
            written += [*kept, *new]
            start += len(after) + 1
            done = end
        self.written = written + self.written[done:]


def _stretches(ref: Sequence[bytes], hyp: Sequence[bytes]) -> Iterator[tuple[tuple[int, int], tuple[int, int], bool]]:
    """Stretches of words that differ, and whether they have equal letters."""
    for kind, i, i_end, j, j_end in opcodes(ref, hyp, True):
        if kind != "equal":
            yield (i, i_end), (j, j_end), b"".join(ref[i:i_end]) == b"".join(hyp[j:j_end])


def _spelled_as(ref: Sequence[bytes], path: Sequence[Step]) -> Iterator[Edit]:
    """Stretches of the hypothesis that are compounds, with the words of the reference there."""
    i = j = 0
    for rows, columns in path:
        if rows + columns > 2:
            yield j, j + columns, list(ref[i : i + rows])
        i, j = i + rows, j + columns


def _letters(ref: Sequence[bytes], hyp: Sequence[bytes], path: Sequence[Step]) -> Iterator[str]:
    """The steps of a hypothesis whose compounds are spelled as the reference spells them."""
    i = j = 0
    for rows, columns in path:
        if rows + columns > 2:
            yield "C" * rows
        else:
            yield "D" if not columns else "I" if not rows else "C" if ref[i] == hyp[j] else "S"
        i, j = i + rows, j + columns


def _pairs(ref: Side, hyp: Side) -> Iterator[tuple[bytes, bytes]]:
    """The texts of both sides, pair by pair."""
    if len(ref) != len(hyp):
        raise ValueError("sides of different lengths")
    return zip(texts_of(ref), texts_of(hyp), strict=True)


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def may_be_in(said: Sequence[bytes], heard: Sequence[bytes]) -> bool:
    """Whether two words in a row of one text go as a longer word of the other, of which the first is the beginning.

    Texts with compounds, or whose letters are equal, but cut into words in two ways, have such words.
    """
    return _has_longer(said, heard) or _has_longer(heard, said)


def _has_longer(words: Sequence[bytes], others: Sequence[bytes]) -> bool:
    return any(
        len(other) > len(first)
        and other.startswith(first)
        and (other.startswith(first + second) or (first + second).startswith(other))
        for first, second in pairwise(words)
        for other in others
    )
