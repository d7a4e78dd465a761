"""Corpora normalised: texts, alternatives and words with times; words that split or join share their times."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate
from itertools import chain as joined
from operator import attrgetter
from typing import TypeAlias

from ...formats.errors import FormatError, UsageError, short
from ...formats.schema import Alternation, Corpus, Grammar, Item, Label, Segment, Table
from ...formats.schema.markup import parse, render, unmarked, words
from .chain import Chain
from .change import Change
from .log import made

_Labels: TypeAlias = "list[Label]"
# Labels that are no words keep their values: a keyword is a name.
_SPOKEN = frozenset({"word", "fragment"})
PLACES = 3
"""Decimals of times that are made up."""
# Letters of an old piece times those of a new one up to which they are compared letter by letter, not word by word.
_FINE = 50_000
_PIECES = re.compile(r"\S+|\s+")
_BLANK = re.compile(r"\s")
_LETTER = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class NormalisedCorpus:
    """A normalised corpus and the log of its changes."""

    corpus: Corpus
    texts: Sequence[str]
    """The texts as they were, each of which was normalised as a whole."""
    owners: Sequence[int]
    """The place of the segment that each text belongs to."""
    changes: Sequence[Change]

    def lines(self) -> Iterator[bytes]:
        """A line of JSON for every change: number, id and recording of the segment, the number of the text, and the
        fields of the change."""
        ids, sessions = self.corpus.ids(), self.corpus.table.sessions
        for change in self.changes:
            place = self.owners[change.utterance]
            found = {
                "segment": place + 1,
                "id": ids[place],
                "session": sessions[place],
                "text": change.utterance + 1,
                **{name: value for name, value in change.to_dict().items() if name != "utterance"},
            }
            yield json.dumps(found, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def normalise_corpus(corpus: Corpus, chain: Chain) -> NormalisedCorpus:
    """Normalises the words of a corpus.

    A word that becomes several shares its time among them by their letters. Words that become one last from the begin
    of the first to the end of the last, with the least of their confidences. Each alternative is a text of its own, and
    so is each optional word.

    >>> from scorelite.scoring.normalise import chain_of
    >>> talk = Corpus((Segment(labels=(Label("It's", 0.0, 0.4), Label("fine.", 0.5, 1.0))),))
    >>> done = normalise_corpus(talk, chain_of("whisper-en"))
    >>> [(word.value, word.start, word.end) for word in done.corpus.segments[0].items]
    [('it', 0.0, 0.2), ('is', 0.2, 0.4), ('fine', 0.5, 1.0)]
    """
    _check_alternatives(corpus, chain.scoring.alternatives)
    if _is_bare(corpus.table) and not chain.scoring.alternatives:
        return _of_texts(corpus, chain)
    texts: list[str] = []
    owners: list[int] = []
    before = tuple(corpus.segments)
    for place, segment in enumerate(before):
        found = list(texts_of(segment))
        texts += found
        owners += [place] * len(found)
    results, changes = chain.apply(texts, log=True)
    origins = Origins(chain, texts, changes)
    done = Done(iter(enumerate(results)), origins, bool(chain.scoring.alternatives))
    segments = tuple(segment_of(segment, done) for segment in before)
    return NormalisedCorpus(replace(corpus, segments=segments), texts, owners, changes)


def _is_bare(table: Table) -> bool:
    """Whether all segments are texts without marks."""
    if table.written is None or table.has("ignored"):
        return False
    return table.grammar == "plain" or all(map(unmarked, table.written))


def _of_texts(corpus: Corpus, chain: Chain) -> NormalisedCorpus:
    """The corpus of bare texts, normalised."""
    texts = corpus.texts()
    owners = [place for place, text in enumerate(texts) if text]
    spoken = [texts[place] for place in owners]
    results, changes = chain.apply(spoken, log=True)
    if corpus.table.grammar != "plain" and not all(map(unmarked, results)):
        results = [marked_text(text, "sclite") for text in results]
    made = list(texts)
    for place, text in zip(owners, results, strict=True):
        made[place] = text
    return NormalisedCorpus(replace(corpus, segments=corpus.table.changed(text=made)), spoken, owners, changes)


def _check_alternatives(corpus: Corpus, rule: str) -> None:
    """Refuses a rule that makes alternatives where words have times or texts no marks: marks would be words."""
    if not rule or not corpus.segments:
        return
    labels = (item for segment in corpus.segments for item in segment.labels or ())
    timed = any(getattr(label, "start", None) is not None for label in labels)
    if timed or "sclite" not in corpus.grammars():
        what = "words with times" if timed else f"texts of {corpus.format}"
        raise UsageError(
            f"{rule}: a rule that makes alternatives, which {what} do not hold here; expected trn or stm, or rules "
            "without { a / b } (ctm: scorelite sctk csrfilt.sh)"
        )


@dataclass(frozen=True, slots=True)
class Done:
    """The numbers and results of texts, in their order, and the changes by number."""

    results: Iterator[tuple[int, str]]
    origins: Origins | None
    """None where only the words matter, and not which old words they come from."""
    alternatives: bool = False
    """Whether braces of the results are marks of alternations that rules made."""


def _is_text(segment: Segment) -> bool:
    """Whether a segment is a text without marks."""
    return segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or ""))


def texts_of(segment: Segment) -> Iterator[str]:
    """The texts of a segment; `segment_of` takes their results in this order."""
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


def segment_of(segment: Segment, done: Done) -> Segment:
    """The segment with the results of its texts."""
    if segment.labels is not None:
        done = replace(done, alternatives=False)  # words with times; only pairs of a score know how rows write them
    if segment.text and _is_text(segment):
        return replace(segment, text=marked_text(next(done.results)[1], segment.grammar, done.alternatives))
    text = segment.text
    if segment.labels is not None and text:
        text = marked_text(next(done.results)[1], segment.grammar, done.alternatives)
    items = tuple(item for group in _groups(segment.items) for item in _items(group, done))
    if segment.labels is None:
        return segment if segment.text is None else replace(segment, text=render(items, segment.grammar))
    return replace(segment, text=text, labels=items)


def marked_text(text: str, grammar: Grammar, alternatives: bool = False) -> str:
    """A normalised text, with marks that the grammar would read as its own escaped.

    With `alternatives`, braces stay marks of alternations.

    >>> marked_text("A;B { HI / @ }", "sclite", alternatives=True)
    'A\\\\;B { HI / @ }'
    """
    if grammar == "plain" or unmarked(text):
        return text
    labels = map(Label, words(text))
    return render(_alternated(labels) if alternatives else labels, grammar)


def _alternated(labels: Iterable[Label]) -> Iterator[Item]:
    """The labels, with those from an opening brace to its closing one read as alternations."""
    run: _Labels = []
    depth = 0
    for label in labels:
        if not run and not label.value.startswith("{"):
            yield label
            continue
        run.append(label)
        depth += open_braces(label.value)
        if depth <= 0:
            yield from _alternation(run)
            run, depth = [], 0
    if run:
        yield from _alternation(run)


def open_braces(word: str) -> int:
    """The number of braces that a word opens and does not close."""
    return word.count("{") - word.count("}")


def _alternation(labels: _Labels) -> Iterable[Item]:
    written = _joined(labels)
    if any(label.optional for label in labels):
        raise UsageError(f"a rule makes the alternation {short(written)!r} of an optional word; expected a bare word")
    return alternation_of(written)


@lru_cache(maxsize=4096)
def alternation_of(written: str) -> tuple[Item, ...]:
    """The labels of an alternation that a rule wrote."""
    try:
        return parse(written, "sclite")
    except FormatError as error:
        problem = error.problems[0]
        raise UsageError(
            f"a rule makes the alternation {short(written)!r}: {problem.what}; expected {problem.expected}"
        ) from None


def _items(group: _Labels | Item, done: Done) -> Iterator[Item]:
    if isinstance(group, Alternation):
        branches = (
            tuple(item for inner in _groups(branch) for item in _items(inner, done)) for branch in group.branches
        )
        yield replace(group, branches=tuple(branches))
    elif isinstance(group, list):
        number, text = next(done.results)
        if done.origins is None:
            labels = _shared(group, words(text))
        else:
            labels = _labels(group, text, number, done.origins)
        yield from _alternated(labels) if done.alternatives and "{" in text else labels
    else:
        yield group


def _labels(labels: _Labels, text: str, number: int, origins: Origins) -> Iterator[Label]:
    """The labels of a normalised text."""
    old = [label.value for label in labels]
    if text == " ".join(old):
        yield from labels
        return
    for first, last, values in origins.groups(number, old, text):
        yield from _shared(labels[first : last + 1], values)


class Origins:
    """The old words that new words come from, in texts that were normalised.

    In most texts each word becomes what it becomes alone: then its new words come from it. In others the changes tell.

    >>> from scorelite.scoring.normalise import chain_of
    >>> chain, texts = chain_of("whisper-en"), ["I can't", "twenty one"]
    >>> results, changes = chain.apply(texts, log=True)
    >>> origins = Origins(chain, texts, changes)
    >>> [list(origins.groups(number, texts[number].split(), results[number])) for number in (0, 1)]
    [[(0, 0, ['i']), (1, 1, ['can', 'not'])], [(0, 1, ['21'])]]
    """

    __slots__ = ("_alone", "_changes", "_numbers")

    def __init__(self, chain: Chain, texts: Iterable[str], changes: Sequence[Change]) -> None:
        known = list({*joined.from_iterable(map(words, texts))})
        self._alone = dict(zip(known, map(words, chain.apply(known)[0]), strict=True))
        self._changes = changes
        self._numbers: list[int] | None = None

    def alone(self, old: Sequence[str], text: str) -> list[list[str]] | None:
        """The new words of each old word; None where words were changed together."""
        known = self._alone
        pieces = [known[word] for word in old] if known.keys() >= {*old} else None
        return pieces if pieces is not None and list(joined.from_iterable(pieces)) == words(text) else None

    def groups(self, number: int, old: Sequence[str], text: str) -> Iterator[tuple[int, int, list[str]]]:
        """Groups of new words of a text that come from common old words: numbers of the first and the last of these."""
        pieces = self.alone(old, text)
        if pieces is not None:
            return ((place, place, piece) for place, piece in enumerate(pieces) if piece)
        return _shares_of_changes(old, text, self._changes_of(number))

    def _changes_of(self, number: int) -> Sequence[Change]:
        """The changes of one text; those of all are in the order of the texts unless several programs made them."""
        if self._numbers is None:
            numbers = [text for text, _ in made(self._changes)]
            if sorted(numbers) != numbers:
                self._changes = sorted(self._changes, key=attrgetter("utterance"))
                numbers.sort()
            self._numbers = numbers
        first, last = bisect_left(self._numbers, number), bisect_right(self._numbers, number)
        return self._changes[first:last]


class _Letters:
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
    if len(before) == len(after) and _LETTER.sub("x", before) == _LETTER.sub("x", after):
        yield 0, len(before), len(after), True
        return
    # Compared word by word where letters would take too long.
    old: Sequence[str] = before
    new: Sequence[str] = after
    if len(before) * len(after) > _FINE:
        old, new = _PIECES.findall(before), _PIECES.findall(after)
    offsets = list(accumulate(map(len, old), initial=0))
    for tag, i, next_i, j, next_j in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield offsets[i], offsets[next_i], sum(map(len, new[j:next_j])), tag == "equal"


def _shares_of_changes(
    old: Sequence[str], text: str, changes: Sequence[Change]
) -> Iterator[tuple[int, int, list[str]]]:
    found = words(text)
    if len(found) == len(old) and all(map(_keeps_blanks, changes)):
        return ((place, place, [word]) for place, word in enumerate(found))
    origins = _Letters(list(map(len, old)))
    for change in changes:
        origins.change(change)
    return _shares(text, origins.all())


def _keeps_blanks(change: Change) -> bool:
    """Whether a change is inside a word, or leaves every blank in its place."""
    before, after = change.before, change.after
    if _BLANK.search(before) is None:
        return bool(before) and _BLANK.search(after) is None
    return len(before) == len(after) and _LETTER.sub("x", before) == _LETTER.sub("x", after)


def _shares(text: str, origins: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, list[str]]]:
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
    for value, begin, stop in shared_time(values, start, end):
        fragment = value != "-" and (value.startswith("-") or value.endswith("-"))
        kind = old.kind if value == old.value else "fragment" if fragment and old.kind == "fragment" else "word"
        yield replace(old, value=value, start=begin, end=stop, confidence=confidence, kind=kind)


def shared_time(
    values: Sequence[str], start: float | None, end: float | None
) -> Iterator[tuple[str, float | None, float | None]]:
    """Words with the begin and the end that each has of a stretch of time: shares by their letters."""
    total = sum(map(len, values))
    begin, done = start, 0
    for value in values:
        done += len(value)
        stop = end
        if start is not None and end is not None and done < total:
            stop = round(start + (end - start) * done / total, PLACES)
        yield value, begin, stop
        begin = stop
