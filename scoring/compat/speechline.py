"""speechline's phoneme error rate: `from scoring.compat.speechline import PhonemeErrorRate` gives the same numbers.

They depend on the order of the lexicon, and a pronunciation that is listed may score errors;
`scoring.words.phonemes` answers what one would expect.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

__all__ = ["PhonemeErrorRate", "editops"]

Edit = tuple[str, int, int]


class PhonemeErrorRate:
    """Errors per phoneme, where phonemes that stand at one place of two pronunciations pass for each other.

    >>> rate = PhonemeErrorRate({"hello": [list("hello"), list("hallo")], "guy": [list("gai")]})
    >>> rate([["hello", "guy"]], [list("hallobhai")])
    0.25
    """

    def __init__(self, lexicon: Mapping[str, list[list[str]]], epsilon_token: str = "<*>") -> None:
        self.lexicon = deepcopy(lexicon)
        self.epsilon_token = epsilon_token

    def __call__(self, sequences: Sequence[Sequence[str]], predictions: Sequence[Sequence[str]]) -> float:
        """The rate over all sequences of words and the phonemes that were recognised for them."""
        if len(sequences) != len(predictions):
            counts = f"predictions ({len(predictions)}) and sequences ({len(sequences)})"
            raise ValueError(f"Mismatch in the number of {counts}")
        unknown = [word for words in sequences for word in words if word not in self.lexicon]
        if unknown:
            raise KeyError(f"Words not found in the lexicon: {unknown}")
        measures = [self.compute_measures(*pair) for pair in zip(sequences, predictions, strict=True)]
        return sum(one["errors"] for one in measures) / sum(one["total"] for one in measures)

    def compute_measures(self, words: Sequence[str], prediction: Sequence[str]) -> dict[str, int]:
        """Errors and phonemes of one sequence."""
        stack = self._build_pronunciation_stack(words)
        reference = [phoneme for word in words for phoneme in max(self.lexicon[word], key=len)]
        found = editops(reference, prediction)
        forgiven = sum(self._forgiven(edit, reference, prediction, stack) for edit in found)
        return {"errors": len(found) - forgiven, "total": len(reference)}

    def _forgiven(
        self, edit: Edit, reference: Sequence[str], prediction: Sequence[str], stack: Sequence[set[str]]
    ) -> bool:
        kind, place, target = edit
        if place >= len(stack) or len(stack[place]) < 2:
            return False
        if kind == "replace":
            return reference[place] in stack[place] and prediction[target] in stack[place]
        return kind == "delete" and reference[place] == self.epsilon_token

    def _build_pronunciation_stack(self, words: Sequence[str]) -> list[set[str]]:
        """The phonemes that may stand at each place; shorter pronunciations are filled up in the lexicon itself."""
        stack: list[set[str]] = []
        for word in words:
            pronunciations = self.lexicon[word]
            # A pass may leave them of different lengths; there are two, and what differs then stays so.
            self._fill(pronunciations)
            self._fill(pronunciations)
            # All places of the first pronunciation; one that stayed shorter than it is an IndexError, as it is there.
            stack += [{one[place] for one in pronunciations} for place in range(len(pronunciations[0]))]
        return stack

    def _fill(self, pronunciations: list[list[str]]) -> None:
        """Puts the empty token where the longest pronunciation has a phoneme more."""
        longest = max(pronunciations, key=len)
        for one in pronunciations:
            if len(one) != len(longest):
                for kind, place, _ in editops(one, longest):
                    if kind == "insert":
                        # What was put in before does not move the place: that of the original is meant.
                        one.insert(place, self.epsilon_token)


def editops(source: Iterable[Hashable], target: Iterable[Hashable]) -> list[Edit]:
    """One of the shortest edit scripts, the one that python-Levenshtein and rapidfuzz give.

    >>> editops("spam", "park")
    [('delete', 0, 0), ('insert', 3, 2), ('replace', 3, 3)]
    """
    a: list[Any] = list(source)
    b: list[Any] = list(target)
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    a, b = a[start : len(a) - end], b[start : len(b) - end]
    return [(kind, i + start, j + start) for kind, i, j in _traced(a, b, _table(a, b))]


def _table(a: list[Any], b: list[Any]) -> list[list[int]]:
    """The distances of all beginnings."""
    table = [list(range(len(b) + 1))]
    for i, left in enumerate(a, 1):
        above, row = table[-1], [i]
        for j, right in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (left != right)))
        table.append(row)
    return table


def _traced(a: list[Any], b: list[Any], table: list[list[int]]) -> list[Edit]:
    """From the end to the beginning: rather a deletion than a replacement, than an insertion, than a match."""
    found: list[Edit] = []
    i, j = len(a), len(b)
    while i or j:
        here = table[i][j]
        if i and table[i - 1][j] + 1 == here:
            i -= 1
            found.append(("delete", i, j))
        elif i and j and a[i - 1] != b[j - 1] and table[i - 1][j - 1] + 1 == here:
            i, j = i - 1, j - 1
            found.append(("replace", i, j))
        elif j and table[i][j - 1] + 1 == here:
            j -= 1
            found.append(("insert", i, j))
        else:
            i, j = i - 1, j - 1
    found.reverse()
    return found
