"""The matched pairs sentence-segment word error test, and its analysis of the number of segments."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from operator import or_

from scoring._core import error_segments
from scoring.compat.sctk.sc_stats.distributions import Z_95, spread, two_tailed
from scoring.compat.sctk.sc_stats.mcnemar import table_test
from scoring.compat.sctk.sc_stats.outcome import FIRST, SAME, SECOND, Outcome, pairs
from scoring.compat.sctk.sc_stats.systems import matched
from scoring.compat.sctk.sc_stats.text import indent, shown
from scoring.report.engine.numbers import percent
from scoring.stats.paired import BUFFER
from scoring.stats.single import quotient

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring.compat.sctk.sc_stats.systems import Part, System

    Out = Callable[[bytes], None]

_BUFFERS = 10
_TITLE = b"COMPARISON MATRIX: FOR THE MATCHED PAIRS TEST"
_DESCRIPTION = b"PECENTAGES ARE MEAN PCT ERROR/SEGMENT.  FIRST # IS LEFT SYSTEM"
_MINIMUM = b"Minimum Number of Correct Boundary words"
_NO_ERRORS = b"Warning: MAPSSWE segmentation produced a segment with errors\n         ignoring segment\n"
# Columns of names are at most this wide.
_WIDEST = 49


@dataclass(frozen=True, slots=True)
class _Segments:
    """Segments of two systems: reference words and errors of both in each, and the utterances that were cut."""

    words: Sequence[int]
    first: Sequence[int]
    second: Sequence[int]
    utterances: int

    def per_utterance(self) -> float:
        return quotient(len(self.first), self.utterances)


def _segments(parts: list[Part], buffer: int, warn: Out) -> _Segments:
    numbers = array("i")
    for part in parts:
        if part.warning:
            warn(part.warning)
            continue
        found = array("i", error_segments(part.first, part.second, buffer))
        if not all(map(or_, found[1::3], found[2::3])):
            found = _with_errors(found, warn)
        numbers += found
    return _Segments(numbers[0::3], numbers[1::3], numbers[2::3], sum(len(part.first) for part in parts))


def _with_errors(numbers: array[int], warn: Out) -> array[int]:
    """Segments with errors; references of different lengths make others, of which the reference says this."""
    kept = array("i")
    for place in range(0, len(numbers), 3):
        if numbers[place + 1] or numbers[place + 2]:
            kept += numbers[place : place + 3]
        else:
            warn(_NO_ERRORS)
    return kept


def test(systems: Sequence[System], *, verbose: bool, out: Out, warn: Out) -> Outcome:
    """Compare every pair of systems; with `verbose` write a report on each pair."""
    outcome = Outcome()
    for place in pairs(len(systems)):
        first, second = systems[place[0]], systems[place[1]]
        segments = _segments(matched(first, second), BUFFER, warn)
        differences = [left - right for left, right in zip(segments.first, segments.second, strict=True)]
        mean, deviation, z = spread(differences)
        outcome.p[place] = two_tailed(z)
        outcome.better[place] = (FIRST if mean < 0.0 else SECOND) if abs(z) > Z_95 else SAME
        if verbose:
            _report(segments, first.title, second.title, out)
            rates = _rates(segments)
            out(b"MTCH_PR_RESULTS (systems: %b %b) (# segs: %d) " % (first.title, second.title, len(differences)))
            out(b"(Seg per Sent: " + shown(b"%5.3f", segments.per_utterance()) + b") ")
            out(b"(%% Error: %5.2f %5.2f) (mean: " % rates + shown(b"%5.3f", mean))
            out(b") (std dev: " + shown(b"%5.3f", deviation) + b") (Z Stat: " + shown(b"%5.3f", z))
            out(b") (Stat Diff: " + (b"No" if outcome.better[place] == SAME else b"Yes") + b")\n")
    return outcome


def _rates(segments: _Segments) -> tuple[float, float]:
    words = sum(segments.words)
    return percent(sum(segments.first), words), percent(sum(segments.second), words)


def _report(segments: _Segments, first: bytes, second: bytes, out: Out) -> None:
    """Sums of the segments, and McNemar's test on segments without errors."""
    rates = _rates(segments)
    out(b"      SEGMENTATION REPORT FOR SYSTEMS\n              %4b and %4b\n" % (first.rjust(4), second.rjust(4)))
    out(_MINIMUM + b" %1d\n\n" % BUFFER)
    out(b"  Number of Segments %2d,     " % len(segments.first))
    out(shown(b"%5.3f", segments.per_utterance()) + b" per sentence\n")
    out(b"  Number of Sentences %2d\n\n" % segments.utterances)
    out(b"    # Ref wrds      Err %b   Err %b\n" % (first.rjust(4), second.rjust(4)))
    out(b"---------------------------------------\n")
    sums = sum(segments.words), sum(segments.first), sum(segments.second)
    out(b"Totals %4d           %4d        %4d\n\n" % sums)
    out(b"Pct err              %5.1f%%      %5.1f%%\n\n\n\n\n" % rates)
    only_first = sum(left > 0 and not right for left, right in zip(segments.first, segments.second, strict=True))
    only_second = sum(right > 0 and not left for left, right in zip(segments.first, segments.second, strict=True))
    both = len(segments.first) - only_first - only_second
    table_test(((0, only_second), (only_first, both)), (first, second), verbose=True, out=out)


