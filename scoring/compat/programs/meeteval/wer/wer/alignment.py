"""Words of two streams, paired where their times overlap: `align`, and alignments as text."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any, TextIO

from ....... import core
from ......common.tie_policy import KALDI_WER
from .sessions import Segment, rows_of
from .word_timing import word_times

_SORTS = (True, False, "segment", "word")
_STYLES = ("words", "kaldi", "index", "seglst")
Pair = tuple[Any, Any]


def align(
    reference: Any,
    hypothesis: Any,
    *,
    collar: Any,
    reference_pseudo_word_level_timing: str | None = "character_based",
    hypothesis_pseudo_word_level_timing: str | None = "character_based_points",
    style: str = "words",
    reference_sort: Any = "segment",
    hypothesis_sort: Any = "segment",
) -> list[Pair]:
    """Pairs of words (`*` for none), of places of words (None for none), or of segments of one word, by `style`.

    >>> segment = {"words": "a b", "start_time": 0, "end_time": 2}
    >>> align([segment], [{**segment, "words": "a"}], collar=1)
    [('a', 'a'), ('b', '*')]
    """
    if style not in _STYLES:
        raise ValueError(f"Unknown alignment style: {style}")
    refs = _words(rows_of(reference), reference_sort, reference_pseudo_word_level_timing, "reference")
    hyps = _words(rows_of(hypothesis), hypothesis_sort, hypothesis_pseudo_word_level_timing, "hypothesis")
    numbers, _, _ = core.numbered([str(row["words"]) for _, row in (*refs, *hyps)])
    cut = 4 * len(refs)
    sides = _stream(numbers[:cut], refs, 0.0), _stream(numbers[cut:], hyps, float(collar))
    steps = core.stream_steps(*sides, KALDI_WER.whole_costs, KALDI_WER.ties)
    following = iter(refs), iter(hyps)
    pairs = [
        (None if step == ord("I") else next(following[0]), None if step == ord("D") else next(following[1]))
        for step in steps
    ]
    if style == "index":
        return [tuple(None if word is None else word[0] for word in pair) for pair in pairs]  # type: ignore[misc]
    rows = [tuple(None if word is None else word[1] for word in pair) for pair in pairs]
    if style == "seglst":
        return rows  # type: ignore[return-value]
    return [tuple("*" if row is None else row["words"] for row in pair) for pair in rows]  # type: ignore[misc]


def _words(rows: list[Segment], sort: Any, timing: str | None, name: str) -> list[tuple[int, Segment]]:
    """The words as segments with times of their own, and their places; segments without words have a place, too."""
    if sort not in _SORTS:
        raise ValueError(f'Invalid value for sort: {sort}. Choose one of True, False, "segment", "word"')
    if sort is not False:
        rows = sorted(rows, key=lambda row: row["start_time"])
    texts = [row["words"].split() or [""] for row in rows]
    times = zip(*word_times(rows, texts, timing), strict=True)
    timed: list[Segment] = []
    for row, words in zip(rows, texts, strict=True):
        for word, (begin, end) in zip(words, times, strict=False):
            timed.append({**row, "words": word, "start_time": begin, "end_time": end})
    begins = [row["start_time"] for row in timed]
    if sort is True and any(first > second for first, second in pairwise(begins)):
        raise ValueError(
            f"The order of word-level timings contradicts the segment-level order in {name}.\n"
            'Consider setting sort to False or "segment" or "word".'
        )
    if sort == "word":
        timed.sort(key=lambda row: row["start_time"])
    return [(place, row) for place, row in enumerate(timed) if row["words"]]


def _stream(numbers: bytes, words: list[tuple[int, Segment]], collar: float) -> tuple[bytes, bytes, bytes]:
    begins = array("d", [row["start_time"] - collar for _, row in words])
    ends = array("d", [row["end_time"] + collar for _, row in words])
    return numbers, begins.tobytes(), ends.tobytes()


def format_alignment(alignment: list[tuple[Segment | None, Segment | None]]) -> str:
    """Pairs of segments as lines: times and word of both sides, and + between words that differ.

    >>> word = {"words": "a", "start_time": 0, "end_time": 1}
    >>> print(format_alignment([(word, word), (None, word)]), end="")
    0.00 1.00 a - a 0.00 1.00
              * + a 0.00 1.00
    """
    lines = []
    for ref, hyp in alignment:
        mark = "-" if ref and hyp and ref["words"] == hyp["words"] else "+"
        *times, word = _shown(hyp)
        lines.append((*_shown(ref), mark, word, *times))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        " ".join(f"{cell:{side}{width}}" for cell, side, width in zip(line, ">>>^<>>", widths, strict=True)) + "\n"
        for line in lines
    )


def _shown(row: Segment | None) -> tuple[str, str, str]:
    if row is None:
        return "", "", "*"
    return f"{row['start_time']:.2f}", f"{row['end_time']:.2f}", str(row["words"])


def print_alignment(alignment: list[tuple[Segment | None, Segment | None]], *, file: TextIO | None = None) -> None:
    """Prints the lines of `format_alignment`."""
    print(format_alignment(alignment), end="", file=file)
