"""The labelled utterance report of several systems (.lur)."""

from __future__ import annotations

from collections.abc import Sequence

from .....report.engine.numbers import integer, percent, rounded, statistics
from .....report.engine.table import Table, TableMemory
from .....report.words.lur import LabelScores, add_legend
from .systems import System

_SECTIONS = (
    b"Set/Subset #Words and System Set/Subset Average Word Error Rate",
    b"Set/Subset Mean #Words/Speaker and Set/Subset Mean Word Error Rate/Speaker",
    b"Associated Standard Deviations",
    b"Set/Subset Median #Words/Speaker and Set/Subset Median Word Error Rate/Speaker",
)
_DEVIATIONS = 2


def report(systems: Sequence[System], description: bytes, tables: TableMemory) -> bytes:
    """Words and word error of each label, over all speakers and by speaker."""
    first = systems[0].scores
    labelled: list[LabelScores] = []
    for system in systems:
        # All systems share the category fields in which labels were found.
        labelled.append(LabelScores(system.scores, labelled[-1].fields if labelled else None))
    fields = labelled[-1]
    table = Table(tables)
    table.row(b"c", [b"By System Test Subset Scoring Summary"])
    table.row(b"c", [b"For the %b Test" % description])
    table.rule(b" ")
    add_legend(table, first, fields, b"SYSTEM")
    kind = fields.format(b"rr")
    wide = b"c|" + b"ca" + b"aa" * (len(first.labels) - 1) if first.labels else b"c|"
    for place, title in enumerate(_SECTIONS):
        table.rule(b"-" if place == _DEVIATIONS else b"=")
        table.row(wide, [b"", title])
        table.rule(b"-")
        for system, scores in zip(systems, labelled, strict=True):
            table.row(kind, [system.title, *_cells(scores, place)])
    return table.render(1)


def _cells(scores: LabelScores, section: int) -> list[bytes]:
    """Two cells for each label: words, and word error in percent."""
    cells = []
    for words, errors in zip(scores.words, scores.errors, strict=True):
        present = [(word, error) for word, error in zip(words, errors, strict=True) if word + error]
        numbers = [float(word) for word, _ in present]
        rates = [percent(error, word) for word, error in present]
        if section:
            number, rate = statistics(numbers)[section - 1], statistics(rates)[section - 1]
        else:
            number = sum(numbers)
            rate = percent(sum(error for _, error in present), number)
        cells += [b"[%d]" % integer(number), b"%.1f" % rounded(rate, 1)]
    return cells
