"""Ranges of the error rates of each speaker and each system, as tables and graphs of text or for gnuplot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import nan

from .....report.engine.numbers import statistics
from .ranks import Ranks
from .sign import FORMULA
from .text import Out, indent, shown

# A character of the graph is so many percent wide.
_SCALE = 2
_NEAR = 0.0001 + _SCALE / 2.0
_SHORTEST_NAME = 6


@dataclass(frozen=True, slots=True)
class _Range:
    """Name and rates of a speaker over all systems, or of a system over all speakers."""

    name: bytes
    rates: tuple[float, ...]

    def limits(self) -> tuple[float, float]:
        """The highest rate, at least 0, and the lowest, at most 100."""
        return max((0.0, *self.rates)), min((100.0, *self.rates))


def _speakers(ranks: Ranks) -> list[_Range]:
    return [_Range(ranks.speakers[place], ranks.rates[place]) for place in ranks.speaker_order]


def _systems(ranks: Ranks) -> list[_Range]:
    columns = list(zip(*ranks.rates, strict=True)) or [()] * len(ranks.systems)
    return [_Range(ranks.systems[place], columns[place]) for place in ranks.system_order]


def graphs(ranks: Ranks, description: bytes, out: Out) -> None:
    """Write a table and a graph of the speakers, and of the systems."""
    _graph(_speakers(ranks), b"RANGE ANALYSIS ACROSS SPEAKERS FOR THE TEST:", b"  SPKR", description, out)
    out(b"\f")
    _graph(_systems(ranks), b"RANGE ANALYSIS ACROSS RECOGNITION SYSTEMS FOR THE TEST:", b"  SYS", description, out)


def _graph(ranges: list[_Range], title: bytes, label: bytes, description: bytes, out: Out) -> None:
    out(b"\n\n\n" + indent(len(title)) + title + b"\n")
    out(indent(len(description)) + description + b"\n")
    out(indent(len(b"by ") + len(FORMULA)) + b"by " + FORMULA + b"\n\n\n\n\n")
    widest = 1 + max([_SHORTEST_NAME, *(len(each.name) for each in ranges)])
    _table(ranges, label, widest, out)
    _drawing(ranges, label, widest, out)


def _table(ranges: list[_Range], label: bytes, widest: int, out: Out) -> None:
    margin = indent(42 + widest)
    border = margin + b"|-" + b"-" * widest + b"---------" * 4 + b"---|\n"
    out(border)
    out(margin + b"| " + label.ljust(widest) + b"|  high  |   low  || std dev |   mean  |\n")
    out(margin + b"|-" + b"-" * widest + b"+--------" * 2 + b"+" + b"+---------" * 2 + b"|\n")
    for each in ranges:
        mean, deviation, _ = statistics(each.rates)
        high, low = each.limits()
        out(margin + b"| " + each.name.ljust(widest))
        out(b"| %5.1f  | %5.1f  ||  " % (high, low) + shown(b"%5.1f", deviation) + b"  |  ")
        out(shown(b"%5.1f", mean) + b"  |\n")
    out(border + b"\n\n\n\n\n\n")


def _drawing(ranges: list[_Range], label: bytes, widest: int, out: Out) -> None:
    columns = 100 // _SCALE
    margin = indent(columns + 4 + widest)
    border = margin + b"|---" + b"-" * (widest + columns) + b"|\n"
    middle = margin + b"|-" + b"-" * widest + b"+-" + b"-" * columns + b"|\n"
    title = b"PERCENTAGES"
    before = (columns + 1 - len(title)) // 2
    numbers = range(5 * _SCALE, 101, 5 * _SCALE)
    out(border)
    out(margin + b"| " + b" " * widest + b"|" + b" " * before + title)
    out(b" " * (columns + 1 - before - len(title)) + b"|\n" + middle)
    out(margin + b"| " + b" " * widest + b"|0" + b"".join(b"  %3d" % number for number in numbers) + b"|\n")
    out(margin + b"| " + label.ljust(widest) + b"||" + b"    |" * len(numbers) + b"|\n" + middle)
    for each in ranges:
        out(margin + b"| " + each.name.ljust(widest) + b"|" + b"".join(_marks(each)) + b"|\n")
    out(border + b"\n")
    out(margin + b"      |-> shows the mean\n" + margin + b"      +-> shows plus or minus one standard deviation\n")


def _marks(each: _Range) -> Iterator[bytes]:
    """One character for every second percent: mean, one standard deviation from it, or within the range."""
    mean, deviation, _ = statistics(each.rates)
    high, low = each.limits()
    for place in range(0, 101, _SCALE):
        if mean - _NEAR < place < mean + _NEAR:
            yield b"|"
        elif any(middle - _NEAR < place < middle + _NEAR for middle in (mean + deviation, mean - deviation)):
            yield b"+"
        else:
            yield b" " if place > high or place < low else b"-"


@dataclass(frozen=True, slots=True)
class PlotFile:
    """A file of a graph for gnuplot: suffix, content, and what the reference calls it when it cannot be opened."""

    suffix: bytes
    content: bytes
    kind: bytes


def plots(ranks: Ranks, description: bytes, root: bytes, *, by_speaker: bool, second: bool) -> list[PlotFile]:
    """Files of the graph of all speakers, or of all systems; `second` is the version that tells the others apart."""
    ranges = _speakers(ranks) if by_speaker else _systems(ranks)
    pieces = (b"%d" % place + b"".join(b" %f" % rate for rate in each.rates) for place, each in enumerate(ranges, 1))
    data = b"".join(piece + b"\n" for piece in pieces)
    if not second:
        data = b"".join(b"%d %f\n" % (place, rate) for place, each in enumerate(ranges, 1) for rate in each.rates)
    moments = [statistics(each.rates) if each.rates else (nan, nan, nan) for each in ranges]
    # Curves of the second version bear the names of the other side, in the order of the data.
    curves = (ranks.systems if by_speaker else ranks.speakers) if second else ()
    return [
        PlotFile(b".dat", data, b"GNUPLOT data file"),
        PlotFile(b".mean", _column(mean for mean, _, _ in moments), b"GNUPLOT data file"),
        PlotFile(b".median", _column(median for _, _, median in moments), b"GNUPLOT data file"),
        PlotFile(b".plt", _plot(ranges, description, root, curves, by_speaker, second), b"GNUPLOT file"),
    ]


def _column(values: Iterable[float]) -> bytes:
    return b"".join(b"%d " % place + shown(b"%f", value) + b"\n" for place, value in enumerate(values, 1))


def _plot(
    ranges: list[_Range], description: bytes, root: bytes, curves: Sequence[bytes], by_speaker: bool, second: bool
) -> bytes:
    ticks = b",".join(b'"%b" %d' % (each.name, place) for place, each in enumerate(ranges, 1))
    text = b"set yrange [%d:0]\nset xrange [0:100]\n" % (1 + len(ranges))
    text += b'set title "%b"\nset key\n' % description
    text += b'set ylabel "%b"\nset xlabel "%b"\n' % (b"Speaker ID" if by_speaker else b"Systems", FORMULA)
    text += b"set ytics (%b)\n" % ticks
    mean = b'plot "%b.mean" using 2:1 title "Mean %b" with lines,' % (root, FORMULA)
    median = b'"%b.median" using 2:1 title "Median %b" with lines' % (root, FORMULA)
    if not second:
        return text + mean + median + b',"%b.dat" using 2:1 title "Individual %b"\n' % (root, FORMULA)
    text += mean + b"\\\n     " + median
    for place, name in enumerate(curves):
        form = b"%lf" + b"%*s" * place + b"%lf"
        text += b',\\\n     "%b.dat" using 2:1 "%b" title "%b"' % (root, form, name)
    return text + b"\n"
