"""Gaps between segments: rows of stm files in which nobody speaks, as NIST's tools write them.

    talk 1 inter_segment_gap 0.00 1.20 <o,f0>

sclite scores them as segments of a speaker of this name, to count what a recogniser inserts there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress

from ..schema import Corpus
from ..values import replace

GAPS_LEFT_OUT = "rows of inter_segment_gap are left out: nobody speaks there"
_GAP = re.compile(r"(?:^|_)inter_?segment_gap$", re.IGNORECASE)


def without_gaps(corpus: Corpus) -> Corpus:
    """The corpus without gaps, whose speaker, label or text is `inter_segment_gap`; with words they are segments.

    >>> from .. import read
    >>> stm = read(b"talk 1 inter_segment_gap 0.0 1.0\\ntalk 1 anna 1.0 2.5 hi\\n", format="stm")
    >>> without_gaps(stm).table.speakers
    ['anna']
    """
    if corpus.format != "stm":
        return corpus
    table = corpus.table
    names = {name for name in {*table.speakers, *(tag for tags in {*table.tags} for tag in tags)} if _GAP.search(name)}
    texts = table.texts()
    if not names and not any("segment_gap" in text.lower() for text in texts):
        return corpus
    spoken = [
        bool(text) if speaker in names or not names.isdisjoint(tags) else not _GAP.fullmatch(text)
        for speaker, tags, text in zip(table.speakers, table.tags, texts, strict=True)
    ]
    return kept(corpus, list(compress(range(len(table)), spoken)))


def kept(corpus: Corpus, places: Sequence[int]) -> Corpus:
    """The segments at these places, in order, with all comments where they were."""
    comments = tuple([replace(each, before=bisect_left(places, each.before)) for each in corpus.comments])
    return replace(corpus, segments=corpus.table.picked(places), comments=comments)
