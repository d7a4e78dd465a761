"""Rules that replace texts between contexts, as bytes: one pass from left to right."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from .packing import reduced

Rule = tuple[bytes, bytes, bytes, bytes]
# Length of the context before and of the one behind: both contexts, joined, and the number of their first rule.
Contexts = dict[tuple[int, int], dict[bytes, int]]

_LONGEST = 4096


class Rewriter:
    """Rules, each a left side, its replacement, and the texts that must stand before and behind it.

    At every place the first rule that fits counts, not the longest. Contexts are those of the text as it was given, and
    replacements are not read again. With `fold`, ASCII letters match in either case; without `copy`, text that no rule
    matches is dropped.

    >>> rules = Rewriter([(b"a", b"x", b" ", b" "), (b"ab", b"y", b"", b"")])
    >>> rules.rewrite(b" a a ab ")
    b' x x y '
    """

    __slots__ = ("_contexts", "_copy", "_fold", "_lengths", "_rules")

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

    def __reduce__(self, /) -> tuple[object, ...]:
        """The pickled state, for either core."""
        return reduced("Rewriter", self._rules, fold=self._fold, copy=self._copy)

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
        """Rows of trn, stm or ctm with their words rewritten, and which rows need a closer look.

        With `upper`, words are put into upper case before, with `latin` those of Latin-1 too; with `hyphens`, blanks
        stand for inner hyphens after. A row that needs a closer look is not in the text: three int64 numbers say where
        it belongs there, and where it begins and ends in the data.

        >>> Rewriter([(b"UH", b"UM", b" ", b" ")]).rows(b"uh  (uh-oh) oh (a-1)\\n", "trn", upper=True, hyphens=True)
        (b'UM (UH) (OH) OH (a-1)\\n', b'')
        """
        if kind not in ("trn", "stm", "ctm"):
            raise ValueError("rows are of trn, stm or ctm")
        if data[-1:] not in (b"", b"\n"):
            raise ValueError("the last row has no newline")
        if not self._copy:
            raise ValueError("rows need rules that copy other text")
        table = bytes(c - 32 * (upper and (97 <= c <= 122 or (latin and c >= 0xE0))) for c in range(256))
        # Imported only now: scores of transcripts need no regular expressions.
        from .rewritten_rows import rewritten_rows

        return rewritten_rows(data, kind, lambda words: self.rewrite(words.translate(table)), hyphens)

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
