"""The Wilcoxon signed rank test on the word error rates of the speakers."""

from __future__ import annotations

from .....maths.single import quotient, root
from .....report.engine.numbers import summed
from .. import resource
from .distributions import Z_95, two_tailed
from .outcome import SAME, Outcome, pairs
from .ranks import Ranks, mean_ranks
from .sign import FORMULA, Sides
from .text import PAPER, Out, blanks, half, on_paper, shown

_EQUAL = 0.005


def test(ranks: Ranks, *, verbose: bool, out: Out) -> Outcome:
    """Compare every pair of systems; with `verbose` write a report on each pair."""
    outcome = Outcome()
    for place in pairs(len(ranks.systems)):
        sides = Sides(ranks, *place)
        differences = [left - right for left, right in sides.rates]
        order = mean_ranks([abs(difference) for difference in differences])[1]
        plus, minus = _sums(differences, order)
        if verbose:
            _table(sides, differences, order, out)
            out(on_paper(b"Sum of %2d positive ranks = %4.1f" % plus))
            out(on_paper(b"Sum of %2d negative ranks = %4.1f" % minus) + b"\n\n")
        z = _z(plus, minus)
        # The side with fewer differences is better, whatever its ranks; that with positive ones at a draw.
        left_is_better = plus[0] < minus[0]
        if verbose:
            _decision(z, sides.names[0] if left_is_better else sides.names[1], out)
        outcome.p[place] = two_tailed(z)
        outcome.better[place] = sides.better(left_is_better) if abs(z) > Z_95 else SAME
    return outcome


def _sums(differences: list[float], ranks: list[float]) -> tuple[tuple[int, float], tuple[int, float]]:
    """Number and rank sum of positive and of negative differences; equal rates alternate between them."""
    numbers, sums = [0, 0], [0.0, 0.0]
    equal = 0
    for difference, rank in zip(differences, ranks, strict=True):
        side = int(difference < 0.0)
        if not abs(difference) > _EQUAL:
            side = equal % 2
            equal += 1
        numbers[side] += 1
        sums[side] += rank
    return (numbers[0], sums[0]), (numbers[1], sums[1])


def _z(plus: tuple[int, float], minus: tuple[int, float]) -> float:
    count = plus[0] + minus[0]
    observed = plus[1] if plus[0] < minus[0] else minus[1]
    expected = count * float(count + 1) / 4.0
    # An integer of 32 bits, which more than 1,023 speakers overflow.
    variance = ((count * (count + 1) * (2 * count + 1) + (1 << 31)) % (1 << 32) - (1 << 31)) / 24.0
    return quotient(observed - expected, root(variance))


def _table(sides: Sides, differences: list[float], ranks: list[float], out: Out) -> None:
    """Rates of every speaker, their difference and its rank."""
    names = sides.names
    width = sides.widest_speaker + 2 * sides.widest_name + 37
    margin = blanks(half(PAPER - width))
    out(on_paper(b"Wilcoxon Test Calculations Table"))
    out(on_paper(b"Comparing Spkr %b Percentages for Systems %b and %b" % (FORMULA, *names)) + b"\n")
    out(margin + sides.row(b"", [b" " * sides.widest_name] * 2) + b"                      Signed\n")
    out(margin + sides.heading() + b"  Difference   Rank    Rank\n")
    rule = margin + b"-" * width + b"\n"
    out(rule)
    for speaker, rates, difference, rank in zip(sides.speakers, sides.rates, differences, ranks, strict=True):
        row = sides.row(speaker, list(map(sides.rate, rates)))
        negative = difference < 0.0 and abs(difference) > _EQUAL
        signed = -rank if negative else rank
        out(margin + row + b"   %6.2f    %5.1f    %5.1f\n" % (difference, rank, signed))
    out(rule)
    out(margin + sides.averages())
    out(b"   " + shown(b"%6.2f", quotient(summed(differences), len(differences))) + b"\n\n")


def _decision(z: float, better: bytes, out: Out) -> None:
    """The hypotheses and the decision."""
    out(resource("sctk/wilcoxon.txt"))
    out(b"              The Z statistic = " + shown(b"%4.2f", z) + b", therefore the Hypothesis\n")
    if abs(z) > Z_95:
        out(b"              is REJECTED in favor of the Null Hypothesis.\n\n")
        out(b"              Further, %b is the better System.\n" % better)
    else:
        out(b"              is ACCEPTED.\n")
    out(b"\f")
