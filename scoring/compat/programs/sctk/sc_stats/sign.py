"""The sign test on the word error rates of the speakers."""

from __future__ import annotations

from collections.abc import Sequence

from .....report.engine.numbers import summed
from .....report.engine.table import centred
from .. import resource
from .distributions import binomial
from .outcome import FIRST, SAME, SECOND, Outcome, pairs
from .ranks import Ranks
from .text import PAPER, Out, blanks, half, on_paper

FORMULA = b"Speaker Word Error Rate (%)"
_ALPHA = 0.05
_EQUAL = 0.005
_SIGNS = {0: b"0", 1: b"+", -1: b"-"}
_SHORTEST_NAME = 6
_SHORTEST_DIFFERENCE = 15


class Sides:
    """Two systems of which the left one has the higher sum of error rates, and the layout of a table of both."""

    def __init__(self, ranks: Ranks, first: int, second: int) -> None:
        self.swapped = not summed(row[first] for row in ranks.rates) > summed(row[second] for row in ranks.rates)
        order = (second, first) if self.swapped else (first, second)
        self.names = ranks.systems[order[0]], ranks.systems[order[1]]
        self.rates = [(row[order[0]], row[order[1]]) for row in ranks.rates]
        self.speakers = ranks.speakers
        self.widest_speaker = max(map(len, (b"Spkr", *ranks.speakers)))
        self.widest_name = max(_SHORTEST_NAME, *map(len, self.names))

    def better(self, left_is_better: bool) -> int:
        """The better system as one of the first and the second."""
        return FIRST if left_is_better != self.swapped else SECOND

    def rate(self, value: float) -> bytes:
        """A rate in a column of the width of the names."""
        before = half(self.widest_name - 6)
        return b" " * before + b"%6.2f" % value + b" " * (self.widest_name - before - 6)

    def row(self, speaker: bytes, columns: Sequence[bytes]) -> bytes:
        """A row of the table up to the rates of both systems."""
        return b"    ".join((centred(speaker, self.widest_speaker), *columns))

    def heading(self) -> bytes:
        """Titles of the first columns."""
        return self.row(b"Spkr", [centred(name, self.widest_name) for name in self.names])

    def averages(self) -> bytes:
        """Mean rates of both systems."""
        count = len(self.rates)
        if not count:
            nothing = b" " * half(self.widest_name - 6) + b"  -nan" + b" " * (self.widest_name - 6)
            return self.row(b"Avg.", [nothing, nothing])
        means = (summed(column) / count for column in zip(*self.rates, strict=True))
        return self.row(b"Avg.", list(map(self.rate, means)))


def test(ranks: Ranks, *, verbose: bool, out: Out) -> Outcome:
    """Compare every pair of systems; with `verbose` write a report on each pair."""
    outcome = Outcome()
    for place in pairs(len(ranks.systems)):
        sides = Sides(ranks, *place)
        signs = [_sign(left - right) for left, right in sides.rates]
        if verbose:
            _table(sides, signs, out)
        equal = signs.count(0)
        # The odd one of equal rates counts against a difference.
        plus, minus = signs.count(1) + equal // 2, signs.count(-1) + (equal + 1) // 2
        p = 2.0 * binomial(min(plus, minus), plus + minus) if plus != minus else 1.0
        if verbose:
            _decision(plus, minus, p, sides.names, out)
        outcome.p[place] = p
        # The reference does not look at the signs: it is always the right system that is better.
        outcome.better[place] = sides.better(False) if p < _ALPHA else SAME
    return outcome


def _sign(difference: float) -> int:
    return 0 if abs(difference) <= _EQUAL else -1 if difference < 0 else 1


