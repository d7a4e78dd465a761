"""Steps of a chain: operations of the core, functions of a text, and tables of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from re import Pattern
from typing import TYPE_CHECKING

from ...formats.values import dataclass, field
from .rule import EDGES, Rule, rule_name

if TYPE_CHECKING:
    from typing import ClassVar

    from ...formats.errors import Where


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that the core knows by its kind, such as `squeeze`; see `core/python/normalise.py`."""

    name: str
    kind: str
    arguments: tuple[object, ...] = ()
    summary: str = ""
    """The rule in words, where an argument is a function: part of the signature, as that of a `Function`."""

    @property
    def names(self) -> list[str]:
        """The name, once: the log tells no rules apart."""
        return [self.name]

    @property
    def operation(self) -> tuple[object, ...]:
        """The step for the core."""
        return self.kind, *self.arguments

    def lines(self) -> Iterator[str]:
        """The summary, or the kind and the arguments."""
        yield self.summary or f"{self.kind} {self.arguments!r}"


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a whole text, logged word by word.

    Where `letter` is given, the core asks it for the replacement of each letter, once, and calls `whole` only on texts
    with a letter for which it gives None.
    """

    name: str
    summary: str
    """The rule in words: part of the signature, so that another function needs another summary."""
    whole: Callable[[str], str]
    letter: Callable[[str], str | None] | None = None
    by_words: bool = False
    """Whether a text becomes what its words between blanks become one by one; then the core calls `whole` on words."""
    search: str = ""
    """The expression of a rule of a file, or the words of `drop`."""
    place: Where | None = field(default=None, compare=False)
    """The line of the file that the rule comes from."""

    OTHER_CASE: ClassVar[str] = "an expression matches capitals as it has them: (?i) at its begin ignores case"

    @property
    def names(self) -> list[str]:
        """The name, once: the log tells no rules apart."""
        return [self.name]

    @property
    def operation(self) -> tuple[object, ...]:
        """The step for the core."""
        return ("letters", self.letter, self.whole, self.by_words) if self.letter else ("whole", self.whole)

    def placed(self) -> Iterator[tuple[str, str, Where]]:
        """The name in the log, the expression and the place of a rule of a file."""
        if self.place is not None:
            yield self.name, self.search, self.place

    def lines(self) -> Iterator[str]:
        """The summary."""
        yield self.summary


def by_letter(name: str, summary: str, letter: Callable[[str], str]) -> Function:
    """The function that changes a text letter by letter; it is pickled if `letter` is.

    >>> by_letter("upper", "capitals", str.upper).whole("ab")
    'AB'
    """
    return Function(name, summary, partial(_letter_by_letter, letter), letter)


def _letter_by_letter(letter: Callable[[str], str], text: str) -> str:
    return "".join(map(letter, text))


def unless(pattern: Pattern[str], letter: str) -> str | None:
    """The letter itself, or None if the pattern describes it: then the whole text must be looked at.

    >>> import re
    >>> unless(re.compile("[ab]"), "a"), unless(re.compile("[ab]"), "c")
    (None, 'c')
    """
    return None if pattern.match(letter) else letter


@dataclass(frozen=True, slots=True)
class Table:
    """Rules that are applied together in one pass from left to right; replaced text is not searched again.

    At every place, the longest search that fits is replaced; of rules with the same search, the first.

    >>> Table("spelling", (Rule("colour", "color"),)).names
    ["spelling: 'colour'"]
    """

    OTHER_CASE: ClassVar[str] = (
        "a rule matches whole words in the same case: "
        "normalise='basic' (--normalise basic) before the file makes lower case"
    )

    name: str
    rules: tuple[Rule, ...]
    exact_blanks: bool = False
    """A blank in a rule matches only a blank, not white space of any length."""

    def __hash__(self) -> int:
        return hash((self.name, len(self.rules), self.exact_blanks))  # thousands of rules take their time

    @property
    def names(self) -> list[str]:
        """Names of the rules in the log."""
        return [rule_name(self.name, rule.search, rule.replacement, rule.place) for rule in self.rules]

    def placed(self) -> Iterator[tuple[str, str, Where]]:
        """The name in the log, the text and the place of each rule of a file."""
        for name, rule in zip(self.names, self.rules, strict=True):
            if rule.place is not None:
                yield name, rule.search, rule.place

    @property
    def operation(self) -> tuple[object, ...]:
        """The step for the core."""
        rules = [(r.search, r.replacement, EDGES.index(r.before), EDGES.index(r.after)) for r in self.rules]
        return "table", rules, self.exact_blanks

    def lines(self) -> Iterator[str]:
        """Lines that describe the rules."""
        if self.exact_blanks:
            yield "exact blanks"
        for rule in self.rules:
            yield rule.line
