"""Names, numbers or times before the texts of segments, which count as words, and the rate without them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...formats.errors import argument, short
from ..notices.heads import heads_of_one_side
from ..notices.notice import SIDES, Explanation, would_be
from .sides import Session

_KEYWORD, _NORMALISER = "normalise", "heads"


def of_heads(
    sessions: Sequence[Session],
    now: float | None,
    rate_after: Callable[[Sequence[str]], float | None],
) -> tuple[Explanation, ...]:
    """The rate without what stands before the texts of one side, at any rate.

    >>> from scorelite import meetings
    >>> refs = {"talk": [("anna", "a good day"), ("ben", "hello there")]}
    >>> hyps = {"talk": [("1", "[00:01] a good day"), ("2", "[00:03] hello there")]}
    >>> print(*meetings.score(refs, hyps).causes())  # doctest: +ELLIPSIS
    without what precedes texts in the hypothesis, such as '[00:01] a good day', the rate would be 0.0 % instead of ...
    """
    sides = [session.ref for session in sessions], [session.hyp for session in sessions]
    refs, hyps = ([text for side in of_sessions for text in side.texts] for of_sessions in sides)
    found = heads_of_one_side(refs, hyps) if now else None
    if now is None or found is None or not any(speaker for side in sides[found[0]] for speaker in side.speakers):
        return ()  # of texts without speakers, names before them are speakers
    rate = rate_after([_NORMALISER])
    if rate is None or rate >= now:
        return ()
    keyword, option = f"{_KEYWORD}={_NORMALISER!r}", f"--{_KEYWORD} {_NORMALISER}"
    condition = f"without what precedes texts in the {SIDES[found[0]]}, such as {short(repr(found[1][0]))},"
    text = f"{condition} {would_be(rate, now, exact=True)}: {argument(keyword, option)}"
    return (Explanation("heads", text, rate, now, True, keyword=keyword, option=option),)
