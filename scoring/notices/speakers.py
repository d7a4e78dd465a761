"""Speakers of a hypothesis that are lost as a whole: one for all, or many times as many as there are."""

from __future__ import annotations

from collections.abc import Sequence

from ...formats.errors import quantity

# Fewer segments may be those of one speaker.
_MANY = 10
_SEVERAL = 2
# No recogniser that knows speakers finds so many times as many.
_TIMES = 3


def lost_speakers(refs: Sequence[int], hyps: Sequence[int], segments: int) -> str:
    """A remark on the numbers of speakers in each recording, of both sides; empty where they may be right.

    `segments` is the number of segments of the hypothesis.

    >>> lost_speakers([3, 2], [1, 1], 20)
    'the hypothesis has one speaker in each recording, the reference up to 3: are its speakers lost?'
    >>> lost_speakers([3, 2], [9, 8], 20)
    'the hypothesis has 17 speakers, the reference 5: has each speaker one name?'
    >>> lost_speakers([3, 2], [3, 1], 20)
    ''
    """
    if segments < _MANY or min(refs) < _SEVERAL:
        return ""
    if max(hyps) == 1:
        how = f"one speaker in each recording, the reference up to {max(refs)}"
        return f"the hypothesis has {how}: are its speakers lost?"
    if sum(hyps) >= _TIMES * sum(refs):
        found = quantity(sum(hyps), "speaker")
        return f"the hypothesis has {found}, the reference {sum(refs)}: has each speaker one name?"
    return ""
