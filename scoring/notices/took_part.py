"""How much of both sides took part in a score, and the notices about what did not."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from ... import core
from ...formats.errors import UsageError, quantity
from ...formats.values import dataclass, field_names
from ..common.counts import Summed, percent
from .notice import SIDES, Notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Less than this part of a side is not worth a line, nor are so few words.
_PART, _FEW = 0.02, 10
# At an end of a recording, a recogniser may lack so many words by its errors alone, but no such part of all.
_MISSED = 25
_LARGE = 1 / 3

NOT_IN_REGIONS = "not scored, because no region names them; add regions for them, or score without regions"
"""What became of recordings that no region names."""


@dataclass(frozen=True, slots=True)
class Part(Summed):
    """The numbers of one side, scored and all; they add up."""

    recordings: int = 0
    """Recordings; of words, whose results may be added utterance by utterance, they are not counted."""
    all_recordings: int = 0
    milliseconds: int = 0
    all_milliseconds: int = 0
    items: int = 0
    """Words, labels or detections that were scored."""
    all_items: int = 0
    outside: int = 0
    """Items in no region, or further than half a second from all segments, scored or not."""
    beyond: int = 0
    """Items before the beginning, or after the end, of all that the other side has of their recording."""

    def to_dict(self) -> dict[str, Any]:
        """Numbers by name, ready for JSON; times in seconds."""
        recordings = {"recordings": {"scored": self.recordings, "all": self.all_recordings}}
        return {
            **(recordings if self.all_recordings else {}),
            "seconds": {"scored": self.milliseconds / 1000, "all": self.all_milliseconds / 1000},
            "items": {"scored": self.items, "all": self.all_items},
        }


@dataclass(frozen=True, slots=True)
class TookPart(Summed):
    """How much of both sides was scored.

    >>> whole = TookPart(Part(items=30, all_items=60), Part(items=30, all_items=30))
    >>> (whole + whole).ref.all_items, whole.to_dict()["ref"]["items"]
    (120, {'scored': 30, 'all': 60})
    """

    ref: Part = Part()
    hyp: Part = Part()

    @property
    def sides(self) -> tuple[Part, Part]:
        """Both sides."""
        return self.ref, self.hyp

    def to_dict(self) -> dict[str, Any]:
        """Both sides by name, ready for JSON."""
        return {"ref": self.ref.to_dict(), "hyp": self.hyp.to_dict()}

    def numbers(self) -> list[list[int]]:
        """The fields of both sides, as tables keep them."""
        return [[getattr(side, name) for name in field_names(Part)] for side in self.sides]

    @classmethod
    def of_numbers(cls, numbers: object) -> TookPart:
        """The record of its `numbers`; an empty one where a table of another version has others."""
        size = len(field_names(Part))
        if not isinstance(numbers, list) or [len(side) for side in numbers] != [size, size]:
            return cls()
        return cls(Part(*numbers[0]), Part(*numbers[1]))


NOTHING = TookPart()


def milliseconds(seconds: Iterable[float]) -> int:
    """The sum of lengths of time; each is rounded, so that sums of parts are those of the whole.

    >>> milliseconds([0.0104, 0.0104])
    20
    """
    try:
        return core.milliseconds(array("d", seconds).tobytes())
    except OverflowError:
        raise UsageError("segments are too long for a sum of their times; expected times in seconds") from None


def notices_of(
    took_part: TookPart,
    *,
    items: str = "word",
    within: str = "segments of the reference",
    treated: str = "left out",
    left_out: str = "left out",
    sides: tuple[str, str] = SIDES,
    whole: bool = False,
) -> Iterator[Notice]:
    """A line for each side of which more than a fiftieth was left out, lies outside, or beyond the end of the other.

    `within` names what items are outside of, `treated` what became of them, and `left_out` what became of others.
    `whole` says that segments are left out as wholes, perhaps on one side alone: then every item outside is reported.

    >>> print(*notices_of(TookPart(Part(1, 2, items=60, all_items=90), Part(items=60, all_items=60)), items="label"))
    1 of 2 recordings of the reference, with 30 of its 90 labels (33.3 %): left out
    """
    for part, across, side, other in zip(took_part.sides, took_part.sides[::-1], sides, sides[::-1], strict=True):

        def shown(number: int, of: str, whole: int = part.all_items) -> str:
            return f"{number:,} of {of}{quantity(whole, items)} ({percent(number / whole)})"

        least = max(_FEW, _PART * part.all_items)
        if part.beyond >= max(least, min(_MISSED, _LARGE * part.all_items)):
            text = f"{shown(part.beyond, '')} of the {side} are before the start or after the end of the {other}"
            yield Notice(f"beyond {side}", f"{text}: is the {other} cut off?")
        elif part.outside >= (1 if whole else least):
            text = f"{shown(part.outside, '')} of the {side} are outside the {within}: {treated}"
            yield Notice(f"outside {side}", text + (f", but none of the {other}" * (whole and not across.outside)))
        absent = part.all_recordings - part.recordings
        lacking = part.all_items - part.items - (part.outside if treated == "left out" else 0)
        if absent and lacking:
            recordings = f"{absent:,} of {quantity(part.all_recordings, 'recording')} of the {side}"
            yield Notice(f"left out {side}", f"{recordings}, with {shown(lacking, 'its ')}: {left_out}")
        elif lacking >= least:
            yield Notice(f"left out {side}", f"{shown(lacking, '')} of the {side}: {left_out}")


def of_absent(side: str, absent: int, whole: int) -> Iterator[Notice]:
    """A notice if more than a fiftieth of the utterances of a side were left out, because the other one lacks them.

    >>> print(*of_absent("reference", 3, 60), *of_absent("hypothesis", 1, 60))
    3 of 60 utterances of the reference have no hypothesis (5.0 %): left out
    """
    if absent > _PART * whole:
        other = SIDES[side == SIDES[0]]
        text = f"{absent:,} of {quantity(whole, 'utterance')} of the {side} have no {other} ({percent(absent / whole)})"
        yield Notice(f"without a {other}", f"{text}: left out")


def of_empty(empty: int, words: int, whole: int, *, items: str = "utterance", side: str = SIDES[0]) -> Iterator[Notice]:
    """A notice if more than a fiftieth of the words of the other side are where this one has no word.

    >>> print(*of_empty(12, 110, 560), *of_empty(1, 2, 20))
    12 utterances have no word in the reference, but 110 of 560 words of the hypothesis (19.6 %): each is an insertion
    """
    if words >= max(_FEW, _PART * whole):
        is_ref = side == SIDES[0]
        shown = f"{words:,} of {quantity(whole, 'word')} of the {SIDES[is_ref]} ({percent(words / whole)})"
        text = f"{quantity(empty, items)} {'has' if empty == 1 else 'have'} no word in the {side}, but {shown}"
        error = "an insertion" if is_ref else "a deletion"
        yield Notice("empty references" if is_ref else "empty hypotheses", f"{text}: each is {error}")
