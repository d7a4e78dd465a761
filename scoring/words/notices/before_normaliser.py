"""Errors that a normaliser leaves because of how words were written: Word's apostrophes, escapes, the Turkish I.

After the normaliser nothing shows these writings any more. So the texts as they were are normalised again, with a
normaliser of one writing before the others, and the errors of both ways are compared.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ....formats.values import replace
from ...common.counts import Counts
from ...notices.oddities import plain

if TYPE_CHECKING:
    from ...notices.notice import Explanation
    from ...notices.vanishing import Kind
    from ..normalised.both_sides import Before, Side
    from ..utterances import Utterances

# So many utterances with errors are looked at.
_LOOKED = 300
# Errors of one kind are reported from this number and this part of all errors on; two, if they are half of all.
_FEW, _PART = 4, 0.02
_TWO, _HALF = 2, 0.5
_SIGNS = re.compile("[^\x00-\x7f]|[%&\\\\`\x00-\x08\x0e-\x1f\x7f]|@@|##")


def of_writings(before: Before, scored: Utterances, counts: Counts) -> Iterator[Explanation]:
    """An explanation for each writing of words of which enough errors vanish with a normaliser before the others."""
    places, part = _with_errors(scored)
    given = [texts_of(side, places) for side in (before.refs, before.hyps)]
    rows = [row for row in range(len(places)) if any(_SIGNS.search(side[row]) for side in given)]
    if not rows or counts.wer is None:
        return
    # Imported only now: most texts have no such signs.
    from ...notices.vanishing import SUBWORDS, WRITINGS, explanation_of

    given = [[side[row] for row in rows] for side in given]
    odd_words = sorted({word for side in given for text in side for word in text.split() if _SIGNS.search(word)})
    kinds = [kind for kind in (*WRITINGS, SUBWORDS) if _changes_any(kind, odd_words, scored)]
    if not kinds:
        return
    now = [_normalised(scored, side) for side in given]
    # What was not scored as it was normalised, such as alternatives, is left out.
    words = [[plain(side[places[row]]).split() for row in rows] for side in (scored.refs, scored.hyps)]
    same = [
        all(side[row].split() == other[row] for side, other in zip(now, words, strict=True)) for row in range(len(rows))
    ]
    for kind in kinds:
        chosen = [
            row for row, is_same in enumerate(same) if is_same and any(kind.may_change(side[row]) for side in given)
        ]
        pairs = [[side[row] for row in chosen] for side in (*given, *now)]
        saved, more = (round(number / part) for number in _saved(kind, pairs, scored))
        if saved >= max(_FEW, _PART * counts.errors) or saved >= max(_TWO, _HALF * counts.errors):
            yield explanation_of(kind, saved, counts, "", more=more, exact=part == 1, first=True)


def _changes_any(kind: Kind, words: Sequence[str], scored: Utterances) -> bool:
    """Whether words of this kind are others if they are normalised first; pieces of words are joined with others."""
    from ...normalise.catalogue import built_in

    some = [word for word in words if kind.may_change(word)]
    if not some or kind.name == "subwords":
        return bool(some)
    return _normalised(scored, built_in(kind.normaliser).apply(some)[0]) != _normalised(scored, some)


def _saved(kind: Kind, pairs: Sequence[Sequence[str]], scored: Utterances) -> tuple[int, int]:
    """The errors that go, and the words that the reference gains, if words of this kind are normalised first.

    The pairs are references and hypotheses as they were, and as they are scored.
    """
    from ...normalise.catalogue import built_in

    first = built_in(kind.normaliser)
    *given, refs, hyps = pairs
    others = [_normalised(scored, first.apply(side)[0]) for side in given]
    settings = replace(scored.settings, normalise=None, markup=False)
    old, new = settings.counts(refs, hyps), settings.counts(*others)
    errors = sum(sum(row[1:]) for row in old) - sum(sum(row[1:]) for row in new)
    return errors, sum(sum(row[:3]) for row in new) - sum(sum(row[:3]) for row in old)


def _normalised(scored: Utterances, texts: Sequence[str]) -> Sequence[str]:
    chain = scored.settings.chain
    return [*chain.apply(texts)[0]] if chain else texts


def _with_errors(scored: Utterances) -> tuple[list[int], float]:
    """The places of utterances with errors, or of some at equal steps, and which part of all these are."""
    _, *errors = scored.table.by_kind()
    places = [place for place, numbers in enumerate(zip(*errors, strict=True)) if any(numbers)]
    looked = places[:: -(-len(places) // _LOOKED) or 1]
    return looked, len(looked) / (len(places) or 1)


def texts_of(side: Side, places: Sequence[int]) -> list[str]:
    """The texts of utterances as they were; words with times are joined."""
    if side.plain:
        return [side.texts[place] for place in places]
    owners = side.owners()
    first = [bisect_left(owners, place) for place in places]
    return [
        " ".join(side.texts[begin : bisect_left(owners, place + 1)]) for begin, place in zip(first, places, strict=True)
    ]
