"""Where the keywords were said: a word, or words of one speaker that follow each other closely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.kws.material import Ints, Material, Words, rounded
from scoring.kws.settings import KwsSettings
from scoring.kws.text import folded, normalized


@dataclass(frozen=True, slots=True)
class Occurrences:
    """All places where keywords were said: the first and the last word of each."""

    keyword: Ints
    first: Ints
    last: Ints

    def __len__(self) -> int:
        return len(self.keyword)


def occurrences(material: Material, settings: KwsSettings) -> Occurrences:
    """Finds every keyword in the transcript; occurrences of one keyword may overlap.

    The first word is looked up as it was normalised; those that follow match whatever their case is, and may be
    fragments or filled pauses. Both is so in KWSEval.
    """
    words = material.words
    following = _following(words, settings)
    near = _near(words, following, settings.gap)
    spellings = _Spellings(words, material.normalize, material.bytewise)
    keywords, firsts, lasts = [], [], []
    for number, keyword in enumerate(material.keywords):
        parts = normalized(keyword.text, material.normalize, material.bytewise).split()
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
    """The words of the transcript by spelling."""

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
        """The words at which a keyword that begins so may begin, in file order."""
        return self._beginnings.get(spelling, np.zeros(0, dtype=np.int64))

    def fold(self, spelling: str) -> int:
        """The number of a spelling when case does not count; -1 where it was never said."""
        return self._folds.get(folded(spelling, self._bytewise), -1)


def _following(words: Words, settings: KwsSettings) -> Ints:
    """For each word the next one of the same speaker, -1 at the end."""
    following = np.full(len(words.tokens), -1, dtype=np.int64)
    by_time = np.lexsort((words.begin, words.speaker))
    same = words.speaker[by_time[:-1]] == words.speaker[by_time[1:]]
    # KWSEval links the word that stands at a place in the file to the word after that place in time: the same thing
    # only if the file is sorted.
    origin = np.argsort(words.speaker, kind="stable") if settings.strict_f4de else by_time
    following[origin[:-1][same]] = by_time[1:][same]
    return following


def _near(words: Words, following: Ints, gap: float) -> np.typing.NDArray[np.bool_]:
    """For each word whether the next one comes soon enough; there is no bound for words that overlap."""
    near = np.zeros(len(following), dtype=np.bool_)
    linked = np.flatnonzero(following >= 0)
    near[linked] = rounded(words.begin[following[linked]] - words.end[linked]) <= gap
    return near
