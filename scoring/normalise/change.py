"""The log of a normalisation: one record for every change, in the order in which they were made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...formats.errors import UsageError
from ...formats.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One piece of one text replaced. The place counts characters in the text as all changes before this one left it.

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

    def to_dict(self) -> dict[str, int | str]:
        """Fields by name.

        >>> Change(0, 1, 2, "a", "b", "x").to_dict()["after"]
        'b'
        """
        return {name: getattr(self, name) for name in self.__slots__}


def replayed(texts: Sequence[str], changes: Iterable[Change]) -> list[str]:
    """The texts after the changes: the result that the log describes. A log of other texts is an error.

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
