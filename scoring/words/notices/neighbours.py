"""Words in the segment, or line, before or after their own: the rate if these were aligned with their neighbours."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .... import core
from ...common.counts import Counts, counts_of, percent
from ...notices.notice import Explanation
from ..alignment import side_of, words_of
from .before_normaliser import texts_of

if TYPE_CHECKING:
    from ..normalised.both_sides import Before
    from ..utterances import Utterances

# Below this rate nothing is looked for. Of so many utterances, or lines, the words of some are aligned together.
_LOW = 0.05
_LOOKED, _LINES = 1_000, 200
_TOGETHER = 300
# So many errors, and this part of them, go away at least; a pause in the wrong place moves a word or two, and lines of
# which none belongs to the next one find a word there now and then.
_FEWEST = 10
_PART, _PART_OF_LINES = 0.15, 0.3
# Where so much stays, any words meet some like them in a longer text.
_MUCH = 0.6


def of_neighbours(scored: Utterances, counts: Counts, before: Before | None) -> Iterator[Explanation]:
    """The rate if words were counted where they were said, where times or lines put many into another segment, or
    between words that a normaliser makes one number.

    `before` has the texts as they were before normalisation.
    """
    timeline, now = scored.table.timeline, counts.wer
    if now is None or now < _LOW:
        return
    if not timeline.windows if timeline else scored.settings.unit == "character" or len(scored.table) < 2 * _FEWEST:
        return
    stretches = [*_stretches(scored)]
    places = [place for stretch in stretches for place in stretch]
    if len(places) == len(stretches):
        return
    apart = counts_of(scored.batch.take(array("q", places).tobytes()))
    together = _aligned(
        scored,
        [
            [" ".join(word for place in stretch for word in words_of(texts[place])) for stretch in stretches]
            for texts in (scored.refs, scored.hyps)
        ],
    )
    least = max(_FEWEST, (_PART if timeline else _PART_OF_LINES) * apart.errors)
    chain, whole = scored.settings.chain, together
    if before is not None and chain is not None and not scored.settings.markup and not chain.scoring.alternatives:
        given = [[" ".join(texts_of(side, stretch)) for stretch in stretches] for side in (before.refs, before.hyps)]
        whole = _aligned(scored, [chain.apply(side)[0] for side in given])
    is_divided = together.errors - whole.errors >= least
    after = whole if is_divided else together
    rate = now * (after.wer or 0.0) / (apart.wer or 1.0)
    if apart.errors - after.errors < least or rate > _MUCH:
        return
    name, condition = (
        "neighbouring segments",
        "words that times put into a neighbouring segment were counted in their own",
    )
    advice = "`scorelite align HYP --segments REF -o CUT.stm` cuts the hypothesis by its words, not by its times"
    if timeline is None:
        name, condition = (
            "neighbouring lines",
            "words at the ends of texts that the other side has in the text before or after were counted there",
        )
        advice = "are both sides cut into texts at the same places? expected one text for each recording"
    if is_divided:
        name, condition = (
            "divided numbers",
            "words that segments divide, such as twenty | five, were normalised together",
        )
        advice = "`scorelite convert HYP OUT.txt` leaves out the times, so that both sides are scored as one text"
    text = f"if {condition}, the rate would be about {percent(rate)} instead of {percent(now)}: {advice}"
    yield Explanation(name, text, rate, now, exact=False, advice=advice)


def _aligned(scored: Utterances, sides: Sequence[Sequence[str]]) -> Counts:
    refs, hyps = map(side_of, sides)
    return counts_of(core.align(scored.settings.rules(), refs, hyps, 1))


def _stretches(scored: Utterances) -> Iterator[Sequence[int]]:
    """Utterances that follow each other in a recording, together of some length, among the first of a score."""
    timeline = scored.table.timeline
    places = range(min(len(scored.table), _LOOKED if timeline else _LINES))
    keys = [
        (timeline.sessions[place], timeline.channels[place], timeline.start[place]) if timeline else ("", "", place)
        for place in places
    ]
    stretch: list[int] = []
    words = 0
    for place in sorted(places, key=keys.__getitem__):
        if stretch and (words >= _TOGETHER or keys[stretch[-1]][:2] != keys[place][:2]):
            yield stretch
            stretch, words = [], 0
        stretch.append(place)
        words += len(words_of(scored.refs[place]))
    if stretch:
        yield stretch
