"""The alignments of all streams (`pra`), in the manner of sclite's .pra report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...common.display import display_width
from ...meetings.prepared import PlacedWord
from ...meetings.result import MeetingPart, MeetingResult
from ...meetings.scores import Match
from ..engine.wrapped import wrapped

_HEADS = ("REF: ", "HYP: ", "Eval:", "R_T1:", "R_T2:", "H_T1:", "H_T2:")
_NOTHING = PlacedWord(-1, "")


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
    heads = _HEADS if timed else _HEADS[:3]
    for block in (head, *wrapped(heads, _columns(match, words, timed), width), "\n"):
        yield block.encode("utf-8", "surrogateescape")


def _columns(
    match: Match, words: tuple[Sequence[PlacedWord], Sequence[PlacedWord]], timed: bool
) -> Iterator[tuple[str, ...]]:
    """The words of each step with the letter of the error, and their times."""
    refs, hyps = map(iter, words)
    for step in match.steps.decode():
        ref, hyp = _NOTHING if step == "I" else next(refs), _NOTHING if step == "D" else next(hyps)
        times = (time for word in (ref, hyp) for time in word.time if timed)
        yield (*_cells(step, ref.word, hyp.word), *("" if time is None else f"{time:.2f}" for time in times))


def _cells(step: str, ref: str, hyp: str) -> tuple[str, ...]:
    """Both words, in capitals where they differ, and the letter of the error."""
    if step == "C":
        return ref, hyp, ""
    stars = "*" * max(display_width(ref), display_width(hyp))
    return ref.upper() or stars, hyp.upper() or stars, step
