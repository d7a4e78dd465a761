"""Spans: the utterances of a file with one a line (trn, Kaldi text), or of rows of other files."""

from __future__ import annotations

from array import array

from .charset import WHITE
from .columns import integers
from .side import Side
from .strict import strict_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # Is given the utterances so far, the number of a line, and the line.
    Row = Callable[["Spans", int, str], None]


class Spans:
    """Ids and texts of a file of lines."""

    def __init__(self, ids: list[str], texts: list[str], lines: array[int] | None = None) -> None:
        self._ids = ids
        self._texts = texts
        self._lines = array("q", range(1, len(ids) + 1)) if lines is None else lines
        self._line = 0
        self.comments: list[tuple[str, int]] = []
        """Comment lines, and the number of utterances before each."""

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, text: str, id: str, /) -> None:
        """Adds the utterance of the line that is read now."""
        self._texts.append(text)
        self._ids.append(id)
        self._lines.append(self._line)

    def comment(self, text: str, /) -> None:
        """Adds a comment that stands before the next utterance."""
        self.comments.append((text, len(self._ids)))

    @property
    def different(self) -> bool:
        """Whether all ids are different."""
        return len({*self._ids}) == len(self._ids)

    def id(self, i: int, /) -> str:
        """The id of an utterance."""
        return self._ids[i]

    def text(self, i: int, /) -> str:
        """The text of an utterance."""
        return self._texts[i]

    def line(self, i: int, /) -> int:
        """The line of an utterance, from 1."""
        return self._lines[i]

    def ids(self, places: bytes | None = None, /) -> list[str]:
        """All ids in file order, or those at these places (int64)."""
        return list(self._ids) if places is None else [self._ids[place] for place in integers("q", places)]

    def texts(self, /) -> list[str]:
        """All texts in file order."""
        return list(self._texts)

    def beyond_ascii(self, places: bytes | None = None, /) -> tuple[list[str], int]:
        """The texts that are not ASCII, of all or of those at these places (int64), and the characters of all these."""
        texts = self._texts if places is None else [self._texts[place] for place in integers("q", places)]
        return [text for text in texts if not text.isascii()], sum(map(len, texts))

    def unusual(self, letters: bytes, places: bytes | None = None, /) -> bytes:
        """Which texts, of all or of those at these places (int64), have a character that is not ASCII, a control
        character that is no blank, or one of these letters: their numbers (int64)."""
        plain = {character for character in map(chr, range(0x20, 0x7F)) if character.encode() not in letters}
        plain |= set(WHITE.decode())
        chosen = range(len(self._texts)) if places is None else integers("q", places)
        numbers = [number for number, place in enumerate(chosen) if not plain.issuperset(self._texts[place])]
        return array("q", numbers).tobytes()

    def has(self, letters: bytes, /) -> bool:
        """Whether a text has one of these letters of ASCII."""
        return any(letter in text for letter in letters.decode() for text in self._texts)

    def places(self, other: Spans, /) -> bytes | None:
        """The place of every utterance in another file (int64), -1 if missing; None if both have the same ids in one
        order."""
        if self._ids == other._ids:
            return None
        place_of = {key: place for place, key in enumerate(other._ids)}
        return array("q", [place_of.get(key, -1) for key in self._ids]).tobytes()

    def replaced(self, places: bytes, texts: Sequence[str], /) -> Spans:
        """The utterances without ids, with other texts at these places (int64), which rise."""
        numbers = integers("q", places)
        if len(numbers) != len(texts):
            raise ValueError("places and texts of different numbers")
        if sorted(set(numbers)) != list(numbers):
            raise ValueError("places that do not rise")
        new = self.texts()
        for number, text in zip(numbers, texts, strict=True):
            new[number] = text
        return Spans([""] * len(new), new)

    def side(self, /) -> Side:
        """The texts of all utterances."""
        return Side([text.encode() for text in self._texts])

    def keys(self, /) -> Side:
        """The ids of all utterances as texts of the core."""
        return Side([key.encode() for key in self._ids])

    @property
    def marked(self) -> list[int]:
        """The utterances of transcripts whose text has a brace."""
        return [place for place, text in enumerate(self._texts) if "{" in text or "}" in text]

    @property
    def ascii(self) -> bool:
        """Whether the file is ASCII."""
        return all(map(str.isascii, (*self._ids, *self._texts, *(line for line, _ in self.comments))))


def read_trn(data: bytes, row: Row | None = None, every: bool | None = None, threads: object = None, /) -> Spans | None:
    """The utterances of a transcript file in UTF-8: each line is handed to row(spans, number, line), which may add it.

    The native core takes all lines that are an utterance, a comment or blank, unless `every` line is to be handed over,
    and compares ids with those of another file in so many threads. None where there are lines but no `row`.

    >>> spans = read_trn(b"one two (a-1)\\n", lambda spans, number, line: spans.add(line[:7], line[9:12]))
    >>> spans.ids(), spans.texts()
    (['a-1'], ['one two'])
    """
    if row is None:
        return None
    spans = Spans([], [], array("q"))
    for number, line in enumerate(strict_lines(data), 1):
        spans._line = number
        row(spans, number, line.decode("utf-8", "surrogatepass"))
    return spans


def read_kaldi(
    data: bytes, row: Row | None = None, every: bool | None = None, threads: object = None, /
) -> Spans | None:
    """The utterances of Kaldi text, as `read_trn` reads transcripts."""
    return read_trn(data, row, every, threads)


def read_txt(data: bytes, row: Row | None = None, every: bool | None = None, threads: object = None, /) -> Spans | None:
    """The lines of plain text, as `read_trn` reads transcripts; without ids."""
    return read_trn(data, row, every, threads)
