"""The listing of labels of both sides against each other (`pra`), in the manner of sclite's .pra report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...common.display import display_width
from ...segments.result import SegmentResult
from ...segments.slots import Slot
from ..engine.wrapped import wrapped
from .options import ReportOptions


def render(result: SegmentResult, options: ReportOptions) -> Iterator[bytes]:
    """The recordings one after the other."""
    measure = result.record
    for part in result.parts:
        scores = " ".join(measure.shown(measure.overall(measure.total([part.score]))))
        yield from listing(part.name, scores, measure.slots(part.recording, part.score, result.settings), options.width)


def listing(name: str, scores: str, slots: Iterable[Slot], width: int) -> Iterator[bytes]:
    """The slots of one recording, wrapped at the width.

    >>> from scorelite.scoring.segments.slots import Slot
    >>> slots = [Slot(("a",), ("a",), (0, 1), (0, 1), "C"), Slot((), ("b",), None, (2, 3), "I")]
    >>> print(b"".join(listing("talk", "1 0 0 1", slots, 60)).decode())
    id: (talk)
    Scores: (#C #S #D #I) 1 0 0 1
    Time:  0.00 2.00
    REF:   a    ****
    HYP:   a    b
    Eval:       I
    <BLANKLINE>
    <BLANKLINE>
    """
    yield f"id: ({name})\nScores: (#C #S #D #I) {scores}\n".encode("utf-8", "surrogateescape")
    for block in wrapped(("Time: ", "REF:  ", "HYP:  ", "Eval: "), map(_cells, slots), width):
        yield block.encode("utf-8", "surrogateescape")
    yield b"\n"


def _cells(slot: Slot) -> tuple[str, str, str, str]:
    """Time, reference, hypothesis and verdict of a slot; names that hold at once are joined by `+`."""
    time, verdict = f"{slot.begin:.2f}", "" if slot.verdict == "C" else slot.verdict
    ref, hyp = "+".join(slot.refs), "+".join(slot.hyps)
    stars = "*" * max(map(display_width, (time, ref, hyp)))
    return time, ref or stars, hyp or stars, verdict
