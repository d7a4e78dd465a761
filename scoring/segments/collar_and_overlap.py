"""Time that diarisation does not score: collars, and as md-eval NOSCORE rows, noises of NON-LEX rows, overlaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Literal, TypeAlias

    from .turns import Floats

MarkKind: TypeAlias = "Literal['turn', 'word', 'noise', 'noscore', 'other']"
Mark: TypeAlias = "tuple[MarkKind, float, float]"
"""A row of the reference: its kind, start and end. Rows of kind `other` count for the extent alone."""

Span: TypeAlias = "tuple[float, float]"

INFINITY = float("inf")


def collars(bounds: Floats, collar: float) -> tuple[Floats, Floats]:
    """Starts and ends of the spans around starts and ends of turns: `collar` seconds on EACH side; none for 0.

    >>> import numpy as np
    >>> starts, ends = collars(np.array([1.0, 3.0]), 0.25)
    >>> starts.tolist(), ends.tolist()
    ([0.75, 2.75], [1.25, 3.25])
    """
    middles = bounds if collar else bounds[:0]
    return middles - collar, middles + collar


def zones(marks: Sequence[Mark], kinds: Collection[MarkKind], extension: float) -> list[Span]:
    """The spans that rows of these kinds exclude, with up to `extension` seconds of silence on either side.

    Silence ends at a word, and where a turn begins or ends. The next of these closes a span, so a span after the last
    of them never ends.

    >>> marks = [("turn", 0.0, 4.0), ("noise", 4.2, 4.4), ("turn", 4.6, 6.0), ("noise", 7.0, 7.5)]
    >>> zones(marks, ["noise"], 0.5)
    [(4.0, 4.6), (6.5, inf)]
    """
    spans: list[list[float]] = []
    words = noises = 0
    word_end = turn_border = noise_end = 0.0
    closed = True
    for time, begins, kind in _events(marks, kinds):
        step = 1 if begins else -1
        if kind == "word":
            words += step
            word_end = word_end if words else time
        elif kind == "turn":
            turn_border = time
        else:
            noises += step
            noise_end = noise_end if noises else time
        if closed and noises:
            spans.append([time if words else max(word_end, turn_border, time - extension), INFINITY])
            closed = False
        elif not closed and not noises and (words or kind == "turn"):
            spans[-1][1] = min(noise_end + extension, time)
            closed = True
        elif not closed and kind == "noise" and begins and noises == 1 and time > noise_end + 2 * extension:
            spans[-1][1] = noise_end + extension
            spans.append([time - extension, INFINITY])
    return [(start, end) for start, end in spans]


def _events(marks: Sequence[Mark], kinds: Collection[MarkKind]) -> list[tuple[float, bool, MarkKind]]:
    """Time, whether a row begins or ends then, and its kind; every kind that excludes is called noise."""
    events: list[tuple[float, bool, int, MarkKind]] = []
    # md-eval sorts rows by their middles; at one time ends go before begins, and the last row goes first.
    for number, (kind, start, end) in enumerate(sorted(marks, key=lambda mark: mark[1] + (mark[2] - mark[1]) / 2)):
        named: MarkKind = "noise" if kind in kinds else kind
        if end > start and (kind in kinds or kind in ("word", "turn")):
            events += [(start, True, -number, named), (end, False, number, named)]
    return [(time, begins, kind) for time, begins, _, kind in sorted(events)]


def extent(marks: Sequence[Mark]) -> Span | None:
    """From the first to the last time of all rows except NOSCORE; None without such rows.

    >>> extent([("turn", 1.0, 4.0), ("noscore", 0.0, 9.0), ("word", 5.0, 5.5)])
    (1.0, 5.5)
    """
    spans = [(start, end) for kind, start, end in marks if kind != "noscore"]
    return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else None


def overlaps(turns: Iterable[Span]) -> list[Span]:
    """The spans in which two turns or more hold; where one of two ends as a third begins, a new span begins.

    >>> overlaps([(0.0, 6.0), (2.0, 4.0), (4.0, 5.0)])
    [(2.0, 4.0), (4.0, 5.0)]
    """
    overlapping: list[Span] = []
    speaking, since = 0, 0.0
    for time, begins in sorted(event for start, end in turns for event in ((start, True), (end, False))):
        speaking += 1 if begins else -1
        if begins and speaking == 2:
            since = time
        elif not begins and speaking == 1:
            overlapping.append((since, time))
    return overlapping


def without(regions: Iterable[Span], left_out: Iterable[Span]) -> list[Span]:
    """The parts of regions that md-eval scores when these spans are left out.

    Scoring begins where a region begins or a span ends, and stops at the next event that stops it. An event at the very
    moment at which scoring began does not stop it. A span that begins at that moment is therefore left out as far as
    its end, unless the region ends first: then all of it is scored.

    >>> without([(0.0, 9.0)], [(2.0, 4.0), (4.0, 6.0)]), without([(0.0, 5.0)], [(2.0, 4.0), (4.0, 6.0)])
    ([(0.0, 2.0), (6.0, 9.0)], [(0.0, 2.0), (4.0, 5.0)])
    """
    # The order at one time: ends, begins of regions, begins of spans.
    events = [event for start, end in left_out for event in ((start, 2, 1, 0), (end, 0, -1, 0))]
    events += [event for start, end in regions if end > start for event in ((start, 1, 0, 1), (end, 0, 0, -1))]
    left: list[Span] = []
    covering = inside = 0
    since: float | None = None
    for time, _, cover, enter in sorted(events):
        covering, inside = covering + cover, inside + enter
        stops = covering > 0 or inside == 0
        if stops and since is not None and time > since:
            left.append((since, time))
            since = None
        elif not stops:
            since = time
    return left
