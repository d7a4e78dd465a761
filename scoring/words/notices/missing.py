"""Words that one side lacks, where they are most of the errors: a long stretch, or all words of many hypotheses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from ...common.counts import Counts
from ...notices.notice import Explanation
from ..totals import empty_texts, lost_words

if TYPE_CHECKING:
    from ..step import Pair
    from .times import Scored

# So many words in a row are no accident of recognition, nor so many characters.
_WORDS, _CHARACTERS = 50, 200
# So many texts, and one in so many, are empty.
_TEXTS, _EACH = 4, 5


def empty_hypotheses(scored: Scored, counts: Counts) -> Iterator[Explanation]:
    """The fact that at least half of all errors are in utterances of which the hypothesis has no word."""
    lost = lost_words(scored.table)
    if len(lost) >= max(_TEXTS, len(scored.refs) / _EACH) and 2 * sum(lost) >= counts.errors:
        advice = "is output missing?"
        text = f"{empty_texts(lost, len(scored.refs), counts)}: {advice}"
        yield Explanation("empty hypotheses", text, None, counts.wer or 0.0, True, advice=advice)


def missing_stretch(scored: Scored, counts: Counts) -> Iterator[Explanation]:
    """The fact that at least half of all errors are one such stretch."""
    unit = scored.settings.unit
    least = max(_CHARACTERS if unit == "character" else _WORDS, counts.errors / 2)
    rows = memoryview(scored.batch.counts()).cast("i")
    sides = (2, "D", "I", "reference", "hypothesis"), (3, "I", "D", "hypothesis", "reference")
    for column, operation, opposite, side, other in sides:
        numbers = rows[column::4].tolist()
        if max(numbers, default=0) < least:
            continue
        place = numbers.index(max(numbers))
        pairs = scored.alignment(place).pairs
        begin, end = _longest(pairs, operation)
        if end - begin < least or not counts.hypothesis:
            continue  # other notices name a hypothesis without words
        first = 1 + sum(pair.operation != opposite for pair in pairs[:begin])
        owner = f" of {scored.table.names()[place]}" if len(numbers) > 1 else ""
        advice = f"is the {other} cut off?" if end == len(pairs) else f"is a part of the {other} missing?"
        text = (
            f"{end - begin} of {counts.errors} errors are {unit}s of the {side} in a row, "
            f"from {unit} {first}{owner} on, which the {other} lacks: {advice}"
        )
        yield Explanation("missing stretch", text, None, counts.wer or 0.0, True, advice=advice)


def _longest(pairs: Sequence[Pair], operation: str) -> tuple[int, int]:
    """Begin and end of the longest run of one operation."""
    best = at = 0, 0
    for name, run in groupby(pairs, key=attrgetter("operation")):
        at = at[1], at[1] + len([*run])
        if name == operation and at[1] - at[0] > best[1] - best[0]:
            best = at
    return best
