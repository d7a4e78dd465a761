"""Summaries of several systems: word error by speaker (sum, rsum), and one line for each system (es, res)."""

from __future__ import annotations

from collections.abc import Sequence

from .....report.engine.numbers import percent, rounded, statistics
from .....report.engine.table import Table, TableMemory
from .....words.normalized_cross_entropy import cross_entropy
from .....words.scores import Sums
from .systems import System
from .text import Out


def by_speaker(systems: Sequence[System], description: bytes, tables: TableMemory, *, raw: bool) -> bytes:
    """Word errors of each speaker, in percent or as numbers; the speakers are those of the first system."""
    title = b"Scoring Summmary of " + (b"Word Errors" if raw else b"Percent Word Error") + b" by Speaker"
    table = _headed(title, description, tables)
    names = [speaker.name for speaker in systems[0].speakers]
    columns = [_column(system, len(names), raw) for system in systems]
    header, cells = b"c" + b"|c" * len(systems), b"l" + b"|c" * len(systems)
    table.rule(b"-")
    table.row(header, [b"Spkr", *(system.title for system in systems)])
    pattern, places = (b"%5.0f ", 0) if raw else (b"%6.1f ", 1)
    for row, name in enumerate(names):
        table.rule(b"-")
        table.row(cells, [b" %b " % name, *(pattern % rounded(column[row], places) for column in columns)])
    table.rule(b"=")
    totals = [_errors(system.total()) if raw else _rate(system.total()) for system in systems]
    table.row(header, [b" Sum " if raw else b" Average ", *(pattern % rounded(total, 1) for total in totals)])
    table.rule(b"-")
    pattern = b"%5.1f " if raw else b"%6.1f "
    moments = [statistics(column) for column in columns]
    for place, label in enumerate((b" Mean ", b" StdDev ", b" Median ")):
        if place == 2:
            table.rule(b" ")
        table.row(header, [label, *(pattern % rounded(values[place], 1) for values in moments)])
    return table.render(0)


def _headed(title: bytes, description: bytes, tables: TableMemory) -> Table:
    tables.centring = True
    table = Table(tables)
    table.rule(b" ")
    if not description:
        table.rule_after(b" ")
    table.row(b"c", [title])
    if description:
        table.rule_after(b" ")
        table.row(b"c", [b"%b Test" % description])
    return table


def _column(system: System, count: int, raw: bool) -> list[float]:
    """A value for each speaker of the first system, by place; 0 for those whom this system lacks."""
    values = [float(_errors(speaker.sums)) if raw else _rate(speaker.sums) for speaker in system.speakers[:count]]
    return values + [0.0] * (count - len(values))


def _errors(sums: Sums) -> int:
    return sums[2] + sums[3] + sums[4]


def _rate(sums: Sums) -> float:
    return percent(_errors(sums), sums[1] + sums[2] + sums[3])


def executive(systems: Sequence[System], description: bytes, tables: TableMemory, warn: Out, *, raw: bool) -> bytes:
    """One line for each system, with the cross entropy of its confidences if any system has some."""
    title = b"Executive Scoring Summary by " + (b"Word Tokens" if raw else b"Percentages")
    table = _headed(title, description, tables)
    confident = [system.confident() for system in systems]
    kind = b"c|cc|cccccc" + (b"|c" if any(confident) else b"")
    header = [b"System", b"# Snt", b"# Ref", b"Corr", b"Sub", b"Del", b"Ins", b"Err", b"S.Err"]
    table.row(kind, [*header, b"NCE"])
    table.rule(b"-")
    for system, has_confidences in zip(systems, confident, strict=True):
        cells = _line(system, raw)
        if any(confident):
            cells.append(_cross_entropy(system, warn) if has_confidences else b"---")
        table.row(kind, cells)
    return table.render(1)


def _line(system: System, raw: bool) -> list[bytes]:
    utterances, correct, substitutions, deletions, insertions, wrong = system.total()
    words = correct + substitutions + deletions
    counts = [correct, substitutions, deletions, insertions, substitutions + deletions + insertions]
    cells = [system.title, b"%d" % utterances, b"%d" % words]
    if raw:
        return cells + [b"%d" % count for count in (*counts, wrong)]
    rates = [percent(count, words) for count in counts] + [percent(wrong, utterances)]
    return cells + [b"%.1f" % rounded(rate, 1) for rate in rates]


def _cross_entropy(system: System, warn: Out) -> bytes:
    entropy = cross_entropy(system.scores)
    if entropy.notice:
        warn(entropy.notice)
    return b"%.3f" % rounded(entropy.overall, 3)
