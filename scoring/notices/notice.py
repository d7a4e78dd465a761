"""Notices: what a result's reader should know before believing the number, found by looking at both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from formats.errors import arguments_in
from formats.schema import Lazy
from formats.values import dataclass
from scoring.counts import Counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

_NOTHING = "nothing in common"
_MANY = 10


@dataclass(frozen=True, slots=True)
class Notice:
    """One remark on the input of a score; prints as its text.

    >>> print(Notice("same file", "reference and hypothesis are one file"))
    reference and hypothesis are one file
    """

    name: str
    """The kind of remark: a result has at most one of each."""
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", arguments_in(self.text))

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, str]:
        """Name and text, ready for JSON."""
        return {"name": self.name, "text": self.text}


class Deferred(Lazy[Notice]):
    """Notices that are searched for when somebody looks at them, so that scoring itself costs nothing more.

    >>> found = Deferred(lambda: (Notice("same object", "refs and hyps are one object"),))
    >>> len(found), found == (Notice("same object", "refs and hyps are one object"),)
    (1, True)
    """

    __slots__ = ("_found", "_search")

    def __init__(self, search: Callable[[], tuple[Notice, ...]]) -> None:
        self._search: Callable[[], tuple[Notice, ...]] | None = search
        self._found: tuple[Notice, ...] = ()

    def all(self) -> tuple[Notice, ...]:
        """All notices; what was searched is freed."""
        if (search := self._search) is not None:
            self._found = search()
            self._search = None
        return self._found

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> Notice: ...

        @overload
        def __getitem__(self, index: slice) -> tuple[Notice, ...]: ...

    def __getitem__(self, index: int | slice) -> Notice | tuple[Notice, ...]:
        return self.all()[index]

    def __iter__(self) -> Iterator[Notice]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def __reduce__(self) -> tuple[type[tuple[Notice, ...]], tuple[tuple[Notice, ...]]]:
        return tuple, (self.all(),)

    def __repr__(self) -> str:
        return repr(self.all())


def of_counts(counts: Counts, *, silent: int = _MANY) -> tuple[Notice, ...]:
    """A notice if no word is correct, though both sides have many, or if one side has no words, the other `silent`.

    >>> from scoring.counts import Counts
    >>> len(of_counts(Counts(0, 12, 0, 0))), len(of_counts(Counts(1, 12, 0, 0))), len(of_counts(Counts(0, 3, 0, 0)))
    (1, 0, 0)
    >>> print(*of_counts(Counts(0, 0, 12, 0)))
    the hypothesis has no words: every word of the reference counts as deleted
    """
    if counts.hypothesis == 0 and counts.reference >= silent:
        return (Notice(_NOTHING, "the hypothesis has no words: every word of the reference counts as deleted"),)
    if counts.reference == 0 and counts.hypothesis >= silent:
        return (Notice(_NOTHING, "the reference has no words: every word of the hypothesis counts as inserted"),)
    if counts.correct or min(counts.reference, counts.hypothesis) < _MANY:
        return ()
    return (Notice(_NOTHING, "no word is correct: do both sides belong to the same recordings?"),)


def summed(found: Iterable[Notice], counts: Counts) -> tuple[Notice, ...]:
    """The notices of a sum: those of its parts, and that of its counts."""
    return merged([*(notice for notice in found if notice.name != _NOTHING), *of_counts(counts)])


def _order(notice: Notice) -> tuple[str, str]:
    return notice.name, notice.text


def merged(found: Iterable[Notice]) -> tuple[Notice, ...]:
    """One notice of each name, sorted by name: the same whatever the order in which results are added.

    >>> [notice.text for notice in merged([Notice("b", "y"), Notice("a", "z"), Notice("b", "x")])]
    ['z', 'x']
    """
    return tuple({notice.name: notice for notice in sorted(found, key=_order, reverse=True)}.values())[::-1]
