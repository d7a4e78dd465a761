"""Equivalents from what a caller gives: rules, words by word, names of files, or several of these."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import add
from typing import Any

from ...formats.errors import UsageError
from ...formats.schema.markup import NULL_WORD
from ...formats.schema.markup import words as words_in
from .equivalents import ANY_WORDS, KINDS, REDACTIONS, Equivalent, Equivalents


def equivalents_of(wanted: Any) -> Equivalents:
    """Equivalents from files, texts by text, or several of these; `hyphens`, `any-words` ... are names.

    >>> equivalents_of({"gonna": ["going to"]}).rules[0].name
    'gonna | going to'
    """
    if isinstance(wanted, Equivalents):
        return wanted
    if isinstance(wanted, Mapping):
        return Equivalents(tuple(_rule(words, readings) for words, readings in wanted.items()))
    if isinstance(wanted, (str, os.PathLike)):
        return _named(os.fspath(wanted))
    if hasattr(wanted, "read"):
        from .equivalent_files import of_file  # rules that are given word by word need no file

        return of_file(wanted)
    if not isinstance(wanted, Iterable):
        raise UsageError(
            f"equivalents are {wanted!r}; expected a file of rules, or words by word, {{'gonna': ['going to']}}"
        )
    parts = [equivalents_of(part) for part in _in_order(wanted)]
    if not parts:
        raise UsageError("no equivalents; expected a file of rules, or words by word as in {'gonna': ['going to']}")
    return reduce(add, parts)


def _in_order(values: Iterable[Any]) -> Iterable[Any]:
    """Values of a set in one order, whatever order it has in this process; others in their own."""
    return sorted(values, key=str) if isinstance(values, (set, frozenset)) else values


def _rule(words: Any, readings: Any) -> Equivalent:
    """A rule of a mapping."""
    is_listed = isinstance(readings, Iterable) and not isinstance(readings, (str, bytes, Mapping))
    listed = [*_in_order(readings)] if is_listed else [readings]

    def wrong(expected: str) -> UsageError:
        return UsageError(f"equivalents of {words!r}: {readings!r}; expected {expected}")

    own = tuple(words_in(words)) if isinstance(words, str) else ()
    if own in ((), (NULL_WORD,)) or not all(isinstance(text, str) for text in listed):
        raise wrong("words by word, {'gonna': ['going to']}")
    made = dict.fromkeys(tuple(words_in(text)) for text in listed)
    if not all(made) or not made:
        raise wrong(f"some words, or {NULL_WORD!r} for none")
    made.pop(own, None)
    if not made:
        raise wrong("other words than itself")
    return Equivalent(own, tuple(() if reading == (NULL_WORD,) else reading for reading in made))


def _named(name: str) -> Equivalents:
    """The equivalents that a name means."""
    if name in KINDS:
        return Equivalents(made=(ANY_WORDS, REDACTIONS) if name == REDACTIONS else (name,))
    if "=" in name and not os.path.exists(name):
        raise UsageError(
            f"equivalents {name!r} are not a file; expected one, or pairs such as {{'gonna': ['going to']}}"
        )
    # Imported only now: rules that are given word by word need no file.
    from .equivalent_files import read_equivalents

    return read_equivalents(name)
