"""Alignments and errors as jiwer prints them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from .process import CharacterOutput, WordOutput

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from .process import AlignmentChunk

    Output: TypeAlias = "WordOutput | CharacterOutput"
    Columns: TypeAlias = "tuple[list[str], list[str], list[str]]"

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

_LETTERS = {"equal": " ", "substitute": "S", "delete": "D", "insert": "I"}
_GAP = "*"
_HEADS = ("REF: ", "HYP: ", "     ")


def visualize_alignment(
    output: Output, show_measures: bool = True, skip_correct: bool = True, line_width: int | None = None
) -> str:
    """The words of each sentence below each other, with letters for the errors.

    >>> from .process import process_words
    >>> print(visualize_alignment(process_words("short one", "shoe order"), show_measures=False))
    === SENTENCE 1 ===
    <BLANKLINE>
    REF: short   one
    HYP:  shoe order
             S     S
    <BLANKLINE>
    """
    blank = "" if isinstance(output, CharacterOutput) else " "
    parts = []
    for number, (ref, hyp, chunks) in enumerate(zip(output.references, output.hypotheses, output.alignments), 1):  # noqa: B905
        if skip_correct and (not chunks or (len(chunks) == 1 and chunks[0].type == "equal")):
            continue
        parts.append(f"=== SENTENCE {number} ===\n\n{_blocks(_columns(ref, hyp, chunks), blank, line_width)}\n")
    if not show_measures:
        return "".join(parts)[:-1]
    return "".join(parts) + _summary(output)


def _summary(output: Output) -> str:
    names = ("cer",) if isinstance(output, CharacterOutput) else ("mer", "wil", "wip", "wer")
    rates = "\n".join([f"{name}={getattr(output, name) * 100:.2f}%" for name in names])
    return (
        f"=== SUMMARY ===\nnumber of sentences: {len(output.alignments)}\nsubstitutions={output.substitutions} "
        f"deletions={output.deletions} insertions={output.insertions} hits={output.hits}\n\n{rates}\n"
    )


def _columns(ref: list[str], hyp: list[str], chunks: Iterable[AlignmentChunk]) -> Columns:
    """Words of the reference, words of the hypothesis, and letters of the steps; a gap is a star."""
    refs: list[str] = []
    hyps: list[str] = []
    letters: list[str] = []
    for chunk in chunks:
        if chunk.type not in _LETTERS:
            raise ValueError(f"unparseable op name={chunk.type}")
        left = ref[chunk.ref_start_idx : chunk.ref_end_idx]
        right = hyp[chunk.hyp_start_idx : chunk.hyp_end_idx]
        if chunk.type == "delete":
            right = [_GAP] * len(left)
        elif chunk.type == "insert":
            left = [_GAP] * len(right)
        size = min(len(left), len(right))  # chunks of users may be uneven
        refs += left[:size]
        hyps += right[:size]
        letters += _LETTERS[chunk.type] * size
    return refs, hyps, letters


def _blocks(columns: Columns, blank: str, most: int | None) -> str:
    """The three lines of a sentence, in blocks that are no wider than `most`."""
    refs, hyps, letters = columns
    sizes = [max(left, right, 1) for left, right in zip(map(len, refs), map(len, hyps))]  # noqa: B905 (of one length)
    for place, size in enumerate(sizes):
        if refs[place] == _GAP:
            refs[place] = _GAP * size
        elif hyps[place] == _GAP:
            hyps[place] = _GAP * size
    rows = [list(map(str.rjust, words, sizes)) for words in (refs, hyps, letters)]
    bounds = [0, len(sizes)] if most is None else _bounds(sizes, len(blank), most)
    return "\n".join([_block(rows, blank, begin, end) for begin, end in pairwise(bounds)])


def _bounds(sizes: list[int], blank: int, most: int) -> list[int]:
    """The places at which blocks begin, and the end; the first may be empty."""
    bounds, width = [0], len(_HEADS[0])
    for place, size in enumerate(sizes):
        if width + size > most:
            bounds.append(place)
            width = len(_HEADS[0])
        width += size + blank
    return [*bounds, len(sizes)]


def _block(rows: list[list[str]], blank: str, begin: int, end: int) -> str:
    """The three lines of some steps; where words are apart, a line without words loses the blank of its head."""
    heads = _HEADS if begin < end or not blank else [head[:-1] for head in _HEADS]
    return "".join([f"{head}{blank.join(row[begin:end])}\n" for head, row in zip(heads, rows)])  # noqa: B905


def collect_error_counts(output: Output) -> tuple[dict[tuple[str, str], int], dict[str, int], dict[str, int]]:
    """How often each chunk is substituted, inserted and deleted.

    >>> from .process import process_words
    >>> dict(collect_error_counts(process_words("a b", "a c"))[0])
    {('b', 'c'): 1}
    """
    substitutions: dict[tuple[str, str], int] = defaultdict(lambda: 0)
    insertions: dict[str, int] = defaultdict(lambda: 0)
    deletions: dict[str, int] = defaultdict(lambda: 0)
    join = (" " if isinstance(output, WordOutput) else "").join
    for number, chunks in enumerate(output.alignments):
        ref, hyp = output.references[number], output.hypotheses[number]
        for chunk in chunks:
            if chunk.type == "insert":
                insertions[join(hyp[chunk.hyp_start_idx : chunk.hyp_end_idx])] += 1
            elif chunk.type == "delete":
                deletions[join(ref[chunk.ref_start_idx : chunk.ref_end_idx])] += 1
            elif chunk.type == "substitute":
                left = join(ref[chunk.ref_start_idx : chunk.ref_end_idx])
                substitutions[left, join(hyp[chunk.hyp_start_idx : chunk.hyp_end_idx])] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """The errors of each kind, the most frequent first.

    >>> from .process import process_words
    >>> print(visualize_error_counts(process_words("a b", "a c"), show_insertions=False, show_deletions=False))
    === SUBSTITUTIONS ===
    b  --> c = 1x
    """
    text = ""
    shown = (show_substitutions, show_insertions, show_deletions)
    kinds = ("SUBSTITUTIONS", "INSERTIONS", "DELETIONS")
    listed: tuple[Mapping[Any, int], ...] = collect_error_counts(output)
    for is_shown, kind, counts in zip(shown, kinds, listed, strict=True):
        if is_shown:
            text += f"{text and chr(10)}=== {kind} ===\n{_listing(counts, top_k)}"
    return text.removesuffix("\n")


def _listing(counts: Mapping[Any, int], most: int | None) -> str:
    """A line for each error, as wide as the widest."""
    if not counts:
        return "none"
    errors = sorted(counts.items(), key=lambda error: error[1], reverse=True)
    # The width is that of a slice, the number of lines that of a count: they differ for negative numbers.
    kept = errors if most is None else errors[:most]
    width = max(max(map(len, key)) if isinstance(key, tuple) else len(key) for key, _ in kept)
    lines = []
    for number, (key, count) in enumerate(errors):
        if most is not None and number >= most:
            break
        left = f"{key[0]: <{width}} --> {key[1]:<{width}}" if isinstance(key, tuple) else f"{key:<{width}}"
        lines.append(f"{left} = {count}x\n")
    return "".join(lines)
