"""Friedman's analysis of variance by ranks, of systems and of speakers, with its multiple comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from .....maths.single import quotient
from .....report.engine.numbers import summed
from .distributions import CHI_SQUARE_5, CHI_SQUARE_CONFIDENCE, CHI_SQUARE_PERCENT, Z_ONE_TAILED, chi_square_levels
from .outcome import FIRST, SAME, SECOND, Outcome, pairs
from .ranks import Ranks
from .text import Out, indent, shown

_TITLE = b"Friedman Two-way Analysis of Variance by Ranks"
_COMPARISON = b"Using a Multiple Comparison Test"
_ALPHA = 0.05
# Fewer ties leave more of the statistic than this.
_MANY_TIES = 0.5
_SHORTEST_NAME = 4


class _Side:
    """Names, ranks and order of what is compared: systems by the ranks for each speaker, or the other way round."""

    def __init__(
        self,
        names: Sequence[bytes],
        ranks: Sequence[Sequence[float]],
        order: Sequence[int],
        plural: tuple[bytes, bytes],
        counted: int,
    ) -> None:
        self.names = names
        self.ranks = ranks
        self.order = order
        self.groups = len(ranks)
        self.subject, self.plural = plural
        # Ties of at most so many different ranks are counted.
        occurrences = [[*Counter(row).values()] for row in ranks]  # of each rank, in the order of the first ones
        self.ties = sum(number**3 - number for row in occurrences for number in row[:counted])

    def sums(self) -> list[float]:
        """Sum of the ranks of each."""
        return list(map(summed, zip(*self.ranks, strict=True))) or [0.0] * len(self.names)


def test(ranks: Ranks, *, verbose: bool, out: Out) -> Outcome:
    """Compare all systems, and with `verbose` also all speakers, in a report.

    The reference compares pairs even if the test finds no difference at all, and gives no p-value.
    """
    number = len(ranks.systems)
    systems = _Side(
        ranks.systems, ranks.system_ranks, ranks.system_order, (b"recognition system", b"recognizers"), number
    )
    by_system = list(zip(*ranks.speaker_ranks, strict=True)) or [()] * number
    # The reference counts the ties of as many ranks as there are systems, here too.
    speakers = _Side(ranks.speakers, by_system, ranks.speaker_order, (b"speaker", b"speakers"), number)
    better = _comparison(systems)
    if verbose:
        _report(systems, better, b"COMPARISON MATRIX: Comparing All Systems", out)
        out(b"\f")
        _report(speakers, _comparison(speakers), b"COMPARISON MATRIX: Comparing All Speakers", out)
    return Outcome(better, dict.fromkeys(better, 0.0))


def _comparison(side: _Side) -> dict[tuple[int, int], int]:
    """The better one of each pair: the one with the lower sum of ranks, if the sums are far enough apart."""
    count = len(side.names)
    needed = _z(count) * sqrt(max(0.0, side.groups * count * (count - 1) / 6.0))
    sums = side.sums()
    verdicts = {}
    for first, second in pairs(count):
        difference = sums[first] - sums[second]
        verdicts[first, second] = SAME if abs(difference) < needed else SECOND if difference > 0 else FIRST
    return verdicts


def _z(count: int) -> float:
    """The Z score of a level divided by the number of comparisons, as far as the table goes."""
    area = _ALPHA / (count * (count - 1)) if count > 1 else 1.0
    for place, score in enumerate(Z_ONE_TAILED[:-1]):
        if area < 1.0 - (99 - place) / 100:
            return score
    return Z_ONE_TAILED[-1]


def _report(side: _Side, better: dict[tuple[int, int], int], title: bytes, out: Out) -> None:
    out(b"\n\n\n" + indent(len(_TITLE)) + _TITLE + b"\n" + indent(len(_TITLE)) + b"-" * 46 + b"\n\n")
    out(b"\tHo: Testing the hypothesis that all %b are the same" % side.plural)
    _statistic(side, out)
    _matrix(side, better, title, out)


def _statistic(side: _Side, out: Out) -> None:
    """Friedman's statistic and between which tabulated levels it lies."""
    count, groups = len(side.names), side.groups
    squares = summed(total * total for total in side.sums())
    statistic = quotient(12.0, float(groups * count * (count + 1))) * squares - 3.0 * groups * (count + 1)
    adjustment = 1.0 - quotient(side.ties, float(groups * count * (count * count - 1)))
    statistic = 0.0 if adjustment == 0.0 else statistic / adjustment
    freedom = min(max(count - 2, 0), 29)
    levels = chi_square_levels()[freedom]
    level = levels[CHI_SQUARE_5]
    out(b"\n\n\n" + b" " * 35 + b"Reject if\n")
    out(b" " * 26 + b"X2_r > X2 of %b df%d (%2.3f)\n\n" % (CHI_SQUARE_PERCENT[CHI_SQUARE_5], freedom + 1, level))
    out(b" " * 26 + b"adjustment = " + shown(b"%2.3f", adjustment) + b"\n")
    out(b" " * 30 + b"  X2_r = " + shown(b"%2.3f", statistic) + b"\n")
    if adjustment < _MANY_TIES:
        out(b"\n\n\t\t*** Warning:  ties adjustment may have severely\n")
        out(b"\t\t              exagerated the X2_r value\n\n")
    out(b"ANALYSIS:\n--------\n")
    sure = CHI_SQUARE_CONFIDENCE
    if statistic > level:
        out(b"\tThe test statistic X2_r shows, with %b confidence, that at\n" % sure[CHI_SQUARE_5])
        out(b"\tleast one %b is significantly different.\n\n" % side.subject)
        out(b"\tFurther, the probablity of there being a difference is\n")
        place = CHI_SQUARE_5
        while place < len(levels) - 1 and not statistic < levels[place + 1]:
            place += 1
        last = place == len(levels) - 1
        out(b"\tgreater that %b.\n" % sure[place] if last else b"\tbetween %b to %b.\n" % sure[place : place + 2])
    else:
        out(b"\tThe test statistic X2_r shows that at the %b confidence\n" % sure[CHI_SQUARE_5])
        out(b"\tinterval, the %bs are not significantly\n\tdifferent.\n\n" % side.subject)
        out(b"\tFurther, the probablity of there being a difference is\n")
        place = CHI_SQUARE_5
        while place > 0 and not statistic > levels[place - 1]:
            place -= 1
        out(b"\tbetween %b to %b.\n" % sure[place - 1 : place + 1] if place else b"\tless than %b.\n" % sure[0])
    out(b"\n\n")


