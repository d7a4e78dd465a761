"""speechline's phoneme error rate: `PhonemeErrorRate` gives its numbers.

The rate depends on the order of the lexicon, and a listed pronunciation may score errors;
`scorelite.scoring.words.phonemes` has neither quirk.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

__all__ = ["PhonemeErrorRate", "editops"]

Edit = tuple[str, int, int]


class PhonemeErrorRate:
    """Errors per phoneme; phonemes at one place of two pronunciations of a word are interchangeable.

    >>> rate = PhonemeErrorRate({"hello": [list("hello"), list("hallo")], "guy": [list("gai")]})
    >>> rate([["hello", "guy"]], [list("hallobhai")])
    0.25
    """

    def __init__(self, lexicon: Mapping[str, list[list[str]]], epsilon_token: str = "<*>") -> None:
        self.lexicon = deepcopy(lexicon)
        self.epsilon_token = epsilon_token

    def __call__(self, sequences: Sequence[Sequence[str]], predictions: Sequence[Sequence[str]]) -> float:
        """The rate over all sequences of words, given the phonemes recognised for each."""
        if len(sequences) != len(predictions):
            counts = f"predictions ({len(predictions)}) and sequences ({len(sequences)})"
            raise ValueError(f"Mismatch in the number of {counts}")
        unknown = [word for words in sequences for word in words if word not in self.lexicon]
        if unknown:
            raise KeyError(f"Words not found in the lexicon: {unknown}")
        measures = [self.compute_measures(*pair) for pair in zip(sequences, predictions, strict=True)]
        return sum(measure["errors"] for measure in measures) / sum(measure["total"] for measure in measures)

    def compute_measures(self, words: Sequence[str], prediction: Sequence[str]) -> dict[str, int]:
        """Errors and phonemes of one sequence."""
        stack = self._build_pronunciation_stack(words)
        reference = [phoneme for word in words for phoneme in max(self.lexicon[word], key=len)]
        measures = editops(reference, prediction)
        forgiven = sum(self._forgiven(edit, reference, prediction, stack) for edit in measures)
        return {"errors": len(measures) - forgiven, "total": len(reference)}

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
        """The phonemes allowed at each place; shorter pronunciations are padded in the lexicon itself."""
        stack: list[set[str]] = []
        for word in words:
            pronunciations = self.lexicon[word]
            # The second pass works on the longest pronunciation that the first one left, and takes the other column
            # of the edit script. Lengths that differ after it stay so.
            self._fill(pronunciations, column=1)
            self._fill(pronunciations, column=2)
            # All places of the first pronunciation; another that stayed shorter is an IndexError, as in speechline.
            stack += [
                {pronunciation[place] for pronunciation in pronunciations} for place in range(len(pronunciations[0]))
            ]
        return stack

    def _fill(self, pronunciations: list[list[str]], *, column: int) -> None:
        """Inserts the empty token where the longest pronunciation has one phoneme more.

        `column` of an edit is the place of the token: 1 is the place in the pronunciation before any insertion,
        2 the place in the longest one.
        """
        longest = max(pronunciations, key=len)
        for pronunciation in pronunciations:
            if len(pronunciation) != len(longest):
                for edit in editops(pronunciation, longest):
                    if edit[0] == "insert":
                        pronunciation.insert(int(edit[column]), self.epsilon_token)


def editops(source: Iterable[Hashable], target: Iterable[Hashable]) -> list[Edit]:
    """A shortest edit script: the one that python-Levenshtein and rapidfuzz choose.

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
    """The distances between all prefixes of both sequences."""
    table = [list(range(len(b) + 1))]
    for i, left in enumerate(a, 1):
        above, row = table[-1], [i]
        for j, right in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (left != right)))
        table.append(row)
    return table


def _traced(a: list[Any], b: list[Any], table: list[list[int]]) -> list[Edit]:
    """The edits on the path back from the end; a deletion goes before a replacement, an insertion and a match."""
    edits: list[Edit] = []
    i, j = len(a), len(b)
    while i or j:
        here = table[i][j]
        if i and table[i - 1][j] + 1 == here:
            i -= 1
            edits.append(("delete", i, j))
        elif i and j and a[i - 1] != b[j - 1] and table[i - 1][j - 1] + 1 == here:
            i, j = i - 1, j - 1
            edits.append(("replace", i, j))
        elif j and table[i][j - 1] + 1 == here:
            j -= 1
            edits.append(("insert", i, j))
        else:
            i, j = i - 1, j - 1
    edits.reverse()
    return edits
