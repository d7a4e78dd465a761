"""Two batches compared: which utterances differ, and which pairs of words are wrong more often in one of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from scorelite.core.python.batch import Batch
from scorelite.core.python.columns import integers
from scorelite.core.python.words import Slot

_COUNTS, _REF_WORDS, _HYP_WORDS = 1, 2, 4


def compared(
    first: Batch, second: Batch, first_prefix: bytes | None, second_prefix: bytes | None, /
) -> tuple[bytes, bytes, list[bytes], bytes]:
    """How two batches differ in the utterances at these places (int64, -1 for none), words, and rows of wrong words.

    Without places, all utterances are compared. They have a byte each, whose bits stand for other counts, other words
    of the reference, and other words of the hypothesis; behind these stand those that differ (int64), by the increase
    of errors, the largest first. Pairs of words that are wrong more often in one batch have four int32 each: the places
    of both words in the list, -1 for no word, and how often they are wrong in either batch.
    """
    for batch in (first, second):
        if not isinstance(batch, Batch):
            raise TypeError("a Batch expected")
    places = _places(first_prefix, len(first)), _places(second_prefix, len(second))
    if len(places[0]) != len(places[1]):
        raise ValueError(f"{len(places[0])} and {len(places[1])} utterances; expected equally many")
    differences = bytearray()
    numbers: dict[bytes, int] = {}
    pairs: dict[tuple[int, int], list[int]] = {}
    for utterances in zip(*places):  # noqa: B905
        paths = [batch.slots(i) if i >= 0 else [] for batch, i in zip((first, second), utterances)]  # noqa: B905
        difference = _difference(paths) if min(utterances) >= 0 else _COUNTS
        differences.append(difference)
        if not difference and _operations(paths[0]) == _operations(paths[1]):
            continue  # equal alignments have equal pairs
        for side, path in enumerate(paths):
            for key in _wrong(path, numbers):
                pairs.setdefault(key, [0, 0])[side] += 1
    rows = array("i")
    for (ref, hyp), counts in pairs.items():
        if ref != hyp and counts[0] != counts[1]:
            rows.extend((ref, hyp, *counts))
    wrong = [place for place, difference in enumerate(differences) if difference]
    less = [_errors(first, i) - _errors(second, j) for i, j in zip(*places)]  # noqa: B905
    order = array("q", sorted(wrong, key=less.__getitem__))
    return bytes(differences), order.tobytes(), list(numbers), rows.tobytes()


def _errors(batch: Batch, place: int) -> int:
    """The errors of an utterance; 0 for none."""
    return sum(op != "C" for op, _, _ in batch.slots(place)) if place >= 0 else 0


def first_pairs(words: list[str], rows: bytes, count: int, /) -> bytes:
    """The places (int64) of the first rows of `compared`, by the increase from the first batch to the second.

    Of rows with one increase the words decide; no word (-1) is sorted as the empty one.

    >>> array("q", first_pairs(["b", "a"], array("i", [0, -1, 1, 0, 1, -1, 1, 0, 0, 1, 0, 3]).tobytes(), 2)).tolist()
    [2, 1]
    """
    for word in words:
        if not isinstance(word, str):
            raise TypeError("a list of str expected")
    numbers = integers("i", rows)
    refs, hyps, a, b = (numbers[column::4] for column in range(4))
    for place in (*refs, *hyps):
        if not -1 <= place < len(words):
            raise ValueError(f"word {place}; expected -1 to {len(words) - 1}")
    sorted_words = [*words, ""]
    order = sorted(range(len(a)), key=lambda row: (a[row] - b[row], sorted_words[refs[row]], sorted_words[hyps[row]]))
    return array("q", order[: max(count, 0)]).tobytes()


def _places(column: bytes | None, size: int) -> Sequence[int]:
    if column is None:
        return range(size)
    places = integers("q", column)
    for place in places:
        if not -1 <= place < size:
            raise ValueError(f"utterance {place}; expected -1 to {size - 1}")
    return places


def _difference(paths: Sequence[Sequence[Slot]]) -> int:
    """The bits of two alignments."""
    counts = [sorted(_operations(path)) for path in paths]
    refs, hyps = ([_words(path, side) for path in paths] for side in (1, 2))
    return _COUNTS * (counts[0] != counts[1]) | _REF_WORDS * (refs[0] != refs[1]) | _HYP_WORDS * (hyps[0] != hyps[1])


def _operations(path: Sequence[Slot]) -> list[str]:
    return [op for op, _, _ in path]


def _words(path: Sequence[Slot], side: int) -> list[bytes]:
    """The words of a side; the empty word beside an optional one that was not said is none."""
    return [word[0] for slot in path if (word := slot[side]) is not None and (word[0] or slot[0] != "C")]  # type: ignore[misc]


def _wrong(path: Sequence[Slot], numbers: dict[bytes, int]) -> Iterator[tuple[int, int]]:
    """The numbers of the words of each step that is not correct; -1 for no word."""
    for op, ref, hyp in path:
        if op != "C":
            words = None if op == "I" else ref, None if op == "D" else hyp
            ref_number, hyp_number = (
                -1 if word is None else numbers.setdefault(word[0], len(numbers)) for word in words
            )
            yield ref_number, hyp_number
