"""Words with times normalised: utterance by utterance, each alternative alone; words that split or join share times."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise, repeat, starmap
from math import isnan
from operator import add, sub
from typing import NoReturn

from ....formats.engine.rows import row_of
from ....formats.errors import UsageError, Where, short
from ....formats.schema import Label
from ....formats.schema.markup import NULL_WORD, words
from ....formats.schema.words import ALT, ALT_BEGIN, ALT_END, label_of_row, mark_of
from ...normalise.equivalents import DIVISION, SLASH
from ...normalise.origins import Origins, Shares, shared_time
from ...normalise.segments import alternation_of, open_braces
from ..alignment import Text
from ..timed_words import TimedWords

_NAN = float("nan")
_BRACE = re.compile("[{}]")
_SPECIAL = frozenset("{}\\;*@(<")
_BARE, _OPTIONAL = Label(""), Label("", optional=True)


@dataclass(frozen=True, slots=True)
class TimedTexts:
    """Words with times as texts: runs of words between marks of alternations and optional words."""

    given: TimedWords
    texts: tuple[str, ...]
    runs: tuple[tuple[int, int], ...]
    """The first word of each text, and the place after its last one."""
    first: array[int]
    """The first text of every utterance, and the number of texts."""
    labels: Mapping[str, Label]
    """Words with marks of sclite's grammar, read."""
    alternatives: bool = False
    """Whether braces of the results are marks of alternations that rules made."""
    logged = True
    plain = False

    def owners(self) -> Sequence[int]:
        """The utterance of each text."""
        sizes = map(sub, self.first[1:], self.first)
        return [*chain.from_iterable(map(repeat, range(len(self.given)), sizes))]

    def optional(self) -> frozenset[int]:
        """The texts that are an optional word each."""
        words = {word for word, label in self.labels.items() if label.optional}
        runs = enumerate(self.runs) if words else ()
        return frozenset(number for number, (begin, _) in runs if self.given.words[begin] in words)

    def written(self, results: Sequence[str], origins: Origins | None) -> Sequence[Text]:
        """The words of the results; `origins` say which words they come from.

        Without origins, words of texts that differ have no times.
        """
        timed = self.given
        if origins is None and (texts := self.chosen(results, range(len(timed)))) is not None:
            return texts
        if origins is not None and self._is_bare(results):
            bounds = [*[begin for begin, _ in self.runs], len(timed.words)]
            return _of_shares(timed, origins.shares(bounds, timed.words, self.texts, results))
        made = _Rows(timed, self.labels, self.alternatives)
        shared = None if origins is None else self._shared(results, origins)
        number = 0
        for place in range(len(timed)):
            row, last = timed.first[place], timed.first[place + 1]
            while number < self.first[place + 1]:
                begin, end = self.runs[number]
                made.copy_marks(row, begin)
                if self.alternatives and "{" in results[number]:
                    self._check(place, begin, end)
                if results[number] == self.texts[number]:
                    made.copy(timed, begin, end)
                elif origins is None or shared is None:
                    made.add_words(timed.words[begin], results[number])
                elif self.labels.keys().isdisjoint(timed.words[begin:end]) and _SPECIAL.isdisjoint(results[number]):
                    made.copy(shared, shared.first[number], shared.first[number + 1])
                else:
                    made.share(number, (begin, end), results[number], origins)
                row = end
                number += 1
            made.copy_marks(row, last)
            made.first.append(len(made.words))
        return made.timed()

    def _shared(self, results: Sequence[str], origins: Origins) -> TimedWords:
        """The new words of all texts, as if none had marks; an utterance for each text."""
        timed = self.given
        rows = [row for run in self.runs for row in range(*run)]
        spoken = list(map(timed.words.__getitem__, rows))
        values = (
            [self.labels[word].value if word in self.labels else word for word in spoken] if self.labels else spoken
        )
        begin, duration, confidence = (
            array("d", map(column.__getitem__, rows)) for column in (timed.begin, timed.duration, timed.confidence)
        )
        bounds = array("q", accumulate([end - begin for begin, end in self.runs], initial=0))
        part = TimedWords(spoken, begin, duration, confidence, bounds, timed.confident, timed.marked)
        return _of_shares(part, origins.shares(bounds, values, self.texts, results))

    def chosen(self, results: Sequence[str], places: Sequence[int]) -> Sequence[Text] | None:
        """Some utterances with the results of their texts; None where words have marks: those of rows are others."""
        if not self._is_bare(results):
            return None
        sizes = [self.first[place + 1] - self.first[place] for place in places]
        texts = iter(results)
        return [next(texts) if size else "" for size in sizes]

    def _is_bare(self, results: Sequence[str]) -> bool:
        """Whether no word has a mark, neither of the file nor of the results."""
        return not self.labels and not self.alternatives and _SPECIAL.isdisjoint("".join(results))

    def _check(self, place: int, begin: int, end: int) -> None:
        """Rejects an alternation that rows cannot hold, and words with braces, which are no marks of one."""
        for word, time in zip(self.given.words[begin:end], self.given.begin[begin:end], strict=True):
            if _BRACE.search(word):
                raise UsageError(
                    f"the word {short(word)!r} at {time:g} seconds has a brace, which a rule would turn into a mark of "
                    "an alternation; expected words without braces, or no such rules"
                )
        marks = [mark_of(word) for word in self.given.words[self.given.first[place] : begin]]
        if marks.count(ALT_BEGIN) > marks.count(ALT_END):
            _refuse(self.given.begin[begin], "inside an alternation of the file; rows with times cannot nest them")
        if not self.given.marked:
            _refuse(self.given.begin[begin], "in words whose format has no marks; expected ctm")


