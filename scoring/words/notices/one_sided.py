"""Notices about texts and words of one side alone: nothing stands on the other side, or it took no part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....formats.errors import quantity
from ...common.counts import Counts, percent
from ...notices.notice import SIDES, Notice
from ...notices.took_part import TookPart, notices_of, of_absent, of_empty
from ..utterance_table import UtteranceTable

# Empty hypotheses are said where they lack so many words, and this part of all errors; of fewer errors, all of them.
_LOST, _PART = 8, 0.25
_FEWEST = 3


def outside_words(rule: str) -> str:
    """The treatment of words outside all segments, in words."""
    return "left out" if rule == "skip" else "scored with the next segment"


def missed(took_part: TookPart, outside_rule: str) -> Iterator[Notice]:
    """The notices about what took no part in a score."""
    return notices_of(took_part, treated=outside_words(outside_rule))


def of_empty_references(table: UtteranceTable, counts: Counts) -> Iterator[Notice]:
    """A notice about words of the hypothesis in utterances of which the reference has no words.

    Of recordings, segments without words and words between pauses are ordinary.
    """
    if table.timeline is not None:
        return
    if counts.hypothesis == counts.insertions or not any(of_empty(1, counts.insertions, counts.hypothesis)):
        return
    rows = zip(*table.by_kind(), strict=True)
    inserted = [number for right, wrong, lost, number in rows if number and not (right or wrong or lost)]
    yield from of_empty(len(inserted), sum(inserted), counts.hypothesis)


def of_empty_hypotheses(table: UtteranceTable, counts: Counts, absent: Sequence[str] = ()) -> Iterator[Notice]:
    """A notice about utterances of which the hypothesis has no word, where they have many of the errors.

    Of recordings, segments without words are ordinary; hypotheses that are `absent` are named elsewhere.
    """
    least = max(_FEWEST, min(counts.errors, _LOST), _PART * counts.errors)
    if table.timeline is not None or counts.deletions < least:
        return
    lost = lost_words(table, absent)
    if sum(lost) >= least:
        yield Notice("empty hypotheses of some texts", empty_texts(lost, len(table) - len(absent), counts))


def lost_words(table: UtteranceTable, absent: Sequence[str]) -> list[int]:
    """The words of each utterance of which the hypothesis has no word, without hypotheses that are absent."""
    rows = enumerate(zip(*table.by_kind(), strict=True))
    lost = {place: lost for place, (right, wrong, lost, more) in rows if lost and not right + wrong + more}
    names = frozenset(absent)
    return [number for place, number in lost.items() if not names or table.name(place) not in names]


def empty_texts(lost: Sequence[int], size: int, counts: Counts) -> str:
    """How many of all hypotheses are empty, and with which part of the errors; `lost` are the words that they lack."""
    are = "is" if len(lost) == 1 else "are"
    part = percent(sum(lost) / counts.errors)
    return f"{len(lost):,} of {quantity(size, 'hypothesis')} {are} empty, with {part} of the errors"


def absent(missing: Sequence[str], extra: Sequence[str], rule: str, size: int) -> Iterator[Notice]:
    """Notices about utterances of one side that were left out, where so many were scored; "delete" leaves none out."""
    for side, names in zip(SIDES, (missing if rule == "skip" else (), extra), strict=True):
        yield from of_absent(side, len(names), size + len(names))
