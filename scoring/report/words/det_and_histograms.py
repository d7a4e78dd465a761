"""Data and gnuplot files about word confidences (-C): DET curve, histograms of right and wrong words."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import compress
from operator import not_, sub
from struct import pack, unpack
from typing import TYPE_CHECKING

from .... import core
from ...words.normalized_cross_entropy import CORRECT, judged
from ...words.scores import HYP_CONFIDENCE, Judged
from ..engine.numbers import merge_sorted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...words.scores import WordScores

    Column = array[float] | memoryview[float]

# The order in which the reference writes them.
NAMES = ("det", "bhist", "hist", "sbhist")
TITLES = {
    "det": b"DET Curve",
    "bhist": b"Binned Histogram",
    "hist": b"Confidence Histogram",
    "sbhist": b"Scaled Binned Histogram",
}
_SCALED_BINS = 20
# Tick marks of a DET curve, in percent and as normal deviates.
_TICKS = (
    b'("0.1" -3.08, "0.5" -2.57, "2" -2.05, "5" -1.64, "10" -1.28, "20" -0.84, "30" -0.52, "40" -0.25, '
    b'"50" 0.0, "60" 0.25, "70" 0.52, "80" 0.84, "90" 1.28, "95" 1.64, "98" 2.05, "99.5" 2.57, "99.9" 3.08)'
)


class File:
    """One file to be written: suffix, content, and the message if it cannot be opened."""

    __slots__ = ("complaint", "content", "suffix")

    def __init__(self, suffix: bytes, content: bytes, complaint: bytes) -> None:
        self.suffix = suffix
        self.content = content
        self.complaint = complaint


def available(scores: WordScores) -> bool:
    """Whether every utterance has confidences."""
    return not len(scores) or bool(scores.every_attribute() & HYP_CONFIDENCE)


def announcement(name: str, root: bytes) -> bytes:
    """The line about the files, as the reference writes it; some names in it are not those of the files."""
    second = b"dat1" if name == "bhist" else b"dat"
    to = b"to " if name == "det" else b""
    return b"    Writing %b %b'%b.%b.[plt,%b]'\n" % (TITLES[name], to, root, name.encode("ascii"), second)


def files(name: str, scores: WordScores, root: bytes, notices: list[bytes]) -> list[File]:
    """The files of one analysis in the order of writing; lines for stderr go to `notices`."""
    if name == "det":
        return _det(scores, root)
    if name == "sbhist":
        return _scaled(scores, root)
    bins = _Bins(10 if name == "bhist" else 100, scores)
    if bins.outside:
        text = b"Warning: %d Confidence scores out of binning range %f:%f\n"
        notices.append(text % (bins.outside, 0.0, 1.0))
    return _binned(bins, root) if name == "bhist" else _histogram(bins, root)


def _judged(scores: WordScores) -> Judged:
    """Hypothesis words sorted by confidence; words of equal confidence keep their order.

    The scores keep them, since every analysis asks for them.
    """
    if scores.judged is None:
        if scores.odd_confidences:
            scores.judged = _odd(list(judged(scores, scores.order())))
        else:
            operations, _, confidences = scores.batch.numbers(bytes(scores.order()), "confidence")
            scores.judged = Judged(*core.sorted_confidences(operations, confidences))
    return scores.judged


def _odd(words: Sequence[tuple[int, float]]) -> Judged:
    """Words among which there may be NaN; the reference sorts the right and the wrong ones by themselves for `det`."""
    values = [value for _, value in words]
    flags = bytes(letter == CORRECT for letter, _ in words)
    everything = range(len(values))
    right, wrong = compress(everything, flags), compress(everything, map(not_, flags))
    order = _sorted(everything, values)
    columns = [_column(part, values) for part in (order, _sorted(list(right), values), _sorted(list(wrong), values))]
    return Judged(columns[0], bytes(flags[place] for place in order), columns[1], columns[2])


def _column(places: Sequence[int], values: Sequence[float]) -> bytes:
    return array("d", [values[place] for place in places]).tobytes()


def _sorted(places: Sequence[int], values: Sequence[float]) -> Sequence[int]:
    """Places by their values: where a NaN stands depends on the sort, so it is that of the reference."""
    plain = all(values[place] == values[place] for place in places)
    return (
        sorted(places, key=values.__getitem__)
        if plain
        else merge_sorted(places, lambda left, right: values[left] > values[right])
    )


# --- histograms ------------------------------------------------------------------------------


class _Bins:
    """Numbers of right and wrong words by confidence, in bins of equal width from 0 to 1."""

    __slots__ = ("count", "outside", "right", "wrong")

    def __init__(self, count: int, scores: WordScores) -> None:
        self.count = count
        sides = _judged(scores).right, _judged(scores).wrong
        if scores.odd_confidences:
            # NaN has no order: NaN confidences are in no bin, and words among which there is one are not in order.
            self.right, self.wrong = (self._binned(sorted(value for value in side if value == value)) for side in sides)
        else:
            self.right, self.wrong = (self._binned(side) for side in sides)
        self.outside = sum(map(len, sides)) - sum(self.right) - sum(self.wrong)

    def _binned(self, confidences: Sequence[float]) -> list[int]:
        """The number of sorted confidences in each bin."""
        starts = [bisect_left(confidences, part, key=self._part) for part in range(self.count)]
        # 1 belongs to the last bin.
        starts.append(bisect_right(confidences, float(self.count), key=lambda confidence: confidence * self.count))
        return list(map(sub, starts[1:], starts))

    def _part(self, confidence: float) -> int:
        place = confidence * self.count
        # Truncation puts values just below 0 into the first bin.
        return int(place) if -1e9 < place < 1e9 else -1 if place < 0 else self.count


_BINNED = b"""\
## GNUPLOT command file
set samples 1000
set key at 30.000000,90.000000
set xrange [0:1]
set yrange [0:100]
set nogrid
set ylabel '%% Hypothesis Correct'
set xlabel 'Confidence Scores'
set title  'Binned Confidence scores for %b'
set size 0.78,1
set nolabel
plot '%b.bhist.dat1' using 1:2 '%%lf%%lf' title 'True' with boxes,\\
     x*100  title 'Predicted' with lines
