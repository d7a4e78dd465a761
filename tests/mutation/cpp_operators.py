"""The faults of C++ sources, found by tokens: in clang-format's style, binary operators stand between blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from tests.mutation.operators import Mutant

_BINARY = {
    "<": ("comparison", "<="),
    "<=": ("comparison", "<"),
    ">": ("comparison", ">="),
    ">=": ("comparison", ">"),
    "==": ("comparison", "!="),
    "!=": ("comparison", "=="),
    "&&": ("and/or", "||"),
    "||": ("and/or", "&&"),
    "+": ("arithmetic", "-"),
    "-": ("arithmetic", "+"),
    "*": ("arithmetic", "/"),
    "/": ("arithmetic", "*"),
    "%": ("arithmetic", "/"),
    "&": ("bits", "|"),
    "|": ("bits", "&"),
    "^": ("bits", "|"),
    "<<": ("shift", ">>"),
    ">>": ("shift", "<<"),
    "+=": ("arithmetic", "-="),
    "-=": ("arithmetic", "+="),
    "|=": ("bits", "&="),
    "&=": ("bits", "|="),
}
_WORDS = {
    "std::min": ("min/max", "std::max"),
    "std::max": ("min/max", "std::min"),
    "true": ("constant", "false"),
    "false": ("constant", "true"),
    "break": ("break/continue", "continue"),
    "continue": ("break/continue", "break"),
}
# Not seen: what is for readers and the compiler, and sizes, which decide how long a search takes and not what it finds.
_TOKEN = re.compile(
    r"""(?P<unseen>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*|^\s*(?:static_assert|template)\b[^\n]*
        |\{nullptr,\ nullptr[^\n]*|\bsized\([^\n]*|\bticks_?\.spend[^\n]*|\w+\.reserve\([^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>std::(?:min|max)|[A-Za-z_]\w*)
    |(?P<number>\d[\w.]*)
    |(?P<operator><<=|>>=|<=>|->|::|\+\+|--|[-+*/%&|^<>=!]=|<<|>>|&&|\|\||[-+*/%&|^<>=!~])
    |(?P<other>[^\s\w])""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
# A call, an assignment or a step on a line of its own, which may go.
_STATEMENT = re.compile(
    r"^[ \t]+(?!return\b|throw\b|using\b|else\b|case\b|delete\b)(?:\+\+|--)?[\w:\]\[.>()-]+"
    r"(?:\(.*\)| [-+|&^]?= .*|\+\+|--)?;$",
    re.M,
)
_CONDITION = re.compile(r"\b(?:if|while) \(")


def mutants(path: str, source: str) -> list[Mutant]:
    """All faults that may be put into a source file, in the order of the text."""
    return sorted(
        {
            Mutant(path, _line(source, start), *_bytes(source, start, end), source[start:end], after, operator)
            for start, end, after, operator in _changes(source)
        }
    )


def _line(source: str, place: int) -> int:
    return source.count("\n", 0, place) + 1


def _bytes(source: str, start: int, end: int) -> tuple[int, int]:
    first = len(source[:start].encode())
    return first, first + len(source[start:end].encode())


def _changes(source: str) -> Iterator[tuple[int, int, str, str]]:
    """A possible change: start, end, what takes the place, and the name of the operator."""
    tokens = list(_TOKEN.finditer(source))
    seen = [token for token in tokens if token.lastgroup not in ("unseen", "text")]
    unseen = [token.span() for token in tokens if token.lastgroup in ("unseen", "text")]
    for before, token in pairwise(seen):
        text, (start, end) = token.group(), token.span()
        if token.lastgroup == "word" and text in _WORDS:
            operator, after = _WORDS[text]
            yield start, end, after, operator
        elif token.lastgroup == "operator" and text in _BINARY and source[start - 1] + source[end : end + 1] == "  ":
            operator, after = _BINARY[text]
            yield start, end, after, operator
        elif token.lastgroup == "number" and text.isdecimal() and before.group() not in ("<", "["):
            yield start, end, str(int(text) + 1), "constant"
            if int(text) > 0:
                yield start, end, str(int(text) - 1), "constant"
    covered = {place for first, last in unseen for place in range(first, last)}
    for changes in _STATEMENT.finditer(source):
        start = changes.start() + len(changes.group()) - len(changes.group().lstrip())
        if start not in covered:
            yield start, changes.end(), ";", "statement"
    for changes in _CONDITION.finditer(source):
        if changes.start() in covered:
            continue
        if end := _closed(source, changes.end(), covered):
            yield changes.end(), end, f"!({source[changes.end() : end]})", "condition"


def _closed(source: str, place: int, covered: set[int]) -> int:
    """The place of the parenthesis that closes a condition; 0 where that declares something."""
    depth, start = 1, place
    while depth:
        if place not in covered:
            depth += {"(": 1, ")": -1}.get(source[place], 0)
        place += 1
    return 0 if re.search(r";|(?<![=!<>])=(?!=)", source[start : place - 1]) else place - 1
