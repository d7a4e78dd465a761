"""Where the words and phrases of marks stand among the words of a side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...formats.errors import short
from ..normalise import expressions
from .letters import is_of_script, is_script
from .mark import Mark
from .steps import Steps

if TYPE_CHECKING:
    from .steps import Integers, Mask

    # Phrases as numbers of words, by their length.
    Numbered = dict[int, list[tuple[int, ...]]]


class Occurrences:
    """Places among the words of a side at which occurrences begin, and their lengths; each stands once."""

    def __init__(self, parts: Iterable[tuple[Any, int]]) -> None:
        parts = [(np.asarray(begin, np.int64), size) for begin, size in parts if len(begin)]
        widest = max((size for _, size in parts), default=0) + 1
        keys = [begin * widest + size for begin, size in parts]
        joined = different(np.sort(np.concatenate([np.zeros(0, np.int64), *keys])))
        self.begin, self.size = np.divmod(joined, widest)

    def __len__(self) -> int:
        return len(self.begin)

    def covered(self) -> Integers:
        """The places of the words of the side that lie in an occurrence, rising."""
        if not len(self) or self.size.max() == 1:
            return self.begin
        ends = np.cumsum(self.size)
        words = np.arange(ends[-1]) + np.repeat(self.begin - (ends - self.size), self.size)
        return different(np.sort(words))


def different(rising: Integers) -> Integers:
    """The different numbers among some that rise; `numpy.unique` would load what takes longer than this."""
    return rising[np.diff(rising, prepend=-1) > 0]


def among(numbers: Integers, rising: Integers) -> Mask:
    """Which numbers are among some that rise; `numpy.isin` would load what takes longer than this."""
    if not len(rising):
        return np.zeros(len(numbers), np.bool_)
    mask: Mask = rising[np.minimum(np.searchsorted(rising, numbers), len(rising) - 1)] == numbers
    return mask


def occurrences(steps: Steps, marks: Sequence[Mark], side: str) -> Occurrences:
    """The occurrences on a side, `ref` or `hyp`; spans have some in the reference alone."""
    parts = [*_of_all(steps, marks, side), *_of_texts(steps, marks, side)]
    first = steps.first_of(side).tolist()
    return Occurrences([*parts, *(_of_spans(steps, marks, first) if side == "ref" else ())])


def _of_spans(steps: Steps, marks: Iterable[Mark], first: Sequence[int]) -> Iterator[tuple[Any, int]]:
    """Places of spans, by the number of words that were taken for them."""
    by_text: dict[str, list[tuple[int, int]]] = {}
    for mark in marks:
        if mark.span is not None and mark.id is not None:
            by_text.setdefault(mark.id, []).append(mark.span)
    by_size: dict[int, list[int]] = {}
    for name, spans in by_text.items():
        texts = steps.texts_of(name)
        branches = steps.branches(texts.start) if len(texts) == 1 else None
        for span in spans:
            begin, end = branches.span(*span) if branches else (span[0], span[1] + 1)
            by_size.setdefault(end - begin, []).append(first[texts.start] + begin)
    by_size.pop(0, None)
    for size, begins in by_size.items():
        yield different(np.sort(np.array(begins, np.int64))), size


def _of_all(steps: Steps, marks: Sequence[Mark], side: str) -> Iterator[tuple[Any, int]]:
    """Places of phrases for all texts, and of patterns, lexicons and scripts."""
    phrases = [phrase for mark in marks if mark.id is None for phrase in mark.phrases]
    for size, listed in _numbered(phrases, _numbers_of(phrases, steps)).items():
        yield _found(steps, side, listed).begin, size
    for mark in marks:
        if mark.span is None and not mark.phrases:
            places = steps.places_of(side, fitting(mark, steps))
            if mark.id is not None:
                texts, owners = steps.texts_of(mark.id), _owners(steps, side, places)
                places = places[(owners >= texts.start) & (owners < texts.stop)]
            yield places, 1


def _of_texts(steps: Steps, marks: Sequence[Mark], side: str) -> Iterator[tuple[Any, int]]:
    """Places of phrases for one text: they are searched in all texts together, and kept in theirs."""
    by_size: dict[int, list[tuple[int, Sequence[int]]]] = {}
    numbers = _numbers_of((phrase for mark in marks if mark.id is not None for phrase in mark.phrases), steps)
    for mark in marks:
        if mark.id is not None:
            for size, listed in _numbered(mark.phrases, numbers).items():
                of_text = product(steps.texts_of(mark.id), listed)
                by_size.setdefault(size, []).extend(of_text)
    for size, wanted in by_size.items():
        texts, phrases = zip(*wanted, strict=True)
        begin, which, of_phrases = _found(steps, side, phrases)
        # A text and a phrase of its list are one number.
        base = int(of_phrases.max()) + 1
        keys = np.sort(np.array(texts) * base + of_phrases)
        yield begin[among(_owners(steps, side, begin) * base + which, keys)], size


def _owners(steps: Steps, side: str, words: Integers) -> Integers:
    """The texts in which some words of a side stand."""
    owners: Integers = np.searchsorted(steps.first_of(side), words, side="right") - 1
    return owners


def _numbers_of(phrases: Iterable[Sequence[str]], steps: Steps) -> Mapping[str, int]:
    """The numbers of the words of phrases; a word that nobody says has none."""
    return steps.numbers_of(chain.from_iterable(phrases))


def _numbered(phrases: Iterable[Sequence[str]], numbers: Mapping[str, int]) -> Numbered:
    """Phrases as numbers of words, by their length; one with a word that nobody says stands nowhere."""
    by_size: Numbered = {}
    for phrase in dict.fromkeys(phrases):
        if numbers.keys() >= {*phrase}:
            by_size.setdefault(len(phrase), []).append(tuple(numbers[word] for word in phrase))
    return by_size


class _Found(NamedTuple):
    """Where phrases of one length stand."""

    begin: Integers
    which: Integers
    """The number of the phrase at each place."""
    of_phrases: Integers
    """The numbers of the phrases themselves."""


def _found(steps: Steps, side: str, phrases: Sequence[Sequence[int]]) -> _Found:
    """The places of phrases of one length, each inside one text."""
    rows, words = np.array(phrases, np.int64), len(steps.counts)
    heads = np.zeros(words, np.bool_)
    heads[rows[:, 0]] = True
    begin = steps.places_of(side, _alike(heads, steps))
    ends = steps.first_of(side)[_owners(steps, side, begin) + 1]
    begin = begin[begin + rows.shape[1] <= ends]
    # The beginnings of phrases are numbered, word by word: what begins as one does goes on.
    said, known = _said_at(steps, side, begin), rows[:, 0]
    for k in range(1, rows.shape[1]):
        keys, known = np.unique(known * words + rows[:, k], return_inverse=True)
        spoken = said * words + _said_at(steps, side, begin + k)
        said = np.minimum(np.searchsorted(keys, spoken), len(keys) - 1)
        fits = keys[said] == spoken
        begin, said = begin[fits], said[fits]
    return _Found(begin, said, known)


def _said_at(steps: Steps, side: str, words: Integers) -> Integers:
    """The numbers of some words of a side, as they are compared."""
    numbers = steps.said_at(side, words).astype(np.int64)
    return numbers if steps.alike is None else steps.alike[numbers]


def _alike(held: Mask, steps: Steps) -> Mask:
    """The words of the vocabulary that are compared as those that are held."""
    return held if steps.alike is None else held[steps.alike]


def fitting(mark: Mark, steps: Steps) -> Mask:
    """The words of the vocabulary that single words, a pattern, a lexicon or a script mean; none of an empty list."""
    if mark.phrases:
        held = np.zeros(len(steps.counts), np.bool_)
        held[[number for (number,) in _numbered(mark.phrases, _numbers_of(mark.phrases, steps)).get(1, [])]] = True
        return _alike(held, steps)
    words = steps.words if steps.alike is None else list(map(steps.bare, steps.words))
    if mark.pattern:
        try:
            fits = expressions.describes(mark.pattern, words)
        except TimeoutError:
            mark.refuse(f"pattern {mark.pattern!r} takes too long on some words", "a simpler expression")
    elif mark.not_in is not None:
        lexicon = {steps.bare(steps.folded(word)) for word in mark.not_in}
        fits = [word != "" and word not in lexicon for word in words]
    elif not mark.script:
        fits = [False] * len(words)
    else:
        fits = [is_of_script(word, mark.script) for word in words]
        if not any(fits) and not is_script(mark.script):
            mark.refuse(f"no script {short(mark.script)} in Unicode", "a name such as Latin, Han, Cyrillic or Arabic")
    return np.array(fits, np.bool_)
