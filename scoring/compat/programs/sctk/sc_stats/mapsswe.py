"""The matched pairs sentence-segment word error test, and its analysis of the number of segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ......core import error_segments
from .....maths.paired_tests import BUFFER
from .....maths.single import quotient
from .....report.engine.numbers import percent, summed
from .distributions import Z_95, spread_of, two_tailed
from .mcnemar import table_test
from .outcome import FIRST, SAME, SECOND, Outcome, pairs
from .systems import Part, System, matched
from .text import Out, indent, shown

_BUFFERS = 10
_TITLE = b"COMPARISON MATRIX: FOR THE MATCHED PAIRS TEST"
_DESCRIPTION = b"PECENTAGES ARE MEAN PCT ERROR/SEGMENT.  FIRST # IS LEFT SYSTEM"
_MINIMUM = b"Minimum Number of Correct Boundary words"
_NO_ERRORS = b"Warning: MAPSSWE segmentation produced a segment with errors\n         ignoring segment\n"
# Columns of names are at most this wide.
_WIDEST = 49


@dataclass(frozen=True, slots=True)
class _Segments:
    """Segments of two systems: their number, reference words, errors, and the utterances that were cut."""

    count: int
    words: int
    first: int
    second: int
    # Segments in which one system alone has errors.
    only_first: int
    only_second: int
    # Squared distances of the differences from their mean.
    squares: float
    utterances: int

    def per_utterance(self) -> float:
        return quotient(self.count, self.utterances)


def _segments(parts: list[Part], buffer: int, warn: Out) -> _Segments:
    first, second = b"".join(part.first for part in parts), b"".join(part.second for part in parts)
    count, words, errors, other_errors, only_first, only_second, ignored, squares = error_segments(
        first, second, buffer
    )
    for part in parts:
        if part.warning:
            warn(part.warning)
        elif ignored:
            # References of different lengths make segments without errors, of which the reference says this.
            for _ in range(error_segments(part.first, part.second, buffer)[6]):
                warn(_NO_ERRORS)
    utterances = first.count(b"\n")
    return _Segments(count, words, errors, other_errors, only_first, only_second, squares, utterances)


def test(systems: Sequence[System], *, verbose: bool, out: Out, warn: Out) -> Outcome:
    """Compare every pair of systems; with `verbose` write a report on each pair."""
    outcome = Outcome()
    for place in pairs(len(systems)):
        first, second = systems[place[0]], systems[place[1]]
        segments = _segments(matched(first, second), BUFFER, warn)
        mean = quotient(float(segments.first - segments.second), segments.count)
        mean, deviation, z = spread_of(segments.count, mean, segments.squares)
        outcome.p[place] = two_tailed(z)
        outcome.better[place] = (FIRST if mean < 0.0 else SECOND) if abs(z) > Z_95 else SAME
        if verbose:
            _report(segments, first.title, second.title, out)
            rates = _rates(segments)
            out(b"MTCH_PR_RESULTS (systems: %b %b) (# segs: %d) " % (first.title, second.title, segments.count))
            out(b"(Seg per Sent: " + shown(b"%5.3f", segments.per_utterance()) + b") ")
            out(b"(%% Error: %5.2f %5.2f) (mean: " % rates + shown(b"%5.3f", mean))
            out(b") (std dev: " + shown(b"%5.3f", deviation) + b") (Z Stat: " + shown(b"%5.3f", z))
            out(b") (Stat Diff: " + (b"No" if outcome.better[place] == SAME else b"Yes") + b")\n")
    return outcome


def _rates(segments: _Segments) -> tuple[float, float]:
    return percent(segments.first, segments.words), percent(segments.second, segments.words)


def _report(segments: _Segments, first: bytes, second: bytes, out: Out) -> None:
    """Sums of the segments, and McNemar's test on segments without errors."""
    rates = _rates(segments)
    out(b"      SEGMENTATION REPORT FOR SYSTEMS\n              %4b and %4b\n" % (first.rjust(4), second.rjust(4)))
    out(_MINIMUM + b" %1d\n\n" % BUFFER)
    out(b"  Number of Segments %2d,     " % segments.count)
    out(shown(b"%5.3f", segments.per_utterance()) + b" per sentence\n")
    out(b"  Number of Sentences %2d\n\n" % segments.utterances)
    out(b"    # Ref wrds      Err %b   Err %b\n" % (first.rjust(4), second.rjust(4)))
    out(b"---------------------------------------\n")
    out(b"Totals %4d           %4d        %4d\n\n" % (segments.words, segments.first, segments.second))
    out(b"Pct err              %5.1f%%      %5.1f%%\n\n\n\n\n" % rates)
    both = segments.count - segments.only_first - segments.only_second
    table = (0, segments.only_second), (segments.only_first, both)
    table_test(table, (first, second), verbose=True, out=out)


