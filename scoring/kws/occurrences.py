"""Occurrences of keywords in the transcript: a word, or words of one speaker that follow each other closely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .material import Bools, Ints, Material, Words, rounded
from .orders import ordered
from .settings import KwsSettings
from .text import folded, normalized


@dataclass(frozen=True, slots=True)
class Occurrences:
    """All places where keywords were said, sorted by keyword: the first and the last word of each."""

    keyword: Ints
    first: Ints
    last: Ints

    def __len__(self) -> int:
        return len(self.keyword)


def occurrences(material: Material, settings: KwsSettings) -> Occurrences:
    """Finds every keyword in the transcript; occurrences of one keyword may overlap.

    The first word is looked up as the keyword list normalises it. The words after it match in any case, and may be
    fragments or filled pauses; both as in KWSEval.
    """
    words = material.words
    following = _following(words, settings)
    near = _near(words, following, settings.gap)
    normalize = material.inputs.kwlist.normalize
    spellings = _Spellings(words, normalize, material.bytewise)
    keywords, firsts, lasts = [], [], []
    for number, keyword in enumerate(material.keywords):
        parts = normalized(keyword.text, normalize, material.bytewise).split()
        first = spellings.beginning(parts[0])
        last = first
        for part in parts[1:]:
            reachable = near[last]
            first, last = first[reachable], following[last[reachable]]
            same = spellings.folds[last] == spellings.fold(part)
            first, last = first[same], last[same]
        keywords.append(np.full(len(first), number, dtype=np.int64))
        firsts.append(first)
        lasts.append(last)
    none = np.zeros(0, dtype=np.int64)
    return Occurrences(*(np.concatenate(column) if column else none for column in (keywords, firsts, lasts)))


class _Spellings:
    """Words of the transcript by spelling."""

    __slots__ = ("_beginnings", "_bytewise", "_folds", "folds")

    def __init__(self, words: Words, normalize: str, bytewise: bool) -> None:
        self._bytewise = bytewise
        spellings: dict[str, int] = {}
        numbers = np.array([spellings.setdefault(token, len(spellings)) for token in words.tokens], dtype=np.int64)
        self._folds: dict[str, int] = {}
        fold_table = [self._folds.setdefault(folded(token, bytewise), len(self._folds)) for token in spellings]
        self.folds: Ints = np.array(fold_table or [0], dtype=np.int64)[numbers]
        looked_up: dict[str, int] = {}
        table = [looked_up.setdefault(normalized(token, normalize, bytewise), len(looked_up)) for token in spellings]
        kinds = np.where(words.indexed, np.array(table or [0], dtype=np.int64)[numbers], -1)
        order = np.argsort(kinds, kind="stable")
        bounds = np.searchsorted(kinds[order], np.arange(len(looked_up) + 1))
        self._beginnings = {
            spelling: order[bounds[number] : bounds[number + 1]] for spelling, number in looked_up.items()
        }

    def beginning(self, spelling: str) -> Ints:
        """Words at which a keyword with this first word may begin, in file order."""
        return self._beginnings.get(spelling, np.zeros(0, dtype=np.int64))

    def fold(self, spelling: str) -> int:
        """Number of a spelling without case; -1 for a word that was never said."""
        return self._folds.get(folded(spelling, self._bytewise), -1)


def _following(words: Words, settings: KwsSettings) -> Ints:
    """Next word of the same speaker for each word, -1 at the end."""
    following = np.full(len(words.tokens), -1, dtype=np.int64)
    by_time = ordered(words.speaker, words.begin)
    same = words.speaker[by_time[:-1]] == words.speaker[by_time[1:]]
    # KWSEval links the n-th word of a speaker in the file to the n+1-th word in time, which differs if the file is not
    # sorted.
    origin = np.argsort(words.speaker, kind="stable") if settings.convention.file_order else by_time
    following[origin[:-1][same]] = by_time[1:][same]
    return following


def _near(words: Words, following: Ints, gap: float) -> Bools:
    """Whether the next word comes soon enough after each word; words that overlap are always near."""
    near = np.zeros(len(following), dtype=np.bool_)
    linked = np.flatnonzero(following >= 0)
    near[linked] = rounded(words.begin[following[linked]] - words.end[linked]) <= gap
    return near
