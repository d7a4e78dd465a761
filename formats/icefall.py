"""icefall's recogs-*.txt, read only: the words of both sides, of which one is read.

    u-1:	ref=['GOOD', 'DAY']
    u-1:	hyp=['GOOD', 'WAY']

The option `side` chooses the words: "hyp" (default) or "ref".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .engine.both_sides import BothSides, check_side, results
from .errors import Where, fail
from .schema import Corpus
from .source import Source

_WORD = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_LINE = re.compile(rf"(\S+):\t(ref|hyp)=(\[(?:{_WORD}(?:, {_WORD})*)?\])")
_WORDS = re.compile(_WORD)
_ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
_START = re.compile(r"\S+:\t(?:ref|hyp)=\[")
_WANTED = "id:, a tab, and ref=['A'] or hyp=['A'] once"


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> read(Source(b"u1:\tref=['A', 'B']\nu1:\thyp=['A']\n"), side="ref").texts()
    ['A B']
    """
    check_side(side)
    texts = BothSides(source)
    for name, (ref, hyp) in recogs(source).items():
        texts.add(name, " ".join(ref), " ".join(hyp))
    return texts.corpus("icefall", side)


def recogs(source: Source) -> dict[str, tuple[list[str], list[str]]]:
    """The words of both sides of every utterance.

    >>> recogs(Source(b"u1:\\tref=['A', 'B']\\nu1:\\thyp=['A']\\n"))
    {'u1': (['A', 'B'], ['A'])}
    """
    sides: dict[str, dict[str, list[str]]] = {}
    first: dict[str, int] = {}
    for number, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        found = words_of_line(line)
        if found is None or found[1] in sides.get(found[0], {}):
            fail(Where(source.name, number), "not an utterance of icefall", _WANTED, line)
        name, side, words = found
        sides.setdefault(name, {})[side] = words
        first.setdefault(name, number)
    for name, by_side in sides.items():
        if len(by_side) < 2:
            lacking = "ref" if "hyp" in by_side else "hyp"
            fail(Where(source.name, first[name]), f"{name} has no {lacking}", f"ref=[...] and hyp=[...] of {name}")
    return {name: (by_side["ref"], by_side["hyp"]) for name, by_side in sides.items()}


def words_of_line(line: str) -> tuple[str, str, list[str]] | None:
    """The id, the side and the words of a line; None for a line of another kind.

    >>> words_of_line("u1:\\thyp=['A', 'B']\\n")
    ('u1', 'hyp', ['A', 'B'])
    """
    match = _LINE.fullmatch(line.rstrip())
    return (match[1], match[2], [_unescaped(word) for word in _WORDS.findall(match[3])]) if match else None


def _unescaped(word: str) -> str:
    r"""A text as Python writes it.

    >>> _unescaped("'it\\'s'"), _unescaped(r'"a\xe9\\"')
    ("it's", 'a\xe9\\')
    """
    return _ESCAPE.sub(_letter, word[1:-1])


def _letter(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) > 1 else _CONTROLS.get(code, code)


def sniff(lines: Sequence[str]) -> bool:
    """Whether the first line is a list of words of an utterance."""
    return _START.match(next((line for line in lines if line.strip()), "")) is not None


FORMAT = results("icefall", "recogs-*.txt of icefall: words of reference and hypothesis", read, sniff)
