"""Tables of segments with times (stm) and of words with times (ctm), kept as columns."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, repeat
from math import inf, isfinite, isnan, nan
from operator import attrgetter, sub

from ..errors import UsageError, Where
from ..schema import Alternation, Corpus, Grammar, Item, Label, LabelColumns, Lazy, NamelessTable, Segment, Written
from ..schema.markup import BLANKS, NULL_WORD, label_of
from .fields import number_text, sum_text, time_text, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # A function with the parameters of `cut_rows`.
    Cutter: TypeAlias = Callable[[bytes, bytes, bytes, float, float], tuple[bytes, bytes, bytes, bytes]]

ALT_BEGIN, ALT, ALT_END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
NO_TIME = "*"
UNSURE = "&&"
# Characters of words that a row writes otherwise, or not at all.
_SPECIAL = "{;\\*@<" + BLANKS
# Attributes that a row holds in its fields.
_OF_ROWS = frozenset({"type", "speaker", "time", "tag1", "tag2"})
INEXACT = 1e-7
"""Sums of floats differ from sums of decimals by less."""


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
    return word == NULL_WORD or "{" in word or "}" in word or bool(mark_of(word))


class SegmentTable(NamelessTable):
    """Segments with times, speakers and texts; a segment without a line in a file has line 0.

    Times are kept as text and as numbers; `tags` are written <a,b>, or empty.
    """

    __slots__ = (
        "_end_texts",
        "_start_texts",
        "channels",
        "end",
        "ignored",
        "lines",
        "sessions",
        "speakers",
        "start",
        "tags",
        "written",
    )
    KIND = "segments"

    def __init__(self, grammar: Grammar, path: str) -> None:
        self.grammar = grammar
        self._path = path
        self.sessions: list[str] = []
        self.channels: list[str] = []
        self.speakers: list[str] = []
        self._start_texts: list[str] = []
        self._end_texts: list[str] = []
        self.start = array("d")
        self.end = array("d")
        self.tags: list[str] = []
        self.written: list[str] = []
        self.ignored = bytearray()
        self.lines = array("q")

    def append(
        self, names: Sequence[str], times: Sequence[str], tags: str, text: str, ignored: bool, line: int
    ) -> None:
        """Adds one segment: session, channel and speaker, and both times as text."""
        session, channel, speaker = names
        start, end = times
        self.sessions.append(session)
        self.channels.append(channel)
        self.speakers.append(speaker)
        self._start_texts.append(start)
        self._end_texts.append(end)
        self.start.append(float(start))
        self.end.append(float(end))
        self.tags.append(tags)
        self.written.append(text)
        self.ignored.append(ignored)
        self.lines.append(line)

    def fill(
        self,
        names: Sequence[list[str]],
        times: Sequence[list[str]],
        numbers: Sequence[array[float]],
        tags: list[str],
        texts: list[str],
        ignored: Iterable[int],
        lines: Sequence[int],
    ) -> None:
        """Sets all columns: sessions, channels, speakers; starts and ends as text and as numbers."""
        self.sessions, self.channels, self.speakers = names
        self._start_texts, self._end_texts = times
        self.start, self.end = numbers
        self.tags, self.written = tags, texts
        self.ignored = bytearray(ignored)
        self.lines = array("q", lines)

    def rows(self) -> Iterator[tuple[str, str, str, str, str, str, str]]:
        """The rows as text, one for each segment."""
        times = self._start_texts, self._end_texts
        return zip(self.sessions, self.channels, self.speakers, *times, self.tags, self.written, strict=True)

    def times(self) -> tuple[list[str], list[str]]:
        """All begins and all ends as text."""
        return self._start_texts, self._end_texts

    def texts(self) -> list[str]:
        """The texts of all segments; empty for ignored segments."""
        return ["" if ignored else text for text, ignored in zip(self.written, self.ignored, strict=True)]

    def _segment(self, place: int) -> Segment:
        return Segment(
            session=self.sessions[place],
            channel=self.channels[place],
            speaker=self.speakers[place],
            start=Written(self._start_texts[place]),
            end=Written(self._end_texts[place]),
            tags=tags_of(self.tags[place]),
            ignored=bool(self.ignored[place]),
            text="" if self.ignored[place] else self.written[place],
            grammar=self.grammar,
            where=Where(self._path, self.lines[place]) if self.lines[place] else None,
        )

    def __len__(self) -> int:
        return len(self.written)


def tags_of(written: str) -> tuple[str, ...]:
    """The tags that `<a,b>` names.

    >>> tags_of("<O,,f0>"), tags_of("")
    (('O', '', 'f0'), ())
    """
    return tuple(written[1:-1].split(",")) if written else ()


def cut_rows(
    first: bytes, begin: bytes, duration: bytes, pause: float, longest: float, /
) -> tuple[bytes, bytes, bytes, bytes]:
    """Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins
    before its segment, because words need not be in order.

    The columns are the first row of every run, begins and durations; those of the segments are the first row of each,
    the row that ends last (-1 where several end about there), its end, and the number of segments of each run.
    """
    begins, durations = array("d", begin), array("d", duration)
    firsts, finals, counts = array("q"), array("q"), array("q")
    ends = array("d")
    for opening, closing in pairwise(array("q", first)):
        before = len(firsts)
        opened = inf
        times = zip(begins[opening:closing], durations[opening:closing], strict=True)
        for row, (start, length) in enumerate(times, opening):
            stop = start + length
            # A sum is inexact: a pause of exactly the limit ends a segment in every case.
            if start < opened or start - ends[-1] > pause - INEXACT or stop - opened > longest + INEXACT:
                firsts.append(row)
                finals.append(row)
                ends.append(stop)
                opened = start
            elif stop > ends[-1] + INEXACT:
                finals[-1], ends[-1] = row, stop
            elif stop >= ends[-1] - INEXACT:
                finals[-1], ends[-1] = -1, max(ends[-1], stop)
        counts.append(len(firsts) - before)
    return firsts.tobytes(), finals.tobytes(), ends.tobytes(), counts.tobytes()


class RowTable(NamelessTable):
    """Words with times, one in each row; a segment is a run of rows of one session and channel.

    `words` are kept as written. The marks of alternations are rows without times: <ALT_BEGIN>, <ALT> and <ALT_END>.
    `confidence` is NaN where a row has none.
    """

    __slots__ = (
        "_begin_texts",
        "_confidence_texts",
        "_duration_texts",
        "begin",
        "confidence",
        "cutter",
        "duration",
        "first",
        "lines",
        "names",
        "rest",
        "words",
    )
    KIND = "words"

    def __init__(self, grammar: Grammar, path: str) -> None:
        self.grammar = grammar
        self._path = path
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
        self.cutter: Cutter = cut_rows

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

    def extend(
        self,
        words: Iterable[str],
        texts: tuple[Sequence[str], Sequence[str], Sequence[str]],
        numbers: Sequence[Iterable[float]],
        lines: Iterable[int],
    ) -> None:
        """Adds many rows without marks: begins, durations and confidences as text and as numbers."""
        self.words.extend(words)
        for column, more in zip((self._begin_texts, self._duration_texts, self._confidence_texts), texts, strict=True):
            column.extend(more)
        for values, found in zip((self.begin, self.duration, self.confidence), numbers, strict=True):
            values.extend(found)
        self.lines.extend(lines)
        self.first[-1] = len(self.words)

    def fill(
        self,
        names: list[tuple[str, str]],
        first: array[int],
        words: list[str],
        texts: tuple[Sequence[str], Sequence[str], Sequence[str]],
        numbers: Sequence[array[float]],
        lines: array[int],
    ) -> None:
        """Sets all columns, without marks: begins, durations and confidences as text and as numbers.

        Nothing can be added afterwards: columns of texts may be any sequences of plain numbers.
        """
        self.names, self.first, self.words, self.lines = names, first, words, lines
        self._begin_texts, self._duration_texts, self._confidence_texts = texts  # type: ignore[assignment]
        self.begin, self.duration, self.confidence = numbers

    # --- reading -----------------------------------------------------------------------------

    def columns(self) -> tuple[Sequence[str], Sequence[str], Sequence[str], Sequence[str]]:
        """Begins, durations, words and confidences of all rows, as text."""
        return self._begin_texts, self._duration_texts, self.words, self._confidence_texts

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Begin, duration, word and confidence of every row, as text."""
        return zip(*self.columns(), strict=True)

    def texts(self) -> Sequence[str]:
        """The texts of all segments."""
        if any(map(is_special, set(self.words))):
            return super().texts()
        return [" ".join(self.words[first:last]) for first, last in pairwise(self.first)]

    def times(self, rows: Sequence[int]) -> tuple[list[str], list[str]]:
        """Begins and durations of some rows as text, without marks of doubt."""
        begins, durations = (_picked(column, rows) for column in (self._begin_texts, self._duration_texts))
        return [begin.removeprefix(UNSURE) for begin in begins], durations

    def cut(self, pause: float, longest: float = inf) -> tuple[array[int], array[int], array[float], array[int]]:
        """Segments of rows, as `cut_rows` finds them."""
        columns = self.first.tobytes(), self.begin.tobytes(), self.duration.tobytes()
        firsts, finals, ends, counts = self.cutter(*columns, pause, longest)
        return array("q", firsts), array("q", finals), array("d", ends), array("q", counts)

    def repeated(self, most: int | None = None) -> list[tuple[str, str, float, str]]:
        """Rows that stand there more than once, among the first ones: session, channel, begin and word, each once."""
        last = len(self.begin) if most is None else most
        spans: dict[tuple[str, str], list[slice]] = {}
        for name, (first, stop) in zip(self.names, pairwise(self.first), strict=True):
            if first < last:
                spans.setdefault(name, []).append(slice(first, min(stop, last)))
        found = []
        for name, parts in spans.items():
            begins = [begin for part in parts for begin in self.begin[part]]
            if len({*begins}) < len(begins):
                rows = Counter(zip(begins, (word for part in parts for word in self.words[part]), strict=True))
                found += [(*name, *row) for row, count in rows.items() if count > 1 and not mark_of(row[1])]
        return found

    def is_unsure(self) -> bool:
        """Whether some begin is marked as doubtful; columns that are no lists come from a reader of plain numbers."""
        return isinstance(self._begin_texts, list) and UNSURE in "".join(self._begin_texts)

    def has_alternations(self) -> bool:
        """Whether there is an alternation."""
        return any(mark_of(word) for word in self.words if word[0] == "<")

    def _segment(self, place: int) -> Segment:
        session, channel = self.names[place]
        first, last = self.first[place], self.first[place + 1]
        return Segment(
            session=session,
            channel=channel,
            labels=self._items(first, last),
            grammar=self.grammar,
            where=self.where(first),
        )

    def __len__(self) -> int:
        return len(self.names)

    def where(self, row: int) -> Where:
        """The line of a row."""
        return Where(self._path, self.lines[row])

    def _items(self, first: int, last: int) -> tuple[Item, ...]:
        found: list[Item] = []
        outside: list[Item] = []
        branches: list[tuple[Item, ...]] = []
        opened = first
        for row in range(first, last):
            mark = mark_of(self.words[row])
            if mark == ALT_BEGIN:
                outside, found, branches, opened = found, [], [], row
            elif mark:
                branches.append(tuple(found))
                found = []
                if mark == ALT_END:
                    outside.append(Alternation(tuple(branches), self.where(opened)))
                    found = outside
            elif self.words[row] != NULL_WORD or self.grammar == "plain":
                found.append(self._label(row))
        return tuple(found)

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


