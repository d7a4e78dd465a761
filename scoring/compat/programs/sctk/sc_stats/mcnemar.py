"""McNemar's test on the utterances that both systems, one of them, or neither have right."""

from __future__ import annotations

from collections.abc import Sequence

from .....report.engine.table import Table, TableMemory
from .. import resource
from .distributions import binomial
from .outcome import FIRST, SAME, SECOND, Outcome, pairs
from .sign import decide
from .systems import System, missing_speaker, speaker_pairs
from .text import Out

# Utterances by right or wrong in the first system, and in the second.
Counts = tuple[tuple[int, int], tuple[int, int]]

_ALPHA = 0.05
_TITLE = b"COMPARISON MATRIX: McNEMAR'S TEST ON CORRECT SENTENCES FOR THE TEST:"


def test(systems: Sequence[System], *, verbose: bool, out: Out, warn: Out) -> Outcome:
    """Compare every pair of systems; with `verbose` write a report on each pair."""
    outcome = Outcome()
    for place in pairs(len(systems)):
        first, second = systems[place[0]], systems[place[1]]
        counts = _counts(first, second, warn)
        titles = first.title, second.title
        outcome.better[place], outcome.p[place] = table_test(counts, titles, verbose=verbose, out=out)
    return outcome


def _counts(first: System, second: System, warn: Out) -> Counts:
    """Utterances that both have; one counts as often as the second system has its id."""
    table = [0] * 4
    if first.has_utterances_of(second):
        _add(table, first.wrong, second.wrong)
        return (table[0], table[1]), (table[2], table[3])
    for left, right in speaker_pairs(first, second):
        if right is None:
            warn(missing_speaker(left, first, second))
            continue
        if left.unique and left.ids == right.ids:
            _add(table, left.wrong, right.wrong)
            continue
        by_name: dict[bytes, bytearray] = {}
        for name, is_wrong in zip(right.names(), right.wrong, strict=True):
            by_name.setdefault(name, bytearray()).append(is_wrong)
        for name, is_wrong in zip(left.names(), left.wrong, strict=True):
            if name not in by_name:
                warn(
                    b"Warning: Speaker's '%b' path '%b' in system '%b' is not in system '%b'\n"
                    % (left.name, name, first.title, second.title)
                )
            others = bytes(by_name.get(name, b""))
            _add(table, bytes((is_wrong,)) * len(others), others)
    return (table[0], table[1]), (table[2], table[3])


def _add(table: list[int], first: bytes, second: bytes) -> None:
    """Adds utterances to the table: those that both have right, that only the first has right, and so on."""
    in_first, other = first.count(1), second.count(1)
    both = (int.from_bytes(first, "little") & int.from_bytes(second, "little")).bit_count()
    for place, count in enumerate((len(first) - in_first - other + both, other - both, in_first - both, both)):
        table[place] += count


def table_test(counts: Counts, titles: tuple[bytes, bytes], *, verbose: bool, out: Out) -> tuple[int, float]:
    """The better system and the p-value; with `verbose` also the report."""
    (right, only_first), (only_second, wrong) = counts
    if verbose:
        out(b"\n\n" + b" " * 28 + b"McNemar test results\n" + b" " * 28 + b"=" * 20 + b"\n\n")
        out(b"                                     %b\n\n" % titles[1])
        out(b"                                  corr     incorr\n")
        out(b"      %b      corr   %3d        %3d\n" % (titles[0].rjust(15), right, only_first))
        out(b"\t                 incorr   %3d        %3d\n" % (only_second, wrong))
    if only_first == only_second:
        if verbose:
            out(resource("sctk/no-difference.txt"))
        return SAME, 1.0
    p = 2.0 * binomial(min(only_first, only_second), only_first + only_second)
    better = FIRST if only_first > only_second else SECOND
    if verbose:
        _report(only_second, only_first, p, titles[0] if better == FIRST else titles[1], titles, out)
    return better if p < _ALPHA else SAME, p


def _report(first: int, second: int, p: float, better: bytes, titles: tuple[bytes, bytes], out: Out) -> None:
    """The critical values and the decision, from the numbers of utterances that one system alone has wrong."""
    trials = first + second
    out(resource("sctk/mcnemar.txt"))
    out(b"          MIN(uue)      P(MIN(uue) | N=%3d)\n          --------      -------------------\n" % trials)
    number = 0
    while 2.0 * binomial(number - 1, trials) < max(0.25, p):
        value, following = 2.0 * binomial(number, trials), 2.0 * binomial(number + 1, trials)
        shown = b"             %3d               %5.3f" % (number, value)
        out(shown if value >= 0.0005 else b"             %3d                 -  " % number)
        threshold = value < _ALPHA < following
        out(b"  <---  Null Hypothesis rejection threshold\n" if threshold else b"\n")
        number += 1
    out(b"\n     Decision:\n")
    out(b"        There were MIN(uue)=%d unique utterance errors, the probability of\n" % min(first, second))
    decide(p, _ALPHA, better, titles, out)


def matrix(systems: Sequence[System], outcome: Outcome, description: bytes, out: Out, tables: TableMemory) -> None:
    """Write which system of each pair is better."""
    names = tuple(system.title for system in systems)
    tables.centring = True
    table = Table(tables)
    kind = b"c" + b"|c" * len(names)
    table.row(b"c", [_TITLE])
    table.rule_after(b" ")
    table.rule_after(b"-")
    table.row(b"c", [description])
    table.row(kind, [b"", *names])
    for row, name in enumerate(names):
        table.rule(b"-")
        shown = [b"Conf=(%.3f)" % max(0.001, outcome.p[row, column]) for column in range(row + 1, len(names))]
        table.row(kind, [name, *[b""] * (row + 1), *shown])
        winners = [outcome.winner(names, row, column) for column in range(row + 1, len(names))]
        table.row(kind, [b"", *[b""] * (row + 1), *winners])
    out(table.render(1))
