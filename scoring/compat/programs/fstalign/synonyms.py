"""Synonyms of fstalign: those of a file, and those that words with hyphens make.

A rule is read once, in the words of the reference and in the candidates of its classes; it crosses no class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .....formats.errors import LimitError, short
from .....formats.source import Source

if TYPE_CHECKING:
    from typing import TypeAlias

    Words: TypeAlias = tuple[str, ...]

__all__: list[str] = []

_MOST = 4096
"""Readings of one candidate of a class."""


class Synonyms:
    """The rules by their words, and what fstalign says of lines that it skips."""

    def __init__(self) -> None:
        self.rules: dict[Words, list[Words]] = {}
        self.skipped: list[str] = []
        self._heads: dict[str, list[Words]] = {}

    def read(self, path: str) -> None:
        """Reads the rules of a file: `gonna | going to ; going`, a line each; the first line for some words counts."""
        for line in map(str.strip, Source(path).lines()):
            if not line or line.startswith("#"):
                continue
            parts = [part for part in line.split("|") if part]
            words = tuple(parts[0].split()) if len(parts) == 2 else ()
            if not words:
                self.skipped.append(f"strangly formatted line, skipping: {line}")
            elif words in self.rules:
                entry = parts[0].strip()
                self.skipped.append(f"WARNING: the entry [{entry}] was found multiple time, skipping redefinition")
            else:
                self.rules[words] = [tuple(text.split()) for text in parts[1].split(";") if text.strip()]

    def add_hyphens(self, words: Iterable[str], *, cut_offs: bool, compounds: bool) -> None:
        """Adds the rules that words of either side make: `th-` is read as `th`, and `a-b` as `a b` and back."""
        for word in words:
            place = word.find("-")
            if place < 0:
                continue
            is_cut_off = place == len(word) - 1
            if is_cut_off and cut_offs and place:
                self.rules.setdefault((word,), [(word[:-1],)])
            parts = tuple(part for part in word.split("-") if part)
            if not is_cut_off and compounds and parts:
                self.rules.setdefault((word,), [parts])
                self.rules.setdefault(parts, [(word,)])

    def matches(self, words: Sequence[str]) -> Iterator[tuple[int, int, Words]]:
        """Where rules stand in words: the first word, the one behind the last, and what may stand for them."""
        if len(self._heads) != len(self.rules):
            self._heads = {}
            for rule in sorted(self.rules):
                self._heads.setdefault(rule[0], []).append(rule)
        for first, word in enumerate(words):
            for rule in self._heads.get(word, ()):
                if tuple(words[first : first + len(rule)]) == rule:
                    yield from ((first, first + len(rule), other) for other in self.rules[rule])

    def readings(self, words: Words) -> list[Words]:
        """All ways to read some words, the words themselves first."""
        steps: dict[int, list[tuple[int, Words]]] = {place: [(place + 1, (word,))] for place, word in enumerate(words)}
        for first, end, other in self.matches(words):
            steps[first].append((end, other))
        ways: dict[int, dict[Words, None]] = {0: {(): None}}
        for place in range(len(words)):
            for so_far in ways.get(place, ()):
                for end, more in steps[place]:
                    ways.setdefault(end, {})[so_far + more] = None
            if len(ways.get(place + 1, ())) > _MOST:
                raise LimitError(f"the synonyms of {short(' '.join(words))} have more than {_MOST:,} readings")
        return [*ways[len(words)]]
