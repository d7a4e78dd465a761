"""icefall's recogs-*.txt and errs-*.txt, read only: the words of both sides, of which one is read.

    u-1:	ref=['GOOD', 'DAY']
    u-1:	hyp=['GOOD', 'WAY']

    u-1:	GOOD (DAY->WAY)

The option `side` chooses the words: "hyp" (default) or "ref".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .engine.both_sides import BothSides, check_side, results
from .errors import Where, fail, quantity
from .schema import Corpus
from .source import Source

_WORD = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_LINE = re.compile(rf"(\S+):\t(ref|hyp)=(\[(?:{_WORD}(?:, {_WORD})*)?\])")
_WORDS = re.compile(_WORD)
_ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
_START = re.compile(r"\S+:\t(?:ref|hyp)=\[")
_ERRORS = "%WER = "
_DETAILS = "PER-UTT DETAILS:"
_LENGTH = re.compile(r"Errors: .* over ([0-9]+) reference words")
_UTTERANCE = re.compile(r"(\S+):\t(.*)")
_STEP = re.compile(r"\(([^()]+?)->([^()]+?)\)(?!\S)|([^\s()]+)")
_GAP = "*"
_TEXTS = "the texts, recogs-*.txt in the same folder"
_WANTED = "id:, a tab, and ref=['A'] or hyp=['A'] once"


def read(source: Source, *, side: str = "hyp") -> Corpus:
    r"""Reads the words of one side.

    >>> read(Source(b"u1:\tref=['A', 'B']\nu1:\thyp=['A']\n"), side="ref").texts()
    ['A B']
    """
    check_side(side)
    texts = BothSides(source)
    if next(iter(source.lines()), "").startswith(_ERRORS):
        for number, name, refs, hyps in _details(source):
            texts.add(name, " ".join(refs), " ".join(hyps), number)
        return texts.corpus("icefall", side)
    for name, (ref, hyp) in recogs(source).items():
        texts.add(name, " ".join(ref), " ".join(hyp))
    return texts.corpus("icefall", side)


def _details(source: Source) -> Iterator[tuple[int, str, list[str], list[str]]]:
    """The line, the name and the words of both sides of every utterance of errs-*.txt.

    >>> text = b"%WER = 50.00\\nErrors: 1 over 2 reference words\\nPER-UTT DETAILS:\\nu1:\\tA (B->*)\\n"
    >>> [*_details(Source(text))]
    [(4, 'u1', ['A', 'B'], ['A'])]
    """
    lines = enumerate(source.lines(), 1)
    length = next((int(match[1]) for _, line in lines if (match := _LENGTH.match(line))), None)
    is_found = any(line.startswith(_DETAILS) for _, line in lines)
    total = 0
    for number, line in lines:
        if not line.strip():
            break
        match = _UTTERANCE.fullmatch(line.rstrip("\r\n"))
        if match is None or _STEP.sub("", match[2]).strip():
            fail(Where(source.name, number), "words that may be brackets or an arrow", _TEXTS, line)
        sides = _sides(match[2])
        total += len(sides[0])
        yield number, match[1], *sides
    if not is_found or total != length:
        what = (
            f"{quantity(total, 'word')} of the reference in {_DETAILS[:-1]}, and {length or 0:,} in the line of errors"
        )
        fail(Where(source.name, 1), what, _TEXTS)


def _sides(steps: str) -> tuple[list[str], list[str]]:
    """The words of both sides, by the words that are correct and the errors in brackets.

    >>> _sides("A (B C->D) (*->E)")
    (['A', 'B', 'C'], ['A', 'D', 'E'])
    """
    refs, hyps = list[str](), list[str]()
    for ref, hyp, both in _STEP.findall(steps):
        refs += [word for word in (ref or both).split() if word != _GAP]
        hyps += [word for word in (hyp or both).split() if word != _GAP]
    return refs, hyps


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
    """Whether the first line is a list of words of an utterance, or the rate above a list of errors."""
    first = next((line for line in lines if line.strip()), "")
    return _START.match(first) is not None or first.startswith(_ERRORS)


FORMAT = results("icefall", "recogs-*.txt and errs-*.txt of icefall: words of reference and hypothesis", read, sniff)
