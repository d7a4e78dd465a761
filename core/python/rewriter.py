"""Rules that replace texts between contexts, as bytes: one pass from left to right."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from ..work import NeedsNativeCore
from .not_pickled import NotPickled

Rule = tuple[bytes, bytes, bytes, bytes]
# Length of the context before and of the one behind: both contexts, joined, and the number of their first rule.
Contexts = dict[tuple[int, int], dict[bytes, int]]

_LONGEST = 4096


class Rewriter(NotPickled):
    """Rules, each a left side, its replacement, and the texts that must stand before and behind it.

    At every place the first rule that fits counts, not the longest. Contexts are those of the text as it was given, and
    replacements are not read again. With `fold`, ASCII letters match in either case; without `copy`, text that no rule
    matches is dropped.

    >>> rules = Rewriter([(b"a", b"x", b" ", b" "), (b"ab", b"y", b"", b"")])
    >>> rules.rewrite(b" a a ab ")
    b' x x y '
    """

    def __init__(self, rules: Iterable[Rule], *, fold: bool = False, copy: bool = True) -> None:
        self._rules = tuple(rules)
        self._fold = bool(fold)
        self._copy = bool(copy)
        self._contexts: dict[bytes, Contexts] = {}
        lengths: dict[int, set[int]] = {}
        for number, rule in enumerate(self._rules):
            if not isinstance(rule, tuple) or len(rule) != 4:
                raise ValueError("a rule is a tuple of 4 bytes objects")
            left, before, after = (part.lower() if fold else part for part in (rule[0], rule[2], rule[3]))
            if len(left) > _LONGEST:
                raise ValueError(f"left side of more than {_LONGEST} bytes")
            if left:
                lengths.setdefault(left[0], set()).add(len(left))
                sizes = self._contexts.setdefault(left, {}).setdefault((len(before), len(after)), {})
                sizes.setdefault(before + after, number)
        self._lengths = {byte: sorted(several) for byte, several in lengths.items()}

    def rewrite(self, text: bytes, /) -> bytes:
        """The text with every match replaced."""
        parts = []
        done = 0
        for rule, start, end in self._found(text):
            if self._copy:
                parts.append(text[done:start])
            parts.append(self._rules[rule][1])
            done = end
        if self._copy:
            parts.append(text[done:])
        return b"".join(parts)

    def rows(
        self, data: bytes, kind: str, /, *, upper: bool = False, latin: bool = False, hyphens: bool = False
    ) -> tuple[bytes, bytes]:
        """Rows of trn, stm or ctm with their words rewritten, and which rows need a closer look."""
        raise NeedsNativeCore

    def matches(self, text: bytes, /) -> bytes:
        """Rule, begin and end of every match in the text, int64 triples."""
        return array("q", [number for match in self._found(text) for number in match]).tobytes()

    def _found(self, written: bytes) -> Iterator[tuple[int, int, int]]:
        text = written.lower() if self._fold else written
        at = 0
        while at < len(text):
            best = -1
            for length in self._lengths.get(text[at], ()):
                contexts = self._contexts.get(text[at : at + length])
                if contexts is not None:
                    rule = _fitting(contexts, text, at, at + length)
                    if rule >= 0 and (best < 0 or rule < best):
                        best = rule
            if best < 0:
                at += 1
            else:
                end = at + len(self._rules[best][0])
                yield best, at, end
                at = end


def _fitting(contexts: Contexts, text: bytes, start: int, end: int) -> int:
    """The first rule whose contexts stand around a place; -1 if none."""
    best = -1
    for (before, after), numbers in contexts.items():
        if before <= start and after <= len(text) - end:
            rule = numbers.get(text[start - before : start] + text[end : end + after], -1)
            if rule >= 0 and (best < 0 or rule < best):
                best = rule
    return best
