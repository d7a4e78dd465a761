"""Rules that replace texts between contexts, as bytes: one pass from left to right."""

from __future__ import annotations

from array import array

from scoring._core.python.packing import reduced

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    Rule = tuple[bytes, bytes, bytes, bytes]
    # Length of the context before and of the one behind: both contexts, joined, and the number of their first rule.
    Contexts = dict[tuple[int, int], dict[bytes, int]]

_LONGEST = 4096
# Longer rows may be cut by the reference.
_LONGEST_ROW = 4000


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
        self._lengths = {byte: sorted(found) for byte, found in lengths.items()}

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

    def rows(self, data: bytes, upper: bool, hyphens: bool, /) -> bytes | None:
        """Rows of words and an id in brackets, with the words rewritten; None where a row is another one.

        With `upper`, words are put into upper case before; with `hyphens`, blanks stand for inner hyphens after.

        >>> Rewriter([(b"UH", b"UM", b" ", b" ")]).rows(b"uh  (uh-oh) oh (a-1)\\n", True, True)
        b'UM (UH) (OH) OH (a-1)\\n'
        """
        if not self._copy or data[-1:] not in (b"", b"\n"):
            return None
        rows = [self._row(line.rstrip(b" "), upper, hyphens) for line in data.split(b"\n")[:-1]]
        return None if None in rows else b"".join(row for row in rows if row is not None)

    def _row(self, line: bytes, upper: bool, hyphens: bool) -> bytes | None:
        import re

        at = line.rfind(b"(")
        found = re.fullmatch(rb" *((?:(?:[^\0- ()]+|\([^\0- ()]+\))(?: +|\Z))*)", line[:at]) if at >= 0 else None
        if found is None or len(line) > _LONGEST_ROW or not re.fullmatch(rb"[^\0- ]*\)", line[at:]):
            return None
        words = b" ".join(found[1].split()).replace(b"(", b"( ").replace(b")", b" )")
        padded = b"  " + (words.upper() if upper else words) + b" " * (1 + found[1].endswith(b" "))
        changed = self.rewrite(padded)
        if hyphens:
            changed = re.sub(rb"([^( ])-(?=[^) ])", rb"\1 ", changed)
        if changed[:1] != b" " or changed[-1:] != b" " or re.search(rb"[\0-\x1f]", changed):
            return None
        text, count = re.subn(rb"\( ([^\0- ()]+(?: [^\0- ()]+)*) \)(?= |\Z)", _each_in_brackets, changed[1:-1])
        if count != changed.count(b"(") or count != changed.count(b")") or text.lstrip(b" ")[:1] == b";":
            return None
        return re.sub(rb" +", b" ", text).removeprefix(b" ") + line[at:] + b"\n"

    def matches(self, text: bytes, /) -> bytes:
        """Rule, begin and end of every match in the text, int64 triples."""
        return array("q", [number for match in self._found(text) for number in match]).tobytes()

    def _found(self, given: bytes) -> Iterator[tuple[int, int, int]]:
        text = given.lower() if self._fold else given
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


def _each_in_brackets(found: re.Match[bytes]) -> bytes:
    return b"(" + found[1].replace(b" ", b") (") + b")"


def _fitting(contexts: Contexts, text: bytes, start: int, end: int) -> int:
    """The first rule whose contexts stand around a place; -1 if none."""
    best = -1
    for (before, after), numbers in contexts.items():
        if before <= start and after <= len(text) - end:
            rule = numbers.get(text[start - before : start] + text[end : end + after], -1)
            if rule >= 0 and (best < 0 or rule < best):
                best = rule
    return best
