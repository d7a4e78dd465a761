"""A part of a corpus: the utterances or recordings of some names, or a random sample."""

from __future__ import annotations

import random
from collections.abc import Collection

from ..errors import UsageError, quantity, short
from ..schema import Corpus
from ..values import replace
from .gaps import kept

_SHOWN = 3


def chosen(corpus: Corpus, names: Collection[str]) -> tuple[Corpus, list[str]]:
    """The segments whose id, or whose recording, has one of these names; and the names that none has.

    >>> from ..schema import Segment
    >>> talks = Corpus((Segment(session="a", text="hi"), Segment(session="b", text="you")))
    >>> part, missing = chosen(talks, ["b", "c"])
    >>> part.texts(), missing
    (['you'], ['c'])
    """
    ids, sessions = corpus.table.ids(), corpus.table.sessions
    present = {*ids, *sessions, *(region.session for region in corpus.regions)}
    missing = [name for name in names if name not in present]
    if len(missing) == len(names):
        has = ", ".join(map(short, sorted(present - {""})[:_SHOWN]))
        raise UsageError(
            f"{corpus.path}: no utterance or recording {short(missing[0])} to choose; "
            f"{f'it has {has} ...' if has else 'it has neither ids nor recordings'}"
        )
    pairs = enumerate(zip(ids, sessions, strict=True))
    places = [place for place, (name, session) in pairs if name in names or session in names]
    regions = tuple([region for region in corpus.regions if region.session in names])
    return replace(kept(corpus, places), regions=regions), missing


def sampled(corpus: Corpus, number: int, seed: int) -> Corpus:
    """So many segments, drawn at random, in their order.

    >>> from ..schema import Segment
    >>> len(sampled(Corpus([Segment(text=str(place)) for place in range(9)]), 4, 1))
    4
    """
    size = len(corpus)
    if number > size:
        raise UsageError(f"{corpus.path}: {quantity(size, 'segment')}, fewer than the {number:,} to draw")
    return kept(corpus, sorted(random.Random(seed).sample(range(size), number)))
