"""Frame rates, and lines of a cue separated by `|`: shared by subtitle formats that count frames."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import UsageError
from ..schema import Segment
from .cues import raw_text

FRAME_RATE = 25.0
FASTEST = 1000


def checked_rate(rate: float) -> float:
    """A frame rate; refused unless it is above 0 and below 1000.

    >>> checked_rate(25)
    25.0
    """
    if not 0 < rate < FASTEST:
        raise UsageError(
            f"frame_rate is {rate!r}; expected frames per second, above 0 and below {FASTEST}, such as 25 or 23.976"
        )
    return float(rate)


def piped_text(segment: Segment, name: str, bare: Callable[[str], str]) -> str:
    """The text of a cue with `|` between its lines; `bare` removes the markup of the format."""

    def mark(text: str) -> str:
        if "|" in text or bare(text) != text:
            raise UsageError(f"{name} has no way to write the text {text!r}: some of it would be read as markup")
        return text.replace("\n", "|")

    return raw_text(segment, name, bare, mark)
