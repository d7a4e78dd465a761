"""Words with times as columns (ctm), one row for each word and for each mark of an alternation."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import accumulate, pairwise, repeat
from math import inf, isnan
from operator import add

from ... import core
from ..errors import UsageError, Where
from ..values import dataclass, replace
from .items import Alternation, Attributes, Grammar, Item, Label, LabelColumns, LabelLists
from .lazy import Lazy, Made
from .markup import NULL_WORD, is_nothing, label_of, marked, render
from .numbers import Written, exact_texts, later_texts, sum_text
from .spans import RowTexts

ALT_BEGIN, ALT, ALT_END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
NO_TIME = "*"
UNSURE = "&&"
_BRACES = {ALT_BEGIN: "{", ALT: "/", ALT_END: "}"}

INEXACT = 1e-7
"""Sums of floats differ from sums of decimals by less."""
_NOWHERE = Where("", 1)
_SPECIAL = (NULL_WORD, "{", "}", "<ALT")
_OTHER_MEANING = re.compile(rf"{re.escape(NULL_WORD)}\Z|<[aA][lL][tT]|[^{{}}]*[{{}}]")


def mark_of(word: str) -> str:
    """The alternation mark that the reference takes a word for; empty for other words.

    >>> mark_of("<alt_end>"), mark_of("<altar>"), mark_of("alt")
    ('<ALT_END>', '<ALTAR>', '')
    """
    return word.upper() if word[:4].upper() == "<ALT" else ""


def is_special(word: str) -> bool:
    """Whether a word of a row has another meaning inside a text.

    >>> is_special("@"), is_special("<alt>"), is_special("<unk>")
    (True, True, False)
    """
    return _OTHER_MEANING.match(word) is not None


def has_special(words: Iterable[str]) -> bool:
    """Whether some word of a row has another meaning inside a text.

    >>> has_special(["a@b", "<unk>"]), has_special(["a", "@"])
    (False, True)
    """
    distinct = set(words)
    # One look at all of them first: most files have no such word.
    return any(map(" ".join(distinct).upper().__contains__, _SPECIAL)) and any(map(_OTHER_MEANING.match, distinct))


def _alternations(marks: Mapping[int, str]) -> dict[int, list[int]]:
    """The rows of the marks of each alternation, by the first of them.

    >>> _alternations({2: ALT_BEGIN, 4: ALT, 6: ALT_END, 9: ALT_BEGIN, 11: ALT_END})
    {2: [2, 4, 6], 9: [9, 11]}
    """
    spans: dict[int, list[int]] = {}
    opening = 0
    for row, mark in marks.items():
        if mark == ALT_BEGIN:
            opening = row
        spans.setdefault(opening, []).append(row)
    return spans


def changed_in_texts(words: Iterable[str]) -> set[str]:
    """The words of rows that a text in sclite's grammar writes otherwise, or cannot hold.

    >>> sorted(changed_in_texts(["uh-", "a;b", "a*", "@", "<alt>"]))
    ['<alt>', '@', 'a*']
    """
    distinct = {*words}
    return {word for word in marked(distinct) if not _stays(word)} | {
        word for word in distinct if word[:1] == "<" and mark_of(word)
    }


def _stays(word: str) -> bool:
    try:
        return not is_special(word) and render((label_of_row(word, _NOWHERE),), "sclite") == word
    except UsageError:
        return False  # the problem is reported with the place of the word


@dataclass(frozen=True, slots=True)
class Folded:
    """Rows of words in which an alternation is one row, from its first begin to its last end."""

    table: Words
    rows: Sequence[int]
    """The row of each; of an alternation, that of its first mark."""
    closing: Sequence[int]
    """The row that each ends with."""
    marks: Mapping[int, Sequence[int]]
    """The rows of the marks of alternations, by their rows of this table."""
    is_timed: bool
    """Whether every alternation has a word."""


class Words:
    """Words with times as columns, one in each row; a segment is a run of rows of one session and channel.

    `words` are kept as written. The marks of alternations are rows without times: <ALT_BEGIN>, <ALT> and <ALT_END>.
    `confidence` is NaN where a row has none.
    """

    __slots__ = (
        "_begin_texts",
        "_confidence_texts",
        "_duration_texts",
        "begin",
        "confidence",
        "duration",
        "first",
        "grammar",
        "lines",
        "names",
        "path",
        "rest",
        "words",
    )

    def __init__(self, grammar: Grammar, path: str) -> None:
        self.grammar = grammar
        self.path = path
        self.names: list[tuple[str, str]] = []
        """Session and channel of every run."""
        self.first = array("q", [0])
        """The first row of every run; the last element is the number of rows."""
        self.words: list[str] = []
        self.begin = array("d")
        self.duration = array("d")
        self.confidence = array("d")
        self.rest: dict[int, str] = {}
        """The fields after the confidence, by row."""
        self.lines = array("q")
        self._begin_texts: list[str] = []
        self._duration_texts: list[str] = []
        self._confidence_texts: list[str] = []

    # --- filling -----------------------------------------------------------------------------

    def begin_run(self, session: str, channel: str) -> None:
        """Begins a run of rows of this session and channel."""
        if self.names and self.first[-2] == self.first[-1]:
            self.names[-1] = (session, channel)
            return
        self.names.append((session, channel))
        self.first.append(self.first[-1])

    def append(self, word: str, begin: str, duration: str, confidence: str = "", rest: str = "", line: int = 0) -> None:
        """Adds one row, given as text."""
        if rest:
            self.rest[len(self.words)] = rest
        self.words.append(word)
        self._begin_texts.append(begin)
        self._duration_texts.append(duration)
        self._confidence_texts.append(confidence)
        mark = bool(mark_of(word))
        self.begin.append(0.0 if mark else float(begin.removeprefix(UNSURE)))
        self.duration.append(0.0 if mark else float(duration))
        self.confidence.append(confidence_of(confidence))
        self.lines.append(line)
        self.first[-1] += 1

    def fill(
        self,
        names: list[tuple[str, str]],
        first: array[int],
        words: Sequence[str],
        texts: tuple[Sequence[str], Sequence[str], Sequence[str]],
        numbers: Sequence[array[float]],
        lines: array[int],
    ) -> None:
        """Sets all columns, without marks: begins, durations and confidences as text and as numbers.

        Nothing can be added afterwards: columns of texts may be any sequences of plain numbers.
        """
        self.names, self.first, self.words, self.lines = names, first, words, lines  # type: ignore[assignment]
        self._begin_texts, self._duration_texts, self._confidence_texts = texts  # type: ignore[assignment]
        self.begin, self.duration, self.confidence = numbers

    # --- reading -----------------------------------------------------------------------------

    def columns(self) -> tuple[Sequence[str], Sequence[str], Sequence[str], Sequence[str]]:
        """Begins, durations, words and confidences of all rows, as text."""
        return self._begin_texts, self._duration_texts, self.words, self._confidence_texts

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Begin, duration, word and confidence of every row, as text."""
        return zip(*self.columns(), strict=True)

    def texts(self) -> list[str]:
        """The texts of all segments."""
        if has_special(self.words):
            return self.rendered()
        return [" ".join(self.words[first:last]) for first, last in pairwise(self.first)]

    def rendered(self) -> list[str]:
        """The texts of all segments, each word as the grammar of texts writes it."""
        marks, shown, odd = self.marks(), [*self.words], {*self.words}
        if self.grammar == "sclite":
            odd = {word for word in odd if "/" in word} | changed_in_texts(odd) - {*map(self.words.__getitem__, marks)}
        for row, mark in marks.items():
            shown[row] = _BRACES[mark] + f" {NULL_WORD}" * (mark != ALT_END and row + 1 in marks)
        return [
            " ".join(shown[first:last])
            if odd.isdisjoint(self.words[first:last])
            else render(self.items(first, last), self.grammar)
            for first, last in pairwise(self.first)
        ]

    def renamed(self, names: list[tuple[str, str]], first: array[int] | None = None) -> Words:
        """These rows with other sessions and channels of their runs, and other first rows of these if any are named."""
        other = Words(self.grammar, self.path)
        for column in self.__slots__:
            setattr(other, column, getattr(self, column))
        other.names, other.first = names, self.first if first is None else first
        return other

    def shifted(self, seconds: Decimal) -> Words:
        """These rows so many seconds later.

        >>> words = Words("plain", "")
        >>> words.begin_run("t", "A")
        >>> words.append("so", "0.05", "1")
        >>> words.shifted(Decimal("1.5")).columns()[0]
        ['1.55']
        """
        other = self.renamed(self.names)
        bare = [None if text == NO_TIME else text.removeprefix(UNSURE) for text in self._begin_texts]
        marks = [UNSURE if text.startswith(UNSURE) else "" for text in self._begin_texts]
        moved = later_texts(bare, seconds)
        other._begin_texts = [NO_TIME if t is None else mark + t for mark, t in zip(marks, moved, strict=True)]
        other.begin = array("d", [0.0 if text is None else float(text) for text in moved])
        return other

    def begins(self) -> Sequence[float]:
        """The begin of each row; for all rows of an alternation, the first begin of its words."""
        marks = self.marks() if has_special(self.words) else {}
        begins, opening = array("d", self.begin), 0
        for row, mark in marks.items():
            if mark == ALT_BEGIN:
                opening = row
            elif mark == ALT_END:
                inside = [begins[place] for place in range(opening, row) if place not in marks]
                begins[opening : row + 1] = array("d", [min(inside, default=0.0)] * (row + 1 - opening))
        return begins

    def in_order(self) -> tuple[Words, list[int]]:
        """These rows, those of each session and channel by time; and how many runs each old run became.

        Runs of one channel are joined where one begins before another one above it has ended.

        >>> words = Words("plain", "")
        >>> words.begin_run("t", "A")
        >>> for begin, word in (("1", "b"), ("0.5", "a")): words.append(word, begin, "0.1")
        >>> words.in_order()[0].words
        ['a', 'b']
        """
        begins, runs_of = self.begins(), dict[tuple[str, str], list[int]]()
        for run, name in enumerate(self.names):
            runs_of.setdefault(name, []).append(run)
        joined: dict[int, list[int]] = {}
        for runs in runs_of.values():
            spans = [range(self.first[run], self.first[run + 1]) for run in runs]
            latest = [*accumulate([max(map(begins.__getitem__, span), default=-inf) for span in spans], max)]
            least = [min(map(begins.__getitem__, span), default=inf) for span in spans]
            earliest = [*accumulate(least[::-1], min)][::-1]
            for place, (run, span) in enumerate(zip(runs, spans, strict=True)):
                if not place or latest[place - 1] <= earliest[place]:
                    target = joined.setdefault(run, [])
                target.extend(span)
        in_order = [(run, sorted(joined[run], key=begins.__getitem__)) for run in sorted(joined)]
        return self.runs(in_order), [int(run in joined) for run in range(len(self.names))]

    def runs(self, parts: Sequence[tuple[int, Sequence[int]]]) -> Words:
        """Some runs, each with rows of its own.

        >>> words = Words("plain", "")
        >>> for channel in "AB":
        ...     words.begin_run("t", channel)
        ...     words.append(channel.lower(), "0.5", "1")
        >>> words.runs([(1, [1])]).texts()
        ['b']
        """
        rows = [row for _, of_run in parts for row in of_run]
        table = Words(self.grammar, self.path)
        table.fill(
            [self.names[run] for run, _ in parts],
            array("q", accumulate([len(of_run) for _, of_run in parts], initial=0)),
            picked(self.words, rows),
            (picked(self._begin_texts, rows), picked(self._duration_texts, rows), picked(self._confidence_texts, rows)),
            [array("d", map(column.__getitem__, rows)) for column in (self.begin, self.duration, self.confidence)],
            array("q", map(self.lines.__getitem__, rows)),
        )
        table.rest = {place: self.rest[row] for place, row in enumerate(rows) if row in self.rest}
        return table

    def by_speaker(self) -> tuple[Words, list[str], list[int]]:
        """These rows in runs that end where another speaker begins, too; the speaker of each, and the number of the run
        that each is a part of. A row without a speaker is spoken by that of the row before it.

        >>> words = Words("plain", "")
        >>> words.begin_run("t", "A")
        >>> for rest in ("lex", "lex anna", "lex bob", ""): words.append("so", "0", "1", "NA", rest)
        >>> words.by_speaker()[0].first.tolist(), words.by_speaker()[1:]
        ([0, 1, 2, 4], (['', 'anna', 'bob'], [0, 0, 0]))
        """
        names = {rest: rest.partition(" ")[2] for rest in {*self.rest.values()}}
        spoken = {row: names[rest] for row, rest in self.rest.items() if names[rest]}
        first, speakers, runs = array("q"), list[str](), list[int]()
        for run, (begin, end) in enumerate(pairwise(self.first)):
            changes, speaker = [(begin, spoken.get(begin, ""))], spoken.get(begin, "")
            for row in range(begin + 1, end) if spoken else ():
                if row in spoken and spoken[row] != speaker:
                    speaker = spoken[row]
                    changes += ((row, speaker),)
            first.extend([row for row, _ in changes])
            speakers += [name for _, name in changes]
            runs += [run] * len(changes)
        first.append(self.first[-1])
        return self.renamed(list(map(self.names.__getitem__, runs)), first), speakers, runs

    def times(self, rows: Sequence[int]) -> tuple[list[str], list[str]]:
        """Begins and durations of some rows as text, without marks of doubt."""
        begins, durations = (picked(column, rows) for column in (self._begin_texts, self._duration_texts))
        return list(map(str.removeprefix, begins, repeat(UNSURE))), durations

    def folded(self) -> Folded:
        """These rows with one row for each alternation, and without null words."""
        rows: Sequence[int] = range(len(self.words))
        marks = self.marks() if has_special(self.words) else {}
        nothing = self._null_words()
        if not marks and not nothing:
            return Folded(self, rows, rows, {}, is_timed=True)
        spans = _alternations(marks)
        spoken = {
            opening: [row for row in range(opening, span[-1]) if row not in marks and self.words[row] not in nothing]
            for opening, span in spans.items()
        }
        inside = {row for span in spans.values() for row in range(span[0] + 1, span[-1] + 1)}
        rows = [row for row, word in enumerate(self.words) if row not in inside and word not in nothing]
        first, last = self._reach(spoken)
        table = self._picked(rows, (first, last))
        places = {row: place for place, row in enumerate(rows) if row in spans}
        self._name_speakers(table, {places[opening]: words for opening, words in spoken.items()})
        shown = {places[row]: span for row, span in spans.items()}
        return Folded(table, rows, list(map(last.get, rows, rows)), shown, is_timed=len(first) == len(spans))

    def _reach(self, spoken: Mapping[int, Sequence[int]]) -> tuple[dict[int, int], dict[int, int]]:
        """The words of each alternation that begin first and end last, for those that have words."""
        ends = self._ends([row for words in spoken.values() for row in words])
        first = {opening: min(words, key=self.begin.__getitem__) for opening, words in spoken.items() if words}
        return first, {opening: max(spoken[opening], key=ends.__getitem__) for opening in first}

    def _name_speakers(self, table: Words, words_at: Mapping[int, Sequence[int]]) -> None:
        """Gives each alternation, at its place in the table, the speaker of its first word that has one."""
        for place, words in words_at.items() if self.rest else ():
            named = [rest for row in words if " " in (rest := self.rest.get(row, ""))]
            if named:
                table.rest[place] = named[0]

    def _null_words(self) -> set[str]:
        """The words of these rows that are none."""
        if self.grammar == "plain":
            return set()
        return set(filter(is_nothing_in_row, {word for word in self.words if NULL_WORD in word}))

    def _ends(self, rows: Sequence[int]) -> dict[int, Decimal]:
        """The exact ends of some rows."""
        return dict(zip(rows, map(add, *(map(Decimal, texts) for texts in self.times(rows))), strict=True))

    def _picked(self, rows: Sequence[int], spans: tuple[Mapping[int, int], Mapping[int, int]]) -> Words:
        """Some rows; alternations run from the start of one row to the end of another."""
        first, last = spans
        table = Words(self.grammar, self.path)
        begins, durations = picked(self._begin_texts, rows), picked(self._duration_texts, rows)
        numbers = [array("d", map(column.__getitem__, rows)) for column in (self.begin, self.duration, self.confidence)]
        for place, row in enumerate(rows):
            if begins[place] == NO_TIME or row in first:
                begins[place] = self._begin_texts[first[row]] if row in first else "0"
                durations[place] = "0"
            if row in first:
                numbers[0][place] = self.begin[first[row]]
                numbers[1][place] = self.begin[last[row]] + self.duration[last[row]] - self.begin[first[row]]
        table.fill(
            self.names,
            array("q", map(bisect_left, repeat(rows), self.first)),
            picked(self.words, rows),
            (begins, durations, picked(self._confidence_texts, rows)),
            numbers,
            array("q", map(self.lines.__getitem__, rows)),
        )
        shown = {row for row in self.rest if not mark_of(self.words[row])}
        table.rest = {place: self.rest[row] for place, row in enumerate(rows) if row in shown}
        return table

    def label_lists(self) -> LabelLists:
        """The labels of all runs as columns; alternations, fragments, optional words and empty ones are odd."""
        folded = self.folded()
        table, odd = folded.table, self._alternations(folded.marks)
        written = marked({*table.words}) if self.grammar == "sclite" else ()
        labels = {word: label_of_row(word, _NOWHERE) for word in written}
        begins, durations = table.times(range(len(table.words)))
        ends = exact_texts(add, begins, durations)
        confidences = table._confidence_list()
        attributes = table._attributes({word: label.attributes for word, label in labels.items() if label.attributes})
        others = {word: label.value for word, label in labels.items() if label.value != word}
        values = list(map(others.get, table.words, table.words)) if others or odd else table.words
        is_usual = not others and not odd and attributes is None and (confidences is None or None not in confidences)
        for place in odd:
            values[place], begins[place], ends[place] = "", None, None  # type: ignore[call-overload]
            if attributes is not None:
                attributes[place] = ()
            if confidences is not None:
                confidences[place] = None
        places = None if is_usual else (self.path, table.lines)
        columns = LabelColumns(values, (begins, ends, confidences), attributes, places)
        odd |= table._marked_labels(labels, columns)
        return LabelLists(columns, table.first, dict(sorted(odd.items())))

    def _confidence_list(self) -> list[str | None] | None:
        """The confidences as they are written, None for a word without one; nothing if no word has one."""
        is_none = list(map(isnan, self.confidence))
        if False not in is_none:
            return None
        texts = picked(self._confidence_texts, range(len(is_none)))
        return [None if nothing else text for text, nothing in zip(texts, is_none, strict=True)]

    def _marked_labels(self, labels: Mapping[str, Label], columns: LabelColumns) -> dict[int, Item]:
        """Fragments, optional words and empty ones by row; `labels` are the words with marks."""
        marked_words = {
            word for word, label in labels.items() if label.optional or label.kind != "word" or not label.value
        }
        if not marked_words:
            return {}
        rows = [row for row, word in enumerate(self.words) if word in marked_words]
        items: dict[int, Item] = {}
        for row, label in zip(rows, columns.taken(rows).made(), strict=True):
            like = labels[self.words[row]]
            items[row] = replace(label, kind=like.kind, optional=like.optional)
        return items

    def _alternations(self, marks: Mapping[int, Sequence[int]]) -> dict[int, Item]:
        """The alternations that have these marks."""
        if not marks:
            return {}
        nothing = self._null_words()
        silent = {row for rows in marks.values() for row in rows}
        silent |= {row for row, word in enumerate(self.words) if word in nothing}
        spoken = [row for rows in marks.values() for row in range(rows[0], rows[-1]) if row not in silent]
        table = self._picked(spoken, ({}, {}))
        lists = table.label_lists()
        labels = lists.labels
        items = list[Item](LabelColumns(labels.values, labels.numbers, labels.attributes, (self.path, table.lines)))
        for place, item in lists.odd.items():
            items[place] = item
        before = list(map(bisect_left, repeat(spoken), range(len(self.words))))
        return {
            place: Alternation(
                tuple([tuple(items[before[opening] : before[closing]]) for opening, closing in pairwise(rows)]),
                self.where(rows[0]),
            )
            for place, rows in marks.items()
        }

    def _attributes(self, tags: Mapping[str, Attributes]) -> list[Attributes] | None:
        """The attributes of all rows: the tags of words, whether a begin is doubtful, type and speaker; None if no row
        has any."""
        is_unsure = self.is_unsure()
        if not self.rest and not is_unsure and not tags:
            return None
        attributes: list[Attributes] = [()] * len(self.words)
        if tags:
            attributes = list(map(tags.get, self.words, repeat(())))
        if is_unsure:
            for row, text in enumerate(self._begin_texts):
                attributes[row] += (("time", "unsure"),) if text[:2] == UNSURE else ()
        pairs = {rest: tuple(zip(("type", "speaker"), rest.split(" "), strict=False)) for rest in {*self.rest.values()}}
        for row, rest in self.rest.items():
            attributes[row] += pairs[rest]
        return attributes

    def cut(self, pause: float, longest: float = inf) -> tuple[array[int], array[int], array[float], array[int]]:
        """Segments of rows, as `cut_rows` finds them."""
        columns = self.first.tobytes(), self.begin.tobytes(), self.duration.tobytes()
        firsts, finals, ends, counts = core.cut_rows(*columns, pause, longest)
        return array("q", firsts), array("q", finals), array("d", ends), array("q", counts)

    def repeated(self, most: int | None = None) -> list[tuple[str, str, float, str]]:
        """Rows that occur more than once, among the first ones: session, channel, begin and word, each once."""
        last = len(self.begin) if most is None else most
        spans: dict[tuple[str, str], list[slice]] = {}
        for name, (first, stop) in zip(self.names, pairwise(self.first), strict=True):
            if first < last:
                spans.setdefault(name, []).append(slice(first, min(stop, last)))
        rows_again = []
        for name, parts in spans.items():
            begins = [begin for part in parts for begin in self.begin[part]]
            if len({*begins}) < len(begins):
                rows = Counter(zip(begins, [word for part in parts for word in self.words[part]], strict=True))
                rows_again += [(*name, *row) for row, count in rows.items() if count > 1 and not mark_of(row[1])]
        return rows_again

    def is_unsure(self) -> bool:
        """Whether some begin is marked as doubtful; columns that are no lists come from a reader of plain numbers."""
        return isinstance(self._begin_texts, list) and UNSURE in "".join(self._begin_texts)

    def marks(self) -> dict[int, str]:
        """The rows of marks of alternations, each with its mark in capitals."""
        if isinstance(self.words, RowTexts):
            rows = array("q", self.words.rows.marks)
            return {row: mark_of(self.words[row]) for row in rows}
        return {row: mark for row, word in enumerate(self.words) if word[0] == "<" and (mark := mark_of(word))}

    def __len__(self) -> int:
        return len(self.names)

    def where(self, row: int) -> Where:
        """The line of a row."""
        return Where(self.path, self.lines[row])

    def items(self, first: int, last: int) -> tuple[Item, ...]:
        """The labels and alternations of some rows."""
        items: list[Item] = []
        outside: list[Item] = []
        branches: list[tuple[Item, ...]] = []
        opened = first
        for row in range(first, last):
            mark = mark_of(self.words[row])
            if mark == ALT_BEGIN:
                outside, items, branches, opened = items, [], [], row
            elif mark:
                branches.append(tuple(items))
                items = []
                if mark == ALT_END:
                    outside.append(Alternation(tuple(branches), self.where(opened)))
                    items = outside
            elif self.grammar == "plain" or not is_nothing_in_row(self.words[row]):
                items.append(self._label(row))
        return tuple(items)

    def _label(self, row: int) -> Label:
        word, where = self.words[row], self.where(row)
        label = Label(word, where=where) if self.grammar == "plain" else label_of_row(word, where)
        written = self._begin_texts[row]
        attributes = label.attributes
        if written.startswith(UNSURE):
            attributes += (("time", "unsure"),)
        if row in self.rest:
            attributes += tuple(zip(("type", "speaker"), self.rest[row].split(" "), strict=False))
        begin, duration = written.removeprefix(UNSURE), self._duration_texts[row]
        confidence = self.confidence[row]
        return Label(
            label.value,
            start=Written(begin),
            end=Written(sum_text(begin, duration)),
            confidence=None if isnan(confidence) else Written(self._confidence_texts[row]),
            kind=label.kind,
            optional=label.optional,
            attributes=attributes,
            where=where,
        )