def row_of(label: Label, grammar: Grammar = "sclite") -> str:
    """The word of a row, from a label: the inverse of `label_of_row`.

    >>> row_of(Label("a;b*", attributes=(("tag1", "noun"),)))
    'a\\\\;b**;noun'
    """
    word = f"({label.value})" if label.optional else label.value
    tags = [value for key, value in label.attributes if key in ("tag1", "tag2")]
    nothing = not word and (not tags or grammar == "plain")  # `;` is an empty word with an empty tag
    if nothing or any(blank in word for blank in BLANKS):
        raise UsageError(f"the word {word!r} is empty or has blanks in it; expected one word without blanks")
    if mark_of(word):
        raise UsageError(f"a row cannot hold the word {word!r}: it would be read as a mark of an alternation")
    if grammar == "plain":
        return word
    braced = word.startswith("{")
    if word == NULL_WORD or (tags if braced else "\\" in word):
        raise UsageError(f"sclite's grammar has no way to write the word {word!r}" + " with tags" * bool(tags))
    star = "*" if word.endswith("*") and len(word) > 1 else ""  # a reader drops one
    fields = [word + star] if braced else [field.replace(";", "\\;") for field in (word + star, *tags)]
    return ";".join(fields)


def timed(corpus: Corpus, grammar: Grammar = "sclite") -> RowTable:
    """The words of a corpus as rows with times; an error where a word has none."""
    segments = corpus.segments
    if isinstance(segments, RowTable) and segments.grammar == grammar:
        return segments
    table = RowTable(grammar, corpus.path)
    for segment in segments:
        table.begin_run(segment.session, segment.channel)
        items = segment.items
        if _add_plain(table, items):
            continue
        for item in items:
            if isinstance(item, Label):
                _add(table, item)
                continue
            for mark, branch in zip((ALT_BEGIN, *[ALT] * (len(item.branches) - 1)), item.branches, strict=True):
                table.append(mark, NO_TIME, NO_TIME)
                for label in branch:
                    if isinstance(label, Alternation):
                        raise UsageError("ctm cannot hold an alternation inside an alternation")
                    _add(table, label)
            table.append(ALT_END, NO_TIME, NO_TIME)
    return table


