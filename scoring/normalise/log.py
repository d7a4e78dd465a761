"""The log of a normalisation: one record for every change, in the order in which they were made."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress

from ...formats.errors import UsageError
from ...formats.schema import OneByOne
from ...formats.schema.markup import BLANKS, SEGMENT_BREAK
from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One replacement in one text; `start` counts characters of the text after all earlier changes.

    >>> print(Change(2, 4, 10, "colour", "color", "spelling"))
    2:4: 'colour' -> 'color' [spelling]
    """

    utterance: int
    """The number of the text, from 0."""
    start: int
    end: int
    before: str
    after: str
    rule: str
    """The name of the step, and after a colon and a blank the rule, if the step has several."""

    def __str__(self) -> str:
        return f"{self.utterance}:{self.start}: {self.before!r} -> {self.after!r} [{self.rule}]"

    @property
    def is_of_blanks(self) -> bool:
        """Whether blanks became other blanks."""
        return _are_blanks(self.before, self.after)

    def to_dict(self) -> dict[str, int | str]:
        """Fields by name; changes of blanks have the rule `blanks`.

        >>> Change(0, 1, 2, "a", "b", "x").to_dict()["after"], Change(0, 1, 3, "  ", " ", "x").to_dict()["rule"]
        ('b', 'blanks')
        """
        fields = {name: getattr(self, name) for name in self.__slots__}
        texts = {name: fields[name].replace(SEGMENT_BREAK, " ") for name in ("before", "after")}
        return fields | texts | ({"rule": "blanks"} if self.is_of_blanks else {})


def _are_blanks(before: str, after: str) -> bool:
    """Whether both pieces hold blanks alone; other white space of Unicode is part of words."""
    return bool(before and after) and not before.strip(BLANKS) and not after.strip(BLANKS)


def replayed(texts: Sequence[str], changes: Iterable[Change]) -> list[str]:
    """The texts after the changes of a log. Raises an error if the log is of other texts.

    >>> replayed(["a colour"], [Change(0, 2, 8, "colour", "color", "spelling")])
    ['a color']
    """
    result = list(texts)
    for change in changes:
        text = result[change.utterance]
        if text[change.start : change.end] != change.before:
            raise UsageError(f"the change {change} does not fit the text {text!r}; expected the texts of the same run")
        result[change.utterance] = text[: change.start] + change.after + text[change.end :]
    return result


_COLUMNS = 5


def columns_of(changes: Sequence[Change]) -> tuple[list[int], list[str]]:
    """The texts and the rules of changes, without the changes themselves where the core keeps them."""
    if isinstance(changes, Log):
        return changes.columns()
    return [change.utterance for change in changes], [change.rule for change in changes]


def worded(changes: Sequence[Change]) -> tuple[list[int], list[str]]:
    """The texts and the rules of changes of words: rules that only tidy blanks move no errors."""
    numbers, rules = columns_of(changes)
    if isinstance(changes, Log):
        are_of_blanks = changes.are_of_blanks()
    else:
        are_of_blanks = [change.is_of_blanks for change in changes]
    kept = [not is_of_blanks for is_of_blanks in are_of_blanks]
    return list(compress(numbers, kept)), list(compress(rules, kept))


class Log(OneByOne[Change]):
    """Changes of texts: columns of integers, the pieces of all changes in one text, and the names of the rules."""

    __slots__ = ("_names", "_numbers", "_offsets", "_pieces")

    def __init__(self, columns: bytes, pieces: str, names: Sequence[str]) -> None:
        self._numbers = array("i", columns)  # not a view: threads without a lock may not slice one together
        self._pieces = pieces
        self._names = names
        self._offsets: list[int] | None = None

    def __len__(self) -> int:
        return len(self._numbers) // _COLUMNS

    def _item(self, place: int) -> Change:
        if self._offsets is None:
            sizes = (a + b for a, b in zip(self._numbers[3::_COLUMNS], self._numbers[4::_COLUMNS], strict=True))
            self._offsets = list(accumulate(sizes, initial=0))
        return self._change(place, self._offsets[place])

    def __iter__(self) -> Iterator[Change]:
        offset = 0
        for place in range(len(self)):
            change = self._change(place, offset)
            offset += len(change.before) + len(change.after)
            yield change

    def columns(self) -> tuple[list[int], list[str]]:
        """The texts and the rules of all changes."""
        texts, rules = (self._numbers[column::_COLUMNS].tolist() for column in (0, 2))
        return texts, list(map(self._names.__getitem__, rules))

    def are_of_blanks(self) -> list[bool]:
        """Whether each change made other blanks of blanks."""
        found: list[bool] = []
        offset = 0
        pieces = self._pieces
        for old, new in zip(self._numbers[3::_COLUMNS], self._numbers[4::_COLUMNS], strict=True):
            middle, end = offset + old, offset + old + new
            found.append(_are_blanks(pieces[offset:middle], pieces[middle:end]))
            offset = end
        return found

    def _change(self, place: int, offset: int) -> Change:
        first = place * _COLUMNS
        utterance, start, rule, old, new = self._numbers[first : first + _COLUMNS]
        middle = offset + old
        pieces = self._pieces
        return Change(
            utterance, start, start + old, pieces[offset:middle], pieces[middle : middle + new], self._names[rule]
        )
