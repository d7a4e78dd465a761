"""The head of a page and of a notebook's output: the main number of a result, its interval, and one sentence."""

from __future__ import annotations

from ...formats.errors import quantity
from ...formats.values import dataclass
from .counts import Counts
from .display import escaped, unhidden
from .palette import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FEWEST = 5
"""Recordings, sessions or keywords of which samples make an interval; of fewer it would be far too narrow."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the errors: its letter (S, D, I), its text, and how much of the rate it is."""

    kind: str
    text: str
    rate: float = 0.0


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """The main number of a result, as people read it."""

    number: str
    name: str
    """What the number is, such as `word error rate`."""
    interval: str = ""
    """The ends of its 95 % interval, or why there is none."""
    ends: tuple[float, float] | None = None
    summary: str = ""
    """What the parts are of: `253 errors in 1,162 words`."""
    parts: tuple[Share, ...] = ()
    rate: float | None = None
    """The number, where it is an error rate, which a bar can show."""

    @property
    def sentence(self) -> str:
        """The sentence below the number.

        >>> KeyFigure("50.0 %", "word error rate", summary="1 error", parts=(Share("D", "1 deletion"),)).sentence
        '1 error: 1 deletion'
        """
        return ": ".join(filter(None, (self.summary, ", ".join([part.text for part in self.parts]))))

    def html(self) -> str:
        """The head of a result in a notebook.

        >>> KeyFigure("50.0 %", "word error rate", summary="1 error").html()
        '<p><b style="font-size:1.8em">50.0 %</b> word error rate<br>1 error</p>'
        """
        name = ", ".join(filter(None, (self.name, self.interval)))
        first = f'<b style="font-size:1.8em">{escaped(self.number)}</b> {escaped(unhidden(name))}'
        return f"<p>{first}<br>{escaped(unhidden(self.sentence))}</p>"


def between(ends: tuple[float, float]) -> str:
    """The ends of an interval of a rate.

    >>> between((0.1925, 0.243)), between((0.1, 0.1004))
    ('95 % interval 19.2–24.3 %', '95 % interval 10.00–10.04 %')
    """
    digits = 1 if ends[1] - ends[0] >= 0.001 else 2
    return f"95 % interval {100 * ends[0]:.{digits}f}–{100 * ends[1]:.{digits}f} %"


def ends_of(interval: Any) -> tuple[float, float] | None:
    """The ends of an interval of a rate, which is at least 0; None where no sample has a rate."""
    if interval.mean != interval.mean:
        return None
    return interval.low, interval.high


def too_few(number: int, unit: str) -> str:
    """The reason why there is no interval.

    >>> too_few(1, "session"), too_few(7, "session")
    ('no interval: fewer than 5 sessions', '')
    """
    return f"no interval: fewer than {quantity(FEWEST, unit)}" if number < FEWEST else ""


def shares(counts: Counts) -> tuple[Share, ...]:
    """The kinds of errors in words, as pages name them."""
    whole = max(1, counts.reference)
    numbers = (counts.substitutions, counts.deletions, counts.insertions)
    return tuple(
        [
            Share(letter, quantity(number, kind.noun), number / whole)
            for (letter, kind), number in zip(KINDS.items(), numbers, strict=True)
        ]
    )
