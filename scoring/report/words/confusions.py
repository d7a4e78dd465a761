"""Pairs of aligned words and their numbers as csv (`confusions`).

A correct word is a pair with itself, so the rows of a word add up to its occurrences. An empty cell is no word.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import TYPE_CHECKING

from ....formats.engine.formulas import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...words.scores import WordScores
    from .. import File
    from . import ReportOptions


def render(scores: WordScores, options: ReportOptions) -> Iterator[File]:
    """The report on all speakers together."""
    yield b".confusions.csv", _lines(scores)


def _lines(scores: WordScores) -> Iterator[bytes]:
    """A line for each pair, by words of the reference, the most frequent first."""
    pairs: Counter[tuple[bytes, bytes]] = Counter()
    for utterance in scores.order():
        for _, ref, hyp in scores.batch.slots(utterance):
            pairs[ref[0] if ref else b"", hyp[0] if hyp else b""] += 1
    yield b"ref,hyp,count\n"
    for (ref_word, hyp_word), count in sorted(pairs.items(), key=lambda row: (row[0][0], -row[1], row[0][1])):
        line = io.StringIO()
        words = [quoted(word.decode("utf-8", "surrogateescape")) for word in (ref_word, hyp_word)]
        csv.writer(line, lineterminator="\n").writerow([*words, count])
        yield line.getvalue().encode("utf-8", "surrogateescape")