def matrix(systems: Sequence[System], outcome: Outcome, description: bytes, out: Out) -> None:
    """Write which system of each pair is better."""
    names = tuple(system.title for system in systems)
    widest = max(map(len, names), default=0)
    block = 3 + widest
    out(b"\n\n\n")
    _heading((_TITLE, _DESCRIPTION), description, out)
    out(indent(len(_MINIMUM) + 2) + _MINIMUM + b" %1d\n\n" % BUFFER)
    margin = indent((len(names) + 1) * block)
    cell = b"-" * min(_WIDEST, block - 1)
    border = margin + b"|" + cell + b"-" * min(_WIDEST, block) * len(names) + b"|\n"
    out(b"\n" + border)
    out(margin + b"|" + b" " * min(_WIDEST, block - 1) + b"|")
    out(b"".join(b" %b |" % name.rjust(widest) for name in names) + b"\n")
    for row, name in enumerate(names):
        out(margin + b"|" + cell + (b"+" + cell) * len(names) + b"|\n")
        out(margin + b"| %b |" % name.rjust(widest))
        for column in range(len(names)):
            winner = outcome.winner(names, row, column) if column > row else b""
            before = (block - 1 - len(winner)) // 2 if column > row else 0
            after = block - 1 - len(winner) - before
            out(b" " * min(_WIDEST, before) + winner + b" " * min(_WIDEST, after) + b"|")
        out(b"\n")
    out(border)


def analysis(systems: Sequence[System], description: bytes, out: Out, warn: Out) -> None:
    """Write how many segments an utterance has for minimal numbers of words between segments from 1 to 10."""
    warn(b"Doing segmentation analysis. This is slow so . . . \n\n")
    rates_by_buffer: list[dict[tuple[int, int], float]] = []
    matches = {place: matched(systems[place[0]], systems[place[1]]) for place in pairs(len(systems))}
    for buffer in range(1, _BUFFERS + 1):
        warn(b"   calculating buffer of  %d\n" % (buffer - 1))
        rates_by_buffer.append(
            {place: _segments(parts, buffer, warn).per_utterance() for place, parts in matches.items()}
        )
    _by_pair(tuple(system.title for system in systems), rates_by_buffer, description, out)
    _averaged(rates_by_buffer, description, out)


def _heading(lines: tuple[bytes, bytes], description: bytes, out: Out) -> None:
    for line in (*lines, description):
        if line:
            out(indent(len(line)) + line + b"\n")


def _by_pair(
    names: tuple[bytes, ...], rates_by_buffer: list[dict[tuple[int, int], float]], description: bytes, out: Out
) -> None:
    lines = b"Number of Segments Per Sentence Report for Changing", b"Numbers of Buffer Words"
    _heading(lines, description, out)
    margin = indent((len(names) + 1) * 15)
    border = margin + b"|-------------" + b"--------------" * len(names) + b"|\n"
    out(b"\n\n" + border)
    out(margin + b"|             |" + b"".join(b"     %b    |" % name.rjust(4) for name in names) + b"\n")
    for row, name in enumerate(names):
        out(margin + b"|-------------" + b"+-------------" * len(names) + b"|\n")
        for buffer, rates in enumerate(rates_by_buffer):
            out(margin + (b"|         %2d  |" % buffer if buffer else b"|  %b    0  |" % name.rjust(4)))
            for column in range(len(names)):
                rate = rates.get((row, column))
                out(b"             |" if rate is None else b"    " + shown(b"%5.3f", rate) + b"    |")
            out(b"\n")
    out(border + b"\f")


def _averaged(rates_by_buffer: list[dict[tuple[int, int], float]], description: bytes, out: Out) -> None:
    lines = b"Average Number of Segments Per Sentence Report for", b"Changing Numbers of Buffer Words"
    _heading(lines, description, out)
    margin = indent(32)
    out(b"\n\n" + margin + b"-" * 32 + b"\n" + margin + b"|   Num Buf   |  Ave Seg/Sent  |\n")
    out(margin + b"|-------------+----------------|\n")
    for buffer, rates in enumerate(rates_by_buffer, 1):
        average = shown(b"%5.3f", quotient(summed(rates.values()), len(rates)))
        out(margin + b"|      %2d     |     %b      |\n" % (buffer, average))
    out(margin + b"-" * 32 + b"\n\f")
