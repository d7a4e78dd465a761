"""Corpora normalised: texts, alternatives and words with times; words that split or join share their times."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TypeAlias

from formats.schema import Alternation, Corpus, Grammar, Item, Label, Segment
from formats.schema.markup import render, unmarked, words
from scoring.normalise.chain import Chain
from scoring.normalise.change import Change

_Labels: TypeAlias = "list[Label]"
# Labels that are no words keep their values: a keyword is a name.
_SPOKEN = frozenset({"word", "fragment"})
_PLACES = 3  # decimals of times that are made up
# Letters of an old piece times those of a new one up to which they are compared letter by letter, not word by word.
_FINE = 50_000
_PIECES = re.compile(r"\S+|\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """A text that is normalised as a whole, and the segment that it belongs to."""

    segment: Segment
    number: int
    """The number of the segment, from 1."""


@dataclass(frozen=True, slots=True)
class NormalisedCorpus:
    """A normalised corpus and the log of its changes."""

    corpus: Corpus
    parts: tuple[Part, ...]
    changes: Sequence[Change]

    def lines(self) -> Iterator[bytes]:
        """A line of JSON for every change: number, id and recording of the segment, the number of the text, and the
        fields of the change."""
        for change in self.changes:
            part = self.parts[change.utterance]
            found = {
                "segment": part.number,
                "id": part.segment.id,
                "session": part.segment.session,
                "text": change.utterance + 1,
                **{name: value for name, value in change.to_dict().items() if name != "utterance"},
            }
            yield json.dumps(found, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def normalise_corpus(corpus: Corpus, chain: Chain) -> NormalisedCorpus:
    """Normalises the words of a corpus.

    A word that becomes several shares its time among them by their letters. Words that become one last from the begin
    of the first to the end of the last, with the least of their confidences. Each alternative is a text of its own, and
    so is each optional word.

    >>> from scoring.normalise import chain_of
    >>> talk = Corpus((Segment(labels=(Label("It's", 0.0, 0.4), Label("fine.", 0.5, 1.0))),))
    >>> done = normalise_corpus(talk, chain_of("whisper-en"))
    >>> [(word.value, word.start, word.end) for word in done.corpus.segments[0].items]
    [('it', 0.0, 0.2), ('is', 0.2, 0.4), ('fine', 0.5, 1.0)]
    """
    texts: list[str] = []
    parts: list[Part] = []
    for number, segment in enumerate(corpus.segments, 1):
        found = list(_texts(segment))
        texts += found
        parts += [Part(segment, number)] * len(found)
    results, changes = chain.apply(texts, log=True)
    found_changes: dict[int, list[Change]] = defaultdict(list)
    for change in changes:
        found_changes[change.utterance].append(change)
    done = _Done(iter(enumerate(results)), found_changes)
    segments = tuple(_segment(segment, done) for segment in corpus.segments)
    return NormalisedCorpus(replace(corpus, segments=segments), tuple(parts), changes)


@dataclass(frozen=True, slots=True)
class _Done:
    """The results of all texts, in their order, and their changes."""

    results: Iterator[tuple[int, str]]
    changes: dict[int, list[Change]]


def _is_text(segment: Segment) -> bool:
    """Whether a segment is a text without marks."""
    return segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or ""))


def _texts(segment: Segment) -> Iterator[str]:
    """The texts of a segment; `_segment` takes their results in this order."""
    if segment.text and _is_text(segment):
        yield segment.text
        return
    if segment.labels is not None and segment.text:
        yield segment.text
    for group in _groups(segment.items):
        yield from _texts_of(group)


def _texts_of(group: _Labels | Item) -> Iterator[str]:
    if isinstance(group, Alternation):
        for branch in group.branches:
            for inner in _groups(branch):
                yield from _texts_of(inner)
    elif isinstance(group, list):
        yield _joined(group)


def _joined(labels: _Labels) -> str:
    return " ".join(label.value for label in labels)


def _groups(items: Sequence[Item]) -> Iterator[_Labels | Item]:
    """Runs of words, each one text; alternatives and labels that are no words alone."""
    run: _Labels = []
    for item in items:
        spoken = isinstance(item, Label) and item.kind in _SPOKEN
        if isinstance(item, Label) and spoken and not item.optional:
            run.append(item)
            continue
        if run:
            yield run
            run = []
        yield [item] if isinstance(item, Label) and spoken else item
    if run:
        yield run


def _segment(segment: Segment, done: _Done) -> Segment:
    if segment.text and _is_text(segment):
        return replace(segment, text=_written(next(done.results)[1], segment.grammar))
    text = segment.text
    if segment.labels is not None and text:
        text = _written(next(done.results)[1], segment.grammar)
    items = tuple(item for group in _groups(segment.items) for item in _items(group, done))
    if segment.labels is None:
        return segment if segment.text is None else replace(segment, text=render(items, segment.grammar))
    return replace(segment, text=text, labels=items)


def _written(text: str, grammar: Grammar) -> str:
    """The text, with marks that the grammar would read as its own escaped."""
    return text if grammar == "plain" or unmarked(text) else render(map(Label, words(text)), grammar)


def _items(group: _Labels | Item, done: _Done) -> Iterator[Item]:
    if isinstance(group, Alternation):
        branches = (
            tuple(item for inner in _groups(branch) for item in _items(inner, done)) for branch in group.branches
        )
        yield replace(group, branches=tuple(branches))
    elif isinstance(group, list):
        number, text = next(done.results)
        yield from _labels(group, text, done.changes.get(number, ()))
    else:
        yield group


def _labels(labels: _Labels, text: str, changes: Sequence[Change]) -> Iterator[Label]:
    """The labels of a normalised text."""
    if not changes:
        yield from labels
        return
    for first, last, values in _shares(text, _origins(labels, changes)):
        yield from _shared(labels[first : last + 1], values)


class _Origins:
    """Numbers of the words, first and last, that each letter of a text comes from.

    The letters are kept in two stacks that meet where the last change was made, since a step goes from left to right.
    """

    __slots__ = ("_left", "_right")

    def __init__(self, sizes: Sequence[int]) -> None:
        # A blank belongs to the word before it.
        self._left = [(word, word) for word, size in enumerate(sizes) for _ in range(size + 1)]
        if self._left:
            self._left.pop()
        self._right: list[tuple[int, int]] = []

    def change(self, change: Change) -> None:
        """Replaces letters by others: letters that stay keep their words, the others are from all words between."""
        self._move(change.end)
        replaced = self._left[change.start :]
        del self._left[change.start :]
        around = self._left[-1:] or self._right[-1:] or [(0, 0)]
        made: list[tuple[int, int]] = []
        for start, end, size, equal in _blocks(change.before, change.after):
            if equal:
                made += replaced[start:end]
                continue
            pairs = zip(replaced[start:end], change.before[start:end], strict=True)
            found = [numbers for numbers, letter in pairs if not letter.isspace()]
            found = found or replaced[max(start - 1, 0) : max(end, 1)] or around
            made += [(min(first for first, _ in found), max(last for _, last in found))] * size
        _keep_words(change, replaced, made)
        self._left += made

    def _move(self, place: int) -> None:
        moved = place - len(self._left)
        if moved > 0:
            self._left += self._right[: -moved - 1 : -1]
            del self._right[-moved:]
        elif moved:
            self._right += self._left[: place - 1 if place else None : -1]
            del self._left[place:]

    def all(self) -> list[tuple[int, int]]:
        """The numbers of all letters."""
        return self._left + self._right[::-1]


def _keep_words(change: Change, replaced: Sequence[tuple[int, int]], made: list[tuple[int, int]]) -> None:
    """Gives words that no new letter comes from to the letter before them, or else behind them."""
    places = [place for place, letter in enumerate(change.after) if not letter.isspace()]
    if not places:
        return
    kept = {number for place in places for number in made[place]}
    old = [numbers for numbers, letter in zip(replaced, change.before, strict=True) if letter.isalnum()]
    for number in sorted({number for numbers in old for number in numbers} - kept):
        before = [place for place in places if made[place][0] <= number]
        place = before[-1] if before else places[0]
        first, last = made[place]
        made[place] = min(first, number), max(last, number)


def _blocks(before: str, after: str) -> Iterator[tuple[int, int, int, bool]]:
    """Start and end of the blocks of an old piece, the number of letters that replace each, and whether it stays."""
    if len(before.split()) < 2:
        yield 0, len(before), len(after), False
        return
    # Compared word by word where letters would take too long.
    old: Sequence[str] = before
    new: Sequence[str] = after
    if len(before) * len(after) > _FINE:
        old, new = _PIECES.findall(before), _PIECES.findall(after)
    offsets = list(accumulate(map(len, old), initial=0))
    for tag, i, next_i, j, next_j in SequenceMatcher(None, old, new).get_opcodes():
        yield offsets[i], offsets[next_i], sum(map(len, new[j:next_j])), tag == "equal"


def _origins(labels: _Labels, changes: Sequence[Change]) -> list[tuple[int, int]]:
    origins = _Origins([len(label.value) for label in labels])
    for change in changes:
        origins.change(change)
    return origins.all()


def _shares(text: str, origins: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, list[str]]]:
    """Groups of new words that come from common old words: numbers of the first and the last of these."""
    place, last = 0, -1
    first, values = 0, list[str]()
    for word in words(text):
        place = text.index(word, place)
        found = origins[place : place + len(word)]
        place += len(word)
        begin, end = min(number for number, _ in found), max(number for _, number in found)
        if values and begin <= last:
            first, last = min(first, begin), max(last, end)
            values.append(word)
            continue
        if values:
            yield first, last, values
        first, last, values = begin, end, [word]
    if values:
        yield first, last, values


def _shared(labels: _Labels, values: list[str]) -> Iterator[Label]:
    """New words that share the time of the old ones."""
    old = labels[0]
    start, end = old.start, labels[-1].end
    known = [label.confidence for label in labels if label.confidence is not None]
    confidence = min(known) if known else None
    total = sum(map(len, values))
    begin, done = start, 0
    for value in values:
        done += len(value)
        stop = end
        if start is not None and end is not None and done < total:
            stop = round(start + (end - start) * done / total, _PLACES)
        fragment = value != "-" and (value.startswith("-") or value.endswith("-"))
        kind = old.kind if value == old.value else "fragment" if fragment and old.kind == "fragment" else "word"
        yield replace(old, value=value, start=begin, end=stop, confidence=confidence, kind=kind)
        begin = stop
