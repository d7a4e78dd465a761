"""Times of meetings that are wrong as a whole: the rate if they were shifted, or in another unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...formats.errors import MismatchError, argument
from ..notices.notice import HIGH, Explanation, would_be
from ..notices.times import TimeChange, Timed, best_change, changes_of, explanation_of
from .prepared import order_of, placed_words
from .sides import Session, Side

# So many words of each side are looked at; with a lower rate, nothing is looked for.
_LOOKED = 5_000
_LEAST = 0.01
# The part of a segment by which the times of its words are off.
_UNSURE = 0.25
# The usual collar in seconds, and one that is shorter than words are off; a smaller part of the rate stays with it.
_USUAL, _SHORT = 5.0, 1.0
_OTHER = 0.9


def of_times(
    sessions: Sequence[Session],
    timings: tuple[str, str],
    now: float | None,
    rate_of: Callable[[Sequence[Session]], float | None],
    *,
    title: str,
    exact: bool,
) -> tuple[Explanation, ...]:
    """The change of times that takes most of an error rate away, which `rate_of` computes of changed sessions.

    >>> from scorelite import meetings
    >>> words = ["good", "day", "to", "you", "all", "we", "saw", "two", "ships", "at", "noon", "today"]
    >>> sides = [{"t": [("anna", word, 2.0 * n + late, 2.0 * n + late + 1) for n, word in enumerate(words)]}
    ...          for late in (0, 9)]
    >>> print(*meetings.score(*sides, measure="tcp", collar=1).causes())
    with the times of the hypothesis 9.00 s earlier tcpWER would be 0.0 % instead of 133.3 %: do the times of both \
sides start at the same moment? subtract 9.00 from every time of the hypothesis
    """
    if now is None or now < _LEAST:
        return ()
    columns: dict[object, tuple[Timed, Timed]] = {}
    left = [_LOOKED, _LOOKED]
    for session in sessions:
        if max(left) <= 0:
            break
        sides = [_timed(side, timing) for side, timing in zip((session.ref, session.hyp), timings, strict=True)]
        left = [number - len(side.keys) for number, side in zip(left, sides, strict=True)]
        if all(side.keys for side in sides):
            columns[session.name] = sides[0], sides[1]

    def rate_after(change: TimeChange) -> float | None:
        try:
            return rate_of([_changed(session, change) for session in sessions])
        except MismatchError:
            return None  # of words that are not in order any more

    # The times of words within a segment are estimates: smaller shifts may be those of the words in it.
    least = _UNSURE * max(
        _mean_length([session.ref for session in sessions]), _mean_length([session.hyp for session in sessions])
    )
    changes = (change for change in changes_of(columns) if change.name != "shift" or change.size() >= least)
    found = best_change(changes, rate_after, now)
    return () if found is None else (explanation_of(*found, now, measure=title, exact=exact),)


def of_collar(
    collar: float | None, now: float | None, rate_of: Callable[[float], float | None], *, title: str, exact: bool
) -> tuple[Explanation, ...]:
    """The rate with the usual collar, where a much shorter one has other errors: times within segments are estimates.

    >>> from scorelite import meetings
    >>> rows = [[("anna", "good day to you all", 2.0 + late, 4.0 + late)] for late in (0.0, 0.2)]
    >>> print(*meetings.score({"t": rows[0]}, {"t": rows[1]}, measure="tcp", collar=0).causes())
    with the usual collar of 5 s tcpWER would be 0.0 % instead of 120.0 %: collar=5
    """
    if collar is None or collar >= _SHORT or now is None or now < HIGH:
        return ()
    rate = rate_of(_USUAL)
    if rate is None or rate > _OTHER * now:
        return ()
    keyword, option = "=".join(("collar", f"{_USUAL:g}")), f"--collar {_USUAL:g}"
    condition = f"with the usual collar of {_USUAL:g} s"
    text = f"{condition} {would_be(rate, now, exact=exact, measure=title)}: {argument(keyword, option)}"
    return (Explanation("collar", text, rate, now, exact, keyword=keyword, option=option),)


def _mean_length(sides: Sequence[Side]) -> float:
    """The mean length, over words, of the segments whose words share a time."""
    length = total = 0.0
    for side in sides:
        for start, end, text in zip(side.starts or (), side.ends or (), side.texts, strict=False):
            number = len(text.split())
            total += number
            length += number * (end - start) if number > 1 else 0.0
    return length / total if total else 0.0


def _timed(side: Side, timing: str) -> Timed:
    """The words of a side in order of time, each with the next one as its key, and its part of the segment's time."""
    placed = placed_words(side, order_of(side, "segment"), timing)[:_LOOKED]
    names = [word.word.casefold() for word in placed]
    starts, ends = ([word.time[edge] or 0.0 for word in placed] for edge in (0, 1))
    return Timed(list(zip(names, [*names, ""][1:], strict=True)), starts, ends)


def _changed(session: Session, change: TimeChange) -> Session:
    """A session with the times of one side after a change."""
    side = session.ref if change.side == 0 else session.hyp
    rows = list(zip(side.starts or (), side.ends or (), strict=True))
    starts = tuple(change.start(start, session.name) for start, _ in rows)
    ends = tuple(change.end(start, end, session.name) for start, end in rows)
    side = replace(side, starts=starts, ends=ends)
    return replace(session, ref=side) if change.side == 0 else replace(session, hyp=side)
