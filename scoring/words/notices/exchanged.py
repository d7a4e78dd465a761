"""Two utterances whose hypotheses are exchanged: hardly a word of either is right, and most are after the exchange."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....formats.errors import quantity, short
from ....formats.values import replace
from ...common.counts import Counts
from ...notices.notice import Explanation, would_be
from ...notices.oddities import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..utterances import Utterances

# Shorter texts are alike by accident; of this part of the words, or more, an utterance is not looked at.
_SHORT = 4
_RIGHT = 0.4
_ALIKE = 0.5
_MOST = 500
_SHOWN = 3


def wrong_utterances(scored: Utterances) -> list[int]:
    """The utterances of which hardly a word is right."""
    right, wrong, lost, _ = scored.table.by_kind()
    return [
        place
        for place, number in enumerate(right)
        if wrong[place] > number and _is_wrong(number, number + wrong[place] + lost[place])
    ]


def _is_wrong(right: int, words: int) -> bool:
    return words >= _SHORT and right <= _RIGHT * words


def exchanged_texts(scored: Utterances, counts: Counts, places: Sequence[int]) -> Iterator[Explanation]:
    """The explanation of errors that vanish where hypotheses of two utterances are exchanged."""
    if counts.wer is None or not 2 <= len(places) <= _MOST:
        return
    refs, hyps = ({place: plain(side[place]) for place in places} for side in (scored.refs, scored.hyps))
    words_of_refs, words_of_hyps = (
        {place: frozenset(text.casefold().split()) for place, text in side.items()} for side in (refs, hyps)
    )
    settings = replace(scored.settings, normalise=None)
    left = dict.fromkeys(places)
    pairs: list[tuple[int, int]] = []
    gone = 0
    for place in places:
        if place not in left:
            continue
        del left[place]
        for other in left:
            if _fits(words_of_hyps[place], words_of_refs[other]) and _fits(words_of_hyps[other], words_of_refs[place]):
                both = [refs[place], refs[other]]
                before, after = (
                    sum(sum(row[1:]) for row in settings.counts(both, texts))
                    for texts in ([hyps[place], hyps[other]], [hyps[other], hyps[place]])
                )
                if 2 * after <= before:
                    pairs.append((place, other))
                    gone += before - after
                    del left[other]
                    break
    if not pairs:
        return
    shown = ", ".join(" and ".join(short(scored.table.name(place)) for place in pair) for pair in pairs[:_SHOWN])
    rate = (counts.errors - gone) / counts.reference
    many = f"{quantity(len(pairs), 'pair')} of utterances" if len(pairs) > 1 else "two utterances"
    advice = "are their ids or lines exchanged?"
    text = f"with the hypotheses of {many} exchanged ({shown}{', ...' * (len(pairs) > _SHOWN)})"
    text += f" {would_be(rate, counts.wer, exact=True)}: {advice}"
    yield Explanation("exchanged texts", text, rate, counts.wer, exact=True, advice=advice)


def _fits(words: frozenset[str], others: frozenset[str]) -> bool:
    return len(words & others) >= _ALIKE * max(len(words), len(others), 1)
