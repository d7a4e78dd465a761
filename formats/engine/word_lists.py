"""Lists of words in the making, from JSON of recognisers, as labels with times.

A word may hold blanks ("New York", from a custom vocabulary): each part becomes a label with the times of the whole and
the attribute `part` (1/2, 2/2). Where a word is given in a plain and a printed form, the printed one is the attribute
`display`. Items between words that are no words are kept in the attribute `<format>:/after` of the word before them, or
of the list if none is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from ... import core
from ..schema import Attributes, LabelColumns
from ..schema.markup import words
from ..values import dataclass
from .json import Cells, Json, inline, inlines
from .json_objects import JsonObject
from .spoken import AFTER, BEFORE, DISPLAY, PART, SPELLING

_NOTHING = (None, None)


@dataclass(frozen=True, slots=True)
class PlainWord:
    """The members of a usual word, which the core takes; any other word is read by the format.

    The format reads plain words to the same labels; without the native core it reads all of them.
    """

    text: str
    start: str
    end: str
    confidence: str = ""
    display: str = ""
    turns: tuple[str, ...] = ()
    """Names that words of a segment share."""
    fixed: tuple[tuple[str, str], ...] = ()
    """Members that have one text."""
    ignored: tuple[str, ...] = ()
    """Members that the reader does not need."""
    inner: str = ""
    """A list with one object, in which some members stand."""
    inside: tuple[str, ...] = ()
    """The members that stand in there."""
    suffix: str = ""
    """The text behind times."""
    quoted: bool = False
    """Whether numbers may be texts."""
    digits: int = 0
    """The digits behind the point of times that are whole units."""
    lasts: bool = False
    """Whether the member in place of the end is a duration; then times have no needless zeros."""


@cache
def _plain(word: PlainWord, format: str, lead: str) -> core.PlainWords:
    roles = word.text, word.start, word.end, word.confidence, word.display
    form = f"{format}:", lead, word.suffix, word.quoted, word.digits, word.lasts
    return core.plain_words(roles, word.turns, word.fixed, word.ignored, word.inner, word.inside, form)


class WordLists:
    """Words by lists; a list is cut into segments where its words have another `turn`, such as a speaker."""

    def __init__(self, format: str, *, lead: str = "", nobody: Any = "") -> None:
        """`lead` is the usual text before a word, `nobody` the turn of a list without words."""
        self._format, self._lead, self._nobody = format, lead, nobody
        self.values: list[str] = []
        self._starts: Cells = []
        self._ends: Cells = []
        self._confidences: Cells = []
        self._attributes: list[Attributes] = []
        self._spelled: dict[int, str] = {}
        """The text of a word by its first label, and nothing for its others, where it is more than its label."""
        self._after: dict[int, list[Json]] = {}
        """The items behind a label, by the number of the label."""
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
        self._add_segment(self._nobody, self.owners[-1] + 1 if self.owners else 0)

    def _add_segment(self, turn: Any, owner: int) -> None:
        self._first.append(len(self.values))
        self.turns.append(turn)
        self.owners.append(owner)

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
        if self._first[-1] == len(self.values):
            self.turns[-1] = turn
        elif turn != self.turns[-1]:
            self._add_segment(turn, self.owners[-1])
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
        plain: PlainWord | None,
        add: Callable[[JsonObject, WordLists], object],
        *,
        required: bool = False,
    ) -> None:
        """Reads the words in a list of objects: plain ones by the core, all others by `add`."""
        items = parent.values(key, required=required)
        columns = self.values, self._starts, self._ends, self._confidences, self._attributes
        shape = None if plain is None else _plain(plain, self._format, self._lead)
        place = 0
        while place < len(items):
            if shape is not None:
                place += core.take_words(shape, items, place, self.turns[-1], columns)
            if place < len(items):
                add(parent.element(key, place), self)
                place += 1

    def has_words(self) -> bool:
        """Whether the list has words so far."""
        return self._begin < len(self.values)

    def text(self) -> str:
        """The words of the list so far."""
        return " ".join(self.values[self._begin :])

    def written(self) -> list[str]:
        """The texts of the words of the list, as they are written."""
        texts = [
            self._spelled.get(place, self._lead + self.values[place]) for place in range(self._begin, len(self.values))
        ]
        return list(filter(None, texts))

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
        texts = iter(inlines([item for items in self._after.values() for item in items]))
        for place, items in self._after.items():
            details[place] += ((f"{self._format}:{AFTER}", f"[{', '.join(islice(texts, len(items)))}]"),)
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
