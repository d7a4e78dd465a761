"""Words and characters aligned as jiwer aligns them, and what it counts.

What an output lists is made when it is read: the counts need no list of words and no chunk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain, pairwise
from operator import methodcaller
from typing import TYPE_CHECKING

from ..... import core
from ....common.tie_policy import RAPIDFUZZ
from .transformations import cer_default, wer_default
from .transforms import (
    Compose,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    RemoveMultipleSpaces,
    Strip,
    are_texts,
)

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Texts: TypeAlias = "str | list[str]"
    Steps: TypeAlias = "Iterator[tuple[str, int]]"

__all__ = ["AlignmentChunk", "CharacterOutput", "WordOutput", "process_characters", "process_words"]

_KINDS = {"C": "equal", "S": "substitute", "D": "delete", "I": "insert"}
_RUNS = re.compile("C+|S+|D+|I+")
# Blanks of Python, and the letter that the core does not take; then those beyond ASCII.
_BLANKS = " \t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\0"
_ALL_BLANKS = _BLANKS + (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
# Signs that stand for blanks that are letters of a word: of ASCII, then for private use.
_STAND_INS = [*map(chr, chain(range(0x01, 0x09), range(0x0E, 0x1C), range(0xE000, 0xF900)))]


@dataclass
class AlignmentChunk:
    """Neighbouring steps of one kind: their type, and the words from begin to end of both sides."""

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type not in ("replace", "insert", "delete", "equal", "substitute"):
            raise ValueError("")
        if self.type == "replace":
            self.type = "substitute"
        for side in ("ref", "hyp"):
            start, end = getattr(self, f"{side}_start_idx"), getattr(self, f"{side}_end_idx")
            if start > end:
                raise ValueError(f"{side}_start_idx={start} is larger than {side}_end_idx={end}")


class _Later:
    """An output whose lists are made when they are first read; pickled, compared and shown it is complete."""

    def __getattr__(self, name: str) -> Any:
        aligned = self.__dict__.get("_aligned")
        if name not in ("references", "hypotheses", "alignments") or aligned is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = getattr(aligned, name)()
        setattr(self, name, value)
        return value

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


@dataclass
class WordOutput(_Later):
    """The words of both sides, their alignments, the rates and the counts."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput(_Later):
    """The characters of both sides, their alignments, the rate and the counts."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


def process_words(
    reference: Texts, hypothesis: Texts, reference_transform: Any = wer_default, hypothesis_transform: Any = wer_default
) -> WordOutput:
    """The words of texts after their transforms, aligned and counted.

    >>> process_words("a b", "a c").alignments
    [[AlignmentChunk(type='equal', ref_start_idx=0, ref_end_idx=1, hyp_start_idx=0, hyp_end_idx=1), \
AlignmentChunk(type='substitute', ref_start_idx=1, ref_end_idx=2, hyp_start_idx=1, hyp_end_idx=2)]]
    """
    aligned = _aligned(reference, hypothesis, reference_transform, hypothesis_transform)
    output: WordOutput = object.__new__(WordOutput)
    hits, substitutions, deletions, insertions = aligned.counts
    wer, mer, wip = _rates(*aligned.counts)
    output.__dict__ |= {
        "_aligned": aligned,
        "wer": wer,
        "mer": mer,
        "wil": 1 - wip,
        "wip": wip,
        "hits": hits,
        "substitutions": substitutions,
        "insertions": insertions,
        "deletions": deletions,
    }
    return output


def process_characters(
    reference: Texts, hypothesis: Texts, reference_transform: Any = cer_default, hypothesis_transform: Any = cer_default
) -> CharacterOutput:
    """The characters of texts after their transforms, aligned and counted.

    >>> process_characters("abc", "abd").cer
    0.3333333333333333
    """
    words = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    output: CharacterOutput = object.__new__(CharacterOutput)
    output.__dict__ |= {
        "_aligned": words.__dict__["_aligned"],
        "cer": words.wer,
        "hits": words.hits,
        "substitutions": words.substitutions,
        "insertions": words.insertions,
        "deletions": words.deletions,
    }
    return output


def _rates(hits: int, substitutions: int, deletions: int, insertions: int) -> tuple[float, float, float]:
    """The word error rate, the match error rate and the word information preserved."""
    errors, refs, hyps = (
        substitutions + deletions + insertions,
        hits + substitutions + deletions,
        hits + substitutions + insertions,
    )
    if not refs:
        # Whole numbers: without words of a reference, jiwer gives the number of insertions.
        return insertions, int(hyps > 0), int(hyps == 0)
    return errors / refs, errors / (refs + insertions), hits / refs * (hits / hyps) if hyps else 0


# --- sides ---------------------------------------------------------------------------------------


class _Side:
    """A side after its transforms: the texts from which a last transform would make lists, or the lists."""

    def __init__(self, value: Any, last: Any, *, is_reference: bool, is_plain: bool = False) -> None:
        self.texts: list[str] | None = None
        self.last = last
        self.is_plain = is_plain
        if last is not None and isinstance(value, list) and are_texts(value):
            self.texts = list(value) or [""]  # the list may be changed before all is read
            return
        lists = value if last is None else last(value)
        if not _are_lists_of_texts(lists):
            side = "reference" if is_reference else "hypothesis"
            raise ValueError(
                f"After applying the transformation, each {side} should be a list of strings, with each string being a "
                "single word or character.Please ensure the given transformation reduces the input to a list of list "
                "strings."
            )
        self._lists: list[list[str]] = lists

    def __len__(self) -> int:
        return len(self._lists if self.texts is None else self.texts)

    def lists(self) -> list[list[str]]:
        """The words or characters of each text."""
        lists: list[list[str]] = self._lists if self.texts is None else self.last.process_list(self.texts)
        return lists

    @cached_property
    def joined(self) -> str:
        """All texts as one."""
        return "".join(self.texts or ())

    @cached_property
    def blanks(self) -> set[str]:
        """The blanks in the texts, and NUL if it is in them."""
        joined = self.joined
        return {blank for blank in (_BLANKS if joined.isascii() else _ALL_BLANKS) if blank in joined}

    @property
    def is_of_characters(self) -> bool:
        """Whether a last transform would cut texts into characters."""
        return type(self.last) is ReduceToListOfListOfChars


def _side(sentences: Texts, transform: Any, *, is_reference: bool) -> _Side:
    value: Any = [sentences] if isinstance(sentences, str) else sentences
    changes = transform.transforms if type(transform) is Compose else None
    last = changes[-1] if isinstance(changes, list) and changes else None
    if not _cuts(last):
        return _Side(transform(value), None, is_reference=is_reference)
    assert isinstance(changes, list)
    changes = changes[:-1]
    idle = len(changes)
    while type(last) is ReduceToListOfListOfWords and idle and type(changes[idle - 1]) in (RemoveMultipleSpaces, Strip):
        idle -= 1
    for change in changes[:idle]:
        value = change(value)
    if idle < len(changes) and isinstance(value, list) and core.plainly_spaced(value):
        return _Side(value, last, is_reference=is_reference, is_plain=True)  # between spaces the words are the same
    for change in changes[idle:]:
        value = change(value)
    return _Side(value, last, is_reference=is_reference)


def _cuts(transform: Any) -> bool:
    """Whether a transform cuts texts as the core can."""
    if type(transform) is ReduceToListOfListOfWords:
        return bool(transform.word_delimiter == " ")
    return type(transform) is ReduceToListOfListOfChars


def _are_lists_of_texts(value: Any) -> bool:
    if not isinstance(value, list) or not all(isinstance(words, list) for words in value):
        return False
    return core.all_text(*value) or all(isinstance(word, str) for word in chain.from_iterable(value))


# --- alignment -----------------------------------------------------------------------------------


class _Aligned:
    """Two sides and their alignment: counts at once, the rest when it is read."""

    def __init__(self, ref: _Side, hyp: _Side, counts: tuple[int, ...], letters: Callable[[], Sequence[str]]) -> None:
        self._sides = ref, hyp
        self.counts = counts
        self._letters = letters

    def references(self) -> list[list[str]]:
        """The lists of the reference."""
        return self._sides[0].lists()

    def hypotheses(self) -> list[list[str]]:
        """The lists of the hypothesis."""
        return self._sides[1].lists()

    def alignments(self) -> list[list[AlignmentChunk]]:
        """The chunks of each pair."""
        return list(map(_chunks, self._letters()))


def _aligned(reference: Texts, hypothesis: Texts, reference_transform: Any, hypothesis_transform: Any) -> _Aligned:
    ref = _side(reference, reference_transform, is_reference=True)
    hyp = _side(hypothesis, hypothesis_transform, is_reference=False)
    if len(ref) != len(hyp):
        raise ValueError(
            "After applying the transforms on the reference and hypothesis sentences, their lengths must match. "
            f"Instead got {len(ref)} reference and {len(hyp)} hypothesis sentences."
        )
    if ref.texts is not None and hyp.texts is not None and ref.is_of_characters == hyp.is_of_characters:
        texts = _bare(ref, hyp)
        if texts is not None:
            return _of_texts(ref, hyp, *texts)
    return _of_lists(ref, hyp)


def _of_texts(ref: _Side, hyp: _Side, refs: Sequence[str], hyps: Sequence[str]) -> _Aligned:
    """Texts that the core cuts as the last transform would."""
    characters = ref.is_of_characters
    rules = core.Rules(
        core.Charset("utf-8" if characters else "ascii", {}, {}),
        sensitive=True,
        markup=False,
        characters=0 if characters else -1,
        costs=RAPIDFUZZ.whole_costs,
        ties=RAPIDFUZZ.ties,
    )
    batch = core.align(rules, core.texts(refs), core.texts(hyps), 1)
    ((_, *counts, _),) = batch.totals(bytes(4 * len(batch)), 1)
    return _Aligned(ref, hyp, tuple(counts), lambda: _letters_of(batch))


def _letters_of(batch: core.Batch) -> list[str]:
    letters, places = batch.letters()
    text, bounds = letters.decode("ascii"), memoryview(places).cast("q").tolist()
    return [text[begin:end] for begin, end in pairwise(bounds)]


def _bare(ref: _Side, hyp: _Side) -> tuple[Sequence[str], Sequence[str]] | None:
    """Texts in which the core sees the same words or characters; None where it cannot.

    Blanks that are letters of a word, or characters, become signs that no text has.
    """
    refs, hyps = ref.texts or [], hyp.texts or []
    if ref.is_plain and hyp.is_plain:
        return refs, hyps
    joined = (ref.joined, hyp.joined)
    if not all(map(str.isascii, joined)):
        try:
            for text in joined:
                text.encode()
        except UnicodeEncodeError:
            return None  # half a character
    present = (ref.blanks | hyp.blanks) - ({" "} if not ref.is_of_characters else set())
    free = (sign for sign in _STAND_INS if not any(sign in text for text in joined))
    for letter in sorted(present):
        stand_in = next(free, None)
        if stand_in is None:
            return None
        change = methodcaller("replace", letter, stand_in)
        refs, hyps = list(map(change, refs)), list(map(change, hyps))
    return refs, hyps


def _of_lists(ref: _Side, hyp: _Side) -> _Aligned:
    """Lists of words that may hold anything."""
    # The lists are those of a user's transform, who may change them before all is read.
    refs, hyps = list(map(list, ref.lists())), list(map(list, hyp.lists()))
    columns = memoryview(core.symbol_counts(refs, hyps, RAPIDFUZZ.whole_costs, RAPIDFUZZ.ties, False)).cast("i")
    counts = tuple(sum(columns[place::4]) for place in range(4))
    return _Aligned(ref, hyp, counts, lambda: list(map(_letters_of_lists, refs, hyps)))


def _letters_of_lists(ref: list[str], hyp: list[str]) -> str:
    """The steps of two lists as letters."""
    letters, i, j = [], 0, 0
    for rows, columns in core.steps(ref, hyp, RAPIDFUZZ.whole_costs, RAPIDFUZZ.ties, False):
        letters.append("D" if not columns else "I" if not rows else "C" if ref[i] == hyp[j] else "S")
        i, j = i + rows, j + columns
    return "".join(letters)


def _chunks(letters: str) -> list[AlignmentChunk]:
    """The chunks of the steps of a pair."""
    chunks, i, j = [], 0, 0
    for run in _RUNS.findall(letters):
        kind, size = run[0], len(run)
        to_i, to_j = i if kind == "I" else i + size, j if kind == "D" else j + size
        chunk: AlignmentChunk = object.__new__(AlignmentChunk)  # known to be right: checks take most of the time
        chunk.__dict__ = {
            "type": _KINDS[kind],
            "ref_start_idx": i,
            "ref_end_idx": to_i,
            "hyp_start_idx": j,
            "hyp_end_idx": to_j,
        }
        chunks.append(chunk)
        i, j = to_i, to_j
    return chunks
