"""Segments without times, which are joined in the order of their file: the rate with their texts in one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ..notices.notice import HIGH, SIDES, Explanation, would_be
from .prepared import order_of
from .sides import Session, Side

# So few segments of a session have no order; this part of the rate may stay if the order explains it.
_FEW = 3
_LEFT = 0.75
# Words that are in more segments do not tell them apart.
_MOST = 50


def of_file_order(
    sessions: Sequence[Session],
    now: float | None,
    rate_of: Callable[[Sequence[Session]], float | None],
    *,
    title: str,
) -> tuple[Explanation, ...]:
    """The rate with the segments of the hypothesis where the reference has their texts, if that explains most errors.

    >>> from scorelite import meetings
    >>> rows = [("anna", f"this is sentence {number} of {number + 9}") for number in range(9)]
    >>> print(*meetings.score({"talk": rows}, {"talk": rows[::-1]}).causes())  # doctest: +ELLIPSIS
    with the segments of the hypothesis in the order of the reference cpWER would be about 0.0 % instead of ...
    """
    if now is None or now < HIGH:
        return ()
    unplaced = [_lacking_times(session) for session in sessions]
    if not any(unplaced):
        return ()
    rate = rate_of(
        [
            replace(session, hyp=_in_order_of(session.ref, session.hyp)) if lacking else session
            for session, lacking in zip(sessions, unplaced, strict=True)
        ]
    )
    if rate is None or rate > _LEFT * now:
        return ()
    side = next(filter(None, unplaced))
    text = "with the segments of the hypothesis in the order of the reference "
    text += would_be(rate, now, exact=False, measure=title)
    advice = (
        f"the {side} has no times, and its segments are joined in file order; sort both files in the order of speech"
    )
    return (Explanation("file order", f"{text}: {advice}", rate, now, exact=False, advice=advice),)


def _lacking_times(session: Session) -> str:
    """The side whose segments have no times, where both have several; empty where none has."""
    sides = session.ref, session.hyp
    if min(map(len, sides)) <= _FEW:
        return ""
    return next((name for name, side in zip(SIDES[::-1], sides[::-1], strict=True) if side.starts is None), "")


def _in_order_of(ref: Side, hyp: Side) -> Side:
    """The hypothesis with each segment where the reference has most of its words, or behind the one before it."""
    ranks_of: dict[str, list[int]] = {}
    for rank, place in enumerate(order_of(ref, "segment")):
        for piece in _pieces(ref.texts[place]):
            ranks_of.setdefault(piece, []).append(rank)
    ranks: dict[int, int] = {}
    rank = 0
    for place in order_of(hyp, "segment"):
        votes: dict[int, float] = {}
        for piece in _pieces(hyp.texts[place]):
            for each in ranks_of.get(piece, ())[:_MOST]:
                votes[each] = votes.get(each, 0.0) + 1 / len(ranks_of[piece])
        rank = max(votes, key=votes.__getitem__, default=rank)
        ranks[place] = rank
    order = sorted(ranks, key=ranks.__getitem__)
    return Side(
        tuple(map(hyp.speakers.__getitem__, order)),
        tuple(map(hyp.texts.__getitem__, order)),
        by_channel=hyp.by_channel,
    )


def _pieces(text: str) -> set[str]:
    """The words of a text, and pairs of them, which fewer texts share."""
    words = text.casefold().split()
    return {*words, *map(" ".join, pairwise(words))}