def _table(sides: Sides, signs: list[int], out: Out) -> None:
    """Rates of every speaker and the signs of their differences."""
    names = sides.names
    difference = b"[%b - %b]" % names
    widest = max(_SHORTEST_DIFFERENCE, len(difference))
    width = sides.widest_speaker + 2 * sides.widest_name + 4 * 3 + widest
    margin = blanks(half(PAPER - width))
    out(on_paper(b"Sign Test Calculations Table Comparing"))
    out(on_paper(b"Spkr %b Percentages for Systems %b and %b" % (FORMULA, *names)))
    out(on_paper(b"(Threshold for equal percentages +- %5.3f)" % _EQUAL) + b"\n")
    blank = sides.row(b"", [b" " * sides.widest_name] * 2)
    out(margin + blank + b"    " + centred(b"Difference Sign", widest) + b"\n")
    out(margin + sides.heading() + b"    " + centred(difference, widest) + b"\n")
    rule = margin + b"-" * width + b"\n"
    out(rule)
    for speaker, rates, sign in zip(sides.speakers, sides.rates, signs, strict=True):
        row = sides.row(speaker, list(map(sides.rate, rates)))
        out(margin + row + b"    " + centred(_SIGNS[sign], widest) + b"\n")
    out(rule)
    out(margin + sides.averages() + b"\n\n")
    for what, kind, number in (
        (b"Positive", b"+", signs.count(1)),
        (b"Negative", b"-", signs.count(-1)),
        (b"No", b"0", signs.count(0)),
    ):
        out(on_paper(b"No. Speakers with %b %b Differences = N(%b) = %2d" % (what, FORMULA, kind, number)))
    out(b"\n\n")


def _decision(plus: int, minus: int, p: float, names: tuple[bytes, bytes], out: Out) -> None:
    """The hypotheses, the critical values and the decision."""
    trials = plus + minus
    out(resource("sctk/sign.txt"))
    out(b"          MIN(N(-),N(+))      P(MIN(N(-),N(+)) | N=%2d)\n" % trials)
    out(b"          --------------      ------------------------\n")
    for number in range(min(trials // 2, minus + 3) + 1):
        value, following = 2.0 * binomial(number, trials), 2.0 * binomial(number + 1, trials)
        shown = b"          %3d                 %5.3f" % (number, value)
        out(shown if value >= 0.0005 else b"          %3d                <0.001  " % number)
        rejected = value < _ALPHA < following
        out(b"  <---  Null Hypothesis rejected at or below this point\n" if rejected else b"\n")
    out(b"\n     Decision:\n")
    out(b"        There were N(-)=%d negative differences , the probability of\n" % minus)
    decide(p, _ALPHA, names[1], names, out)


def decide(p: float, alpha: float, better: bytes, names: tuple[bytes, bytes], out: Out) -> None:
    """Write the end of the decision of a test; McNemar's has the same words."""
    out(b"        it occurring is %5.3f, therefore the null hypothesis " % p)
    if p < alpha:
        out(b"is REJECTED\n        in favor of the Alternate Hypothesis.  Further, %b is the\n" % better)
        out(b"        better System.\n")
    else:
        out(b"is ACCEPTED\n        There is no statistical difference between %b and %b\n" % names)
    out(b"\f")


def matrix(ranks: Ranks, outcome: Outcome, title: bytes, out: Out) -> None:
    """Write which system of each pair is better; the Wilcoxon test has the same table."""
    names = ranks.systems
    widest = max(map(len, names), default=0)
    block = 3 + widest
    margin = blanks(half(PAPER - ((len(names) + 1) * block + 1)))
    out(on_paper(title) + on_paper(b"Using the %b Percentage per Speaker" % FORMULA))
    out(on_paper(b"as the Comparison Metric") + b"\n")
    border = margin + b"|" + b"-" * (block * (len(names) + 1) - 1) + b"|\n"
    rows = [(b"", list(names))]
    rows += [
        (name, [b"" if row >= column else outcome.winner(names, row, column) for column in range(len(names))])
        for row, name in enumerate(names)
    ]
    out(border)
    for number, (name, cells) in enumerate(rows):
        if number:
            out(margin + b"|" + b"+".join([b"-" * (block - 1)] * (len(names) + 1)) + b"|\n")
        out(margin + b"|" + b"".join(b" %b |" % cell.rjust(widest) for cell in (name, *cells)) + b"\n")
    out(border)
