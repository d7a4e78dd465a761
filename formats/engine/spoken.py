"""Segments that are written: those that are not ignored, with the words that a reader would give for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, chain, compress, pairwise, repeat
from math import inf, isfinite, nan
from operator import lt, sub
from typing import Any

from ..errors import UsageError
from ..schema import (
    Alternation,
    Attributes,
    Corpus,
    Item,
    Label,
    LabelColumns,
    Numbers,
    Segment,
    Table,
    Written,
    number_text,
)
from ..schema.markup import are_bare, parse, render, unmarked, words
from .fields import check_order
from .json import AS_BYTES, Cells, Json
from .plain_texts import bare_texts

# Ticks of a ten-millionth of a second have at most 18 digits below this time.
LATEST = 1e11
PART, DISPLAY = "part", "display"
SPELLING, AFTER, BEFORE = "/spelling", "/after", "/before"
_WHOLE = re.compile("0|[1-9][0-9]{0,17}")


def spoken(corpus: Corpus, earliest: float = 0.0) -> Iterator[Segment]:
    """The segments that are not ignored; an error for times and confidences that readers would refuse."""
    for segment in corpus.segments:
        if not segment.ignored:
            _check_numbers(segment, earliest)
            yield segment


def _check_numbers(segment: Segment, earliest: float) -> None:
    _check_times(segment, segment, earliest)
    for label in plain_labels(segment) if segment.labels else ():
        _check_times(segment, label, earliest)
        if label.confidence is not None and not isfinite(label.confidence):
            raise UsageError(
                f"{_place(segment, label)}: a confidence is {float(label.confidence)}; expected a finite number"
            )


def _check_times(segment: Segment, timed: Segment | Label, earliest: float) -> None:
    start, end = timed.start, timed.end
    for time in (start, end):
        if time is not None and not earliest <= time < LATEST:
            raise UsageError(
                f"{_place(segment, timed)}: a time is {float(time)} s; "
                f"expected seconds >= {earliest:g} and below {LATEST:g}"
            )
    if start is not None and end is not None:
        check_order(start, end)


def _place(segment: Segment, part: Segment | Label) -> str:
    """A name for a segment or one of its words in a message."""
    name = segment.id or " ".join(filter(None, (segment.session, segment.channel, segment.speaker)))
    owner = f"segment {name!r}" if name else "a segment without a name"
    return f"word {part.value!r} of {owner}" if isinstance(part, Label) else owner


def plain_labels(segment: Segment) -> list[Label]:
    """The words of a segment; for an alternation, those of its first branch."""
    return list(_plain(segment.items))


def _plain(items: Iterable[Item]) -> Iterator[Label]:
    for item in items:
        if isinstance(item, Alternation):
            yield from _plain(item.branches[0])
        else:
            yield item


def bare_text(segment: Segment) -> str:
    """The text of a segment without marks, blanks as they are; for an alternation, its first branch."""
    if segment.labels is None and (segment.grammar == "plain" or unmarked(segment.text or "")):
        return segment.text or ""
    if isinstance(segment.labels, LabelColumns):
        return " ".join(segment.labels.values)
    items = segment.labels if segment.labels is not None else parse(segment.text or "", segment.grammar)
    return render(items, "plain")


def seconds(units: float | None, per_second: int) -> Written | None:
    """The seconds of a number of milliseconds or of other units.

    >>> seconds(1500, 1000), seconds(Written("7"), 1000)
    (1.500, 0.007)
    """
    if units is None:
        return None
    places = len(str(per_second)) - 1
    text = number_text(units)
    if _WHOLE.fullmatch(text) and per_second == 10**places:
        digits = text.rjust(places + 1, "0")
        return Written(f"{digits[:-places]}.{digits[-places:]}")  # the usual case, made fast
    exact = Decimal(text) / per_second
    return Written(f"{exact:f}" if exact.as_tuple().exponent < -places else f"{exact:.{places}f}")  # type: ignore[operator]


def units(time: float | None, per_second: int) -> int | None:
    """The nearest number of units: the inverse of `seconds`."""
    return None if time is None else int((Decimal(number_text(time)) * per_second).to_integral_value())


# --- columns ----------------------------------------------------------------------------------------


def details_of(column: Sequence[Attributes] | None, format: str) -> dict[int, dict[str, Json]]:
    """The values of one format that attributes keep, by row: those of all rows are read at once."""
    if column is None:
        return {}
    size = len(format) + 1
    prefix = format + ":"
    rows = [
        (row, key[size:], text)
        for row, pairs in enumerate(column)
        if pairs
        for key, text in pairs
        if key[:size] == prefix
    ]
    if not rows:
        return {}
    try:
        values: list[Json] = AS_BYTES.decode(f"[{','.join([text for _, _, text in rows])}]")
    except ValueError:
        values = []
    if len(values) != len(rows):
        values = [AS_BYTES.decode(text) for _, _, text in rows]
    extras: dict[int, dict[str, Json]] = {row: {} for row, _, _ in rows}
    for (row, key, _), value in zip(rows, values, strict=True):
        extras[row][key] = value
    return extras


def check_times(corpus: Corpus, earliest: float = 0.0) -> None:
    """Raises the problem of the first time of segments that readers would refuse."""
    table = corpus.table
    if not (_are_sound(table.start, earliest) and _are_sound(table.end, earliest) and _are_ordered(table)):
        for _ in spoken(corpus, earliest):
            pass


_OF_WORDS = frozenset({"first", "label_first", "plain", "starts", "ends", "confidences", "displays", "extras", "words"})


class Spoken:
    """The segments of a corpus that are written, and their words, as columns.

    A segment without labels has the words of its text; of an alternation, those of the first branch. Texts are cut into
    words when a column of words is first asked for: formats of utterances write them as they are.
    """

    first: Sequence[int]
    """The first word of each segment, and the number of all."""
    label_first: Sequence[int]
    """The first label of each segment, and the number of all: several labels may be the parts of one word."""
    plain: list[str]
    starts: Cells
    ends: Cells
    confidences: Cells
    displays: list[str]
    extras: dict[int, dict[str, Json]]
    words: list[str]
    """The words as they are written, with the spelling of the file that they were read from."""

    def __init__(self, corpus: Corpus, format: str, lead: str = "", earliest: float | None = 0.0) -> None:
        """`earliest` is the least time that can be written; with None, no time is checked."""
        table = corpus.table
        if table.has("ignored"):
            table = table.picked([place for place, ignored in enumerate(table.ignored) if not ignored])
        self._corpus, self._earliest = corpus, earliest
        self.format, self.table, self.size = format, table, len(table)
        if earliest is not None:
            check_times(corpus, earliest)
        self.sessions, self.channels, self.speakers = table.sessions, table.channels, table.speakers
        self.start, self.end = _texts_of(table.start, self.size), _texts_of(table.end, self.size)
        self.details = details_of(table.column("attributes"), format)
        self.is_labelled: list[bool] = [True] * self.size
        """Whether each segment has labels, not a text."""
        self.texts: Sequence[str] = ()
        """The bare text of each segment."""
        self._lead = lead
        self._labels, self._label_first = self._columns()

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_WORDS:
            raise AttributeError(name)
        self._fill()
        return getattr(self, name)

    def _check(self) -> None:
        """Raises the problem of the first time or confidence that readers would refuse."""
        for _ in () if self._earliest is None else spoken(self._corpus, self._earliest):
            pass

    def _columns(self) -> tuple[LabelColumns, Sequence[int] | None]:
        """All labels, and the first label of each segment; None where bare texts have to be cut."""
        table = self.table
        lists = table.label_lists() if table.column("text") is None else None
        if lists is not None and (not lists.odd or _are_finite(lists.flat().labels)):
            flat = lists.flat()
            if self._earliest is not None and not _are_usual(flat.labels, self._earliest):
                self._check()
            self.texts = bare_texts(table) if lists.odd else lists.texts()
            return flat.labels, flat.first
        if table.written is not None and (table.grammar == "plain" or are_bare(table.written)):
            self.texts, self.is_labelled = table.written, [False] * self.size
            return LabelColumns([], (None, None, None), None), None
        return self._odd_columns()

    def _odd_columns(self) -> tuple[LabelColumns, Sequence[int]]:
        """As `_columns`, of segments that are objects, or whose texts have marks."""
        segments = list(self.table)
        items = [segment.items for segment in segments]
        is_plain = {*map(type, chain.from_iterable(items))} <= {Label}
        lists = items if is_plain else list(map(plain_labels, segments))
        labels: list[Any] = list(chain.from_iterable(lists))
        cells = [
            [label.start for label in labels],
            [label.end for label in labels],
            [label.confidence for label in labels],
        ]
        is_usual = all(map(isfinite, [cell for column in cells for cell in column if cell is not None]))
        numbers = [_texts_of(column, 0) for column in cells] if is_usual else [[], [], []]
        columns = [None if column.count(None) == len(column) else column for column in numbers]
        attributes = [label.attributes for label in labels]
        values = [label.value for label in labels]
        if self._earliest is not None and not (
            is_usual and _are_usual(LabelColumns(values, tuple(columns), None), self._earliest)  # type: ignore[arg-type]
        ):
            self._check()
        self.is_labelled = [segment.labels is not None for segment in segments]
        self.texts = self._texts_of_labels(lists) if is_plain else list(map(bare_text, segments))
        first = list(accumulate(map(len, lists), initial=0))
        return LabelColumns(values, tuple(columns), attributes if any(attributes) else None), first  # type: ignore[arg-type]

    def _texts_of_labels(self, lists: Sequence[Sequence[Any]]) -> list[str]:
        """The bare texts of segments, none of which has alternations."""
        texts = [" ".join([label.value for label in labels]) for labels in lists]
        for row, segment in enumerate(self.table):
            if segment.labels is None or True in [label.optional or " " in label.value for label in lists[row]]:
                texts[row] = bare_text(segment)
        return texts

    def _fill(self) -> None:
        """Makes the columns of words, from those of labels or from the texts."""
        values, (starts, ends, sure), attributes = self._labels.values, self._labels.numbers, self._labels.attributes
        if self._label_first is None:
            cut = list(map(words, self.texts))
            values, first = list(chain.from_iterable(cut)), list(accumulate(map(len, cut), initial=0))
        else:
            first = list(self._label_first)
        nothing: Cells = [None] * len(values)
        columns: list[list[Any]] = [list(values)]
        columns += [list(nothing if column is None else column) for column in (starts, ends, sure)]
        extras, displays = details_of(attributes, self.format), [""] * len(values)
        parts: dict[int, str] = {}
        for place, key, value in [
            (place, key, value)
            for place, pairs in enumerate(attributes or ())
            for key, value in pairs
            if key in (PART, DISPLAY)
        ]:
            if key == PART:
                parts[place] = value
            else:
                displays[place] = value
        self.label_first = first
        if parts:
            flags = [True] * len(values)
            for begin, end in _wholes(parts, {*first}):
                columns[0][begin] = " ".join(values[begin:end])
                columns[2][begin] = columns[2][end - 1]
                flags[begin + 1 : end] = [False] * (end - begin - 1)
            places = list(accumulate(flags, initial=0))
            first = [places[place] for place in first]
            columns = [list(compress(column, flags)) for column in columns]
            displays = list(compress(displays, flags))
            extras = {places[place]: more for place, more in extras.items() if flags[place]}
        self.first = first
        self.plain = columns[0]
        self.starts, self.ends, self.confidences = columns[1:]
        self.displays, self.extras = displays, extras
        self.words = [self._lead + text for text in self.plain] if self._lead else self.plain
        for place, more in extras.items():
            if (
                SPELLING in more
                and type(spelling := more[SPELLING]) is str
                and " ".join(words(spelling)) == self.plain[place]
            ):
                self.words = list(self.words) if self.words is self.plain else self.words
                self.words[place] = spelling

    def are_plain(self) -> list[bool]:
        """Whether each segment has labels that are written without marks."""
        if self.table.grammar == "plain" or True not in self.is_labelled:
            return self.is_labelled
        if self.table.grammar is not None:
            return [False] * self.size
        return [segment.labels is not None and segment.grammar == "plain" for segment in self.table]

    def bounds(self) -> tuple[Cells, Cells]:
        """The times of segments; where they are missing, the first begin and the last end of their words."""
        start, end = list(self.start), list(self.end)
        starts, ends, _ = self._labels.numbers
        if starts is None and ends is None:
            return start, end
        for row, (first, last) in enumerate(pairwise(self.label_first)):
            if first == last:
                continue
            if start[row] is None and starts is not None and starts[first] is not None:
                start[row] = min([text for text in starts[first:last] if text is not None], key=float)
            if end[row] is None and ends is not None and ends[last - 1] is not None:
                end[row] = max([text for text in ends[first:last] if text is not None], key=float)
        return start, end

    def owners(self) -> list[int]:
        """The segment of each word."""
        return list(chain.from_iterable(map(repeat, range(self.size), map(sub, self.first[1:], self.first))))

    def of_words(self, column: Sequence[Json]) -> list[Json]:
        """The values of a column of segments, for each of their words."""
        return [column[owner] for owner in self.owners()]

    def printed(self) -> list[str]:
        """The texts of segments in their printed form, with punctuation where the vendor gives it."""
        shown = [display or text for display, text in zip(self.displays, self.plain, strict=True)]
        return [" ".join(shown[first:last]) for first, last in pairwise(self.first)]

    def remembered(self, key: str) -> list[Json]:
        """A value that segments keep of their file; None where they keep nothing."""
        extras = self.details
        return [extras[row][key] if row in extras and key in extras[row] else None for row in range(self.size)]

    def objects_of_words(self, key: str) -> dict[int, dict[str, Json]]:
        """The objects that words keep of the file under a key."""
        remembered = {place: more[key] for place, more in self.extras.items() if key in more}
        return {place: value for place, value in remembered.items() if isinstance(value, dict)}

    def values_of_words(self, key: str, usual: Json) -> list[Json]:
        """A value that words keep of their file; the usual value for others."""
        column = [usual] * len(self.words)
        for place in [place for place, more in self.extras.items() if key in more]:
            column[place] = self.extras[place][key]
        return column

    def with_alternatives(self, best: Sequence[Json]) -> list[Json]:
        """The lists of alternatives of words, from the first ones."""
        lists: list[Json] = [[alternative] for alternative in best]
        for place in [place for place, more in self.extras.items() if "/alternatives" in more]:
            lists[place] = [best[place], *others(self.extras[place], "/alternatives")]
        return lists

    def after(self) -> dict[int, list[Json]]:
        """The items after words that are not words themselves."""
        items = {place: more[AFTER] for place, more in self.extras.items() if AFTER in more}
        return {place: value if isinstance(value, list) else [] for place, value in items.items()}

    def lists(self, rows: Sequence[Json], behind: Mapping[int, list[Json]] | None = None) -> list[list[Json]]:
        """The rows of words by segment, with items before and between them that are no words."""
        behind = self.after() if behind is None else behind
        bounds: Sequence[int] = self.first
        if behind:
            items, last, counts = [], 0, [0] * (len(rows) + 1)
            for place in sorted(behind):
                items += [*rows[last : place + 1], *behind[place]]
                last, counts[place + 1] = place + 1, len(behind[place])
            rows = [*items, *rows[last:]]
            shifts = list(accumulate(counts))
            bounds = [place + shifts[place] for place in bounds]
        listed = [list(rows[first:last]) for first, last in pairwise(bounds)]
        for row in [row for row, more in self.details.items() if BEFORE in more]:
            listed[row] = others(self.details[row], BEFORE) + listed[row]
        return listed


def _wholes(parts: Mapping[int, str], starts: set[int]) -> list[tuple[int, int]]:
    """The first label of words in parts that are complete, and the label after each. `starts` begin a segment."""
    wholes = []
    begin, count, size = -1, 0, ""
    for place in sorted(parts):
        number, _, of = parts[place].partition("/")
        if begin >= 0 and (place != begin + count or place in starts or parts[place] != f"{count + 1}/{size}"):
            begin = -1
        if begin < 0 and number == "1":
            begin, count, size = place, 0, of
        if begin >= 0:
            count += 1
            if number == of:
                wholes.append((begin, place + 1))
                begin = -1
    return wholes


def _are_finite(labels: LabelColumns) -> bool:
    """Whether all times and confidences are finite numbers."""
    texts = chain.from_iterable(column for column in labels.numbers if column is not None)
    return all(map(isfinite, map(float, filter(None, texts))))


def _are_usual(labels: LabelColumns, earliest: float) -> bool:
    """Whether no time or confidence of labels in columns is one that readers would refuse."""
    start, end, confidence = (
        None if column is None else [nan if text is None else float(text) for text in column]
        for column in labels.numbers
    )
    for times in (start, end):
        if times and False in [earliest <= time < LATEST or time != time for time in times]:
            return False
    if start and end and any(map(lt, end, start)):
        return False
    return inf not in (confidence or ()) and -inf not in (confidence or ())


def _are_sound(times: Numbers | None, earliest: float) -> bool:
    """Whether all times of segments can be written, or are missing."""
    if times is None:
        return True
    if not times.is_complete():
        return False not in [time is None or earliest <= time < LATEST for time in times.items()]
    return earliest <= min(times.values, default=earliest) and max(times.values, default=earliest) < LATEST


def _are_ordered(table: Table) -> bool:
    return table.start is None or table.end is None or not any(map(lt, table.end.values, table.start.values))


def _texts_of(numbers: Numbers | Sequence[float | None] | None, size: int) -> Cells:
    """The texts of numbers; None where one is missing."""
    if numbers is None:
        return [None] * size
    if isinstance(numbers, Numbers):
        return list(numbers.texts_or_none())
    return [
        None if number is None else number.written if type(number) is Written else number_text(number)
        for number in numbers
    ]


def others(extras: Mapping[str, Json], key: str = AFTER) -> list[Json]:
    """The items after a word, or before the first one, that are no words."""
    value = extras.get(key)
    return value if isinstance(value, list) else []