def _refuse(begin: float, why: str) -> NoReturn:
    raise UsageError(f"the word at {begin:g} seconds: a rule makes an alternation {why}")


def timed_texts(timed: TimedWords, *, alternatives: bool = False) -> TimedTexts:
    """The texts of words with times."""
    labels = {word: _label(word, timed.marked) for word in set(timed.words) if not _SPECIAL.isdisjoint(word)}
    labels = {word: label for word, label in labels.items() if label.value != word or _is_opaque(word, timed.marked)}
    words = timed.words
    if labels:
        values = {word: label.value for word, label in labels.items()}
        words = list(map(values.get, words, words))
        pieces = [list(_runs(timed, a, b, labels)) for a, b in pairwise(timed.first)]
        runs = [*chain.from_iterable(pieces)]
        first = accumulate(map(len, pieces), initial=0)
    else:
        runs = [run for run in pairwise(timed.first) if run[0] < run[1]]
        first = accumulate([a < b for a, b in pairwise(timed.first)], initial=0)
    texts = map(" ".join, map(words.__getitem__, starmap(slice, runs)))
    return TimedTexts(timed, tuple(texts), tuple(runs), array("q", first), labels, alternatives)


def _of_shares(timed: TimedWords, shares: Shares) -> TimedWords:
    """Words with the times of the words that they come from."""
    begins, ends = shares.times(timed.begin, list(map(add, timed.begin, timed.duration)))
    durations = array("d", [timed.duration[row] for row in shares.first])
    confidences = array("d", [timed.confidence[row] for row in shares.first])
    for place in shares.parts:
        duration = ends[place] - begins[place]
        durations[place] = duration if duration > 0 else 0.0
        row, last = shares.first[place], shares.last[place]
        if row < last:
            known = [value for value in timed.confidence[row : last + 1] if not isnan(value)]
            confidences[place] = min(known, default=_NAN)
    first = array("q", map(shares.behind.__getitem__, timed.first))
    return TimedWords(shares.words, begins, durations, confidences, first, timed.confident, timed.marked)


def _label(word: str, marked: bool) -> Label:
    return label_of_row(word, Where("", 1)) if marked and not mark_of(word) else Label(word)


