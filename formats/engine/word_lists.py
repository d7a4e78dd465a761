"""Lists of words in the making, from JSON of recognisers, as labels with times.

A word may hold blanks ("New York", from a custom vocabulary): each part becomes a label with the times of the whole and
the attribute `part` (1/2, 2/2). Where a word is given in a plain and a printed form, the printed one is the attribute
`display`. Items between words that are no words are kept in the attribute `<format>:/after` of the word before them, or
of the list if none is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..schema import Attributes, LabelColumns
from ..schema.markup import words
from .json import Cells, Json
from .json_objects import JsonObject
from .json_text import inline
from .plain_words import PlainWord, Run
from .spoken import AFTER, BEFORE, DISPLAY, PART, SPELLING

_NOTHING = (None, None)


def words_in(parent: JsonObject, key: str, *plain: PlainWord, required: bool = False) -> Iterator[JsonObject | Run]:
    """The elements of a list of words, of which those of a plain shape are in runs."""
    number = 0  # of the element in the file
    items: list[Json | Run] = [*parent.values(key, required=required)]
    for place, item in enumerate(items):
        if not isinstance(item, Run):
            yield parent.element(key, place, number)
            number += 1
            continue
        if item.shape in plain:
            yield item
        else:
            yield from parent.objects(item.objects(), key, number)
        number += item.elements


class WordLists:
    """Words by lists; a list is cut into segments where its words have another `turn`, such as a speaker."""

    def __init__(
        self, format: str, *, lead: str = "", nobody: Any = "", is_blank: Callable[[Json], bool] = lambda item: False
    ) -> None:
        """`lead` is the usual text before a word, `nobody` the turn of a list without words; an item that `is_blank`
        is not kept between two words."""
        self._format, self._lead, self._nobody, self._is_blank = format, lead, nobody, is_blank
        self.values: list[str] = []
        self._starts: Cells = []
        self._ends: Cells = []
        self._confidences: Cells = []
        self._attributes: list[Attributes] = []
        self._spelled: dict[int, str] = {}
        """The text of a word by its first label, and nothing for its others, where it is more than its label."""
        self._after: dict[int, list[Json]] = {}
        """The items after a label, by the number of the label."""
        self.items_before: list[Json] = []
        """The items before the first label of the list."""
        self._first: list[int] = []
        """The first label of every segment."""
        self.turns: list[Any] = []
        """The turn of every segment."""
        self.owners: list[int] = []
        """The number of the list of every segment."""
        self._begin = 0
        """The first label of the list."""

    def begin(self) -> None:
        """Begins a list."""
        self._begin, self.items_before = len(self.values), []
        self._add_segment(self._nobody, self.owners[-1] + 1 if self.owners else 0, self._begin)

    def _add_segment(self, turn: Any, owner: int, first: int) -> None:
        self._first.append(first)
        self.turns.append(turn)
        self.owners.append(owner)

    def _set_turn(self, turn: Any, place: int) -> None:
        """The turn of the word at a place, which begins a segment if the word before has another one."""
        if self._first[-1] == place:
            self.turns[-1] = turn
        elif turn != self.turns[-1]:
            self._add_segment(turn, self.owners[-1], place)

    def add(
        self,
        item: Json,
        text: str,
        span: tuple[str | None, str | None] = _NOTHING,
        confidence: str | None = None,
        attributes: Attributes = (),
        *,
        display: str = "",
        turn: Any = "",
    ) -> None:
        """Adds a word of the list: no label for a blank text, a label for each part of one with blanks in it."""
        size = len(self._lead)
        value = text[size:] if size and text.startswith(self._lead) else text
        parts = [value] if value.isalnum() else words(text)
        if not parts:
            self.keep(item)
            return
        self._drop_blank()
        self._set_turn(turn, len(self.values))
        value = " ".join(parts)
        if text != self._lead + value:
            attributes += ((f"{self._format}:{SPELLING}", inline(text)),)
        if text != self._lead + value or len(parts) > 1:
            self._spelled[len(self.values)] = text
            self._spelled.update(dict.fromkeys(range(len(self.values) + 1, len(self.values) + len(parts)), ""))
        if display and display != value:
            attributes += ((DISPLAY, display),)
        start, end = span
        for number, part in enumerate(parts, 1):
            self.values.append(part)
            self._starts.append(start)
            self._ends.append(end)
            self._confidences.append(confidence)
            if len(parts) > 1:
                attributes = (*(attributes if number == 1 else ()), (PART, f"{number}/{len(parts)}"))
            self._attributes.append(attributes)

    def read(
        self,
        parent: JsonObject,
        key: str,
        plain: PlainWord | Sequence[PlainWord],
        add: Callable[[JsonObject, WordLists], object],
        turn_at: Callable[[tuple[str, ...], str | None], Any] | None = None,
        *,
        required: bool = False,
    ) -> None:
        """Reads the words in a list of objects: runs of plain ones as they are, all others by `add`.

        The turn of plain words is their name, or the tuple of these; `turn_at` gives it for the names and a begin.
        """
        shapes = (plain,) if isinstance(plain, PlainWord) else plain
        for item in words_in(parent, key, *shapes, required=required):
            if isinstance(item, Run):
                self.add_run(item, turn_at)
            else:
                add(item, self)

    def add_run(
        self,
        run: Run,
        turn_at: Callable[[tuple[str, ...], str | None], Any] | None = None,
        confidences: Cells | None = None,
    ) -> None:
        """Adds plain words; `confidences` may stand elsewhere in the file, and be fewer or more than words."""
        self._drop_blank()
        starts = run.column(1)
        if turn_at is None:
            turn = run.names[0] if len(run.names) == 1 else run.names or self._nobody
            self._set_turn(turn, len(self.values))
        else:
            for place, start in enumerate(starts, len(self.values)):
                turn = turn_at(run.names, start)
                if turn != self.turns[-1]:
                    self._set_turn(turn, place)
        self.values += run.column(0)
        self._starts += starts
        self._ends += run.column(2)
        sure = run.column(3) if confidences is None else confidences[: len(run)]
        self._confidences += sure + [None] * (len(run) - len(sure))
        self._attributes += run.column(4)

    def has_words(self) -> bool:
        """Whether the list has words so far."""
        return self._begin < len(self.values)

    def text(self) -> str:
        """The words of the list so far."""
        return " ".join(self.values[self._begin :])

    def written(self) -> list[str]:
        """The texts of the words of the list, as they are written."""
        values = enumerate(self.values[self._begin :], self._begin)
        if not self._spelled:
            return [self._lead + value for _, value in values]
        return list(filter(None, [self._spelled.get(place, self._lead + value) for place, value in values]))

    def before(self) -> Attributes:
        """The attribute that keeps the items before the first word of the list."""
        return ((f"{self._format}:{BEFORE}", inline(self.items_before)),) if self.items_before else ()

    def keep(self, item: Json) -> None:
        """Keeps an item of the list that is no word."""
        last = len(self.values) - 1
        if last < self._begin:
            self.items_before.append(item)
        else:
            self._after.setdefault(last, []).append(item)

    def _drop_blank(self) -> None:
        """Drops the blank between the last word of the list and the next."""
        last = len(self.values) - 1
        items = self._after.get(last, ()) if last >= self._begin else ()
        if len(items) == 1 and self._is_blank(items[0]):
            del self._after[last]

    # --- when all lists are read -------------------------------------------------------------

    @property
    def first(self) -> list[int]:
        """The first label of every segment, and the number of all."""
        return [*self._first, len(self.values)]

    def of_lists(self, column: Sequence[Any]) -> list[Any]:
        """The values of a column of lists, for each of their segments."""
        return [column[owner] for owner in self.owners]

    def of_firsts(self, column: Sequence[Attributes], other: Attributes = ()) -> list[Attributes]:
        """The attributes of lists for the first segment of each; other attributes for the others."""
        before = [-1, *self.owners]
        return [column[owner] if owner != last else other for owner, last in zip(self.owners, before, strict=False)]

    def labels(
        self, marks: Callable[[Sequence[Any]], tuple[str, str]] | None = None, opening: str = "", *, within: bool = True
    ) -> LabelColumns:
        """All labels. `marks` gives the punctuation after a word and before the next one, from the items after the
        word; `opening` is that before the first. A mark before a word counts `within` a segment, or else everywhere."""
        details = self._attributes
        for place, items in self._after.items():
            details[place] += ((f"{self._format}:{AFTER}", inline(items)),)
        if marks is not None:
            self._punctuate(marks, opening, {*self._first} if within else set())
        columns = [column if any(column) else None for column in (self._starts, self._ends, self._confidences)]
        return LabelColumns(self.values, tuple(columns), details if any(details) else None)  # type: ignore[arg-type]

    def _punctuate(self, marks: Callable[[Sequence[Any]], tuple[str, str]], opening: str, starts: set[int]) -> None:
        """Sets the attribute `display` of words with punctuation; of a word in parts, the first one has it."""
        openings = {0: opening} if opening and self.values else {}
        closings: dict[int, str] = {}
        for place, items in self._after.items():
            closing, following = marks(items)
            if closing:
                closings[place] = closing
            if following and place + 1 < len(self.values) and place + 1 not in starts:
                openings[place + 1] = following
        first_of = _first_parts(self._attributes)
        last_of = {first: place for place, first in first_of.items()}
        for place in sorted({*openings, *(first_of.get(place, place) for place in closings)}):
            last = last_of.get(place, place)
            text = openings.get(place, "") + " ".join(self.values[place : last + 1]) + closings.get(last, "")
            self._attributes[place] = ((DISPLAY, text), *self._attributes[place])


def _first_parts(attributes: Sequence[Attributes]) -> dict[int, int]:
    """The first part of each word in parts, by the places of all of its parts."""
    first, parts = 0, {}
    for place, pairs in enumerate(attributes):
        for name, text in pairs:
            if name == PART:
                first = place if text[:2] == "1/" else first
                parts[place] = first
    return parts


def displayed(labels: LabelColumns) -> LabelColumns:
    """The labels with the printed form as their value, for the option `punctuation`."""
    if labels.attributes is None:
        return labels
    values, details = list(labels.values), list(labels.attributes)
    parts = _first_parts(details)
    for place in dict.fromkeys([place for place, pairs in enumerate(details) for name, _ in pairs if name == DISPLAY]):
        forms, last = words(dict(details[place])[DISPLAY]), place + 1
        while last in parts and parts[last] == place:
            last += 1
        if len(forms) == last - place:
            values[place:last] = forms
            for part in range(place, last):
                pairs = [
                    pair for pair in details[part] if pair[0] != DISPLAY and not pair[0].endswith((AFTER, SPELLING))
                ]
                details[part] = tuple(pairs)
    return LabelColumns(values, labels.numbers, details if any(details) else None)
