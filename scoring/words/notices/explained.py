"""Causes of a high word error rate, found in a sample of the utterances, which are chosen by their errors."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING

from ...common.counts import Counts
from ...notices.cause import explained
from ...notices.causes import CAUSES
from ...notices.notice import HIGH, Explanation
from ...notices.oddities import ESCAPES, is_ascii, plain
from ...notices.sample import Pairing, Sample, has_marks
from ...notices.vanishing import KINDS, Tally, odd_places, vanishing
from ..alignment import decoded_word, have_none, joined_words
from .before_normaliser import of_writings
from .exchanged import exchanged_texts, wrong_utterances
from .missing import empty_hypotheses, loops, missing_stretch
from .neighbours import of_neighbours
from .odd_texts import lists_of_texts

if TYPE_CHECKING:
    from ..normalised.both_sides import Before
    from ..step import Pair
    from ..utterances import Utterances

# Utterances whose counts are looked at; those that are all taken, those of a sample; words on the larger side of both.
_LOOKED = 600
_ALL, _ALL_WORDS = 200, 4000
_SAMPLE, _WORDS = 96, 2000
# A longer text is taken in pieces of so many words of the reference.
_LONG = 400
_PIECE = 40
# A side that is so much longer may hold things more than once.
_LONGER = 1.25
# Words in neighbouring segments explain more than a shift that leaves twice their rate.
_HALF = 0.5
# What words of the line before or after look like in single texts.
_AT_ENDS = ("first words", "last words", "cut off")
_PRIME = 2_654_435_761


def explanations(
    scored: Utterances, counts: Counts, absent: Sequence[str] = (), before: Before | None = None
) -> tuple[Explanation, ...]:
    """Causes of most errors of utterances, at a high rate; times, and errors that vanish, at any rate.

    Times that are wrong as a whole explain all else. Then a sample is tried with the attempts of `CAUSES`, and where
    none helps, single utterances are looked at. Words in other segments, and other writings of words, are reported
    next to these. Hypotheses that are `absent` are counted as deletions; `before` has the texts as they were before
    normalisation.
    """
    if scored.table.timeline is not None:
        # Imported only now: texts have no times.
        from .times import of_times

        if times := of_times(scored, counts):
            left = _HALF * (times[0].rate or 0.0)
            return (
                tuple(cause for cause in of_neighbours(scored, counts, before) if (cause.rate or 0.0) < left) or times
            )
    causes = _of_sample(scored, counts) or _of_utterances(scored, counts, absent)
    if scored.table.timeline is not None:
        causes = *causes, *of_neighbours(scored, counts, before)
    elif all(cause.name in _AT_ENDS for cause in causes):
        causes = tuple(of_neighbours(scored, counts, before)) or causes
    causes = *causes, *_vanishing(scored, counts, [cause.keyword for cause in causes])
    return causes if before is None else (*causes, *of_writings(before, scored, counts))


def _of_sample(scored: Utterances, counts: Counts) -> tuple[Explanation, ...]:
    """The causes that a sample of the texts shows."""
    if counts.wer is None or not counts.errors:
        return ()
    sample = _sample_of(scored, counts.wer)
    return tuple(lists_of_texts(sample.refs, counts.wer)) or explained(sample, CAUSES)


def _of_utterances(scored: Utterances, counts: Counts, absent: Sequence[str]) -> tuple[Explanation, ...]:
    """The causes that single utterances show: of a high rate what one side lacks, of a low one two exchanged texts."""
    if not counts.errors:
        return ()
    if (counts.wer or 0.0) >= HIGH:
        found = tuple(loops(scored, counts)) or tuple(missing_stretch(scored, counts))
        return (*found, *empty_hypotheses(scored, counts, absent))
    if scored.table.timeline is not None:
        return ()
    return tuple(exchanged_texts(scored, counts, wrong_utterances(scored)))


def _vanishing(scored: Utterances, counts: Counts, causes: Sequence[str]) -> tuple[Explanation, ...]:
    """Errors that vanish with a normaliser which no cause names."""
    if all(is_ascii(side) and have_none(side, ESCAPES) for side in (scored.refs, scored.hyps)):
        return ()
    places = sorted({*odd_places(scored.refs), *odd_places(scored.hyps)})
    if not places:
        return ()
    settings = scored.settings
    charset = settings.charset()

    def fold(word: str) -> str:
        if settings.case_sensitive:
            return word
        return decoded_word(charset.fold(word.encode("utf-8", "surrogateescape")))

    pairs, inserted, deleted = scored.batch.tally(array("q", places).tobytes())
    tally = Tally(
        {(decoded_word(ref), decoded_word(hyp)): number for (ref, hyp), number in pairs.items()},
        {decoded_word(word): number for word, number in inserted.items()},
        {decoded_word(word): number for word, number in deleted.items()},
        fold,
        settings.unit == "character",
        lambda letter: len({any(letter in plain(text) for text in side) for side in (scored.refs, scored.hyps)}) == 2,
    )
    known = [kind.normaliser for kind in KINDS if any(repr(kind.normaliser) in keyword for keyword in causes)]
    return vanishing(tally, counts, known)


def _sample_of(scored: Utterances, rate: float) -> Sample:
    """The sample of utterances: all of few and short ones, else some, each with a chance by its errors."""
    size = len(scored.batch)
    # Scattered: what each third line has alone would be missed, or be all, at equal steps.
    looked = (
        range(size) if size <= _LOOKED else sorted([number % size for number in range(0, _LOOKED * _PRIME, _PRIME)])
    )
    batch = scored.batch if len(looked) == size else scored.batch.take(array("q", looked).tobytes())
    right, wrong, lost, more = (memoryview(batch.counts()).cast("i")[column::4].tolist() for column in range(4))
    errors = [*map(add, wrong, map(add, lost, more))]
    words = [*map(add, right, map(add, wrong, map(max, lost, more)))]
    longest = max(words, default=0)
    whole = size <= _ALL and sum(words) <= _ALL_WORDS and longest <= _LONG
    places = looked if whole else _drawn(looked, errors, words)
    pieces = [(place, *pair) for place in places for pair in _pieces_of(scored, place)]
    at = [place for place, _, _ in pieces]
    refs, hyps = [ref for _, ref, _ in pieces], [hyp for _, _, hyp in pieces]
    pairing = long = None
    if longest <= _LONG:
        timed = scored.table.timeline is not None
        pairing = Pairing(at, size, lambda place: joined_words(scored.refs[place]), timed=timed)
    else:
        place = looked[words.index(longest)]
        long = joined_words(scored.refs[place]), joined_words(scored.hyps[place])
    exact = not (scored.settings.markup and any(map(has_marks, (*refs, *hyps))))
    return Sample(refs, hyps, scored.settings, rate, whole=whole, exact=exact, pairing=pairing, long=long)


def _drawn(looked: Sequence[int], errors: Sequence[int], words: Sequence[int]) -> list[int]:
    """Places at equal steps along the sum of all errors, each once, until there are words enough."""
    sums = list(accumulate(errors))
    total = sums[-1] if sums else 0
    count = min(_SAMPLE, total)
    steps = [bisect_right(sums, (2 * number + 1) * total // (2 * count)) for number in range(count)]
    # From all parts of the file first: what follows is left out where utterances are long.
    order = dict.fromkeys([*steps[::8], *steps])
    chosen: list[int] = []
    left = _WORDS
    for step in order:
        if left > 0:
            chosen.append(step)
            left -= min(words[step], _WORDS // 4)
    return [looked[step] for step in sorted(chosen)]


def _pieces_of(scored: Utterances, place: int) -> Iterator[tuple[str, str]]:
    """The plain texts of an utterance as they were aligned, a long one in pieces."""
    ref, hyp = joined_words(scored.refs[place]), joined_words(scored.hyps[place])
    sizes = ref.count(" ") + 1, hyp.count(" ") + 1
    if scored.settings.markup and (has_marks(ref) or has_marks(hyp)):
        yield from _stretches(scored.alignment(place).pairs, long=max(sizes) > _LONG)
    elif max(sizes) <= _LONG:
        yield ref, hyp
    elif max(sizes) > _LONGER * min(sizes):
        # Words that occur more than once may be aligned elsewhere.
        least = max(1, min(sizes))
        yield " ".join(ref.split()[: _LONG * sizes[0] // least]), " ".join(hyp.split()[: _LONG * sizes[1] // least])
    else:
        yield from _stretches(scored.alignment(place).pairs, long=True)


def _stretches(pairs: Sequence[Pair], *, long: bool) -> Iterator[tuple[str, str]]:
    """The words of an alignment, of a long one in stretches that end with a correct word."""
    sides: tuple[list[str], list[str]] = ([], [])
    for number, pair in enumerate(pairs):
        for side, word in zip(sides, (pair.ref, pair.hyp), strict=True):
            if word is not None:
                side.append(word)
        if long and len(sides[0]) >= _PIECE and pair.operation == "C":
            yield " ".join(sides[0]), " ".join(sides[1])
            sides = ([], [])
            if number > _WORDS:
                return
    yield " ".join(sides[0]), " ".join(sides[1])