def _is_opaque(word: str, marked: bool) -> bool:
    """Whether a word is a mark of an alternation, or the null word."""
    return bool(mark_of(word)) or (marked and word == NULL_WORD)


def _runs(timed: TimedWords, first: int, last: int, labels: Mapping[str, Label]) -> Iterator[tuple[int, int]]:
    """Runs of words that are one text; marks and null words are in none, an optional word is one of its own."""
    begin = first
    for row in range(first, last):
        word = timed.words[row]
        if word not in labels:
            continue
        opaque = _is_opaque(word, timed.marked)
        if not opaque and not labels[word].optional:
            continue
        if begin < row:
            yield begin, row
        if not opaque:
            yield row, row + 1
        begin = row + 1
    if begin < last:
        yield begin, last


def _common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many words both have in common, but for case, from the first one on, and how many up to the last one.

    If all old words are among these, one of them counts as new, with which the other new words share its time.

    >>> _common_ends(["new", "york", "cat"], ["NEW", "X", "CAT"]), _common_ends(["so"], ["so", "so"])
    ((1, 1), (0, 0))
    """
    old, new = (list(map(str.casefold, side)) for side in (old, new))
    most = min(len(old), len(new))
    ahead = next((place for place in range(most) if old[place] != new[place]), most)
    behind = next((place for place in range(most - ahead) if old[-1 - place] != new[-1 - place]), most - ahead)
    if ahead + behind == len(old) < len(new):
        return (ahead - 1, behind) if ahead else (ahead, behind - 1)
    return ahead, behind


def _whole(groups: Iterable[tuple[int, int, list[str]]]) -> Iterator[tuple[int, int, list[str]]]:
    """The groups, with those that one alternation covers as one."""
    first, values, depth = 0, list[str](), 0
    last = 0
    for begin, end, members in groups:
        first = first if values else begin
        last = end
        values += members
        depth += sum(map(open_braces, members))
        if depth <= 0:
            yield first, last, values
            values, depth = [], 0
    if values:
        yield first, last, values


@dataclass(frozen=True, slots=True)
class _Rows:
    """Words that are being made of given ones."""

    given: TimedWords
    labels: Mapping[str, Label]
    alternatives: bool
    words: list[str] = field(default_factory=list)
    begin: array[float] = field(default_factory=lambda: array("d"))
    duration: array[float] = field(default_factory=lambda: array("d"))
    confidence: array[float] = field(default_factory=lambda: array("d"))
    first: array[int] = field(default_factory=lambda: array("q", [0]))

    def copy(self, timed: TimedWords, begin: int, end: int) -> None:
        """Adds words as they are."""
        self.words.extend(timed.words[begin:end])
        self.begin.extend(timed.begin[begin:end])
        self.duration.extend(timed.duration[begin:end])
        self.confidence.extend(timed.confidence[begin:end])

    def copy_marks(self, begin: int, end: int) -> None:
        """Adds marks and null words; an alternative without a word gets the null word, as sclite reads it."""
        for row in range(begin, end):
            mark = mark_of(self.given.words[row])
            if mark and mark != ALT_BEGIN and len(self.words) > self.first[-1] and mark_of(self.words[-1]):
                self._add(NULL_WORD, 0.0, 0.0, _NAN)
            self.copy(self.given, row, row + 1)

    def add_words(self, old: str, text: str) -> None:
        """Adds the words of a text without times; they are optional if the old word is."""
        new_words = words(text)
        if self.given.marked:
            label = _OPTIONAL if self._label(old).optional else _BARE
            if label is _OPTIONAL or not _SPECIAL.isdisjoint(text):
                new_words = [self._written(label, word) for word in new_words]
        self.words.extend(new_words)
        nothing = bytes(8 * len(new_words))
        for column in (self.begin, self.duration, self.confidence):
            column.frombytes(nothing)

    def share(self, number: int, rows: tuple[int, int], text: str, origins: Origins) -> None:
        """Adds the words of a text that was normalised, from these rows."""
        timed = self.given
        begin, end = rows
        old = timed.words[begin:end]
        values = [self.labels[word].value if word in self.labels else word for word in old]
        groups: Iterable[tuple[int, int, list[str]]] = origins.groups(number, values, text)
        for a, b, members in _whole(groups) if self.alternatives and "{" in text else groups:
            row, last = begin + a, begin + b
            if self.alternatives and "{" in "".join(members):
                self._add_alternation(row, last, members)
                continue
            label = self._label(old[a])
            if a == b and len(members) == 1:
                word = self._written(label, members[0])
                self._add(word, timed.begin[row], timed.duration[row], timed.confidence[row])
                continue
            for value, times in zip(members, self._shares(row, last, members), strict=True):
                self._add(self._written(label, value), *times)

    def _add_alternation(self, row: int, last: int, values: Sequence[str]) -> None:
        """Adds the words that a rule made of given ones, with marks of alternations, as csrfilt.sh writes rows.

        It takes all words of a row for one alternation, which slashes divide.
        """
        timed = self.given
        written = " ".join(values)
        if any(self._label(word).optional for word in timed.words[row : last + 1]):
            _refuse(timed.begin[row], "of an optional word; expected a bare word")
        alternation_of(written)
        branches = _BRACE.sub(" ", written).split(SLASH)
        alternatives = [words(text.replace(DIVISION, SLASH)) for text in branches]
        for number, alternative in enumerate(alternatives):
            if len(alternatives) > 1:
                self._add(ALT if number else ALT_BEGIN, 0.0, 0.0, _NAN)
            self._add_alternative(row, last, alternative)
        if len(alternatives) > 1:
            self._add(ALT_END, 0.0, 0.0, _NAN)

    def _add_alternative(self, row: int, last: int, alternative: Sequence[str]) -> None:
        """Adds one alternative of rows: their own words at both ends as they are; the others share what is left."""
        timed = self.given
        old = [self.labels[word].value if word in self.labels else word for word in timed.words[row : last + 1]]
        ahead, behind = _common_ends(old, alternative)
        kept = {place: row + place for place in range(ahead)}
        kept |= {len(alternative) - place: last + 1 - place for place in range(1, behind + 1)}
        new = [_label(word, timed.marked).value for word in alternative[ahead : len(alternative) - behind]]
        shares = self._shares(row + ahead, last - behind, new)
        for place, word in enumerate(alternative):
            own = kept.get(place)
            times = next(shares) if own is None else (timed.begin[own], timed.duration[own], timed.confidence[own])
            self._add(word, *times)

    def _shares(self, row: int, last: int, new: Sequence[str]) -> Iterator[tuple[float, float, float]]:
        """Begin, duration and confidence of new words, which share the time of these rows by their letters."""
        timed = self.given
        if not new:
            return
        confidences = [value for value in timed.confidence[row : last + 1] if not isnan(value)]
        confidence = min(confidences, default=_NAN)
        stretch = timed.begin[row], timed.begin[last] + timed.duration[last]
        for _, start, stop in shared_time(new, *stretch):
            assert start is not None
            assert stop is not None
            yield start, max(stop - start, 0.0), confidence

    def _label(self, word: str) -> Label:
        return self.labels.get(word, _BARE)

    def _written(self, old: Label, value: str) -> str:
        """The word as the grammar of the rows writes it, with the marks of the word that it comes from."""
        if not self.given.marked or (old is _BARE and _SPECIAL.isdisjoint(value)):
            return value
        return row_of(replace(old, value=value))

    def _add(self, word: str, begin: float, duration: float, confidence: float) -> None:
        self.words.append(word)
        self.begin.append(begin)
        self.duration.append(duration)
        self.confidence.append(confidence)

    def timed(self) -> TimedWords:
        """All words that were made."""
        columns = self.begin, self.duration, self.confidence
        return TimedWords(self.words, *columns, self.first, self.given.confident, self.given.marked)