class RowLabels(LabelColumns):
    """The labels of words that are rows with times, which `timed` hands on as they are."""

    __slots__ = ("rows",)

    def __init__(self, rows: Words, ends: Sequence[str], attributes: Sequence[Attributes] | None) -> None:
        begins, _, words, confidences = rows.columns()
        known = None if all(map(isnan, rows.confidence)) else Made(len(words), partial(_known, confidences))
        super().__init__(words, (begins, ends, known), attributes, (rows.path, rows.lines))
        self.rows = rows


def _known(confidences: Sequence[str]) -> list[str | None]:
    """The confidences of rows; None for those without one."""
    return [None if text in ("", "NA") else text for text in confidences]


def confidence_of(written: str) -> float:
    """The number of a confidence; NaN where there is none.

    >>> confidence_of("0.5"), confidence_of("NA")
    (0.5, nan)
    """
    return float(written) if written and written.upper() != "NA" else float("nan")


def label_of_row(written: str, where: Where) -> Label:
    """The label of the word of a row; after a leading brace, no character is special.

    >>> label_of_row("{a;b}", Where("x", 1)).value, label_of_row("a;b*", Where("x", 1)).value
    ('{a;b}', 'a')
    """
    if not written.startswith("{"):
        return label_of(written, where)
    return Label(written[:-1] if written.endswith("*") and len(written) > 1 else written, where=where)


def is_nothing_in_row(written: str) -> bool:
    """Whether the word of a row stands for no word; after a leading brace, no character is special."""
    return not written.startswith("{") and is_nothing(written)


def picked(column: Sequence[str], places: Sequence[int]) -> list[str]:
    """The texts of a column at some places."""
    return column.picked(places) if isinstance(column, Lazy) else list(map(column.__getitem__, places))
