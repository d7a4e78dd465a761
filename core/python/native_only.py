"""Operations that only the native core has: all that is not needed to score words.

Where a readable definition helps to test them, it is in `tests/core/oracles`.
"""

from __future__ import annotations

from ..work import NeedsNativeCore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import Any, TypeAlias

    from .batch import Batch
    from .rules import Rules
    from .side import Side
    from .spans import Spans
    from .timed_rows import TimedRows

    # Costs of a substitution, an insertion and a deletion.
    Triple: TypeAlias = tuple[int, int, int]
    # The numbers of symbols of the reference and of the hypothesis that a step takes.
    Step: TypeAlias = tuple[int, int]
    # What was changed in one side: the columns of a log, and its pieces.
    Changes: TypeAlias = tuple[bytes, str]
    # Rows of ids, and how many of each row count (int64), or all.
    Source: TypeAlias = tuple[Any, bytes | None]

    # Words (int32, numbers from 1), begins and ends (float64); without times both are empty.
    Columns: TypeAlias = tuple[bytes, bytes, bytes]
    System: TypeAlias = tuple[bytes, bytes, bytes]
    Recording: TypeAlias = tuple[
        bytes, bytes, list[bytes], bytes, bytes, bytes, bytes, bytes, tuple[float, float, float]
    ]
    Found: TypeAlias = tuple[int, bytes, bytes, bytes, bytes]


def best_combination(
    segments: Iterable[Columns], streams: Iterable[Columns], places: bytes, memory: int, seconds: float, /
) -> tuple[bytes, int, int]:
    """The stream of each segment (int32) with the fewest errors found, these, and a number that none undercuts."""
    raise NeedsNativeCore


def interleaved(
    refs: Iterable[Iterable[Columns]], streams: Iterable[Columns], memory: int, seconds: float, /
) -> tuple[bytes, int] | None:
    """Reference and stream (int32) of one segment after the other with the fewest errors, and these."""
    raise NeedsNativeCore


def combined(
    segments: Iterable[Columns], streams: Iterable[Columns], places: bytes, costs: str, seconds: float, /
) -> tuple[bytes, int]:
    """The stream of each segment (int32) after moving segments greedily, and the cost."""
    raise NeedsNativeCore


def stream_bounds(refs: Iterable[Columns], hyps: Iterable[Columns], /) -> bytes:
    """Numbers of errors (int64) that no alignment undercuts: row by row, of every pair of streams."""
    raise NeedsNativeCore


def stream_costs(refs: Iterable[Columns], hyps: Iterable[Columns], pairs: bytes, costs: Triple, ties: str, /) -> bytes:
    """The costs (int64) of aligning these pairs (int32) of streams."""
    raise NeedsNativeCore


def stream_steps(ref: Columns, hyp: Columns, costs: Triple, ties: str, /) -> bytes:
    """The steps of the alignment of two streams: C, S, D and I."""
    raise NeedsNativeCore


def numbered(texts: Iterable[str], /) -> tuple[bytes, bytes, bytes]:
    """Words cut at white space and numbered from 1 by first use, words per text, and characters per word, int32."""
    raise NeedsNativeCore


def word_times(
    counts: bytes, lengths: bytes, starts: bytes, ends: bytes, timing: str, collar: float, /
) -> tuple[bytes, bytes]:
    """Begins and ends (float64) of words within their segments, widened by the collar."""
    raise NeedsNativeCore


def turns_of(rows: TimedRows, /) -> list[Recording]:
    """The SPEAKER rows that `read_rttm` read, by file and channel."""
    raise NeedsNativeCore


def bare_turns(data: bytes, /) -> list[Recording] | None:
    """The turns of an RTTM file as `turns_of` gives them, with the places of names; None for a file in which a row or a
    line is not a turn with a name and a score, in ASCII."""
    raise NeedsNativeCore