def _add_plain(table: RowTable, items: Sequence[Item]) -> bool:
    """Adds labels as `_add` does, column by column; False where one is not plain, and nothing is added then."""
    columns = items if isinstance(items, LabelColumns) else _columns_of(items)
    if not columns or any(key in _OF_ROWS for pairs in {*(columns.attributes or ())} for key, _ in pairs):
        return False
    values, (begin_texts, end_texts, sure) = columns.values, columns.numbers
    begins, ends = (None if texts is None else times(texts) for texts in (begin_texts, end_texts))
    confidences = array("d", [nan]) * len(values) if sure is None else array("d", map(float, sure))
    if begins is None or ends is None or not (sure is None or all(map(isfinite, confidences))):
        return False
    assert begin_texts is not None
    assert end_texts is not None
    lengths = list(map(sub, map(Decimal, end_texts), map(Decimal, begin_texts)))
    words = _rows_of(values, table.grammar)
    if words is None or min(lengths) < 0:
        return False  # problems are told in the order of the words
    length_texts = list(map(format, lengths, repeat("f")))
    lines = [0] * len(values) if columns is items else [one.where.line if one.where else 0 for one in items]
    table.extend(
        words,
        (begin_texts, length_texts, sure or [""] * len(values)),
        (begins, map(float, length_texts), confidences),
        lines,
    )
    return True


