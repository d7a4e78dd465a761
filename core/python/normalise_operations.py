"""Operations of a normalisation as functions of a text; `scorelite.core.python.normalise` describes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from .normalise_log import Piece, differences

Operation: TypeAlias = "tuple[Any, ...]"
_Rule: TypeAlias = "tuple[str, str, int, int]"
_Change: TypeAlias = "tuple[int, Piece]"
"""The rule's number within its operation, and the piece that it replaced."""

_BEFORE = ("", r"\b", r"(?<!\S)")
_AFTER = ("", r"\b", r"(?!\S)")
# Letters that a table may make of a text, unless that text had more.
LONGEST = 1 << 24


class TooLong(Exception):
    """A text has become too long."""


_Made: TypeAlias = "tuple[int, Callable[[str, bool], tuple[str, list[_Change]]]]"
"""The number of rules of an operation, and the operation."""


def made(operation: Operation) -> _Made:
    """An operation as a function of a text, with its number of rules."""
    kind, *arguments = operation
    if kind == "table":
        return _table(*arguments)
    functions: dict[str, Callable[..., Callable[[str], str]]] = {
        "letters": lambda letter, whole, by_words: whole,
        "whole": lambda whole: whole,
        "units": _units,
        "spans": _spans,
        "commas": lambda: _without_commas,
        "periods": lambda: _without_periods,
        "lone_symbols": lambda: _without_lone_symbols,
        "squeeze": lambda strip: _stripped if strip else _squeezed,
        "long_blanks": lambda: _with_short_blanks,
        "strip": lambda: str.strip,
        "acronyms": lambda: _acronyms,
        "english_numbers": lambda words, whole: whole,
        "spoken_numbers": lambda words, whole: whole,
        "stretches": lambda whole: whole,
    }
    if kind not in functions:
        raise ValueError(f"operation {kind!r} is unknown")
    function = functions[kind](*arguments)

    def logged(text: str, log: bool) -> tuple[str, list[_Change]]:
        result = function(text)
        return result, [(0, piece) for piece in differences(text, result)] if log and result != text else []

    return 1, logged


def _table(rules: Sequence[_Rule], exact_blanks: bool) -> _Made:
    ordered = sorted(enumerate(rules), key=lambda item: -len(item[1][0]))
    # A pattern of thousands of words is slow; whole words are looked up instead.
    places: dict[str, int] = {}
    whole_words = all(before == after == 2 and not re.search(r"\s", search) for search, _, before, after in rules)
    if whole_words:
        places = {rule[0]: place for place, (_, rule) in reversed(list(enumerate(ordered)))}
    pattern = re.compile(r"\S+") if whole_words else _alternatives(ordered, exact_blanks)

    def apply(text: str, log: bool) -> tuple[str, list[_Change]]:
        changes: list[_Change] = []
        pieces: list[str] = []
        done = size = 0
        for match in pattern.finditer(text):
            place = places.get(match[0]) if whole_words else (match.lastindex or 1) - 1
            if place is None:
                continue
            number, (_, replacement, _, _) = ordered[place]
            size += match.start() - done
            if log and match[0] != replacement:
                changes.append((number, (size, match[0], replacement)))
            pieces += (text[done : match.start()], replacement)
            size += len(replacement)
            if size > max(LONGEST, len(text)):
                raise TooLong
            done = match.end()
        return "".join(pieces) + text[done:], changes

    return len(rules), apply


def _alternatives(ordered: Sequence[tuple[int, _Rule]], exact_blanks: bool) -> re.Pattern[str]:
    """A pattern with a group for each rule."""
    blank = " " if exact_blanks else r"\s+"
    groups = [
        f"({_BEFORE[before]}{blank.join(map(re.escape, search.split(' ')))}{_AFTER[after]})"
        for _, (search, _, before, after) in ordered
    ]
    first_letters = {search[:1] for _, (search, _, _, _) in ordered}
    if not groups or first_letters & {"", " "}:
        return re.compile("|".join(groups) or r"(?!)")
    # Most letters begin no rule of a large table: one look at a letter instead of a try of each rule.
    return re.compile(f"(?=[{''.join(map(re.escape, sorted(first_letters)))}])(?:{'|'.join(groups)})")


def _units(unit_of: Callable[[str], tuple[bool, int, int]]) -> Callable[[str], str]:
    unit_of = cache(unit_of)

    def spaced(text: str) -> str:
        """The text with a blank before and behind each character that stands alone."""
        pieces: list[str] = []
        inside, before = False, 0
        for letter in text:
            alone, kinds, joined = unit_of(letter)
            if not joined & before:
                if alone or inside:
                    pieces.append(" ")
                inside = alone
            pieces.append(letter)
            before = kinds
        return "".join(pieces)

    return spaced


def _spans(opening: str, closing: str, least: int) -> Callable[[str], str]:
    pattern = re.compile(f"[{re.escape(opening)}][^{re.escape(closing)}]{{{least},}}[{re.escape(closing)}]")
    return lambda text: pattern.sub("", text)


def _without_commas(text: str) -> str:
    """The text without commas between two digits; a digit counts once, so that one of `1,2,3` stays."""
    return re.sub(r"(\d),(\d)", r"\1\2", text)


def _without_periods(text: str) -> str:
    """The text with blanks for periods before anything but a digit; the letter after a period is used up."""
    return re.sub(r"\.([^0-9]|\Z)", r" \1", text)


def _without_lone_symbols(text: str) -> str:
    """The text with blanks for periods and currencies before anything but a digit, and for percent signs after it."""
    return re.sub(r"([^0-9])%", r"\1 ", re.sub(r"[.$¢€£]([^0-9])", r" \1", text))


def _squeezed(text: str) -> str:
    """The text with one blank for white space of any length."""
    return re.sub(r"\s+", " ", text)


def _with_short_blanks(text: str) -> str:
    """The text with one blank for white space of two letters or more; a single one stays what it is."""
    return re.sub(r"\s\s+", " ", text)


def _stripped(text: str) -> str:
    """The words with one blank between them."""
    return " ".join(text.split())


def _acronyms(text: str) -> str:
    """The words; letters and digits that stand alone are joined, from two in a row on, or three with an a or i."""
    return " ".join(_joined(text.split()))


def _joined(words: Iterable[str]) -> Iterator[str]:
    run: list[str] = []
    for word in [*words, ""]:
        if len(word) == 1 and word.isalnum():
            run.append(word)
            continue
        if len(run) >= (3 if {"a", "i"} & set(run) else 2):
            yield "".join(run)
        else:
            yield from run
        run = []
        if word:
            yield word