def compared(
    first: Batch, second: Batch, first_prefix: bytes | None, second_prefix: bytes | None, /
) -> tuple[bytes, bytes, list[bytes], bytes]:
    """How two batches differ in the utterances at these places (int64, -1 for none), words, and rows of wrong words."""
    raise NeedsNativeCore


def first_pairs(words: list[str], rows: bytes, count: int, /) -> bytes:
    """The places (int64) of the first rows of `compared`, by the increase from the first batch to the second."""
    raise NeedsNativeCore


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
    """Where marks and capitals of texts meet."""
    raise NeedsNativeCore


def other_letters(ref: Side, hyp: Side, /) -> list[bytes]:
    """The different letters of the texts of two sides that are not of ASCII, in order."""
    raise NeedsNativeCore


def near_pairs(ref: bytes, hyp: bytes, distance: int, /) -> int:
    """The most pairs of times (int64, rising) that are no further apart than the distance, one to one."""
    raise NeedsNativeCore


def error_segments(first: bytes, second: bytes, buffer: int, /) -> tuple[int, int, int, int, int, int, int, float]:
    """Segments of two systems: their number, reference words, errors of the first and second system, and more."""
    raise NeedsNativeCore


def paired_segments(first: Sequence[bytes], second: Sequence[bytes], buffer: int, /) -> bytes:
    """Two int32 per segment with errors: errors of the first system, errors of the second."""
    raise NeedsNativeCore


def paired_sums(
    first: System, second: System, buffer: int, /
) -> tuple[list[tuple[int, int]], tuple[int, int], tuple[int, int, int]]:
    """Sums over the utterances of two systems, from which paired tests are made."""
    raise NeedsNativeCore


def word_slots(
    words: Sequence[bytes],
    kinds: bytes,
    times: tuple[Sequence[bytes], Sequence[bytes]] | None,
    pieces: bytes | None = None,
    /,
) -> bytes:
    """Slots as rows of int32: for every system the place of its word in the slot, or -1."""
    raise NeedsNativeCore


def slot_votes(
    slots: bytes,
    words: Sequence[bytes],
    times: tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes]],
    nothing: tuple[int, float],
    scale: tuple[int, float],
    every: bool,
    /,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]:
    """Words of each slot with sums over the systems that said them, and the one that scores most."""
    raise NeedsNativeCore


def value_numbers(values: Iterable[Iterable[object]], /) -> tuple[list[bytes], dict[object, int]]:
    """Columns of values as numbers (int32) by first use, and the number of each value."""
    raise NeedsNativeCore


def word_forms(steps: WordSteps, forms: Sequence[bytes], /) -> WordForms:
    """The texts of an alignment in which each word, by its number, has another form."""
    raise NeedsNativeCore


class WordForms:
    """The texts of an alignment with each word in another form."""

    def texts(self, hyp: bool, utterances: bytes, /) -> list[bytes]:
        """The texts of a side in some utterances (int64)."""
        raise NeedsNativeCore

    def counts(self, utterances: bytes, costs: Triple, ties: str, /) -> bytes:
        """Four int32 for each of some utterances (int64), which are aligned again."""
        raise NeedsNativeCore

    def compounds(self, utterances: bytes, /) -> bytes:
        """Some of these utterances (int64): two words in a row of one side go as a longer word of the other there."""
        raise NeedsNativeCore


def word_steps(batch: Batch, /) -> WordSteps:
    """The words of all steps of a batch as numbers."""
    raise NeedsNativeCore