def matrix(systems: Sequence[System], outcome: Outcome, description: bytes, out: Out) -> None:
    """Write which system of each pair is better."""
    names = tuple(system.title for system in systems)
    widest = max(map(len, names), default=0)
    block = 3 + widest
    out(b"\n\n\n" + indent(len(_TITLE)) + _TITLE + b"\n")
    out(indent(len(_DESCRIPTION)) + _DESCRIPTION + b"\n")
    if description:
        out(indent(len(description)) + description + b"\n")
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
    found: list[dict[tuple[int, int], float]] = []
    matches = {place: matched(systems[place[0]], systems[place[1]]) for place in pairs(len(systems))}
    for buffer in range(1, _BUFFERS + 1):
        warn(b"   calculating buffer of  %d\n" % (buffer - 1))
        found.append({place: _segments(parts, buffer, warn).per_utterance() for place, parts in matches.items()})
    _by_pair(tuple(system.title for system in systems), found, description, out)
    _averaged(found, description, out)


def _heading(lines: tuple[bytes, bytes], description: bytes, out: Out) -> None:
    for line in (*lines, description):
        if line:
            out(indent(len(line)) + line + b"\n")


def _by_pair(names: tuple[bytes, ...], found: list[dict[tuple[int, int], float]], description: bytes, out: Out) -> None:
    lines = b"Number of Segments Per Sentence Report for Changing", b"Numbers of Buffer Words"
    _heading(lines, description, out)
    margin = indent((len(names) + 1) * 15)
    border = margin + b"|-------------" + b"--------------" * len(names) + b"|\n"
    out(b"\n\n" + border)
    out(margin + b"|             |" + b"".join(b"     %b    |" % name.rjust(4) for name in names) + b"\n")
    for row, name in enumerate(names):
        out(margin + b"|-------------" + b"+-------------" * len(names) + b"|\n")
        for buffer, rates in enumerate(found):
            out(margin + (b"|         %2d  |" % buffer if buffer else b"|  %b    0  |" % name.rjust(4)))
            for column in range(len(names)):
                rate = rates.get((row, column))
                out(b"             |" if rate is None else b"    " + shown(b"%5.3f", rate) + b"    |")
            out(b"\n")
    out(border + b"\f")


def _averaged(found: list[dict[tuple[int, int], float]], description: bytes, out: Out) -> None:
    lines = b"Average Number of Segments Per Sentence Report for", b"Changing Numbers of Buffer Words"
    _heading(lines, description, out)
    margin = indent(32)
    out(b"\n\n" + margin + b"-" * 32 + b"\n" + margin + b"|   Num Buf   |  Ave Seg/Sent  |\n")
    out(margin + b"|-------------+----------------|\n")
    for buffer, rates in enumerate(found, 1):
        total = 0.0
        for rate in rates.values():
            total += rate
        average = shown(b"%5.3f", quotient(total, len(rates)))
        out(margin + b"|      %2d     |     %b      |\n" % (buffer, average))
    out(margin + b"-" * 32 + b"\n\f")
