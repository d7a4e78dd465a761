"""Words in the segment before or after their own: the rate if segments were aligned together with their neighbours."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .... import core
from ...common.counts import Counts, counts_of, percent
from ...notices.notice import Explanation
from ..alignment import side_of, words_of

if TYPE_CHECKING:
    from ..utterances import Utterances

# Below this rate nothing is looked for. Of so many utterances, the words of some are aligned together.
_LOW = 0.05
_LOOKED = 1_000
_TOGETHER = 300
# So many errors, and this part of them, go away at least; a pause in the wrong place moves a word or two.
_FEWEST = 10
_PART = 0.15
# Where so much stays, any words meet some like them in a longer text.
_MUCH = 0.6


def of_neighbours(scored: Utterances, counts: Counts) -> Iterator[Explanation]:
    """The rate if words were counted where they were said, where times put many into another segment."""
    timeline, now = scored.table.timeline, counts.wer
    if timeline is None or not timeline.windows or now is None or now < _LOW:
        return
    stretches = [*_stretches(scored)]
    places = [place for stretch in stretches for place in stretch]
    if len(places) == len(stretches):
        return
    apart = counts_of(scored.batch.take(array("q", places).tobytes()))
    refs, hyps = (
        [" ".join(word for place in stretch for word in words_of(texts[place])) for stretch in stretches]
        for texts in (scored.refs, scored.hyps)
    )
    together = counts_of(core.align(scored.settings.rules(), side_of(refs), side_of(hyps), 1))
    gone = apart.errors - together.errors
    if gone < _FEWEST or gone < _PART * apart.errors:
        return
    rate = now * together.errors / apart.errors
    if rate > _MUCH:
        return
    advice = "`scorelite align HYP --segments REF -o CUT.stm` cuts the hypothesis by its words, not by its times"
    condition = "if words that times put into a neighbouring segment were counted in their own,"
    text = f"{condition} the rate would be about {percent(rate)} instead of {percent(now)}: {advice}"
    yield Explanation("neighbouring segments", text, rate, now, exact=False, advice=advice)


def _stretches(scored: Utterances) -> Iterator[Sequence[int]]:
    """Utterances that follow each other in a recording, together of some length, among the first of a score."""
    timeline = scored.table.timeline
    assert timeline is not None
    places = range(min(len(timeline), _LOOKED))
    keys = [(timeline.sessions[place], timeline.channels[place], timeline.start[place]) for place in places]
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