set size 1.0, 1.0
"""
_HISTOGRAM = b"""\
set samples 1000
set xrange [0.000000:1.000000]
set autoscale y
set size 0.78, 1.0
set nogrid
set ylabel 'Counts'
set xlabel 'Confidence Measure'
set title  'Confidence scores for %b'
plot '%b.hist.dat' using 1:2 '%%lf%%lf' title 'All Conf.' with lines, \\
     '%b.hist.dat' using 1:2 '%%lf%%*s%%lf' title 'Correct Conf.' with lines, \\
     '%b.hist.dat' using 1:2 '%%lf%%*s%%*s%%lf' title 'Incorrect Conf.' with lines
set size 1.0, 1.0
"""
# The messages of both histograms name the same files.
_NO_BIN_DATA = b"Error: Writing Binned Histogram file '%b.bhist.dat1' for writing."
_NO_BIN_PLOT = b"Error: Unable to open Binned HistogramGNUPLOT file '%b.bhist.plt' for writing."


def _binned(bins: _Bins, root: bytes) -> list[File]:
    lines = []
    for number, (right, wrong) in enumerate(zip(bins.right, bins.wrong, strict=True)):
        share = right / (right + wrong) * 100.0 if right + wrong else 0.0
        lines.append(b"%.4f %f 1 1 0.1\n" % (number * 0.1 + 0.05, share))
    return [
        File(b".bhist.dat1", b"".join(lines), _NO_BIN_DATA % root),
        File(b".bhist.plt", _BINNED % (root, root), _NO_BIN_PLOT % root),
    ]


def _histogram(bins: _Bins, root: bytes) -> list[File]:
    lines = []
    step = 1.0 / bins.count
    for number, (right, wrong) in enumerate(zip(bins.right, bins.wrong, strict=True)):
        for edge in (number * step, (number + 1) * step):
            lines.append(b"%f %f %f %f\n" % (edge, right + wrong, right, wrong))
    return [
        File(b".hist.dat", b"".join(lines), _NO_BIN_DATA % root),
        File(b".hist.plt", _HISTOGRAM % (root, root, root, root), _NO_BIN_PLOT % root),
    ]


_SCALED = b"""\
## GNUPLOT command file
set samples 1000
set key 30.000000,90.000000
set xrange [0:1]
set yrange [0:100]
set ylabel '%% Hypothesis Correct'
set xlabel 'Confidence Scores'
set title  'Scaled Binned Confidence scores for %b'
set nogrid
set size 0.78,1
set nolabel
plot '%b.sbhist.dat'  title 'True' with boxes, x*100 title 'Expected'
set size 1.0, 1.0
set key
"""


def _scaled(scores: WordScores, root: bytes) -> list[File]:
    words, rights = _judged(scores).confidences, _judged(scores).flags
    size = len(words) // _SCALED_BINS
    lines = []
    begin, end = 0, size
    while begin < end:
        # The reference starts with these limits; NaN is neither above nor below them.
        part = words[begin:end]
        if scores.odd_confidences:
            numbers = [confidence for confidence in part if confidence == confidence]
            low, high = min(numbers, default=99999.0), max(numbers, default=-99999.9)
        else:
            low, high = part[0], part[bisect_left(part, part[-1])]
        low, high = min(low, 99999.0), max(high, -99999.9)
        # The share is a C float before it becomes a percentage.
        share: float = unpack("f", pack("f", sum(rights[begin:end]) / (end - begin)))[0]
        lines.append(b"%f %f 1 1 %f\n" % ((low + high) / 2, share * 100.0, high - low))
        begin, end = end, end + size
        # Remaining words go into the last part.
        if end + size > len(words):
            end = len(words)
    return [
        File(
            b".sbhist.dat",
            b"".join(lines),
            b"Error: Writing Scaled Binned Histogram file '%b.sbhist.dat' for writing." % root,
        ),
        File(
            b".sbhist.plt",
            _SCALED % (root, root),
            b"Error: Unable to open Scaled Binned HistogramGNUPLOT file '%b.sbhist.plt' for writing." % root,
        ),
    ]


# --- DET curve -------------------------------------------------------------------------------

_CURVE = b"""\
## GNUPLOT command file
set style data lines
set size 0.78, 1.0
set noxtics
set noytics
set title '%b'
%bset ylabel "Correct Words Removed (in %%)"
set xlabel "Incorrect Words Retained (in %%)"
set grid
set ytics %b
set xtics %b
plot [-3.290527:3.290527] [-3.290527:3.290527] \\
%bset ytics
set xtics
set size 1.0, 1.0
set key
"""


def _det(scores: WordScores, root: bytes) -> list[File]:
    right, wrong = judged_words(scores)
    plot = curve_plot(root, b"DET plot for %b" % root, [(root, scores.title)], keyless=True)
    return [plot, curve_file(right, wrong, root, 0)]


def curve_plot(root: bytes, title: bytes, curves: Sequence[tuple[bytes, bytes]], *, keyless: bool) -> File:
    """The plot of DET curves, each with the root of its file's name and its own name."""
    parts = [
        b" '%b.det.dat.%02d' using 2:1 title \"%b\" with lines" % (part[0], place, part[1])
        for place, part in enumerate(curves)
    ]
    lines = b", \\\n".join(parts) + b"\n" * bool(parts)
    content = _CURVE % (title, b"set nokey\n" if keyless else b"", _TICKS, _TICKS, lines)
    complaint = b"Error: Unable to open DET Curve GNUPLOT file '%b.det.plt' for writing." % root
    return File(b".det.plt", content, complaint)


def curve_file(right: Column, wrong: Column, root: bytes, place: int) -> File:
    """The data of one DET curve, from sorted confidences."""
    lines = core.det_curve(right.tobytes(), wrong.tobytes(), len(right) + len(wrong) - 1)
    suffix = b".det.dat.%02d" % place
    complaint = b"Error: Unable to open DET Curve data file '%b%b' for writing." % (root, suffix)
    return File(suffix, lines, complaint)


def judged_words(scores: WordScores) -> tuple[Column, Column]:
    """Sorted confidences of right words and of wrong words."""
    words = _judged(scores)
    return words.right, _all_wrong(scores, words.wrong)


def _all_wrong(scores: WordScores, wrong: Column) -> Column:
    """Confidences of all wrong words; here alone the reference counts empty words as well."""
    if len(wrong) == sum(substitutions + insertions for _, _, substitutions, _, insertions, _ in scores.totals()):
        return wrong
    slots = (slot for utterance in scores.order() for slot in scores.batch.slots(utterance))
    values = [word[5] for operation, _, word in slots if word is not None and operation in ("S", "I")]
    return memoryview(_column(_sorted(range(len(values)), values), values)).cast("d")
