"""Texts with alternations, optional words, tags and escapes: what stands between two marks is a run of words, and each
run is a text of its own. The runs of all texts are cut, and written again, together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, repeat
from operator import itemgetter
from typing import TypeAlias

from ...formats.errors import Where
from ...formats.schema import Label
from ...formats.schema.markup import (
    CLOSED,
    NEXT_TEXT,
    NULL_WORD,
    OPENED,
    label_of,
    mark,
    marked_words,
    tokens_of,
    word_lists,
    words,
)

# Gives the labels of a normalised text, from its number, the labels of the run and the text.
Relabelled: TypeAlias = Callable[[int, list[Label], str], Iterable[Label]]
# The row of a text, the kind of a part, the number of alternations around it, and its words or mark.
Part: TypeAlias = tuple[int, int, int, Sequence[str]]

_MARKED = re.compile(r"[{}\\;*@(-]")
_RUN, _OPTIONAL, _MARK, _WHOLE = range(4)
_NOWHERE = Where("<text>", 1)


class MarkedTexts:
    """The runs of words of texts in sclite's grammar.

    >>> runs = MarkedTexts(["so { a b / @ } (uh) c", "d"])
    >>> runs.texts, runs.owners, runs.written(["SO", "A B", "uh", "", "D"], {}, lambda number, labels, text: labels)
    (['so', 'a b', 'uh', 'c', 'd'], [0, 0, 0, 0, 1], ['SO { A B / @ } (uh)', 'D'])
    """

    __slots__ = ("_are_bare", "_labels", "_parts", "_size", "_values", "owners", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        is_marked = list(map(bool, map(_MARKED.search, texts)))
        rows = [row for row, marked in enumerate(is_marked) if marked]
        tokens = tokens_of([texts[row] for row in rows])
        odd = [token for token in {*tokens} if token[0] == "(" or not {*token}.isdisjoint(";\\*")]
        self._labels = {token: label_of(token, _NOWHERE) for token in odd if token[0] != "\0"}
        parts = _parts(tokens, {token for token, label in self._labels.items() if label.optional}, rows)
        whole = zip(is_marked, texts, strict=True)
        parts += [(row, _WHOLE, 0, (text,)) for row, (marked, text) in enumerate(whole) if text and not marked]
        self._parts = sorted(parts, key=itemgetter(0))
        spoken = [part for part in self._parts if part[1] != _MARK]
        self.owners = [part[0] for part in spoken]
        """The row of each text."""
        self._values = values = {token: label.value for token, label in self._labels.items()}
        lists = [part[3] for part in spoken]
        self._are_bare = list(map({*values}.isdisjoint, lists))
        """Whether each run has neither tags nor escapes, and is not optional."""
        rows_of_words = zip(self._are_bare, lists, strict=True)
        lists = [words if is_bare else [*map(values.get, words, words)] for is_bare, words in rows_of_words]
        self.texts = list(map(" ".join, lists))
        """The texts of all runs."""

    def written(self, results: Sequence[str], alone: Mapping[str, str], relabelled: Relabelled) -> list[str]:
        """The texts with the results of their runs; `relabelled` gives the labels of a run with marks inside.

        Runs whose words become what each becomes `alone` are put together from words that are written once.
        """
        once: dict[tuple[str, str, int], str] = {}
        even = map(" ".join, word_lists(results))
        is_marked = map(bool, map(_MARKED.search, results))
        places = [place for place, part in enumerate(self._parts) if part[1] != _MARK]
        lines = [""] * len(self._parts)
        runs = zip(places, results, even, is_marked, self._are_bare, strict=True)
        for number, (place, result, line, has_marks, is_bare) in enumerate(runs):
            _, kind, depth, tokens = self._parts[place]
            if kind == _WHOLE:
                lines[place] = " ".join(map(mark, words(result))) if has_marks else result
                continue
            if is_bare and not has_marks and not (depth and "/" in line):
                lines[place] = line
                continue
            values = list(map(self._values.get, tokens, tokens))
            made = values if result == self.texts[number] else list(map(alone.get, values, repeat("\0")))
            if " ".join(filter(None, made)) != line:
                lines[place] = self._line(number, result, depth, tokens, relabelled)
                continue
            keys = list(zip(tokens, made, repeat(depth)))
            for key in keys:
                token, text, _ = key
                if key not in once:
                    plain = token not in self._labels and not _MARKED.search(text) and not (depth and "/" in text)
                    once[key] = text if plain or not text else self._line(number, text, depth, (token,), relabelled)
            lines[place] = " ".join(filter(None, map(once.__getitem__, keys)))
        return self._joined(lines)

    def _line(self, number: int, result: str, depth: int, tokens: Sequence[str], relabelled: Relabelled) -> str:
        """The words of a run with marks."""
        labels = [self._labels.get(token) or Label(token) for token in tokens]
        return " ".join(marked_words(relabelled(number, labels, result), depth))

    def _joined(self, lines: Sequence[str]) -> list[str]:
        """The texts of rows, from the lines of all parts."""
        rows: list[list[str]] = [[] for _ in range(self._size)]
        is_empty = False  # whether a branch has no words so far
        for (row, kind, _, tokens), line in zip(self._parts, lines, strict=True):
            if kind == _MARK:
                rows[row] += [NULL_WORD, tokens[0][1]] if is_empty and tokens[0] != OPENED else [tokens[0][1]]
                is_empty = tokens[0] != CLOSED
            elif line:
                rows[row] += [line]
                is_empty = False
        return list(map(" ".join, rows))


def _parts(tokens: Sequence[str], optional: set[str], rows: Sequence[int]) -> list[Part]:
    """The parts of texts; `rows` are the numbers of these."""
    kinds = {token: _MARK if token[0] == "\0" else _OPTIONAL if token in optional else _RUN for token in {*tokens}}
    parts: list[Part] = []
    place = depth = 0
    for kind, group in groupby(tokens, kinds.__getitem__):
        if kind == _RUN:
            parts += [(rows[place], kind, depth, [*group])]
            continue
        for token in group:
            if token == NEXT_TEXT:
                place += 1
                continue
            parts += [(rows[place], kind, depth, (token,))]
            if kind == _MARK:
                depth += {OPENED: 1, CLOSED: -1}.get(token, 0)
    return parts