class WordSteps:
    """The words of all steps as numbers; a step whose word is missing on a side, or empty, has none there."""

    def words(self, /) -> list[bytes]:
        """The different words, by their numbers."""
        raise NeedsNativeCore

    def word(self, number: int, /) -> bytes:
        """The word with this number."""
        raise NeedsNativeCore

    def is_ascii(self, /) -> bool:
        """Whether all words are of ASCII."""
        raise NeedsNativeCore

    def find(self, words: Sequence[bytes], /) -> bytes:
        """The numbers (int32) of some words, -1 of those that are not there."""
        raise NeedsNativeCore

    def counts(self, /) -> bytes:
        """Five int32 a word: how often it is correct, substituted, deleted, inserted, and said instead of another."""
        raise NeedsNativeCore

    def firsts(self, hyp: bool, /) -> bytes:
        """The places (int64) between which the words of each utterance stand among those of a side."""
        raise NeedsNativeCore

    def numbers(self, hyp: bool, /) -> bytes:
        """The numbers (int32) of the words of a side."""
        raise NeedsNativeCore

    def places(self, hyp: bool, flags: bytes, /) -> bytes:
        """The places (int64) of words of a side that have a flag: one byte for each number."""
        raise NeedsNativeCore

    def at(self, hyp: bool, places: bytes, /) -> bytes:
        """The numbers (int32) of words of a side at places (int64) that rise."""
        raise NeedsNativeCore

    def having(self, flags: bytes, /) -> bytes:
        """A byte for each utterance: whether it has a word with a flag on either side, one byte for each number."""
        raise NeedsNativeCore

    def texts(self, hyp: bool, utterances: bytes, /) -> list[list[int]]:
        """The numbers of the words of a side in some utterances (int64)."""
        raise NeedsNativeCore

    def repeats(self, hyp: bool, utterances: bytes | None, times: int, longest: int, /) -> tuple[bytes, bytes, bytes]:
        """Stretches in which up to `longest` words of a side come so many times in a row, each in one utterance."""
        raise NeedsNativeCore

    def column(self, hyp: bool, /) -> bytes:
        """The number (int32) of the word of a side in each step, -1 for none."""
        raise NeedsNativeCore

    def steps(self, hyp: bool, words: bytes, /) -> bytes:
        """The steps (int64) of words of a side: places (int64) among all of its words, which rise."""
        raise NeedsNativeCore

    def before(self, hyp: bool, steps: bytes, /) -> bytes:
        """How many words of a side (int64) come before steps (int64), which rise; the end is one of them."""
        raise NeedsNativeCore


def stretches(rows: bytes, firsts: bytes, wanted: bytes, least: int, /) -> tuple[bytes, bytes]:
    """Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each."""
    raise NeedsNativeCore


def step_stretches(batch: Batch, operations: bytes, least: int, /) -> tuple[bytes, bytes]:
    """Beginnings and ends (int64) of stretches of some operations, of at least so many, inside one utterance each."""
    raise NeedsNativeCore


def step_errors(batch: Batch, utterances: bytes, begins: bytes, ends: bytes, /) -> bytes:
    """How many steps of utterances between two places, which are counted in the utterance, are not correct (int64)."""
    raise NeedsNativeCore


def twister_sums(columns: Sequence[bytes], replications: int, seed: int, /) -> list[bytes]:
    """Sums (int64) of every column (int32) in each sample; a sample has as many rows as the columns."""
    raise NeedsNativeCore


def batch_from(rules: Rules, ref: Side, hyp: Side, state: bytes, /) -> Batch:
    """A batch from its pickled state."""
    raise NeedsNativeCore


def side_from(state: bytes, /) -> Side:
    """A side from its pickled state."""
    raise NeedsNativeCore


def followed(rules: Rules, ref: Side, hyp: Side, letters: bytes, places: bytes, /) -> Batch:
    """The alignments of two sides by known steps: letters of all utterances, and the places (int64) of each."""
    raise NeedsNativeCore


def networks(items: Sequence[Sequence[tuple[Any, ...]]], /) -> Side:
    """A network per item: arcs, which are source, target, word, and begin, duration and confidence or nothing."""
    raise NeedsNativeCore


def respelled(
    ref: Side, hyp: Side, joins: bool, folds: bool, costs: Triple, ties: str, /
) -> tuple[bytes, tuple[list[str], list[str]], bytes, bytes, tuple[Changes, Changes]]:
    """Pairs of texts in which words of one side are a word of the other, spelled alike."""
    raise NeedsNativeCore


