"""Words that one side lacks, where they are most of the errors: a long stretch, or all words of many hypotheses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from ....formats.errors import argument, quantity, short
from ....formats.values import dataclass
from ...common.counts import Counts
from ...notices.notice import SIDES, Explanation
from .one_sided import empty_texts, lost_words

if TYPE_CHECKING:
    from ..step import Pair
    from ..utterances import Utterances

# So many words in a row are no accident of recognition, nor so many characters; fewer at the edge of a long text.
_WORDS, _CHARACTERS = 50, 200
_EDGE_WORDS, _EDGE_CHARACTERS = 5, 20
# So many texts, and one in so many, are empty.
_TEXTS, _EACH = 4, 5
# The words of a phrase that loops; so many wrong words are a loop, and so many hypotheses are looked at.
_PERIOD, _LOOPED, _HYPOTHESES = 8, 20, 50


def empty_hypotheses(scored: Utterances, counts: Counts, absent: Sequence[str]) -> Iterator[Explanation]:
    """The fact that at least half of all errors are in utterances of which the hypothesis is there, without a word."""
    if 2 * counts.deletions < counts.errors:
        return
    lost = lost_words(scored.table, absent)
    size = len(scored.refs) - len(absent)
    if len(lost) >= max(_TEXTS, size / _EACH) and 2 * sum(lost) >= counts.errors:
        advice = "is output missing?"
        text = f"{empty_texts(lost, size, counts)}: {advice}"
        yield Explanation("empty hypotheses", text, None, counts.wer or 0.0, True, advice=advice)


def loops(scored: Utterances, counts: Counts) -> Iterator[Explanation]:
    """The fact that at least half of all errors are words that hypotheses repeat on end."""
    _, substituted, _, inserted = scored.table.by_kind()
    if scored.settings.unit != "word" or max(substituted, default=0) + max(inserted, default=0) < _LOOPED:
        return
    errors = [wrong + more for wrong, more in zip(substituted, inserted, strict=True)]
    worst = sorted(range(len(errors)), key=errors.__getitem__, reverse=True)[:_HYPOTHESES]
    found = [(_loop(scored.alignment(place).pairs), place) for place in worst if errors[place] >= _LOOPED]
    found = [(loop, place) for loop, place in found if loop.errors >= _LOOPED]
    total = sum(loop.errors for loop, _ in found)
    if total < max(_WORDS, counts.errors / 2):
        return
    loop, place = max(found, key=lambda each: each[0].errors)
    owner = f" of {scored.table.names()[place]}" if len(errors) > 1 else ""
    where = f"{short(repr(loop.phrase))} {loop.times} times, from word {loop.first}{owner} on"
    advice = f"{argument('result.failures()', '--with failures')} shows every loop"
    who = "the hypothesis repeats" if len(found) == 1 else f"{quantity(len(found), 'hypothesis')} repeat"
    text = f"{total:,} of {counts.errors:,} errors are words that {who} on end: {where}"
    yield Explanation("loops", f"{text}; {advice}", None, counts.wer or 0.0, True, advice=advice)


@dataclass(frozen=True, slots=True)
class _Loop:
    """A phrase that a hypothesis repeats."""

    phrase: str
    times: int
    first: int
    """Its first word, counted from 1."""
    errors: int


def _loop(pairs: Sequence[Pair]) -> _Loop:
    """The longest loop of a hypothesis."""
    spoken = [pair for pair in pairs if pair.hyp is not None]
    words = [str(pair.hyp).lower() for pair in spoken]
    begin = end = 0
    best = 1
    for period in range(1, _PERIOD + 1):
        first = 0
        for place in range(period, len(words)):
            if words[place] != words[place - period]:
                first = place - period + 1
            elif place + 1 - first > end - begin:
                begin, end, best = first, place + 1, period
    wrong = sum(pair.operation in "SI" for pair in spoken[begin:end])
    return _Loop(" ".join(words[begin : begin + best]), (end - begin) // best, begin + 1, wrong)


def missing_stretch(scored: Utterances, counts: Counts) -> Iterator[Explanation]:
    """The fact that at least half of all errors are one such stretch, also a short one at the edge of the only text."""
    unit = scored.settings.unit
    long, few = (_CHARACTERS, _EDGE_CHARACTERS) if unit == "character" else (_WORDS, _EDGE_WORDS)
    usual = max(long, counts.errors / 2)
    has_edges = len(scored.refs) == 1 and counts.correct >= few
    least = max(few, counts.errors / 2) if has_edges else usual
    _, _, deleted, inserted = scored.table.by_kind()
    sides = (deleted, "D", "I", *SIDES), (inserted, "I", "D", *SIDES[::-1])
    for numbers, operation, opposite, side, other in sides:
        if max(numbers, default=0) < least:
            continue
        place = numbers.index(max(numbers))
        pairs = scored.alignment(place).pairs
        begin, end = _longest(pairs, operation)
        if end - begin < least or not counts.hypothesis:
            continue  # other notices name a hypothesis without words
        if end - begin < usual and begin and end < len(pairs):
            continue
        first = 1 + sum(pair.operation != opposite for pair in pairs[:begin])
        owner = f" of {scored.table.names()[place]}" if len(numbers) > 1 else ""
        if end - begin < usual:
            advice = "are they spoken, or a title or credits?"
        else:
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