def _columns_of(items: Sequence[Item]) -> LabelColumns | None:
    """Labels as columns; None where not all have times, or numbers were not all read from a file."""
    if set(map(type, items)) != {Label}:
        return None
    values, starts, ends, sure, attributes, optional = (
        list(map(attrgetter(name), items)) for name in ("value", "start", "end", "confidence", "attributes", "optional")
    )
    begins, lasts, confidences = map(_texts_of, (starts, ends, sure))
    if any(optional) or not begins or not lasts or not (confidences or sure == [None] * len(sure)):
        return None
    return LabelColumns(values, (begins, lasts, confidences or None), attributes)


def _rows_of(values: Sequence[str], grammar: Grammar) -> Sequence[str] | None:
    """The words of rows, from values of labels; None where one cannot be written."""
    distinct = {*values}
    if "" not in distinct and not any(map("".join(distinct).__contains__, _SPECIAL)):
        return values
    try:
        known = {value: row_of(Label(value), grammar) for value in distinct}
    except UsageError:
        return None
    return list(map(known.__getitem__, values))


def _texts_of(numbers: Sequence[float | None]) -> list[str]:
    """The texts of numbers that were all read from a file; none for others."""
    return [number.written for number in numbers] if set(map(type, numbers)) == {Written} else []  # type: ignore[union-attr]


def _picked(column: Sequence[str], rows: Sequence[int]) -> list[str]:
    return column.picked(rows) if isinstance(column, Lazy) else list(map(column.__getitem__, rows))


def _add(table: RowTable, label: Label) -> None:
    if label.start is None or label.end is None:
        raise UsageError(f"{label.where or table._path or 'a text'}: the word {label.value!r} has no times")
    begin = time_text(label.start, label.value)
    duration = Decimal(time_text(label.end, label.value)) - Decimal(begin)
    if duration < 0:
        raise UsageError(
            f"the word {label.value!r} ends before its begin at {begin}; expected an end at or after the begin"
        )
    attributes = dict(label.attributes)
    rest = attributes.get("type", "lex" if "speaker" in attributes else "")
    if "speaker" in attributes:
        rest += " " + attributes["speaker"]
    confidence = "NA" * bool(rest) if label.confidence is None else number_text(label.confidence)
    if attributes.get("time") == "unsure":
        begin = UNSURE + begin
    line = label.where.line if label.where else 0
    table.append(row_of(label, table.grammar), begin, format(duration, "f"), confidence, rest, line)
