"""Results of all tests in one matrix, and a summary for each system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .....report.engine.table import Table, TableMemory, centred
from .. import resource
from .outcome import Outcome
from .text import blanks, half

_TITLE = b"Composite Report of All Significance Tests"
_LEGEND_WIDTH = 74
_NOTE = b"""\

Note: System ID with lower error rate is printed if the Null
      Hypothesis is rejected at the 95% Confidence Level,
      if not, 'same' is printed.
"""


@dataclass(frozen=True, slots=True)
class Done:
    """A test that was made: its name, its abbreviation and its outcome."""

    name: bytes
    short: bytes
    outcome: Outcome


class _Legend:
    """Names and abbreviations of the tests in two centred columns."""

    def __init__(self, tests: Sequence[Done], shortest_name: int) -> None:
        self._tests = tests
        self._widest_name = max([shortest_name, *(len(test.name) for test in tests)])
        self._widest_short = max([7, *(len(test.short) for test in tests)])

    @property
    def width(self) -> int:
        return self._widest_name + 5 + self._widest_short

    def lines(self) -> Iterator[bytes]:
        gap = b" " * 5
        yield centred(b"Test Name", self._widest_name) + gap + centred(b"Abbrev.", self._widest_short)
        yield b"-" * self._widest_name + gap + b"-" * self._widest_short
        for test in self._tests:
            yield centred(test.name, self._widest_name) + gap + centred(test.short, self._widest_short)


def matrix(names: tuple[bytes, ...], tests: Sequence[Done], description: bytes, tables: TableMemory) -> bytes:
    """The matrix of all tests for all pairs of systems."""
    tables.centring = True
    table = Table(tables)
    wide = b"ca" + b"aaa" * len(names) + b"a"
    table.row(wide, [_TITLE])
    table.row(wide, [b"For the %b Test" % description])
    table.rule(b" ")
    heading, rule, *lines = _Legend(tests, 9).lines()
    table.row(wide, [heading])
    table.row(wide, [rule])
    for number, line in enumerate(lines, 1):
        if number == len(lines):
            table.rule_after(b" ")
            table.rule_after(b" ")
        table.row(wide, [line])
    table.rule(b"-")
    table.row(b"c=c" + b"|caa" * len(names) + b"=c", [b"Test//Abbrev.", b"", *names, b"Test//Abbrev."])
    kind = b"c=c" + b"|rrl" * len(names) + b"=c"
    for row, name in enumerate(names):
        table.rule(b"-")
        for number, test in enumerate(tests):
            cells = [test.short, b"" if number else name, *[b""] * (3 * (row + 1))]
            for column in range(row + 1, len(names)):
                cells += _cells(test.outcome, names, row, column)
            table.row(kind, [*cells, test.short])
    table.rule(b"-")
    for text in resource("sctk/significance.txt").splitlines():
        table.row(wide, [text.ljust(_LEGEND_WIDTH)])
    return table.render(1)


def _cells(outcome: Outcome, names: tuple[bytes, ...], first: int, second: int) -> list[bytes]:
    p = outcome.p[first, second]
    stars = b"***" if p <= 0.001 else b"**" if p <= 0.01 else b"*" if p <= 0.05 else b""
    return [outcome.winner(names, first, second, b"~"), b"<0.001" if p < 0.001 else b"%.3f" % p, stars]


def summary(names: tuple[bytes, ...], place: int, tests: Sequence[Done], description: bytes) -> bytes:
    """The summary of the tests of one system against all others."""
    widest = max(map(len, names))
    last_title = b"for the %b Test with other Systems:" % description
    legend = _Legend(tests, 0)
    width = max((widest + 2) * (len(tests) + 1), len(last_title), legend.width)
    lines = [
        centred(b"Summary of Statistical Significance Tests:", width),
        centred(b"Comparing the System", width),
        centred(names[place], width),
        centred(last_title, width),
        b"",
        b"".join(
            b" %b " % cell for cell in [b" " * widest, *(centred(test.short, widest).rjust(widest) for test in tests)]
        ),
        b"".join(b" %b " % cell for cell in [b" " * widest, *[b"-" * widest] * len(tests)]),
    ]
    for other, name in enumerate(names):
        if other != place:
            first, second = sorted((place, other))
            winners = (centred(test.outcome.winner(names, first, second), widest) for test in tests)
            lines.append(b"".join(b" %b " % cell.rjust(widest) for cell in [name, *winners]))
    lines += [b"", b"", b""]
    margin = blanks(half(width - legend.width))
    lines += [margin + line for line in legend.lines()]
    return b"\n".join(lines) + b"\n" + _NOTE
