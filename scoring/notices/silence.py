"""Labels of silence, which aligners and annotators write between words and phones."""

from __future__ import annotations

from collections.abc import Mapping

from ...formats.engine.silence import SIGNS

_ABBREVIATIONS = frozenset(("sil", "spn", "nsn"))
# These are words of some language, too: they are labels among phones.
_AMONG_PHONES = frozenset(("sp", "pau", "epi", "silence", "pause"))
_LABELS = SIGNS | _ABBREVIATIONS | _AMONG_PHONES
_FEWEST = 2
# Phones have so many letters at most.
_PHONE = 3


def labels_of_silence(words: Mapping[str, int], other: Mapping[str, int]) -> list[str]:
    """The labels of silence that one side has and the other does not, from the words of both in lower case.

    >>> labels_of_silence({"sil": 1, "dh": 1, "ah0": 1, "sp": 1}, {"dh": 1, "ah0": 1})
    ['sil', 'sp']
    >>> labels_of_silence({"o": 1, "pau": 3, "quebrado": 1}, {"o": 1, "quebrado": 1})
    []
    """
    found = sorted((_LABELS & words.keys()) - other.keys())
    if not found or not other:
        return []
    spoken = {*words, *other} - _LABELS
    are_phones = 10 * sum(len(word) <= _PHONE for word in spoken) >= 9 * len(spoken)
    return [
        label
        for label in found
        if label in SIGNS or are_phones or (label in _ABBREVIATIONS and words[label] >= _FEWEST)
    ]
