"""Report of Kaldi's compute-wer-bootci: the interval of every system, and how often the second one is better."""

from __future__ import annotations

from collections.abc import Sequence

from ....maths.intervals import Interval, improvement
from ....maths.single import quotient, shown, single
from .glibc_rand import GlibcRand, interval_single

Units = tuple[list[int], list[int]]
"""Errors and words of all utterances."""


def bootstrapped(units: Sequence[Units], replications: int) -> bytes:
    """The report of one or two systems, from the errors and words of their utterances."""
    generator = GlibcRand()
    intervals = [interval_single(errors, words, replications, generator) for errors, words in units]
    share = None
    if len(units) == 2:
        better = improvement(units[0][0], units[1][0], replications, generator)
        share = single(quotient(single(better), single(replications)))
    return render(intervals, share)


def render(intervals: Sequence[Interval], improvement: float | None) -> bytes:
    """A line for each system, and one for the share of samples in which the second system is better.

    >>> render([Interval(0.25, 0.125)], None)
    b'Set1: %WER 25.00 95% Conf Interval [ 12.50, 37.50 ]\\n'
    """
    lines = []
    for place, interval in enumerate(intervals, 1):
        mean, reach = single(100 * interval.mean), single(100 * interval.reach)
        ends = shown(single(mean - reach)), shown(single(mean + reach))
        lines.append(b"Set%d: %%WER %s 95%% Conf Interval [ %s, %s ]\n" % (place, shown(mean), *ends))
    if improvement is not None:
        lines.append(b"Probability of Set2 improving Set1: " + shown(single(100 * improvement)) + b"\n")
    return b"".join(lines)
