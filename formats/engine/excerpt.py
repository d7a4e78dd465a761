"""An excerpt of a recording: what is said between two times, which stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ..errors import UsageError
from ..schema import Corpus, Item, Segment, Written, number_text
from ..values import replace
from .gaps import kept
from .word_times import span


def excerpt(corpus: Corpus, begin: float | None, end: float | None) -> Corpus:
    """The segments between two times; words belong to the excerpt if their middle does, a text as a whole.

    >>> talk = Corpus((Segment(start=1.0, end=3.0, text="hi you"), Segment(start=4.0, end=5.0, text="bye")))
    >>> [(part.start, part.end, part.text) for part in excerpt(talk, 2, 4).segments]
    [(2.0, 3.0, 'hi you')]
    """
    first, last = begin or 0.0, inf if end is None else end
    if last <= first:
        raise UsageError(f"the end, {last:g} s, is not after the begin, {first:g} s; expected a later end")
    parts = [_part(segment, first, last, corpus.path) for segment in corpus.segments]
    places = [place for place, part in enumerate(parts) if part is not None]
    regions = tuple(
        [
            replace(region, start=max(region.start, first), end=min(region.end, last))
            for region in corpus.regions
            if region.end > first and region.start < last
        ]
    )
    within = replace(kept(corpus, places), segments=tuple([part for part in parts if part is not None]))
    return replace(within, regions=regions)


def _part(segment: Segment, first: float, last: float, path: str) -> Segment | None:
    """The part of a segment between two times; None for nothing."""
    inside = None if segment.labels is None else _inside(segment.labels, first, last)
    if inside is None:
        if segment.start is None or segment.end is None:
            raise UsageError(f"{path}: a segment without times, of which no part can be taken")
        if segment.end <= first or segment.start >= last:
            return None
    elif not inside:
        return None
    start = segment.start if segment.start is None or segment.start >= first else Written(number_text(first))
    end = segment.end if segment.end is None or segment.end <= last else Written(number_text(last))
    return replace(segment, labels=None if inside is None else tuple(inside), start=start, end=end)


def _inside(items: Sequence[Item], first: float, last: float) -> list[Item] | None:
    """The words whose middle lies between two times; None where no word has times.

    A word without times goes with the word before it, or with the first one that has times.
    """
    spans = list(map(span, items))
    known = [times for times in spans if times is not None]
    if not known:
        return None
    inside = list[Item]()
    begin, end = known[0]
    for item, times in zip(items, spans, strict=True):
        begin, end = times or (begin, end)
        if first <= (begin + end) / 2 < last:
            inside.append(item)
    return inside
