"""Alternations in references: which branch the alignment took, and where the words of the first branches are then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ...formats.errors import LimitError, UsageError, Where, short
from ...formats.schema import Alternation
from ...formats.schema.markup import NULL_WORD, label_of, parse, words
from ...formats.values import dataclass
from ..common.settings import Settings
from ..normalise.equivalents import ANY_WORDS, WILD, folded
from ..words.alignment import Text

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema import Item, Label

    Words: TypeAlias = tuple[str, ...]
    # The branches of an alternation; a single word is one of one branch.
    Part: TypeAlias = tuple[Words, ...]

_OTHERS = frozenset("\\;*(@")
"""Letters of words that are written otherwise than they are compared, and of `@`, which is none."""
_MOST = 4096
"""Readings of one alternation with others inside."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One alternation: the words that its first branch has in the text, and the ones that the alignment took."""

    first: int
    """The first word, counted in the text of first branches."""
    size: int
    begin: int
    """The first word that was taken, counted in the words of the alignment."""
    count: int
    branch: int


class Branches:
    """A text with alternations as an alignment took it.

    >>> branches = Branches(parts_of("so { gonna / going to } go"), ["so", "going", "to", "go"])
    >>> branches.taken, branches.span(1, 1), branches.span(2, 2)
    ([Taken(first=1, size=1, begin=1, count=2, branch=1)], (1, 3), (3, 4))
    """

    def __init__(self, parts: Sequence[Part], words: Sequence[str]) -> None:
        self.taken = list(_taken(parts, words))
        size = sum(len(part[0]) for part in parts)
        # The words of the alignment that each word of the text became: the first one, and the one behind the last.
        self._begins: list[int] = []
        self._ends: list[int] = []
        behind = 0
        for each in self.taken:
            self._add(range(behind, behind + each.first - len(self)))
            behind = each.begin + each.count
            if each.branch:  # each word is all of another branch
                self._begins += [each.begin] * each.size
                self._ends += [behind] * each.size
            else:
                self._add(range(each.begin, each.begin + each.size))
        self._add(range(behind, behind + size - len(self)))

    def _add(self, words: range) -> None:
        """Adds words that stayed as they are."""
        self._begins += words
        self._ends += range(words.start + 1, words.stop + 1)

    def __len__(self) -> int:
        """Words of the text of first branches."""
        return len(self._begins)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The words of the alignment that words of the text became: the first one, and the one behind the last."""
        return self._begins[first], self._ends[last]


def parts_of(text: Text) -> list[Part]:
    """The words and alternations of a text.

    >>> parts_of("a { b / c d / @ }")
    [(('a',),), (('b',), ('c', 'd'), ())]
    >>> parts_of("{ a / { b / c } d }")
    [(('a',), ('b', 'd'), ('c', 'd'))]
    """
    if not isinstance(text, str):
        return [(tuple(map(str, text)),)]
    quick = _quick_parts(text) if "\\}" not in text else None
    return [_part(item) for item in parse(text, "sclite")] if quick is None else quick


def spoken_parts(text: Text, settings: Settings) -> list[Part]:
    """The words and alternations of a text as the alignment compares them, without `<*>` if that stands for any words.

    >>> spoken_parts("So { gonna / going to } <*>", Settings(equivalents="any-words"))
    [(('so',),), (('gonna',), ('going', 'to'))]
    """
    if not settings.case_sensitive:
        text = folded(text) if isinstance(text, str) else [folded(str(word)) for word in text]
    parts = parts_of(text)
    if settings.rules_of_words and ANY_WORDS in settings.rules_of_words.made:
        parts = [tuple([tuple([word for word in words if word != WILD]) for words in part]) for part in parts]
    return [part for part in parts if part != ((),)]


def _quick_parts(text: str) -> list[Part] | None:
    """The parts of a text without escaped braces; None where alternations lie in others.

    >>> _quick_parts("a b { c / @ } (d)")
    [(('a', 'b'),), (('c',), ()), (('(d)',),)]
    """
    parts: list[Part] = []
    for number, piece in enumerate(text.split("{")):
        inside, brace, behind = piece.partition("}")
        if bool(brace) != bool(number):
            return None
        if number:
            parts.append(tuple(map(_spoken, inside.split("/"))))
        if spoken := _spoken(behind if number else piece):
            parts.append((spoken,))
    return parts


def _spoken(text: str) -> Words:
    """The words of a text without braces, as they are compared."""
    if _OTHERS.isdisjoint(text):
        return tuple(words(text))
    values = [_value(word) for word in words(text) if word != NULL_WORD]
    return tuple(filter(None, values))


@lru_cache(maxsize=1 << 14)
def _value(word: str) -> str:
    """The letters that a written word is compared by."""
    return _compared(label_of(word, Where("<text>", 1)))


def _compared(label: Label) -> str:
    """The letters of a label; brackets around an optional word are some of them."""
    return f"({label.value})" if label.optional else label.value


def _part(item: Item) -> Part:
    if not isinstance(item, Alternation):
        value = _compared(item)
        return ((value,),) if value else ((),)
    return tuple(words for branch in item.branches for words in _readings(branch))


def _readings(items: Iterable[Item]) -> list[Words]:
    """All readings of a branch, which may have alternations inside."""
    readings: list[Words] = [()]
    for item in items:
        readings = [(*reading, *more) for reading in readings for more in _part(item)]
        if len(readings) > _MOST:
            raise LimitError(f"an alternation with others inside has more than {_MOST:,} readings; expected fewer")
    return readings


def _taken(parts: Sequence[Part], words: Sequence[str]) -> Iterator[Taken]:
    """The alternations of a text with the branches that make up the words; of several ways the first branches."""
    # The places in the words that are reached before each part, and the branch and place by which.
    reached: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]
    for part in parts:
        behind: dict[int, tuple[int, int]] = {}
        for place in reached[-1]:
            for branch, reading in enumerate(part):
                end = place + len(reading)
                if end not in behind and tuple(words[place:end]) == reading:
                    behind[end] = branch, place
        reached.append(behind)
    end = len(words)
    if end not in reached[-1]:
        raise UsageError(
            f"the alternations of the text with {short(' '.join(words))} cannot be followed; expected braces and "
            "slashes as sclite's grammar has them, { a / b }"
        )
    found: list[tuple[int, int, int]] = []
    for number in range(len(parts), 0, -1):
        branch, begin = reached[number][end]
        found.append((branch, begin, end))
        end = begin
    first = 0
    for part, (branch, begin, end) in zip(parts, reversed(found), strict=True):
        if len(part) > 1:
            yield Taken(first, len(part[0]), begin, end - begin, branch)
        first += len(part[0])
