"""Texts with ids, and words or segments with times whose recordings are the utterances, such as the ctm that Kaldi
writes, or a manifest of files."""

from __future__ import annotations

from itertools import pairwise

from ....formats.schema import Corpus
from ....formats.values import replace
from ..inputs.corpora import has_ids, has_windows, has_word_times, recordings_of_rows
from .one_recording import in_order_of_time


def by_utterance(ref: Corpus, hyp: Corpus) -> tuple[Corpus, Corpus] | None:
    r"""Both sides with ids; None where they are something else, or share few names.

    >>> import scorelite
    >>> texts = scorelite.read(b"u1 good day\nu2 yes\n", format="kaldi")
    >>> words = scorelite.read(b"u1 1 1 1 day\nu1 1 0 1 good\nu2 1 0 1 yes\n", format="ctm")
    >>> for corpus in by_utterance(texts, words):
    ...     print(corpus.ids(), corpus.texts())
    ['u1', 'u2'] ['good day', 'yes']
    ['u1', 'u2'] ['good day', 'yes']
    """
    if recordings_of_rows(ref):
        sides = _paired(hyp, ref)
        return None if sides is None else (sides[1], sides[0])
    return _paired(ref, hyp)


def _paired(texts: Corpus, rows: Corpus) -> tuple[Corpus, Corpus] | None:
    names = recordings_of_rows(rows)
    if not names or not has_ids(texts) or has_windows(texts) or has_word_times(texts):
        return None
    if 2 * len({*names} & {*texts.ids()}) <= min(len(names), len(texts)):
        return None
    rows = _in_order(rows) if has_word_times(rows) else rows
    return texts, replace(rows, segments=rows.table.changed(id=names))


def _in_order(corpus: Corpus) -> Corpus:
    """The words of each recording in the order of time, as other pairs of files have them."""
    rows = corpus.table.words
    if rows is not None and not any(
        after < before for first, last in pairwise(rows.first) for before, after in pairwise(rows.begin[first:last])
    ):
        return corpus
    return replace(corpus, segments=tuple(map(in_order_of_time, corpus.segments)))
