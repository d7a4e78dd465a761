"""Scores for the tests of reports: read from golden alignments, or made from ready ones without an aligner."""

from __future__ import annotations

import array
from pathlib import Path

from scorelite.scoring.compat.programs.sctk.sclite.sgml_input import read
from scorelite.scoring.report.words import ReportOptions, renderer
from scorelite.scoring.words.scores import WordScores

GOLDEN = Path(__file__).parent / "golden"


def golden(name):
    """The scores whose alignments the reference wrote to `golden/NAME.sgml`."""
    (scores,) = read((GOLDEN / f"{name}.sgml").read_bytes())
    return scores


def expected(file_name):
    return (GOLDEN / file_name).read_bytes()


def rendered(report, scores, options=None):
    """The bytes of a report that is one file."""
    ((_, chunks),) = renderer(report)(scores, options or ReportOptions())
    return b"".join(chunks)


class Alignments:
    """A stand-in for a batch of the core, made of strings of operations such as "CCSDI"."""

    def __init__(self, paths):
        self._paths = paths

    def __len__(self):
        return len(self._paths)

    def _count(self, index):
        return [self._paths[index].count(operation) for operation in "CSDI"]

    def counts(self):
        return array.array("i", [number for index in range(len(self)) for number in self._count(index)]).tobytes()

    def totals(self, groups, number):
        rows = [[0] * 6 for _ in range(number)]
        for index, group in enumerate(memoryview(groups).cast("i")):
            if group >= 0:
                correct, sub, deleted, inserted = self._count(index)
                for column, value in enumerate((1, correct, sub, deleted, inserted, bool(sub + deleted + inserted))):
                    rows[group][column] += value
        return [tuple(row) for row in rows]


class Folding:
    """A charset that only knows ASCII."""

    @staticmethod
    def fold(data):
        return data.lower()


def scores_of(paths, **changes):
    """Scores of utterances given as (speaker, operations), or (speaker, operations, labels)."""
    speakers = list(dict.fromkeys(path[0] for path in paths))
    values = {
        "batch": Alignments([path[1] for path in paths]),
        "charset": Folding(),
        "ids": [b"(%d)" % number for number in range(len(paths))],
        "speakers": speakers,
        "speaker_of": memoryview(array.array("i", [speakers.index(path[0]) for path in paths])),
        "sequence": range(len(paths)),
        "title": b"system",
    }
    if any(len(path) > 2 for path in paths):
        values["labels_of"] = [path[2] if len(path) > 2 else b"" for path in paths]
    return WordScores(**{**values, **changes})
