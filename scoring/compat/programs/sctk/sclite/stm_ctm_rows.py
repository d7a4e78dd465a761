"""Words of ctm rows as one side of the core's alignments."""

from __future__ import annotations

from struct import pack

from ...... import core
from .ctm_marks import ADDED_BEGIN, ADDED_END
from .stm import chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .ctm import Ctm
    from .ctm_marks import Marks
    from .stm_ctm_pairing import Pairing

# Confidence of a word without one, as long as no word has one.
_NO_CONFIDENCE = pack("d", -1.0)


def side_of_rows(hyp: Ctm, pairing: Pairing, segments: Sequence[int]) -> core.Side:
    """Side with one utterance a segment."""
    starts, ends = chosen(pairing.starts, segments), chosen(pairing.ends, segments)
    ranges = [*zip(starts, map(max, starts, ends), strict=True)]
    late = [block.row_end for block in pairing.blocks if not block.confident]
    return side_of_ranges(hyp, ranges, max(late, default=0), pairing.marks, pairing.dropped)


def side_of_ranges(
    rows: Ctm, ranges: Sequence[tuple[int, int]], unsure: int, marks: Marks | None, dropped: Sequence[bool] | None
) -> core.Side:
    """Side with one utterance a range of rows; before row `unsure`, no confidence has been read."""
    confidence: Sequence[float] = rows.confidence
    if unsure:
        confidence = memoryview(_NO_CONFIDENCE * min(unsure, len(rows)) + rows.confidence[unsure:]).cast("d")
    columns: list[Sequence[float]] = [rows.begin, rows.duration, confidence]
    if marks is None and dropped is None:
        starts, ends = [begin for begin, _ in ranges], [end for _, end in ranges]
        if starts[1:] == ends[:-1]:
            return _side(rows.words, columns, [*starts, *ends[-1:]] or [0])
    first = [0]
    order: list[int] = []
    for begin, end in ranges:
        order += _chosen(begin, end, marks, dropped)
        first.append(len(order))
    words = rows.words
    if marks is not None and order and min(order) < 0:
        words = _with_added(order, words, columns)
    return _side([words[row] for row in order], [[column[row] for row in order] for column in columns], first)


def _with_added(order: list[int], words: list[bytes], columns: list[Sequence[float]]) -> list[bytes]:
    """Words with added marks appended, to which numbers below 0 in `order` are changed; the columns grow too."""
    added: dict[int, int] = {}
    words = words.copy()
    grown = [list(column) for column in columns]
    for place, row in enumerate(order):
        if row < 0:
            if row not in added:
                added[row] = len(words)
                words.append(b"<ALT_BEGIN>" if row == ADDED_BEGIN else b"<ALT_END>")
                copied = ADDED_END - 1 - row
                for column, value in zip(grown, (0.0, 0.0, columns[2][copied] if copied >= 0 else 0.0), strict=True):
                    column.append(value)
            order[place] = added[row]
    columns[:] = grown
    return words


def _chosen(begin: int, end: int, marks: Marks | None, dropped: Sequence[bool] | None) -> Sequence[int]:
    if marks is not None and marks.any(begin, end):
        return marks.read(begin, end, dropped)
    if dropped is not None and True in dropped[begin:end]:
        return [row for row in range(begin, end) if not dropped[row]]
    return range(begin, end)


def _side(words: Sequence[bytes], columns: Sequence[Sequence[float]], first: Sequence[int]) -> core.Side:
    begin, duration, confidence = (
        bytes(column.obj) if isinstance(column, memoryview) else pack(f"{len(column)}d", *column) for column in columns
    )
    return core.rows(words, begin, duration, confidence, pack(f"{len(first)}q", *first))
