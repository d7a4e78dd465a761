"""Comparisons as JSON, a line for each utterance and each pair of words: text of any length, never held whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from json import JSONEncoder

from scoring.compare.differences import UtteranceDifference, WordDifference, WordDifferences
from scoring.compare.verdict import Comparison
from scoring.counts import Counts

_encode = JSONEncoder(ensure_ascii=False).encode
# Lines that are written at once.
_BLOCK = 256


def json_chunks(found: Comparison) -> Iterator[str]:
    """The JSON of `found.to_dict()`.

    >>> import json, scoring.compare
    >>> a, b = (scoring.compare.of_result(scoring.score(["a b"], [hyp])) for hyp in ("a c", "d"))
    >>> found = scoring.compare.compare(a, b)
    >>> json.loads("".join(json_chunks(found))) == found.to_dict()
    True
    """
    lists = {
        "utterances": map(_utterance, found.utterances),
        "speakers": map(_utterance, found.speakers),
        "words": _word_pairs(found.words),
    }
    comma = "{"
    for name, value in replace(found, utterances=(), speakers=(), words=()).to_dict().items():
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


def _utterance(one: UtteranceDifference) -> str:
    texts = "".join(
        [
            f', "{name}": {_encode(text)}'
            for name, text in (("ref", one.ref), ("hyp_a", one.hyp_a), ("hyp_b", one.hyp_b))
            if text is not None
        ]
    )
    more, a, b = one.more, _counts(one.a), _counts(one.b)
    return f'{{"id": {_encode(one.id)}, "more_errors": {more}, "a": {a}, "b": {b}{texts}}}'


@lru_cache(maxsize=4096)
def _counts(counts: Counts | None) -> str:
    return _encode(counts and counts.to_dict())


def _word_pairs(words: Sequence[WordDifference]) -> Iterator[str]:
    if isinstance(words, WordDifferences):
        rows = words.rows(_encode)
    else:
        rows = ((_encode(one.ref), _encode(one.hyp), one.a, one.b) for one in words)
    for ref, hyp, a, b in rows:
        yield f'{{"ref": {ref}, "hyp": {hyp}, "a": {a}, "b": {b}}}'
