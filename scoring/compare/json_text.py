"""Comparisons as JSON, a line for each utterance and each pair of words: text of any length, never held whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice, repeat
from json import JSONEncoder
from json.encoder import encode_basestring as _quoted
from typing import Any

from ..common.counts import Counts
from .differences import UtteranceDifference, WordDifference, WordDifferences
from .verdict import Comparison

_encode = JSONEncoder(ensure_ascii=False).encode
# Lines that are written at once.
_BLOCK = 256


def json_chunks(comparison: Comparison, limit: Mapping[str, Any] | None = None) -> Iterator[str]:
    """The JSON of `comparison.to_dict()`; `limit` is what was judged, if anything was.

    >>> import json, scorelite
    >>> a, b = (scorelite.scoring.compare.of_result(scorelite.score(["a b"], [hyp])) for hyp in ("a c", "d"))
    >>> comparison = scorelite.compare(a, b)
    >>> json.loads("".join(json_chunks(comparison))) == comparison.to_dict()
    True
    """
    lists = {
        "utterances": map(_utterance, comparison.utterances, repeat(comparison.counted)),
        "speakers": map(_utterance, comparison.speakers, repeat(comparison.counted)),
        "words": _word_pairs(comparison.words),
    }
    comma = "{"
    document = replace(comparison, utterances=(), speakers=(), words=()).to_dict()
    for name, value in ({"limit": limit} | document if limit else document).items():
        yield f'{comma}\n  "{name}": '
        comma = ","
        if name in lists:
            yield from _listed(lists[name])
        else:
            yield JSONEncoder(ensure_ascii=False, indent=2).encode(value).replace("\n", "\n  ")
    yield "\n}\n"


def _listed(items: Iterable[str]) -> Iterator[str]:
    """A list with a line for each item."""
    left = iter(items)
    before, after = "[\n    ", "[]"
    while some := list(islice(left, _BLOCK)):
        yield before + ",\n    ".join(some)
        before, after = ",\n    ", "\n  ]"
    yield after


def _utterance(difference: UtteranceDifference, unit: str) -> str:
    texts = "" if difference.ref is None else f', "ref": {_quoted(difference.ref)}'
    if difference.hyp_a is not None:
        texts += f', "hyp_a": {_quoted(difference.hyp_a)}'
    if difference.hyp_b is not None:
        texts += f', "hyp_b": {_quoted(difference.hyp_b)}'
    counts = _counts(difference.a, difference.b, unit)
    return f'{{"id": {_quoted(difference.id)}, {counts}{texts}}}'


@lru_cache(maxsize=4096)
def _counts(a: Counts | None, b: Counts | None, unit: str) -> str:
    """The members with the counts of both results, which few of many utterances have alone."""
    more = (b.errors if b else 0) - (a.errors if a else 0)
    return f'"more_errors": {more}, "a": {_encode(a and a.to_dict(unit))}, "b": {_encode(b and b.to_dict(unit))}'


def _word(word: str | None) -> str:
    return "null" if word is None else _quoted(word)


def _word_pairs(words: Sequence[WordDifference]) -> Iterator[str]:
    if isinstance(words, WordDifferences):
        rows = words.rows(_word)
    else:
        rows = ((_word(word.ref), _word(word.hyp), word.a, word.b) for word in words)
    for ref, hyp, a, b in rows:
        yield f'{{"ref": {ref}, "hyp": {hyp}, "a": {a}, "b": {b}}}'
