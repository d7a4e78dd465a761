"""Usual words of recognisers' JSON, which the core takes out of the text before it is parsed.

Parsing is most of the work with such a file, and makes an object of each word that is read once and dropped. The core
cuts words with usual members out and reads them; a run of them is one element of its list in the value of the file. The
reader of a format sees the other words one by one, and reads all of them without the native core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from ... import core
from ..values import dataclass

if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True, slots=True)
class PlainWord:
    """The members of a usual word; any other word is read by the format, to the same labels."""

    text: str
    start: str
    end: str
    confidence: str = ""
    display: str = ""
    turns: tuple[str, ...] = ()
    """Names that words of a segment share."""
    nobody: str = ""
    """A name that is none."""
    fixed: tuple[tuple[str, str], ...] = ()
    """Members that have one text."""
    ignored: tuple[str, ...] = ()
    """Members that the reader does not need."""
    inner: str = ""
    """A list with one object, in which some members stand."""
    inside: tuple[str, ...] = ()
    """The members that stand in there."""
    suffix: str = ""
    """The text after times."""
    quoted: bool = False
    """Whether numbers may be texts."""
    digits: int = 0
    """The digits after the point of times that are whole units."""
    timed: bool = False
    """Whether the word has to have both times."""
    lasts: bool = False
    """Whether the member in place of the end is a duration; then times have no needless zeros."""
    lead: str = ""
    """The text before a word."""
    is_array: bool = False
    """Whether a word is an array, whose indices are the keys in the order of this record."""
    kept: tuple[str, ...] = ()
    """Members that become attributes of the format."""
    kept_inside: str = ""
    """The attribute for those that stand in the object of `inner`, as an object."""
    blank: tuple[tuple[str, str], ...] = ()
    """Members of an object that is only the blank between two words; it is not kept there."""
    of_blank: tuple[str, ...] = ()
    """Members that such an object may have besides, of which none is needed."""

    def is_blank(self, item: Any) -> bool:
        """Whether an item of the list is only the blank between two words."""
        if not self.blank or type(item) is not dict or any(item.get(key) != text for key, text in self.blank):
            return False
        scalars = [value for key, value in item.items() if key in self.of_blank and not isinstance(value, (dict, list))]
        return len(item) == len(self.blank) + len(scalars)


class Run:
    """Consecutive plain words of a list that share their names."""

    __slots__ = ("_columns", "_open", "_places", "elements", "names", "shape")

    def __init__(
        self,
        shape: PlainWord,
        names: tuple[str, ...],
        columns: Sequence[list[Any]],
        places: slice,
        elements: int,
        open_run: Callable[[], list[Any]],
    ) -> None:
        self.shape = shape
        self.names = tuple("" if name == shape.nobody else name for name in names)
        """The names that the words share: a text for each of `shape.turns`."""
        self.elements = elements
        """The number of elements of the list that the words are, and the blanks between them."""
        self._columns, self._places, self._open = columns, places, open_run

    def __len__(self) -> int:
        return self._places.stop - self._places.start  # type: ignore[no-any-return]

    def column(self, number: int) -> list[Any]:
        """Texts (0), begins, ends, confidences or attributes (4) of the words."""
        return self._columns[number][self._places]

    def objects(self) -> list[Any]:
        """The words as objects."""
        return self._open()


# Where words stand: the steps to a list from the top, such as `results/channels/*/words`. A star is all elements of a
# list, `0` its first one. A list may have words of several shapes.
Paths = Mapping[str, Sequence[PlainWord]]


@cache
def _shape(word: PlainWord, format: str) -> core.PlainWords:
    roles = word.text, word.start, word.end, word.confidence, word.display
    form = f"{format}:", word.lead, word.suffix, word.quoted, word.digits, word.timed, word.lasts, word.is_array
    of_word = roles, word.turns, word.fixed, word.ignored, word.inner, word.inside, word.kept, word.kept_inside
    return core.plain_words(*of_word, word.blank, word.of_blank, form)


class TakenWords:
    """The words taken out of a text, and the rest of the text."""

    def __init__(self, rest: str, runs: list[Run], paths: set[tuple[str, ...]]) -> None:
        self.rest, self._runs, self._paths = rest, runs, paths
        """The text with the number of a run in place of its words."""

    def put_into(self, value: Any) -> None:
        """Puts the runs into the value of the text, in place of their numbers."""
        for path in self._paths:
            for items in _lists_at(value, path):
                for place, item in enumerate(items):
                    if type(item) is bytes:
                        items[place] = self._runs[int(item)]


def take_words(text: str, format: str, paths: Paths, parse: Callable[[str], Any]) -> TakenWords | None:
    """Takes the plain words out of a text; None if there are none. `parse` gives the value of a part of the text."""
    words = [(tuple(path.split("/")), word) for path, shapes in paths.items() for word in shapes]
    taken = core.take_words(text, [(path, _shape(word, format)) for path, word in words])
    if taken is None:
        return None
    rest, listed, columns = taken
    data: list[bytes] = []

    def opened(begin: int, end: int) -> list[Any]:
        if not data:
            data.append(text.encode())
        return parse(f"[{data[0][begin:end].decode()}]")  # type: ignore[no-any-return]

    runs = [
        Run(words[shape][1], names, columns, slice(first, last), elements, partial(opened, begin, end))
        for shape, first, last, elements, begin, end, names in listed
    ]
    return TakenWords(rest, runs, {path for path, _ in words})


def _lists_at(value: Any, path: tuple[str, ...]) -> Iterator[list[Any]]:
    """The lists at a path of a value."""
    if not path:
        if type(value) is list:
            yield value
        return
    step, rest = path[0], path[1:]
    if step in ("*", "0"):
        if type(value) is list:
            for item in value[:1] if step == "0" else value:
                yield from _lists_at(item, rest)
    elif type(value) is dict and step in value:
        yield from _lists_at(value[step], rest)


def without_runs(value: Any) -> Any:
    """A value with the words of runs as objects."""
    if type(value) is dict:
        return {key: without_runs(member) for key, member in value.items()}
    if type(value) is not list:
        return value
    items: list[Any] = []
    for item in value:
        items += item.objects() if type(item) is Run else [without_runs(item)]
    return items


def same_words(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold the same words."""
    if any(type(item) is not Run for item in [*one, *other]):
        return without_runs(one) == without_runs(other)  # type: ignore[no-any-return]
    return all(_column(one, number) == _column(other, number) for number in range(5))


def _column(runs: Sequence[Run], number: int) -> list[Any]:
    return [cell for run in runs for cell in run.column(number)]
