"""Tables of counts (`-o rsum`) and of percentages (`-o sum`) by speaker."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .scoring import CORRECT, DELETED, INSERTED, OTHER_SPEAKER, WRONG, Aligned, Alignment
from .statistics import Statistics, fitted, rounded

_HEADING = b"SYSTEM SUMMARY PERCENTAGE by SPEAKER"
_NOTES = b"""\
* No Reference words for this(these) speaker(s). Word counts supplied
  rather than percents.
# No Reference words for this(these) speaker(s). NCE not computable.
+ Speaker(s) with no reference data is(are) ignored.
"""
_LOG2_E = 1.442695041
_LEAST, _MOST = 0.0000001, 0.9999999
# Normalised cross entropy where there is none, and the value beyond which one counts as infinite.
_NO_ENTROPY, _INFINITE = -2000.0, 1000.0
_ENTROPY_WIDTH = 9
# Blanks and bars of a row.
_FRAME = 19


def _bits(confidence: float | None) -> float:
    """Logarithm of a confidence; a word without one has the least."""
    return math.log(min(max(_LEAST, -1.0 if confidence is None else confidence), _MOST)) * _LOG2_E


def _entropy(correct: int, wrong: int, correct_bits: float, wrong_bits: float) -> float:
    """Normalised cross entropy of confidences by the sums of their logarithms."""
    if correct + wrong == 0:
        return _NO_ENTROPY
    share = min(max(_LEAST, correct / (correct + wrong)), _MOST)
    most = -correct * math.log(share) * _LOG2_E - wrong * math.log(1.0 - share) * _LOG2_E
    return _NO_ENTROPY if most == 0.0 else (most + correct_bits + wrong_bits) / most


@dataclass(slots=True)
class Counts:
    """Counts of a speaker."""

    segments: int = 0
    wrong_segments: int = 0
    results: Counter[bytes] = field(default_factory=Counter)
    """Pairs by how they are scored."""
    correct_bits: float = 0.0
    wrong_bits: float = 0.0

    @property
    def words(self) -> int:
        """Words of the reference."""
        return self.results.total() - self.results[INSERTED]

    @property
    def correct(self) -> int:
        return self.results[CORRECT]

    @property
    def wrong(self) -> int:
        """Wrong words of the hypothesis."""
        return self.results[INSERTED] + self.results[WRONG] + self.results[OTHER_SPEAKER]

    @property
    def entropy(self) -> float:
        return _entropy(self.correct, self.wrong, self.correct_bits, self.wrong_bits)


# Title and value of each column of words.
_WORDS: tuple[tuple[bytes, Callable[[Counts], int]], ...] = (
    (b"Corr", lambda counts: counts.correct),
    (b"Sub", lambda counts: counts.results[WRONG]),
    (b"SpSub", lambda counts: counts.results[OTHER_SPEAKER]),
    (b"Del", lambda counts: counts.results[DELETED]),
    (b"Ins", lambda counts: counts.results[INSERTED]),
    (b"Err", lambda counts: counts.results.total() - counts.correct),
)


class Table:
    """A table; what is generated twice is counted twice."""

    def __init__(self, *, percent: bool, speakers: bool) -> None:
        self._percent = percent
        self._columns = [column for column in _WORDS if speakers or column[0] != b"SpSub"]
        self._counts: dict[bytes, Counts] = {}
        self._bits = [0.0, 0.0]  # of correct words, and of wrong ones

    def generate(self, alignment: Alignment, title: bytes) -> bytes:
        """The table with the pairs of an alignment added."""
        for aligned in alignment.segments():
            self._add(aligned)
        return _Drawn(self._counts, self._columns, self._bits, percent=self._percent).table(title)

    def _add(self, aligned: Aligned) -> None:
        counts = self._counts.setdefault(aligned.segment.speaker, Counts())
        for pair in aligned.pairs:
            counts.results[pair.result] += 1
            if pair.hypothesis is None:
                continue
            bits = _bits(pair.hypothesis.confidence)
            if pair.result == CORRECT:
                counts.correct_bits += bits
                self._bits[0] += bits
            else:
                counts.wrong_bits += bits
                self._bits[1] += bits
        counts.segments += 1
        counts.wrong_segments += any(pair.result != CORRECT for pair in aligned.pairs)


class _Drawn:
    """Rows and columns of a table with the widths that they need."""

    __slots__ = ("_bits", "_columns", "_counts", "_percent", "_rows", "_widths", "_worded")

    def __init__(
        self, counts: dict[bytes, Counts], columns: list[tuple[bytes, Callable[[Counts], int]]], bits: list[float],
        *, percent: bool,
    ) -> None:  # fmt: skip
        self._counts, self._columns, self._bits, self._percent = counts, columns, bits, percent
        self._rows = list(counts.values())
        # Speakers with reference words.
        self._worded = [row for row in self._rows if row.words]
        marked = self._is_marked
        middle = [
            self._width([value(row) for row in self._rows], [value(row) for row in self._worded])
            for _, value in columns
        ]
        wrong = [row.wrong_segments for row in self._rows]
        self._widths = [
            max([7, *map(len, counts)]),
            max(5, Statistics.of(row.segments for row in self._rows).width),
            self._width([row.words for row in self._rows]),
            *(width + marked for width in middle),
            self._width(wrong, [_share(row.wrong_segments, row.segments) for row in self._rows]),
            _ENTROPY_WIDTH,
        ]

    @property
    def _is_marked(self) -> bool:
        return len(self._worded) < len(self._rows)

    @staticmethod
    def _width(*columns: Iterable[float]) -> int:
        return max(6, *(Statistics.of(column).width for column in columns))

    def table(self, title: bytes) -> bytes:
        width = _FRAME + sum(self._widths) + (len(self._columns) - 5)
        rule = b"|" + b"-" * (width - 2) + b"|\n"
        double = b"|" + b"=" * (width - 2) + b"|\n"
        rows = [self._speaker(name, self._counts[name]) for name in sorted(self._counts)]
        parts = [
            fitted(_HEADING, width, "middle") + b"\n",
            b"." + b"-" * (width - 2) + b".\n",
            b"|" + fitted(title, width - 2, "middle") + b"|\n" + rule,
            self._row(b"Speaker", "left", [b"#Snt", b"#Wrd", *(name for name, _ in self._columns), b"S.Err"], b"NCE"),
            *(rule + row for row in rows),
            double + self._sums() + double,
            self._summary(b"Mean", lambda statistics: statistics.mean),
            self._summary(b"S.D.", lambda statistics: statistics.deviation),
            self._summary(b"Median", lambda statistics: statistics.median),
            b"'" + b"-" * (width - 2) + b"'\n",
            _NOTES if self._is_marked else b"",
        ]
        return b"".join(parts)

    def _row(self, name: bytes, side: str, cells: list[bytes], entropy: bytes) -> bytes:
        widths = self._widths
        fields = [fitted(cell, width, "right") for cell, width in zip(cells, widths[1:-1], strict=True)]
        parts = (
            fitted(name, widths[0], side),
            fields[0] + b" " + fields[1],
            b" ".join(fields[2:]),
            fitted(entropy, _ENTROPY_WIDTH, "middle"),
        )
        return b"| " + b" | ".join(parts) + b" |\n"

    def _speaker(self, name: bytes, row: Counts) -> bytes:
        marked = b"" if not self._is_marked else b"*" if not row.words and self._percent else b" "
        counted = not self._percent or not row.words
        values = [value(row) for _, value in self._columns]
        words = [b"%d" % value if counted else rounded(_share(value, row.words), 1) for value in values]
        wrong = row.wrong_segments
        share = rounded(_share(wrong, row.segments), 1) if self._percent else b"%d" % wrong
        cells = [b"%d" % row.segments, b"%d" % row.words, *(word + marked for word in words), share]
        return self._row(name, "left", cells, self._speaker_entropy(row))

    @staticmethod
    def _speaker_entropy(row: Counts) -> bytes:
        if not row.words:
            return b"#"
        entropy = row.entropy
        if abs(entropy) <= _INFINITE:
            return rounded(entropy, 3)
        return b"-inf" if entropy < 0 else b"+inf"

    def _sums(self) -> bytes:
        marked = b" " if self._is_marked else b""
        words, segments = sum(row.words for row in self._rows), sum(row.segments for row in self._rows)
        totals = [sum(value(row) for row in self._rows) for _, value in self._columns]
        wrong = sum(row.wrong_segments for row in self._rows)
        if self._percent:
            shares = [rounded(_share(total, words or 1), 1) + marked for total in totals]
            cells = [b"%d" % segments, b"%d" % words, *shares, rounded(_share(wrong, segments or 1), 1)]
        else:
            cells = [b"%d" % segments, b"%d" % words, *(b"%d" % total + marked for total in totals), b"%d" % wrong]
        right, wrong = sum(row.correct for row in self._rows), sum(row.wrong for row in self._rows)
        entropy = rounded(_entropy(right, wrong, *self._bits), 3)
        return self._row(b"Sum/Avg" if self._percent else b"Sum", "left", cells, entropy)

    def _summary(self, name: bytes, pick: Callable[[Statistics], float]) -> bytes:
        marked = b"+" if self._is_marked else b""

        def cell(values: Iterable[float], decimals: int = 1) -> bytes:
            return rounded(pick(Statistics.of(values)), decimals)

        def wide(value: Callable[[Counts], int]) -> bytes:
            return cell(_share(value(row), row.words) if self._percent else value(row) for row in self._worded)

        wrong = (
            _share(row.wrong_segments, row.segments) if self._percent else row.wrong_segments for row in self._rows
        )
        cells = [
            cell(row.segments for row in self._rows),
            cell(row.words for row in self._rows),
            *(wide(value) + marked for _, value in self._columns),
            cell(wrong),
        ]
        entropies = [entropy for row in self._worded if abs(entropy := row.entropy) <= _INFINITE]
        return self._row(name, "middle", cells, cell(entropies, 3))


def _share(part: float, whole: float) -> float:
    return 100.0 * part / whole
