"""The alignments of all streams (`pra`), in the manner of sclite's .pra report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...common.display import display_width, padded
from ...meetings.prepared import PlacedWord

_HEADS = ("REF: ", "HYP: ", "Eval:", "R_T1:", "R_T2:", "H_T1:", "H_T2:")
_NOTHING = PlacedWord(-1, "")

if TYPE_CHECKING:
    from ...meetings.result import MeetingPart, MeetingResult
    from ...meetings.scores import Match


def render(result: MeetingResult, width: int) -> Iterator[bytes]:
    """The sessions one after the other, and in each the pairs of streams."""
    yield f"\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   {result.hyp_name}\n\n".encode()
    for part in result.parts:
        for match in part.assigned.matches:
            words = part.placed_words(match, result.record, result.settings)
            yield from _listing(part, match, words, width, timed=result.record.timed)


def _listing(
    part: MeetingPart,
    match: Match,
    words: tuple[Sequence[PlacedWord], Sequence[PlacedWord]],
    width: int,
    *,
    timed: bool,
) -> Iterator[bytes]:
    counts = match.counts
    numbers = f"{counts.correct} {counts.substitutions} {counts.deletions} {counts.insertions}"
    head = f"id: ({part.name}: {match.ref or '-'} / {match.hyp or '-'})\nScores: (#C #S #D #I) {numbers}\n"
    yield head.encode("utf-8", "surrogateescape")
    refs, hyps = map(iter, words)
    columns: list[tuple[str, ...]] = []
    used = 0
    for step in match.steps.decode():
        ref, hyp = _NOTHING if step == "I" else next(refs), _NOTHING if step == "D" else next(hyps)
        cells = _cells(step, ref.word, hyp.word)
        if timed:
            times = (time for word in (ref, hyp) for time in word.time)
            cells += tuple("" if time is None else f"{time:.2f}" for time in times)
        size = max(map(display_width, cells)) + 1
        if columns and used + size > width - 6:
            yield _block(columns)
            columns, used = [], 0
        columns.append(cells)
        used += size
    if columns:
        yield _block(columns)
    yield b"\n"


def _cells(step: str, ref: str, hyp: str) -> tuple[str, ...]:
    """Both words, in capitals where they differ, and the letter of the error."""
    if step == "C":
        return ref, hyp, ""
    stars = "*" * max(display_width(ref), display_width(hyp))
    return ref.upper() or stars, hyp.upper() or stars, step


def _block(columns: Sequence[tuple[str, ...]]) -> bytes:
    lines = []
    for place, head in enumerate(_HEADS[: len(columns[0])]):
        texts = [padded(cells[place], max(map(display_width, cells))) for cells in columns]
        lines.append(f"{head} {' '.join(texts)}".rstrip() + "\n")
    return ("".join(lines) + "\n").encode("utf-8", "surrogateescape")
