"""The systems of an error page: results under names, and the utterances that all of them have."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import add
from pathlib import PurePath

from ....formats.errors import MismatchError
from ...common.counts import Counts
from ...words.result import Result

_PARTS = re.compile(r"([\W_]+)")


@dataclass(frozen=True, slots=True)
class System:
    """A result under the name that the page gives it, and the places of the utterances that the page shows."""

    name: str
    result: Result
    order: array[int]

    def column(self, *places: int) -> list[int]:
        """Sums of some of the counts (correct, substitutions, deletions, insertions), an utterance each."""
        numbers = self.result.utterances.counts()
        sums: Iterable[int] = numbers[places[0] :: 4]
        for place in places[1:]:
            sums = map(add, sums, numbers[place::4])
        all_sums = list(sums)
        return all_sums if self.whole else [all_sums[place] for place in self.order]

    @property
    def whole(self) -> bool:
        """Whether the page shows all utterances of the result."""
        return len(self.order) == len(self.result.utterances)

    @property
    def counts(self) -> Counts:
        """The counts of the utterances that the page shows."""
        return self.result.counts if self.whole else Counts(*(sum(self.column(place)) for place in range(4)))


def worst_of(systems: Sequence[System], most: int) -> list[System]:
    """The systems with the utterances in which they make most errors together, in the order of the file."""
    columns = [system.column(1, 2, 3) for system in systems]
    errors = [sum(row) for row in zip(*columns, strict=True)]
    places = sorted(nlargest(most, range(len(errors)), key=errors.__getitem__))
    return [replace(system, order=array("q", [system.order[place] for place in places])) for system in systems]


def names_of(files: Sequence[str], labels: Mapping[str, str] = {}) -> list[str]:
    """Names for people: a label of the file if there is one, else what tells its name from those of the others."""
    return [labels.get(file, name) for file, name in zip(files, short(shortest(files)), strict=True)]


def short(names: Sequence[str]) -> list[str]:
    """Names without the parts that all of them begin or end with.

    >>> short(["base.test.trn", "small.test.trn"]), short(["out/wer_10", "out/wer_11"]), short(["hyp.trn"])
    (['base', 'small'], ['wer_10', 'wer_11'], ['hyp.trn'])
    """
    parts = [_PARTS.split(name) for name in names]
    if len({*names}) < 2:
        return list(names)
    while all(len(each) > 2 for each in parts) and len({*(tuple(each[-2:]) for each in parts)}) == 1:
        parts = [each[:-2] for each in parts]
    while all(len(each) > 2 for each in parts) and len({*(tuple(each[:2]) for each in parts)}) == 1:
        shorter = [each[2:] for each in parts]
        if not all(re.search(r"[^\W\d]", "".join(each)) for each in shorter):
            break
        parts = shorter
    return ["".join(each) for each in parts]


def shortest(files: Sequence[str]) -> list[str]:
    """The names of files, with as few of their folders as keep them apart."""
    paths = [PurePath(file or "hypothesis").parts for file in files]
    for size in range(1, max(map(len, paths), default=1)):
        names = [str(PurePath(*parts[-size:])) for parts in paths]
        if len(set(names)) == len(names):
            return names
    return [file or "hypothesis" for file in files]


def systems_of(results: Sequence[Result], names: Sequence[str]) -> list[System]:
    """The results with the places of the utterances that all of them have."""
    first, *others = results
    ids = list(first.utterances.ids())
    if all(list(other.utterances.ids()) == ids for other in others):
        order = array("q", range(len(ids)))
        return [System(name, result, order) for name, result in zip(names, results, strict=True)]
    places = [{key: place for place, key in enumerate(result.utterances.ids())} for result in results]
    shared = [key for key in ids if all(key in of_system for of_system in places)]
    if not shared:
        raise MismatchError("the results have no utterance in common; expected results of one reference")
    return [
        System(name, result, array("q", [place_of[key] for key in shared]))
        for name, result, place_of in zip(names, results, places, strict=True)
    ]
