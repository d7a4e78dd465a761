"""Times of words that have none: the words of a segment share its time, alternatives side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .groups import Word


def spread(words: Mapping[bytes, Word]) -> dict[bytes, Word]:
    """The words of a segment, those without times at their share of the segment."""
    if all(word.timed for word in words.values()):
        return dict(words)
    steps = _steps({name: [then for then in word.after if then in words] for name, word in words.items()})
    total = max(last for _, last in steps.values())
    return {name: word if word.timed else _placed(word, steps[name], total) for name, word in words.items()}


def _placed(word: Word, steps: tuple[int, int], total: int) -> Word:
    first, last = steps
    length = word.segment_end - word.segment_begin
    begin = float(f"{word.segment_begin + length * first / total:.3f}")
    return replace(word, begin=begin, duration=float(f"{length * ((last - first) / total):.3f}"))


def _steps(after: Mapping[bytes, list[bytes]]) -> dict[bytes, tuple[int, int]]:
    """The first and last step of each word: it begins once all words before it are said, and lasts until the next.

    >>> _steps({b"a": [b"b", b"c"], b"b": [b"d"], b"c": [b"e"], b"e": [b"d"], b"d": []})
    {b'a': (0, 1), b'b': (1, 3), b'c': (1, 2), b'e': (2, 3), b'd': (3, 4)}
    """
    first = dict.fromkeys(after, 0)
    missing = dict.fromkeys(after, 0)
    for followers in after.values():
        for name in followers:
            missing[name] += 1
    ready = [name for name, count in missing.items() if count == 0]
    while ready:
        name = ready.pop()
        for then in after[name]:
            first[then] = max(first[then], first[name] + 1)
            missing[then] -= 1
            if missing[then] == 0:
                ready.append(then)
    # Words that follow each other in a circle stay where they were reached first.
    return {
        name: (step, max(step + 1, min((first[then] for then in after[name]), default=step + 1)))
        for name, step in first.items()
    }