def steps(ref: Iterable[Hashable], hyp: Iterable[Hashable], costs: Triple, ties: str, compounds: bool, /) -> list[Step]:
    """The numbers of symbols of either side that each step of the cheapest alignment takes."""
    raise NeedsNativeCore


def pairs(
    ref: Iterable[Hashable], hyp: Iterable[Hashable], missing: object, costs: Triple, ties: str, compounds: bool, /
) -> list[tuple[Any, Any]]:
    """The aligned symbols; a compound's words stand together, joined by blanks."""
    raise NeedsNativeCore


def symbol_counts(
    refs: Iterable[Iterable[Hashable]], hyps: Iterable[Iterable[Hashable]], costs: Triple, ties: str, compounds: bool, /
) -> bytes:
    """Four int32 per pair of sequences: correct, substitutions, deletions, insertions."""
    raise NeedsNativeCore


def id_counts(refs: Source, hyps: Source, ignored: bytes, costs: Triple, ties: str, threads: int, /) -> bytes:
    """Four int32 per pair of rows of ids: correct, substitutions, deletions, insertions."""
    raise NeedsNativeCore


def plainly_spaced(texts: Iterable[object], /) -> bool:
    """Whether all are str without blanks but the space, control characters and halves of characters."""
    raise NeedsNativeCore


def arrow_texts(array: Any, /) -> Side:
    """A text per value of an Arrow array; null is an empty text."""
    raise NeedsNativeCore


def batch_rows(batches: Iterable[tuple[Side, Side | None]], path: bool, /) -> tuple[Spans, bool] | None:
    """Texts and ids of pairs of columns, and whether all ids are different and none is empty."""
    raise NeedsNativeCore


def text_keys(texts: Side, /) -> bytes:
    """A number (uint64) for each text, which is equal for equal texts."""
    raise NeedsNativeCore


def least_texts(texts: Side, groups: bytes, n: int, /) -> list[bytes | None]:
    """The first text of each group (int32) in the order of bytes; None for an empty group."""
    raise NeedsNativeCore


def channel_runs(data: bytes, /) -> tuple[list[bytes], bytes, bytes]:
    """Runs of lines that begin with the same two fields: both fields with a blank, the first byte of each run, and its
    number of lines (int64)."""
    raise NeedsNativeCore


def read_rttm(
    data: bytes, row: Callable[[TimedRows, int, str], None], lookahead: bool, every: bool | None = None, /
) -> TimedRows:
    """The turns, words and events of a file; each unusual row is handed to row(rows, number, line)."""
    raise NeedsNativeCore


class JsonRows:
    """Rows of JSON that `read_json` took, as places in their bytes."""

    odd: list[tuple[int, int, str]]
    kinds: bytes
    lines: bytes
    even: bool
    uniform: bool
    trimmed: bool

    def __len__(self) -> int:
        raise NeedsNativeCore

    def fill(self, cells: Sequence[Sequence[str]], /) -> None:
        """Gives the odd rows their cells: for each, a text for every column."""
        raise NeedsNativeCore

    def spans(self, text: int, id: int, /) -> tuple[Spans, bool]:
        """The texts of a column with the ids of another one; and whether all ids are different and none is empty."""
        raise NeedsNativeCore

    def texts(self, column: int, /) -> list[str]:
        """A column as texts; empty ones where a row has none."""
        raise NeedsNativeCore

    def paths(self, column: int, /) -> list[str]:
        """The whole paths of a column of paths; empty ones of odd rows."""
        raise NeedsNativeCore

    def member(self, key: str, /) -> list[str | None] | None:
        """Any member of all lines as texts; None for a member that is an object or a list somewhere."""
        raise NeedsNativeCore

    def nulls(self, column: int, /) -> int:
        """How many values of a column are null, but for odd rows."""
        raise NeedsNativeCore

    def numbers(self, column: int, begins: int, /) -> bytes:
        """A column of numbers, added to those of another column unless that is -1 (float64)."""
        raise NeedsNativeCore
