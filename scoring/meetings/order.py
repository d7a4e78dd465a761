"""Utterances without times, whose words are joined in the order of the file: both files need one order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from ...formats.errors import MismatchError
from ...formats.schema import Corpus

# Session and id of an utterance.
_Key: TypeAlias = "tuple[str, str]"


def check_order(ref: Corpus, hyp: Corpus) -> None:
    """Refuses files in which one id stands before another here and after it there, both of one speaker.

    >>> from scorelite.formats.schema import Segment
    >>> sides = [Corpus(tuple(Segment(id=id) for id in ids), path="talk.trn") for ids in ("ab", "ba")]
    >>> check_order(sides[0], sides[0])
    """
    ids = [*ref.ids()], [*hyp.ids()]
    if ids[0] == ids[1] or not all(map(any, ids)):
        return  # without ids there is no order to compare, and no segment is made
    nameless = not all(corpus.table.has("session") for corpus in (ref, hyp))
    speakers, others = (_speakers(corpus, nameless) for corpus in (ref, hyp))
    places = {key: place for place, key in enumerate(others)}
    for own in _by_speakers(speakers, others):
        for first, second in pairwise(own):
            if places[first] > places[second]:
                raise MismatchError(
                    f"{hyp.path}: the utterance {second[1]} stands before {first[1]}, and in {ref.path} after it; "
                    "without times, words of a speaker are joined in the order of the file: sort both files alike, or "
                    "pair utterances by id (scorelite score)"
                )


def _speakers(corpus: Corpus, nameless: bool) -> dict[_Key, str]:
    """The speaker of each utterance that has an id of its own, and no time."""
    table = corpus.table
    columns = table.sessions, table.ids(), table.speakers, table.start or [None] * len(table), table.ignored
    rows = [
        (("" if nameless else session, key), speaker)
        for session, key, speaker, start, ignored in zip(*columns, strict=True)
        if key and start is None and not ignored
    ]
    counts = Counter(key for key, _ in rows)
    return {key: speaker for key, speaker in rows if counts[key] == 1}


def _by_speakers(ref: dict[_Key, str], hyp: dict[_Key, str]) -> Iterable[list[_Key]]:
    """The utterances of both sides, for each session and pair of speakers in the order of the reference."""
    found: dict[tuple[str, str, str], list[_Key]] = {}
    for key, speaker in ref.items():
        if key in hyp:
            found.setdefault((key[0], speaker, hyp[key]), []).append(key)
    return found.values()
