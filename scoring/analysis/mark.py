"""A mark: one way for words to belong to a class, and the line of a file that says so."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Literal, NoReturn, TypeAlias

from ...formats.errors import UsageError, Where, fail, short
from ...formats.values import dataclass

Insertions: TypeAlias = Literal["word", "inside", "left", "right", "none"]
INSERTIONS: tuple[Insertions, ...] = ("word", "inside", "left", "right", "none")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file of marks."""

    where: Where
    text: str

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Says what is wrong in the line."""
        fail(self.where, what, expected, self.text)


@dataclass(frozen=True, slots=True)
class Mark:
    """One way for words to belong to a class: spans, phrases, a pattern, a lexicon or a script."""

    label: str
    """The class."""
    insertions: Insertions
    """The inserted words that are errors of the class: listed ones (word), those between two words of one span
    (inside), those after (left) or before (right) a word of the class, or none."""
    id: str | None = None
    """The text that it is about; None for all."""
    spans: tuple[tuple[int, int], ...] = ()
    """Stretches of words of the reference: the first and the last word of each, counted from 0."""
    phrases: tuple[tuple[str, ...], ...] = ()
    """Words and phrases that belong to the class wherever they stand."""
    pattern: str = ""
    """A regular expression for whole words."""
    not_in: tuple[str, ...] | None = None
    """Words of a lexicon, to which the words of the class do not belong."""
    script: str = ""
    """A script of Unicode, to which all letters of a word belong."""
    size: int | None = None
    """The words of the text in which the spans were counted; None where nobody counted them."""
    in_order: bool = True
    """Whether the words of that text stand in the order of their times, as those of a recording are scored."""
    place: Place | None = None
    """The line of the file, that of the first of its spans; None for marks of no file."""

    def __post_init__(self) -> None:
        if self.insertions not in INSERTIONS:
            self.refuse(f"insertions {self.insertions!r}", f"one of {', '.join(INSERTIONS)}")
        if self.spans and (self.id is None or self.insertions == "word"):
            self.refuse("a span without an id, or with insertions 'word'", "an id; inside, left, right or none")
        if any(isinstance(phrase, str) for phrase in self.phrases):
            self.refuse(f"the phrase {short(repr(self.phrases))}", "tuples of words, such as (('anna', 'lee'),)")

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Says what is wrong with it, in its line if it has one."""
        if self.place is None:
            raise UsageError(f"{what} (class {short(self.label)}); expected {expected}")
        self.place.refuse(what, expected)

    def key(self) -> tuple[Any, ...]:
        """Everything but its spans that says which words belong to the class; lists in one order, each word once."""
        lexicon = self.not_in if self.not_in is None else tuple(sorted({*self.not_in}))
        return (*_KEY(self), tuple(sorted({*self.phrases})), lexicon)


_KEY = attrgetter("label", "insertions", "id", "pattern", "script")
