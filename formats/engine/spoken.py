"""Segments that are written: those that are not ignored, with the words that a reader would give for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import isfinite

from ..errors import UsageError
from ..schema import Alternation, Corpus, Item, Label, LabelColumns, Segment, Written, number_text
from ..schema.markup import parse, render, unmarked
from .fields import check_order

# Ticks of a ten-millionth of a second have at most 18 digits below this time.
LATEST = 1e11
_WHOLE = re.compile("0|[1-9][0-9]{0,17}")


def spoken(corpus: Corpus, earliest: float = 0.0) -> Iterator[Segment]:
    """The segments that are not ignored; an error for times and confidences that readers would refuse."""
    for segment in corpus.segments:
        if not segment.ignored:
            _check_numbers(segment, earliest)
            yield segment


def _check_numbers(segment: Segment, earliest: float) -> None:
    _check_times(segment, segment, earliest)
    for label in plain_labels(segment) if segment.labels else ():
        _check_times(segment, label, earliest)
        if label.confidence is not None and not isfinite(label.confidence):
            raise UsageError(
                f"{_place(segment, label)}: a confidence is {float(label.confidence)}; expected a finite number"
            )


def _check_times(segment: Segment, timed: Segment | Label, earliest: float) -> None:
    start, end = timed.start, timed.end
    for time in (start, end):
        if time is not None and not earliest <= time < LATEST:
            raise UsageError(
                f"{_place(segment, timed)}: a time is {float(time)} s; "
                f"expected seconds >= {earliest:g} and below {LATEST:g}"
            )
    if start is not None and end is not None:
        check_order(start, end)


def _place(segment: Segment, part: Segment | Label) -> str:
    """A name for a segment or one of its words in a message."""
    name = segment.id or " ".join(filter(None, (segment.session, segment.channel, segment.speaker)))
    owner = f"segment {name!r}" if name else "a segment without a name"
    return f"word {part.value!r} of {owner}" if isinstance(part, Label) else owner


def plain_labels(segment: Segment) -> list[Label]:
    """The words of a segment; for an alternation, those of its first branch."""
    return list(_plain(segment.items))


def _plain(items: Iterable[Item]) -> Iterator[Label]:
    for item in items:
        if isinstance(item, Alternation):
            yield from _plain(item.branches[0])
        else:
            yield item


def bare_text(segment: Segment) -> str:
    """The text of a segment without marks, blanks as they are; for an alternation, its first branch."""
    if segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or "")):
        return segment.text or ""
    if isinstance(segment.labels, LabelColumns):
        return " ".join(segment.labels.values)
    items = segment.labels if segment.labels is not None else parse(segment.text or "", segment.grammar)
    return render(items, "plain")


def seconds(units: float | None, per_second: int) -> Written | None:
    """The seconds of a number of milliseconds or of other units.

    >>> seconds(1500, 1000), seconds(Written("7"), 1000)
    (1.500, 0.007)
    """
    if units is None:
        return None
    places = len(str(per_second)) - 1
    text = number_text(units)
    if _WHOLE.fullmatch(text) and per_second == 10**places:
        digits = text.rjust(places + 1, "0")
        return Written(f"{digits[:-places]}.{digits[-places:]}")  # the usual case, made fast
    exact = Decimal(text) / per_second
    return Written(f"{exact:f}" if exact.as_tuple().exponent < -places else f"{exact:.{places}f}")  # type: ignore[operator]


def units(time: float | None, per_second: int) -> int | None:
    """The nearest number of units: the inverse of `seconds`."""
    return None if time is None else int((Decimal(number_text(time)) * per_second).to_integral_value())
