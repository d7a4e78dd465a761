"""Where the words and phrases of marks stand among the words of a side, of all classes at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...formats.errors import short
from ..maths.stretches import Stretches, owners_of
from ..normalise import expressions
from .letters import is_of_script, is_script
from .mark import INSERTIONS, Insertions, Mark
from .steps import Steps

if TYPE_CHECKING:
    from typing import Any

    from ..common.arrays import Integers, Mask
    from .branches import Branches

BITS = {rule: 1 << number for number, rule in enumerate(INSERTIONS)}
"""The rules of insertions as bits: an occurrence that several marks name may have several."""
_RARE = 100
"""A group of words that has less than one of so many words of a side is not looked for by itself: thousands of such
groups would be a pass over all words for each."""


class Occurrences(NamedTuple):
    """Occurrences of classes on a side, in the order of classes, first words and lengths; each stands once."""

    label: Integers
    """The numbers of the classes."""
    begin: Integers
    """The first words, by their places among all words of the side."""
    size: Integers
    rules: Integers
    """The rules of insertions of the marks, as bits."""

    def having(self, rule: Insertions) -> Occurrences:
        """The occurrences of a mark with a rule."""
        held = self.rules & BITS[rule] != 0
        return Occurrences(*(column[held] for column in self))

    def outermost(self) -> Mask:
        """Which occurrences lie inside no longer one of their class."""
        base = int((self.begin + self.size).max(initial=0)) + 1
        begin = self.label * base + self.begin
        end = begin + self.size
        order = np.lexsort((-self.size, begin))
        reach = np.maximum.accumulate(np.concatenate([[-1], end[order]]))[:-1]
        outer = np.zeros(len(order), np.bool_)
        outer[order] = end[order] > reach
        return outer

    def words(self, size: int) -> Stretches:
        """Their words, on an axis of so many words, and one between classes."""
        begin = self.label * (size + 1) + self.begin
        return Stretches(begin, begin + self.size)


def occurrences(steps: Steps, by_label: Sequence[Sequence[Mark]], side: str) -> Occurrences:
    """The occurrences of the marks of classes on a side, `ref` or `hyp`; spans have some in the reference alone."""
    marks = [(label, mark) for label, of_label in enumerate(by_label) for mark in of_label]
    parts = [*_of_phrases(steps, marks, side), *_of_kinds(steps, marks, side)]
    if side == "ref":
        parts.append(_of_spans(steps, marks))
    # In the order of classes: where each has one way to belong to it, that is the order of all.
    parts = sorted((part for part in parts if len(part[0])), key=lambda part: int(part[0][0])) or [_columns([], 4)]
    label, begin, size, rules = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    keys = label * (int(steps.first_of(side)[-1]) + 1) + begin
    if (np.diff(keys) > 0).all():
        return Occurrences(label, begin, size, rules)
    order = np.lexsort((size, keys))
    keys, size = keys[order], size[order]
    firsts = np.flatnonzero((np.diff(keys, prepend=-1) != 0) | (np.diff(size, prepend=0) != 0))
    rules = np.bitwise_or.reduceat(rules[order], firsts)
    return Occurrences(label[order][firsts], begin[order][firsts], size[firsts], rules)


def _columns(rows: Sequence[tuple[int, ...]], count: int) -> Sequence[Integers]:
    """Rows of numbers as columns."""
    columns: Integers = np.array(rows, np.int64).reshape(-1, count).T
    return [*columns]


def _of_spans(steps: Steps, marks: Sequence[tuple[int, Mark]]) -> Sequence[Integers]:
    """The places of spans, and of the words that were taken for them."""
    first = steps.ref_first.tolist()

    @cache
    def text_of(name: str) -> tuple[int, Branches | None]:
        texts = steps.texts_of(name)
        return first[texts.start], steps.branches(texts.start) if len(texts) == 1 else None

    rows = []
    for label, mark in marks:
        if not mark.spans or mark.id is None:
            continue
        base, branches = text_of(mark.id)
        for first_word, last_word in mark.spans:
            begin, end = branches.span(first_word, last_word) if branches else (first_word, last_word + 1)
            if end > begin:
                rows.append((label, base + begin, end - begin, BITS[mark.insertions]))
    return _columns(rows, 4)


def _of_kinds(steps: Steps, marks: Sequence[tuple[int, Mark]], side: str) -> Iterator[Sequence[Integers]]:
    """The places of words that a pattern, a lexicon or a script means."""
    first = steps.first_of(side)
    alike: defaultdict[Any, list[tuple[int, Mark]]] = defaultdict(list)
    for label, mark in marks:
        if not mark.spans and not mark.phrases:
            alike[_kind(mark)].append((label, mark))
    fits = [np.flatnonzero(fitting(of_kind[0][1], steps)) for of_kind in alike.values()]
    for of_kind, places in zip(alike.values(), _places_of(steps, side, fits), strict=True):
        for label, mark in of_kind:
            here = places
            if mark.id is not None:
                texts = steps.texts_of(mark.id)
                here = places[slice(*np.searchsorted(places, first[[texts.start, texts.stop]]))]
            yield np.full_like(here, label), here, np.ones(len(here), np.int32), _bits(here, mark)


def _places_of(steps: Steps, side: str, fits: Sequence[Integers]) -> Iterator[Integers]:
    """The places of some groups of words of the vocabulary; those of all groups of rare words are found in one pass."""
    if not fits:
        return
    often = steps.counts[:, [0, 1, 2] if side == "ref" else [0, 3, 4]].sum(axis=1)
    are_rare = [often[words].sum() * _RARE < often.sum() for words in fits]
    begin = steps.places_of(side, _held(steps, [words for words, rare in zip(fits, are_rare, strict=True) if rare]))
    said = steps.said_at(side, begin)
    order = np.argsort(said, kind="stable")
    begin, first = begin[order], np.searchsorted(said[order], np.arange(len(often) + 1))
    for words, rare in zip(fits, are_rare, strict=True):
        if rare:
            yield np.sort(begin[Stretches(first[words], first[words + 1]).places()])
        else:
            yield steps.places_of(side, _held(steps, [words]))


def _held(steps: Steps, groups: Sequence[Integers]) -> Mask:
    """The words of some groups, as a mask of the vocabulary."""
    held = np.zeros(len(steps.counts), np.bool_)
    held[np.concatenate([np.zeros(0, np.int64), *groups])] = True
    return held


def _bits(places: Integers, mark: Mark) -> Integers:
    """The rule of a mark for each of some places; few bytes, for all words of a corpus may be places."""
    return np.full(len(places), BITS[mark.insertions], np.uint8)


def _kind(mark: Mark) -> tuple[str, int, str]:
    """The pattern, lexicon or script, by which the words of a mark are known."""
    return mark.pattern, id(mark.not_in), mark.script


def _of_phrases(steps: Steps, marks: Sequence[tuple[int, Mark]], side: str) -> Iterator[Sequence[Integers]]:
    """The places of phrases, for all texts or for some: they are searched in all together, and kept in theirs."""
    marks = [(label, mark) for label, mark in marks if mark.phrases]
    numbers = _numbers_of((mark for _, mark in marks), steps)
    groups = _Groups(steps)
    by_size: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
    phrases: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for label, mark in marks:
        row = label, groups.of(mark.id), BITS[mark.insertions]
        for phrase in dict.fromkeys(mark.phrases):
            if numbers.keys() >= {*phrase}:  # a phrase with a word that no text has cannot occur
                by_size[len(phrase)].append(row)
                phrases[len(phrase)].append(tuple([numbers[word] for word in phrase]))
    for size, rows in by_size.items():
        label_of, group, rules = _columns(rows, 3)
        begin, which, of_phrases = _found(steps, side, phrases[size])
        # A phrase and the texts of its mark are one number.
        keys = of_phrases * groups.count + group
        order = np.argsort(keys, kind="stable")
        owners = owners_of(begin, steps.first_of(side))
        for of_texts in groups.around(owners, {*group.tolist()}):
            sought = which * groups.count + of_texts
            lows, highs = (np.searchsorted(keys, sought, side, sorter=order) for side in ("left", "right"))
            taken = order[Stretches(lows, highs).places()]
            here = np.repeat(begin, highs - lows)
            yield label_of[taken], here, np.full_like(here, size), rules[taken]


class _Groups:
    """Groups of texts that marks name, as numbers: all texts, single ones, and those of recordings."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._size = len(steps.first) - 1
        self._recordings: dict[range, int] = {}

    def of(self, name: str | None) -> int:
        """The number of the texts of a name; None means all."""
        if name is None:
            return 0
        texts = self._steps.texts_of(name)
        if len(texts) == 1:
            return 1 + texts.start
        return 1 + self._size + self._recordings.setdefault(texts, len(self._recordings))

    @property
    def count(self) -> int:
        """How many numbers there may be."""
        return 2 + self._size + len(self._recordings)

    def around(self, texts: Integers, wanted: set[int]) -> Iterator[Integers]:
        """The groups in which some texts lie: of each kind that is wanted, one number a text; the last one is none."""
        if 0 in wanted:
            yield np.zeros_like(texts)
        if any(0 < number <= self._size for number in wanted):
            yield texts + 1
        if self._recordings:
            of_texts = np.full(self._size, self.count - 1)
            for recording, number in self._recordings.items():
                of_texts[recording.start : recording.stop] = 1 + self._size + number
            yield of_texts[texts]


def _numbers_of(marks: Iterable[Mark], steps: Steps) -> Mapping[str, int]:
    """The numbers of the words of phrases; a word that nobody says has none."""
    phrases = chain.from_iterable(mark.phrases for mark in marks)
    return steps.numbers_of(chain.from_iterable(phrases))


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
    ends = steps.first_of(side)[owners_of(begin, steps.first_of(side)) + 1]
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
    """The words of the vocabulary that a pattern, a lexicon or a script means; none of an empty list."""
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
