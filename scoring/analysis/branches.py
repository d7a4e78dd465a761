"""Alternations in references: which branch the alignment took, and where the words of the first branches are then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ...formats.errors import FormatError, LimitError, UsageError, Where, short
from ...formats.schema import Alternation
from ...formats.schema.markup import NULL_WORD, bracketed, label_of, parse, words
from ...formats.values import dataclass, replace
from ..common.settings import Settings
from ..normalise.equivalents import ANY_WORDS, DIVISION, SLASH, WILD, folded, without_stand_ins
from ..words.alignment import Text, words_of

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...formats.schema import Item

    Words: TypeAlias = tuple[str, ...]
    # The branches of an alternation; a single word is one of one branch.
    Part: TypeAlias = tuple[Words, ...]
    # One reading of an alternation: its words, and the branches of those inside.
    Way: TypeAlias = "tuple[Words, tuple[Choice, ...]]"

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
        # The words of the alignment that each word of the text became: the first one, and the one after the last.
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
        """The words of the alignment that words of the text became: the first one, and the one after the last."""
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
    if quick is not None:
        return [part for part in quick if part != ((),)]
    return [tuple(words for words, _ in _ways(item, [], 0)) for item in parse(text, "sclite")]


def first_words(text: Text) -> list[str]:
    """The words of a text with the first branch of each alternation; of a text without marks, all of them.

    >>> first_words("a { b / c d } e"), first_words("a {b")
    (['a', 'b', 'e'], ['a', '{b'])
    """
    if not isinstance(text, str) or "{" not in text:
        return words_of(text)
    try:
        return [word for part in parts_of(text) for word in part[0]]
    except FormatError:
        return words_of(text)


@dataclass(frozen=True, slots=True)
class Leaf:
    """An alternation without others inside."""

    branches: Part
    first: int
    """The words of first branches before the alternation that has it, or is it."""

    @property
    def own(self) -> Words:
        """The words of its first branch."""
        return self.branches[0]


@dataclass(frozen=True, slots=True)
class Choice:
    """A branch of a leaf, which has a number, and where its words stand in a reading."""

    leaf: int
    branch: int
    begin: int
    size: int


def leaves_of(text: str) -> tuple[list[Leaf], list[list[Way]]]:
    """The leaves of a text, and the readings of each alternation that has several, in the order of its parts.

    >>> leaves, _ = leaves_of("a { b / { c / d } }")
    >>> leaves
    [Leaf(branches=(('c',), ('d',)), first=1)]
    """
    leaves: list[Leaf] = []
    made: list[list[Way]] = []
    first = 0
    quick = _quick_parts(text) if "\\}" not in text else None
    for number, item in enumerate(parse(text, "sclite") if quick is None else quick):
        ways: list[Way] = [(item[0], ())] if isinstance(item, tuple) else []
        if not isinstance(item, tuple):
            ways = _ways(item, leaves, first)
        elif number % 2:
            ways = _of_leaf(item, leaves, first)
        if len(ways) > 1:
            made.append(ways)
        first += len(ways[0][0])
    return leaves, made


def _of_leaf(branches: Part, leaves: list[Leaf], first: int) -> list[Way]:
    """The readings of an alternation without others inside, which is added to the leaves."""
    leaves.append(Leaf(branches, first))
    number = len(leaves) - 1
    return [(words, (Choice(number, place, 0, len(words)),)) for place, words in enumerate(branches)]


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
    """Words and alternations by turns in a text without escaped braces; None where alternations lie in others.

    >>> _quick_parts("a b { c / @ } (d)")
    [(('a', 'b'),), (('c',), ()), (('(d)',),)]
    """
    parts: list[Part] = []
    for number, piece in enumerate(text.split("{")):
        inside, brace, behind = piece.partition("}")
        if bool(brace) != bool(number):
            return None
        if number:
            parts.append(tuple([_spoken(branch.replace(DIVISION, SLASH)) for branch in inside.split(SLASH)]))
        parts.append((_spoken(behind if number else piece),))
    return parts


def _spoken(text: str) -> Words:
    """The words of a text without braces, as they are compared."""
    if _OTHERS.isdisjoint(text):
        return tuple(words(without_stand_ins(text)))
    values = [_value(word) for word in words(text) if word != NULL_WORD]
    return tuple(filter(None, values))


@lru_cache(maxsize=1 << 14)
def _value(word: str) -> str:
    """The letters that a written word is compared by."""
    return without_stand_ins(bracketed(label_of(word, Where("<text>", 1))))


def _ways(item: Item, leaves: list[Leaf], first: int, *, inside: bool = False) -> list[Way]:
    """All readings of an item, in which alternations may lie; those without others inside are added to the leaves."""
    if not isinstance(item, Alternation):
        value = without_stand_ins(bracketed(item))
        return [((value.replace(DIVISION, SLASH) if inside else value,) if value else (), ())]
    if any(isinstance(inner, Alternation) for branch in item.branches for inner in branch):
        return [way for branch in item.branches for way in _ways_of(branch, leaves, first)]
    return _of_leaf(tuple(_ways_of(branch, leaves, first)[0][0] for branch in item.branches), leaves, first)


def _ways_of(items: Iterable[Item], leaves: list[Leaf], first: int) -> list[Way]:
    """All readings of a branch, which may have alternations inside."""
    ways: list[Way] = [((), ())]
    for item in items:
        more = _ways(item, leaves, first, inside=True)
        ways = [_joined(way, behind) for way in ways for behind in more]
        if len(ways) > _MOST:
            raise LimitError(f"a nested alternation has more than {_MOST:,} readings; expected fewer")
    return ways


def _joined(way: Way, behind: Way) -> Way:
    """Two readings as one."""
    words, choices = way
    size = len(words)
    return words + behind[0], (*choices, *(replace(choice, begin=choice.begin + size) for choice in behind[1]))


def _taken(parts: Sequence[Part], words: Sequence[str]) -> Iterator[Taken]:
    """The alternations of a text with the branches that make up the words; of several ways the first branches."""
    # The places in the words that are reached before each part, and the branch and place by which.
    reached: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]
    spoken = tuple(words)
    for part in parts:
        behind: dict[int, tuple[int, int]] = {}
        for place in reached[-1]:
            for branch, reading in enumerate(part):
                end = place + len(reading)
                if end not in behind and spoken[place:end] == reading:
                    behind[end] = branch, place
        reached.append(behind)
    end = len(words)
    if end not in reached[-1]:
        raise UsageError(
            f"the alternations of the text with {short(' '.join(words))} cannot be followed; expected {{ a / b }} "
            "as in sclite's grammar, and no any-words together with equivalents of the hypothesis"
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
