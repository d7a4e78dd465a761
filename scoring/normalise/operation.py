"""Steps that are not tables but operations of the core, or functions of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that the core knows by its kind, such as `squeeze`; see `scoring/_core/python/normalise.py`."""

    name: str
    kind: str
    arguments: tuple[object, ...] = ()

    @property
    def names(self) -> list[str]:
        """The name, once: the log tells no rules apart."""
        return [self.name]

    @property
    def operation(self) -> tuple[object, ...]:
        """The step as the core takes it."""
        return self.kind, *self.arguments

    def lines(self) -> Iterator[str]:
        """The kind and the arguments."""
        yield f"{self.kind} {self.arguments!r}"


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

    @property
    def names(self) -> list[str]:
        """The name, once: the log tells no rules apart."""
        return [self.name]

    @property
    def operation(self) -> tuple[object, ...]:
        """The step as the core takes it."""
        return ("letters", self.letter, self.whole) if self.letter else ("whole", self.whole)

    def lines(self) -> Iterator[str]:
        """The summary."""
        yield self.summary