def _matrix(side: _Side, better: dict[tuple[int, int], int], title: bytes, out: Out) -> None:
    """Which one of each pair is better, in the order of error rates."""
    names = side.names
    out(b"\n\n" + indent(len(title)) + title + b"\n" + indent(len(_COMPARISON)) + _COMPARISON + b"\n\n\n\n")
    widest = max((_SHORTEST_NAME, *map(len, names)))
    margin = indent((len(names) + 1) * (widest + 3))
    border = margin + b"|" + b"-" * (widest + 2) + b"-" * (widest + 3) * len(names) + b"|\n"

    def cell(text: bytes) -> bytes:
        return b"| " + text.ljust(widest) + b" "

    out(border)
    out(margin + b"|" + b" " * (widest + 2) + b"".join(cell(names[place]) for place in side.order) + b"|\n")
    out(
        margin
        + b"|"
        + b"-" * (widest + 2)
        + b"+"
        + b"-" * (widest + 3) * (len(names) - 1)
        + b"-" * (widest + 2)
        + b"|\n"
    )
    for row, first in enumerate(side.order):
        cells = [b""] * (row + 1)
        for second in side.order[row + 1 :]:
            verdict = better[first, second] if first < second else -better[second, first]
            cells.append(b"same" if verdict == SAME else names[first] if verdict == FIRST else names[second])
        out(margin + cell(names[first]) + b"".join(map(cell, cells)) + b"|\n")
    out(border)
