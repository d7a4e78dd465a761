"""Alignment of one reference with one hypothesis, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast
from unicodedata import combining, east_asian_width

from formats.errors import UsageError
from formats.schema.markup import words
from scoring import _core as core
from scoring.counts import Counts
from scoring.settings import Keywords, Settings, settings_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

Operation: TypeAlias = Literal["C", "S", "D", "I"]
Text: TypeAlias = "str | bytes | Sequence[str] | Sequence[bytes]"


@dataclass(frozen=True, slots=True)
class Carried:
    """Times and confidences that words have beside their text."""

    ref_times: bool = False
    ref_confidence: bool = False
    hyp_times: bool = False
    hyp_confidence: bool = False


_NOTHING = Carried()
# An end is the sum of a begin and a duration; further digits of it are noise.
_DIGITS = 9


@dataclass(frozen=True, slots=True, repr=False)
class Pair:
    """One step of an alignment: correct, substituted, deleted or inserted; a side without a word is None.

    Times in seconds and confidences are given where the files have them.
    """

    operation: Operation
    ref: str | None
    hyp: str | None
    ref_start: float | None = None
    ref_end: float | None = None
    ref_confidence: float | None = None
    hyp_start: float | None = None
    hyp_end: float | None = None
    hyp_confidence: float | None = None

    def data(self) -> dict[str, float]:
        """The times and confidences that are known, by name."""
        return {name: value for name in _DATA if (value := getattr(self, name)) is not None}

    def __repr__(self) -> str:
        known = {"operation": self.operation, "ref": self.ref, "hyp": self.hyp, **self.data()}
        return f"Pair({', '.join(f'{name}={value!r}' for name, value in known.items())})"


_DATA = ("ref_start", "ref_end", "ref_confidence", "hyp_start", "hyp_end", "hyp_confidence")


@dataclass(frozen=True, slots=True)
class Alignment:
    """The steps from a reference to a hypothesis.

    >>> import scoring
    >>> alignment = scoring.align("a b c", "a x c d", policy="sclite")
    >>> alignment.operations
    'CSCI'
    >>> alignment.pairs[1]
    Pair(operation='S', ref='b', hyp='x')
    """

    pairs: tuple[Pair, ...]

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.pairs)

    @property
    def operations(self) -> str:
        """One letter for each step."""
        return "".join(pair.operation for pair in self.pairs)

    @property
    def counts(self) -> Counts:
        """The number of steps of each kind."""
        return Counts(*map(self.operations.count, "CSDI"))

    def to_list(self) -> list[list[Any]]:
        """`[operation, ref, hyp]` for every step, ready for JSON; a fourth item has times and confidences by name."""
        return [
            [pair.operation, pair.ref, pair.hyp, data]
            if (data := pair.data())
            else [pair.operation, pair.ref, pair.hyp]
            for pair in self.pairs
        ]

    def __str__(self) -> str:
        """Three lines: reference, hypothesis, and errors; wrong words are in capitals."""
        lines = ["REF: ", "HYP: ", "Eval:"]
        for pair in self.pairs:
            right = pair.operation == "C"
            cells = [_shown(pair.ref, pair.hyp, right), _shown(pair.hyp, pair.ref, right)]
            cells.append("" if right else pair.operation)
            width = max(map(_width, cells))
            for index, cell in enumerate(cells):
                lines[index] += " " + cell + " " * (width - _width(cell))
        return "\n".join(line.rstrip() for line in lines)


def align(ref: Text, hyp: Text, **settings: Unpack[Keywords]) -> Alignment:
    """Aligns one pair of texts or lists of words; keywords are those of `Settings`.

    >>> print(align("one two three", "one three", policy="kaldi_align"))
    REF:  one TWO three
    HYP:  one *** three
    Eval:     D
    """
    chosen = settings_of(settings)
    for name, text in (("ref", ref), ("hyp", hyp)):
        check_text(name, text)
    try:
        batch = core.align(chosen.rules(), core.texts([ref]), core.texts([hyp]))
    except core.TextError as error:
        raise UsageError(f"a text cannot be read: {error}") from None
    return alignment_of(batch, 0, ref, hyp, chosen)


def alignment_of(
    batch: core.Batch, index: int, ref: Text, hyp: Text, settings: Settings, carried: Carried = _NOTHING
) -> Alignment:
    """The alignment of one utterance of a batch.

    The core keeps folded words; bare words are shown as they were written.
    """
    slots = batch.slots(index)
    if carried != _NOTHING:
        return Alignment(tuple(_timed(*slot, carried) for slot in slots))
    written = settings.unit == "word" and not settings.markup
    refs, hyps = (iter(words_of(text)) if written else None for text in (ref, hyp))
    return Alignment(
        tuple(Pair(cast("Operation", op), _word(op, a, b, refs), _word(op, b, a, hyps)) for op, a, b in slots)
    )


def _timed(op: str, ref: core.Word | None, hyp: core.Word | None, carried: Carried) -> Pair:
    words = _word(op, ref, hyp, None), _word(op, hyp, ref, None)
    return Pair(
        cast("Operation", op),
        *words,
        *_word_data(ref if words[0] is not None else None, carried.ref_times, carried.ref_confidence),
        *_word_data(hyp if words[1] is not None else None, carried.hyp_times, carried.hyp_confidence),
    )


def _word_data(
    word: core.Word | None, times: bool, confidence: bool
) -> tuple[float | None, float | None, float | None]:
    """Begin, end and confidence of a word; None where it has none."""
    if word is None or not times:
        return None, None, None
    return word[3], round(word[4], _DIGITS), word[5] if confidence else None


def _word(op: str, word: core.Word | None, other: core.Word | None, written: Iterator[str] | None) -> str | None:
    """The word of one side; None for the empty word that the core puts beside an optional one."""
    if word is None or (op == "C" and not word[0] and other is not None and other[0]):
        return None
    return next(written) if written is not None else word[0].decode("utf-8", "surrogateescape")


def words_of(text: Text) -> list[str]:
    """The words of a text as they are written."""
    if isinstance(text, str):
        return words(text)
    if isinstance(text, bytes):
        return [word.decode("utf-8", "surrogateescape") for word in text.split()]
    return [word.decode("utf-8", "surrogateescape") if isinstance(word, bytes) else word for word in text]


def check_text(name: str, text: object) -> None:
    """Refuses a value that is neither a text nor a list of words."""
    if isinstance(text, (str, bytes)):
        return
    if not isinstance(text, (list, tuple)):
        raise UsageError(f"{name} is of type {type(text).__name__}; expected a string or a list of words")
    for position, word in enumerate(text):
        if not isinstance(word, (str, bytes)):
            raise UsageError(f"{name}[{position}] is of type {type(word).__name__}; expected a word")


def _shown(word: str | None, other: str | None, right: bool) -> str:
    if word is None:
        return "" if right else "*" * _width(other or "")
    return word if right else word.upper()


def _width(text: str) -> int:
    """The width of a text on a terminal, in columns."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
